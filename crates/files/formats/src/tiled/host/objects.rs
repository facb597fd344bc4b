//! Objects of a layer, moved to the cells of another level.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use super::Plan;
use crate::tiled::document::Map;
use crate::tiled::objects::cells;
use crate::tiled::shapes::size_of_cells;

#[cfg(test)]
mod tests;

/// The changed objects of a layer, by their indices in the file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Objects {
    /// Those to remove.
    pub(super) left_out: Vec<usize>,
    /// Those that go elsewhere, which keep their numbers, by which others refer to them.
    pub(super) moved: Vec<Shift>,
    /// For each new one its model, and how it differs.
    pub(super) new: Vec<Shift>,
    /// Those that go elsewhere, and above the new ones.
    pub(super) raised: Vec<Shift>,
}

impl Objects {
    /// These below others of their layer, which go behind all: later ones lie above.
    pub(super) fn below(mut self, upper: Self) -> Self {
        self.left_out.extend(upper.left_out);
        self.raised.extend(upper.moved);
        self.new.extend(upper.new);
        self
    }
}

/// An object in another place.
#[derive(Debug, PartialEq)]
pub(super) struct Shift {
    /// Its index in the file.
    pub(super) index: usize,
    pub(super) to: To,
}

/// Where an object goes, in the lengths of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum To {
    /// So far to the right and down.
    By(f64, f64),
    /// It becomes the rectangle of a cell: left, top, width, height.
    Cell([f64; 4]),
}

/// An object, and the cells of the map that it covers; at least one.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    /// Its index in the file.
    pub(super) index: usize,
    pub(super) columns: Range<i64>,
    pub(super) rows: Range<i64>,
}

impl Placed {
    pub(super) fn cells(&self) -> impl Iterator<Item = (i64, i64)> + use<> {
        cells(&self.columns, &self.rows)
    }

    fn is_long(&self) -> bool {
        self.cells().nth(1).is_some()
    }
}

/// The objects for the numbers of a layer, which count `placed` from 1. Those of cells that stay do
/// so; others of a name go where one is needed, and only if there are too few, new ones are copied.
/// One that covers several cells, not all of which stay, makes room for one in each cell.
pub(super) fn objects<'a>(
    placed: &[Placed],
    map: &Map,
    numbers: &[u32],
    stays: &[bool],
    plan: &Plan,
    name: impl Fn(u32) -> Option<&'a str>,
) -> Objects {
    let mut objects = Objects::default();
    let mut free: BTreeMap<Option<&str>, VecDeque<usize>> = BTreeMap::new();
    let mut split = BTreeSet::new();
    for (code, one) in (1..).zip(placed) {
        if one.cells().all(|(column, row)| plan.cell(column, row).is_some_and(|cell| stays[cell])) {
            continue;
        }
        if one.is_long() {
            split.insert(code);
            objects.left_out.push(one.index);
        } else {
            free.entry(name(code)).or_default().push_back(code as usize - 1);
        }
    }
    let (width, height) = size_of_cells(map).unwrap_or((map.tilewidth, map.tileheight));
    for (cell, &number) in numbers.iter().enumerate() {
        if number == 0 || stays[cell] && !split.contains(&number) {
            continue;
        }
        let spare = free.get_mut(&name(number)).and_then(VecDeque::pop_front);
        let model = &placed[spare.unwrap_or(number as usize - 1)];
        let column = plan.left as f64 + (cell % plan.width) as f64;
        let row = plan.top as f64 + (cell / plan.width) as f64;
        let to = if model.is_long() {
            To::Cell([column * width, row * height, width, height])
        } else {
            let (columns, rows) =
                (column - model.columns.start as f64, row - model.rows.start as f64);
            To::By(columns * width, rows * height)
        };
        let shift = Shift { index: model.index, to };
        if spare.is_some() { &mut objects.moved } else { &mut objects.new }.push(shift);
    }
    objects.left_out.extend(free.into_values().flatten().map(|spare| placed[spare].index));
    objects
}
