//! The explorers of layers, with what they need, and the script that they form.

use marahel_script::{
    Dialect, DialledRegions, Divider, Explorer, Neighborhood, NeighborhoodNames, Regions, Script,
    Size, Spelling,
};

use crate::layers::rules::Offset;

/// More regions than any level has: keeps all.
const ALL_REGIONS: u32 = 999;

#[derive(Clone, Debug, Default)]
pub(crate) struct Drafts {
    pub(crate) explorers: Vec<Explorer>,
    /// Neighborhoods by name.
    neighborhoods: Vec<(String, Neighborhood)>,
    /// The minimum size of the regions from halving the level.
    pub(crate) regions: Option<Size>,
}

impl Drafts {
    pub(crate) fn of(explorers: Vec<Explorer>) -> Self {
        Self { explorers, ..Self::default() }
    }

    /// Names a neighborhood of these cells, unless it has a name; `None` if it is too large for the
    /// language.
    pub(crate) fn declare(&mut self, name: &str, cells: &[Offset]) -> Option<()> {
        let cells = Neighborhood::from_offsets(cells.to_vec()).ok()?;
        self.add_neighborhood(name, cells);
        Some(())
    }

    fn add_neighborhood(&mut self, name: &str, cells: Neighborhood) {
        if self.neighborhoods.iter().all(|(_, declared)| *declared != cells) {
            let numbered = (2..).map(|number| format!("{name}_{number}"));
            let mut names = std::iter::once(name.to_owned()).chain(numbered);
            let name = names
                .find(|name| self.neighborhoods.iter().all(|(declared, _)| declared != name))
                .expect("numbers do not end");
            self.neighborhoods.push((name, cells));
        }
    }

    /// Appends everything of another one.
    pub(crate) fn append(&mut self, drafts: Self) {
        for (name, cells) in drafts.neighborhoods {
            self.add_neighborhood(&name, cells);
        }
        self.explorers.extend(drafts.explorers);
        self.regions = self.regions.or(drafts.regions);
    }

    /// The script for levels of these sizes; `None` if it is not sound.
    pub(crate) fn script(
        &self,
        description: &str,
        names: &[String],
        (min, max): (Size, Size),
    ) -> Option<Script> {
        let unbounded = Size { width: u32::MAX, height: u32::MAX };
        let regions = self.regions.map(|min| Regions {
            divider: Divider::Bsp { min, max: unbounded },
            number: ALL_REGIONS,
            dialled: DialledRegions::default(),
            is_locked: false,
        });
        let script = Script {
            description: Spelling::of(description),
            dialect: Dialect::Current,
            min,
            max,
            entities: names.to_vec(),
            limits: Vec::new(),
            colors: Vec::new(),
            dials: Vec::new(),
            neighborhoods: NeighborhoodNames(self.neighborhoods.clone()),
            regions,
            explorers: self.explorers.clone(),
        };
        // A palette may have names that a script cannot have.
        Script::parse(&script.to_json().to_string()).ok()
    }
}

/// A number of tiles in words.
pub(crate) fn counted(n: usize, name: &str) -> String {
    if n == 1 { format!("one {name}") } else { format!("{n} times {name}") }
}
