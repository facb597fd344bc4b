//! The measures of a problem, for scripts that have exactly its entities.

use level::{Level, Palette, Tile, UNKNOWN, View};
use problem::Problem;
use serde_json::Value;

/// What a problem says of a level that every script says, too.
const COMMON: [&str; 3] = ["counts", "regions", "diameter"];

/// What a problem says of a level for its search.
const OF_SEARCH: [&str; 2] = ["whole", "good"];

/// A problem and which of its tiles the tiles of a script are.
pub(crate) struct Matched<'p> {
    problem: &'p Problem,
    tiles: [Tile; 64],
    /// Names of its measures.
    pub(crate) keys: Vec<String>,
}

impl<'p> Matched<'p> {
    /// The problem whose entities are those of `palette`, in any order, if
    /// there is one with measures of its own, beside whether a level is playable.
    pub(crate) fn find(palette: &Palette, problems: &'p [Problem]) -> Option<Self> {
        problems.iter().find_map(|problem| {
            let tiles = match_tiles(palette, problem.palette())?;
            let keys = own_keys(problem);
            (keys != ["playable"]).then_some(Self { problem, tiles, keys })
        })
    }

    /// Its measures of a level of the script, in the order of the names.
    ///
    /// A number of steps that is -1, because there is no way, is null.
    pub(crate) fn measure(&self, level: View<'_>) -> impl Iterator<Item = Value> {
        let tiles = level.rows().flatten().map(|&tile| self.tiles[usize::from(tile)]).collect();
        let renamed = Level::from_tiles(level.width(), tiles, self.problem.palette().clone());
        let mut measured = self.problem.describe(renamed.view());
        let values = self.keys.iter().map(move |key| measured.remove(key).unwrap_or_default());
        values.map(|value| if value == -1 { Value::Null } else { value })
    }
}

/// The measures that only this problem has.
fn own_keys(problem: &Problem) -> Vec<String> {
    let nothing = Level::new(1, 1, problem.palette().clone());
    let keys = problem.describe(nothing.view()).into_iter().map(|(key, _)| key);
    keys.filter(|key| !COMMON.iter().chain(&OF_SEARCH).any(|known| known == key)).collect()
}

/// Which tile of a problem each tile of a script is, if they have the same names.
fn match_tiles(script: &Palette, problem: &Palette) -> Option<[Tile; 64]> {
    let mut tiles = [UNKNOWN; 64];
    for (tile, entity) in tiles.iter_mut().zip(script.entities()) {
        *tile = problem.tile(&entity.name)?;
    }
    (script.len() == problem.len()).then_some(tiles)
}
