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

    fn has(self, column: isize, row: isize) -> bool {
        (0..self.width as isize).contains(&column) && (0..self.height as isize).contains(&row)
    }

    /// The terrains around a cell.
    fn around(self, column: usize, row: usize) -> [u8; 8] {
        let is_inside =
            (1..self.width - 1).contains(&column) && (1..self.height - 1).contains(&row);
        if self.width > 2 && self.height > 2 && is_inside {
            let (above, here) = ((row - 1) * self.width + column, row * self.width + column);
            let below = here + self.width;
            let cells = self.cells;
            return [
                cells[above],
                cells[above + 1],
                cells[here + 1],
                cells[below + 1],
                cells[below],
                cells[below - 1],
                cells[here - 1],
                cells[above - 1],
            ];
        }
        AROUND.map(|(right, down)| self.get(column as isize + right, row as isize + down))
    }

    /// The sides that the look of a cell should have, so that it agrees with those of its
    /// neighbors. Where two terrains meet, the later one lies over the earlier one and reaches to
    /// the far side of its corners and edges. Beside what is no terrain of the set, the side is
    /// open if looks of the set have open sides (`is_open`).
    ///
    /// Terrains go on outside of the map, except ways (open sets of edges): one that runs along
    /// the border would branch off at each cell.
    pub fn sides(self, column: usize, row: usize, matching: Matching, is_open: bool) -> Sides {
        let own = self.cells[row * self.width + column];
        let mut around = self.around(column, row);
        if is_open && matching == Matching::Edges {
            for (terrain, (right, down)) in around.iter_mut().zip(AROUND) {
                if !self.has(column as isize + right, row as isize + down) {
                    *terrain = 0;
                }
            }
        }
        let meeting = |terrains: &[u8]| {
            let is_end = is_open && terrains.contains(&0);
            if is_end { 0 } else { terrains.iter().copied().fold(own, u8::max) }
        };
        let mut sides = [0; 8];
        for (place, side) in sides.iter_mut().enumerate() {
            let is_corner = place % 2 == 1;
            if !matching.is_at(place) {
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
