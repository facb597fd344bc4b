//! Explorers as text, and the script that they form.

use script::{Script, Size};
use serde_json::{Map, Value, json};

/// More regions than any level has: keeps all.
pub(crate) const ALL_REGIONS: usize = 999;

/// An explorer of the script, as text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) description: String,
    pub(crate) kind: &'static str,
    /// The regions that it works on; the whole level if empty.
    pub(crate) region: String,
    pub(crate) parameters: Vec<(&'static str, String)>,
    pub(crate) rules: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Drafts {
    pub(crate) explorers: Vec<Draft>,
    /// Neighborhoods by name, as rows of digits.
    pub(crate) neighborhoods: Vec<(String, String)>,
    /// The minimum size of the regions from halving the level, and how many of them are kept.
    pub(crate) regions: Option<(String, usize)>,
}

impl Draft {
    /// An explorer that visits every cell, row by row.
    pub(crate) fn all(description: String, rules: Vec<String>) -> Self {
        Self { description, kind: "horz", rules, ..Self::default() }
    }

    /// An explorer that visits cells in random order and stops after some changes.
    pub(crate) fn some(description: String, changes: usize, rules: Vec<String>) -> Self {
        let parameters = vec![("changes", changes.to_string())];
        Self { description, kind: "rorder", parameters, rules, ..Self::default() }
    }

    /// Whether it can act differently each time.
    pub(crate) fn is_random(&self) -> bool {
        let draws = |rule: &String| rule.contains("random") || rule.contains("noise");
        self.kind != "horz" && self.kind != "vert" || self.rules.iter().any(draws)
    }

    pub(crate) fn repeated(mut self, n: usize) -> Self {
        self.parameters.push(("repeats", n.to_string()));
        self
    }

    fn json(&self) -> Value {
        let mut explorer = Map::new();
        explorer.insert("description".into(), json!(self.description));
        explorer.insert("type".into(), json!(self.kind));
        if !self.region.is_empty() {
            explorer.insert("region".into(), json!(self.region));
        }
        if !self.parameters.is_empty() {
            let pairs = self.parameters.iter().map(|(key, value)| ((*key).into(), json!(value)));
            explorer.insert("parameters".into(), Value::Object(pairs.collect()));
        }
        explorer.insert("rules".into(), json!(self.rules));
        Value::Object(explorer)
    }
}

impl Drafts {
    pub(crate) fn of(explorers: Vec<Draft>) -> Self {
        Self { explorers, ..Self::default() }
    }

    /// The name of a neighborhood of these cells: its existing name, or one like `wanted`.
    pub(crate) fn neighborhood(&mut self, wanted: &str, cells: &[(i32, i32)]) -> String {
        let rows = rows(cells);
        if let Some((name, _)) = self.neighborhoods.iter().find(|(_, known)| *known == rows) {
            return name.clone();
        }
        let name = self.free(wanted);
        self.neighborhoods.push((name.clone(), rows));
        name
    }

    /// A name that no neighborhood has yet.
    fn free(&self, wanted: &str) -> String {
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        let is_free = |name: &String| self.neighborhoods.iter().all(|(known, _)| known != name);
        names.find(is_free).expect("numbers do not end")
    }

    /// The index of the first region whose box is still empty, and the number of empty boxes.
    pub(crate) fn empty_boxes(&self) -> (usize, usize) {
        let is_filled = |one: &&Draft| one.region.starts_with(|first: char| first.is_ascii_digit());
        let filled = self.explorers.iter().filter(is_filled);
        let n_filled: usize = filled.map(|one| one.region.split(',').count()).sum();
        let boxes = self.regions.as_ref().filter(|(_, number)| *number < ALL_REGIONS);
        (n_filled, boxes.map_or(0, |(_, number)| number.saturating_sub(n_filled)))
    }

    /// Appends everything of another one. Neighborhoods that already exist under another name get
    /// that name.
    pub(crate) fn append(&mut self, mut other: Self) {
        for (name, rows) in std::mem::take(&mut other.neighborhoods) {
            let known = self.neighborhoods.iter().find(|(_, known)| *known == rows);
            let new = if let Some((known, _)) = known {
                known.clone()
            } else {
                let free = self.free(&name);
                self.neighborhoods.push((free.clone(), rows));
                free
            };
            if new != name {
                let rules = other.explorers.iter_mut().flat_map(|one| &mut one.rules);
                rules.for_each(|rule| *rule = renamed(rule, &name, &new));
            }
        }
        self.explorers.extend(other.explorers);
        self.regions = self.regions.take().or(other.regions);
    }

    /// The script for levels of these sizes; `None` if it is not sound.
    pub(crate) fn script(
        &self,
        description: &str,
        names: &[String],
        (min, max): (Size, Size),
    ) -> Option<Script> {
        let size = |size: Size| format!("{}x{}", size.width, size.height);
        let mut document = json!({
            "description": description,
            "metadata": { "min": size(min), "max": size(max) },
            "entities": names,
        });
        let all = document.as_object_mut()?;
        if !self.neighborhoods.is_empty() {
            let pairs = self.neighborhoods.iter();
            let pairs = pairs.map(|(name, rows)| (name.clone(), json!(rows)));
            all.insert("neighborhoods".into(), Value::Object(pairs.collect()));
        }
        if let Some((min, number)) = &self.regions {
            let parameters = json!({ "min": min });
            let regions = json!({ "type": "bsp", "number": number, "parameters": parameters });
            all.insert("regions".into(), regions);
        }
        let explorers: Vec<Value> = self.explorers.iter().map(Draft::json).collect();
        all.insert("explorers".into(), Value::Array(explorers));
        Script::parse(&document.to_string()).ok()
    }
}

/// The four directions, with the neighborhood of the cell two steps away, as rows of digits.
pub(crate) const TWO_STEPS: [(&str, &str); 4] =
    [("left", "102"), ("up", "1,0,2"), ("right", "201"), ("down", "2,0,1")];

/// A number of tiles in words.
pub(crate) fn counted(n: usize, name: &str) -> String {
    if n == 1 { format!("one {name}") } else { format!("{n} times {name}") }
}

/// Rules that open a wall between two cells.
pub(crate) fn openings(wall: &str, floor: &str) -> Vec<String> {
    let opens = |along: &str, across: &str| {
        format!("self({wall}), {across}({wall}) == 2, {along}({floor}) == 2 -> self({floor})")
    };
    vec![opens("horz", "vert"), opens("vert", "horz")]
}

/// A rule with a neighborhood renamed.
fn renamed(rule: &str, from: &str, to: &str) -> String {
    let called = format!("{from}(");
    let mut parts = rule.split(called.as_str());
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_longer = text.ends_with(|one: char| one.is_alphanumeric() || one == '_');
        text += if is_longer { from } else { to };
        text += "(";
        text += part;
    }
    text
}

pub(crate) fn rows(offsets: &[(i32, i32)]) -> String {
    let all = || offsets.iter().copied().chain([(0, 0)]);
    let (left, right) =
        (all().map(|o| o.0).min().unwrap_or(0), all().map(|o| o.0).max().unwrap_or(0));
    let (top, bottom) =
        (all().map(|o| o.1).min().unwrap_or(0), all().map(|o| o.1).max().unwrap_or(0));
    let digit = |x, y| match ((x, y) == (0, 0), offsets.contains(&(x, y))) {
        (true, true) => '3',
        (true, false) => '2',
        (false, true) => '1',
        (false, false) => '0',
    };
    let row = |y| (left..=right).map(|x| digit(x, y)).collect::<String>();
    (top..=bottom).map(row).collect::<Vec<_>>().join(",")
}
