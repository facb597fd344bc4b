//! [`CellDemand`]: cells that a problem wants or avoids, and what they ask of the cells around.

use marahel_level::{Tile, TileSet};
use marahel_script::{Condition, Estimator};
use rand::Rng;

use crate::draw::pick;

/// Conditions by which a problem counts cells.
#[derive(Clone, Debug, PartialEq)]
pub struct CellDemand {
    /// All of them hold for a counted cell.
    pub conditions: Vec<Condition>,
    /// Whether the problem wants such cells or wants to avoid them.
    pub is_wanted: bool,
    /// The index of the measure that counts them.
    pub measure: usize,
}

impl CellDemand {
    /// The tiles of such a cell by the first condition about them; `None` if none is.
    pub(crate) fn tiles(&self) -> Option<TileSet> {
        self.conditions.iter().map(tiles_of_cell).find(|tiles| !tiles.is_empty())
    }

    /// The conditions that are not about the tile of the cell itself.
    pub(crate) fn around(&self) -> impl Iterator<Item = &Condition> {
        self.conditions.iter().filter(|condition| tiles_of_cell(condition).is_empty())
    }

    /// Whether it is about places only, whatever surrounds them.
    pub(crate) fn is_about_place(&self) -> bool {
        let mut around = self.around().peekable();
        around.peek().is_some()
            && around.all(|condition| condition.estimators().all(Estimator::is_place))
    }
}

/// The required surroundings of a tile, as alternatives of conditions that must and must not hold.
/// Empty if nothing is required.
pub(crate) fn surroundings(
    demands: &[CellDemand],
    tile: Tile,
    rng: &mut dyn Rng,
) -> Vec<Vec<Condition>> {
    let (mut alternatives, mut avoided) = (Vec::new(), Vec::new());
    for CellDemand { conditions, is_wanted, .. } in demands {
        let mut around = conditions.clone();
        around.retain(|condition| !tiles_of_cell(condition).contains(tile));
        if around.len() == conditions.len() || around.is_empty() {
            continue;
        }
        if *is_wanted {
            alternatives.push(around);
        } else {
            avoided.extend(pick(&around, rng).map(Condition::opposite));
        }
    }
    if alternatives.is_empty() && !avoided.is_empty() {
        alternatives.push(Vec::new());
    }
    for conditions in &mut alternatives {
        conditions.extend(avoided.iter().cloned());
    }
    alternatives
}

/// The tiles that a condition allows at the cell itself; empty if it is about anything else.
fn tiles_of_cell(condition: &Condition) -> TileSet {
    condition.here().unwrap_or_default()
}
