//! The measures of a problem, for scripts that have exactly its entities.

use marahel_level::{Level, Palette, Tile, View};
use marahel_problem::{Meter, Problem, rename};
use serde_json::Value;

/// Measures of a problem that are redundant here, or only serve its search.
const NOT_OWN: [&str; 5] = ["counts", "regions", "diameter", "whole", "good"];

/// A problem and which of its tiles the tiles of a script are.
pub(crate) struct Matched<'p> {
    problem: &'p Problem,
    names: Option<[Tile; 64]>,
    pub(crate) keys: Vec<String>,
}

impl<'p> Matched<'p> {
    /// The problem whose entities are those of `palette`, in any order, if
    /// there is one with measures of its own, beside whether a level is playable.
    pub(crate) fn find(palette: &Palette, problems: &'p [Problem]) -> Option<Self> {
        problems.iter().find_map(|problem| {
            let entities = palette.entities().iter().map(|entity| &entity.name);
            let names = problem.tiles_of(entities).ok()?;
            let keys = own_keys(problem);
            let is_own = palette.len() == problem.palette().len() && keys != ["playable"];
            is_own.then_some(Self { problem, names, keys })
        })
    }

    /// What measures levels, and memory for their tiles.
    pub(crate) fn meter(&self) -> (Meter<'p>, Vec<Tile>) {
        (self.problem.describing_meter(), Vec::new())
    }

    /// Its measures of a level of the script, in the order of the names.
    ///
    /// A number of steps that is -1, because there is no way, is null.
    pub(crate) fn measure(
        &self,
        level: View<'_>,
        (meter, renamed): &mut (Meter<'p>, Vec<Tile>),
    ) -> impl Iterator<Item = Value> {
        let mut measured = meter.describe(rename(level, self.names.as_ref(), renamed));
        let values = self.keys.iter().map(move |key| measured.remove(key).unwrap_or_default());
        values.map(|value| if value == -1 { Value::Null } else { value })
    }
}

/// The measures that only this problem has.
fn own_keys(problem: &Problem) -> Vec<String> {
    let nothing = Level::new(1, 1, problem.palette().clone());
    let keys = problem.describe(nothing.view()).into_iter().map(|(key, _)| key);
    keys.filter(|key| !NOT_OWN.contains(&key.as_str())).collect()
}
