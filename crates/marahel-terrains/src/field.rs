//! What the cells of a layer ask of their looks.

use crate::{Matching, Sides};

#[cfg(test)]
mod tests;

/// The terrains of a layer, row by row from the top left: the number in [`Sides`] of what stands
/// in each cell; 0 where no terrain of the set does.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    width: usize,
    height: usize,
    cells: &'a [u8],
}

/// The columns and rows from a cell to its neighbors, clockwise from the upper one, as [`Sides`].
pub(crate) const AROUND: [(isize, isize); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

impl<'a> Field<'a> {
    /// A layer of this width.
    ///
    /// # Panics
    ///
    /// If the cells are no full rows.
    pub fn new(width: usize, cells: &'a [u8]) -> Self {
        assert!(width > 0 && cells.len().is_multiple_of(width), "cells fill their rows");
        Self { width, height: cells.len() / width, cells }
    }

    /// Number of columns.
    pub fn width(self) -> usize {
        self.width
    }

    /// The terrain of each cell.
    pub fn cells(self) -> &'a [u8] {
        self.cells
    }

    /// The terrain of a cell; outside of the map, that of the nearest cell.
    fn get(self, column: isize, row: isize) -> u8 {
        let column = column.clamp(0, self.width as isize - 1) as usize;
        let row = row.clamp(0, self.height as isize - 1) as usize;
        self.cells[row * self.width + column]
    }

    /// The sides of the looks of the dual grid, (width + 1) x (height + 1), row by row: a look
    /// lies on the corner of four cells, and has their terrains at its own corners. So each cell
    /// shows its terrain, however narrow it is. Corner sets alone have such looks.
    pub fn dual(self) -> impl Iterator<Item = Sides> {
        let rows = 0..=self.height as isize;
        rows.flat_map(move |row| {
            (0..=self.width as isize).map(move |column| {
                let (left, above) = (column - 1, row - 1);
                let upper_right = self.get(column, above);
                let lower_right = self.get(column, row);
                let (lower_left, upper_left) = (self.get(left, row), self.get(left, above));
                Sides([0, upper_right, 0, lower_right, 0, lower_left, 0, upper_left])
            })
        })
    }
}

/// The terrains of a layer with what they ask of each other: numbers as in [`Field`], larger where
/// a cell takes precedence.
pub(crate) struct Precedence {
    width: usize,
    height: usize,
    matching: Matching,
    is_open: bool,
    cells: Vec<u16>,
}

/// Lets a number go before those of all terrains.
const FIRST: u16 = 1 << 8;

impl Precedence {
    /// That of a field, whose looks must agree at these places, and may have open sides.
    ///
    /// A later terrain goes before an earlier one, unless later ones would cover all sides of the
    /// earlier one's cell: such a cell is narrow, and goes before them.
    pub(crate) fn new(field: Field<'_>, matching: Matching, is_open: bool) -> Self {
        let Field { width, height, cells } = field;
        let cells_in_order = cells.iter().map(|&terrain| u16::from(terrain)).collect();
        let mut order = Self { width, height, matching, is_open, cells: cells_in_order };
        let narrow: Vec<usize> =
            (0..cells.len()).filter(|&cell| order.is_narrow(cell % width, cell / width)).collect();
        for cell in narrow {
            order.cells[cell] |= FIRST;
        }
        order
    }

    /// Whether later terrains would cover all sides of a cell.
    fn is_narrow(&self, column: usize, row: usize) -> bool {
        let own = self.cells[row * self.width + column];
        let later = self.around(column, row).map(|terrain| terrain > own);
        let [up, upper_right, right, lower_right, down, lower_left, left, upper_left] = later;
        let is_covered = match self.matching {
            Matching::Corners => {
                (up || upper_right || right)
                    && (right || lower_right || down)
                    && (down || lower_left || left)
                    && (left || upper_left || up)
            }
            Matching::Edges | Matching::Both => up && right && down && left,
        };
        own != 0 && is_covered
    }

    /// The sides that the look of a cell should have, so that it agrees with those of its
    /// neighbors: where two terrains meet, the one that takes precedence reaches to the far side of
    /// the corners and edges. Beside what is no terrain of the set, the side is open if looks of
    /// the set have open sides.
    pub(crate) fn sides(&self, column: usize, row: usize) -> Sides {
        let own = self.cells[row * self.width + column];
        let around = self.around(column, row);
        let meeting = |terrains: &[u16]| {
            if self.is_open && terrains.contains(&0) {
                return 0;
            }
            terrains.iter().copied().fold(own, u16::max) as u8
        };
        let mut sides = [0; 8];
        for (place, side) in sides.iter_mut().enumerate() {
            let is_corner = place % 2 == 1;
            if !self.matching.is_at(place) {
                continue;
            }
            *side = if is_corner {
                meeting(&[around[place - 1], around[place], around[(place + 1) % 8]])
            } else {
                meeting(&[around[place]])
            };
        }
        Sides(sides)
    }

    /// The cells around a cell. Terrains go on outside of the map, except ways (open sets of
    /// edges): one that runs along the border would branch off at each cell.
    fn around(&self, column: usize, row: usize) -> [u16; 8] {
        let is_inside = column > 0 && row > 0 && column + 1 < self.width && row + 1 < self.height;
        if is_inside {
            let here = row * self.width + column;
            let (above, below) = (here - self.width, here + self.width);
            return [above, above + 1, here + 1, below + 1, below, below - 1, here - 1, above - 1]
                .map(|cell| self.cells[cell]);
        }
        AROUND.map(|(right, down)| {
            let (column, row) = (column as isize + right, row as isize + down);
            let (last_column, last_row) = (self.width as isize - 1, self.height as isize - 1);
            let nearest = (column.clamp(0, last_column), row.clamp(0, last_row));
            let is_outside = nearest != (column, row);
            if is_outside && self.is_open && self.matching == Matching::Edges {
                return 0;
            }
            self.cells[nearest.1 as usize * self.width + nearest.0 as usize]
        })
    }
}
