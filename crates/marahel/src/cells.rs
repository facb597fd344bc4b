//! Counting cells of finished levels, by the words of rules.

use level::{N_ENTITIES_MAX, View};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use script::{Condition, Dialect, Explorer, NeighborhoodNames, Rule, Script, Size, Spelling};

use crate::program::{Log, Program};
use crate::run::Workspace;
use crate::run::pass::Pass;
use crate::semantics::Semantics;

/// Conditions of rules, each a list of which all must hold, and levels in which cells are counted
/// where they do.
///
/// They mean what they mean in a rule of an explorer that works on the whole level, and are
/// compiled like it. `dist` of a tile that the level has not thus holds.
#[derive(Debug)]
pub struct CellCounter {
    /// An explorer for each list, behind one that does nothing.
    script: Script,
    program: Program,
    workspace: Workspace,
    rng: ChaCha8Rng,
}

impl CellCounter {
    /// Counts by these lists of conditions.
    pub fn new<'c>(lists: impl IntoIterator<Item = &'c [Condition]>) -> Self {
        let tests = lists.into_iter().map(|conditions| test(conditions.to_vec()));
        // What the first explorer writes would be known of all cells.
        let nothing = Explorer { rules: Vec::new(), ..test(Vec::new()) };
        let script = Script {
            description: Spelling::default(),
            dialect: Dialect::Current,
            min: Size { width: 1, height: 1 },
            max: Size { width: 1, height: 1 },
            entities: (0..N_ENTITIES_MAX).map(|tile| tile.to_string()).collect(),
            limits: Vec::new(),
            colors: Vec::new(),
            dials: Vec::new(),
            neighborhoods: NeighborhoodNames::default(),
            regions: None,
            explorers: std::iter::once(nothing).chain(tests).collect(),
        };
        Self {
            program: Program::new(&script, Semantics::Documented),
            script,
            workspace: Workspace::new(),
            rng: ChaCha8Rng::seed_from_u64(0),
        }
    }

    /// Takes the level in which cells are counted from now on.
    pub fn load(&mut self, level: View<'_>) {
        let width = level.width() as u32;
        if width > self.script.max.width {
            self.script.max.width = width;
            self.program = Program::new(&self.script, Semantics::Documented);
        }
        let map = &mut self.workspace.map;
        map.front.copy_view(self.program.layout, level);
        map.begin(false, Log::Nothing, &self.program.fields);
    }

    /// The number of cells of the level where all conditions of the list of this index hold.
    pub fn count(&mut self, list: usize) -> u32 {
        let Self { program, workspace, rng, .. } = self;
        let explorer = &program.explorers[list + 1];
        let Some(rule) = explorer.rules.first() else { return 0 };
        let Workspace { map, noise, surroundings, memory, .. } = workspace;
        let (width, height) = map.front.size();
        let first = map.front.index(0, 0);
        let stride = map.front.stride();
        let mut pass = Pass::new(explorer, map, noise, surroundings, memory, rng);
        let mut n = 0;
        for row in 0..height {
            let start = first + row * stride;
            for at in start..start + width {
                n += u32::from(pass.holds(rule, at));
            }
        }
        n
    }
}

/// An explorer whose rule has these conditions, and writes nothing.
fn test(conditions: Vec<Condition>) -> Explorer {
    let rule = Rule { text: Spelling::default(), conditions, executers: Vec::new() };
    Explorer::named("horz", vec![rule]).expect("it is a type of explorers")
}
