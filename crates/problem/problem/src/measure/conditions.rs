//! Conditions of rules for the cells that measures count.

use crate::paths::Movement;
use marahel_level::TileSet;
use marahel_script::{Condition, EntityList, Estimator, Neighborhood, Operator};

use super::Arguments;

/// The condition of the cells that a measure counts, besides their tiles; `None` if no rule has it.
pub(crate) type CellCondition = fn(&Arguments, &Movement) -> Option<Condition>;

pub(crate) fn here(tiles: TileSet) -> Condition {
    let itself = Neighborhood::from_offsets(vec![(0, 0)]).expect("it has a cell");
    Condition::Bare(Estimator::Neighborhood(itself, list(tiles)))
}

/// The condition that the distance from the nearest of these tiles compares so with a number.
pub(crate) fn distance(tiles: TileSet, comparison: Operator, number: f64) -> Condition {
    Condition::Compare(Estimator::Distance(list(tiles)), comparison, Estimator::Number(number))
}

/// The condition that the number of neighbors with the tiles compares so with a number.
pub(crate) fn exits(
    arguments: &Arguments,
    movement: &Movement,
    comparison: Operator,
    number: u32,
) -> Option<Condition> {
    let offsets = movement.offsets().iter();
    let offsets = offsets.map(|&(columns, rows)| (columns as i32, rows as i32));
    let around = Neighborhood::from_offsets(offsets.collect()).ok()?;
    let exits = Estimator::Neighborhood(around, list(arguments.tiles[0]));
    Some(Condition::Compare(exits, comparison, Estimator::Number(number.into())))
}

fn list(tiles: TileSet) -> EntityList {
    EntityList { members: tiles.iter().map(|tile| (tile, 1)).collect() }
}
