//! A region for steps: a rectangle, or a torus.

/// Cells of a region, numbered row by row from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plane {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Whether a step beyond an edge comes in at the opposite one.
    pub wraps: bool,
}

impl Plane {
    /// Number of cells.
    pub fn area(self) -> usize {
        self.width * self.height
    }

    /// Column and row of a cell.
    #[inline]
    pub fn xy(self, cell: u32) -> (usize, usize) {
        let width = self.width as u32;
        ((cell % width) as usize, (cell / width) as usize)
    }

    /// The cell of a column and a row.
    #[inline]
    pub fn cell(self, (x, y): (usize, usize)) -> u32 {
        (y * self.width + x) as u32
    }

    /// The cell that a step leads to, unless it leaves the region.
    #[inline]
    pub fn step(self, (x, y): (usize, usize), (dx, dy): (i32, i32)) -> Option<(usize, usize)> {
        let along = |at: usize, step: i32, side: usize| {
            let there = at as i64 + i64::from(step);
            if self.wraps {
                Some(there.rem_euclid(side as i64) as usize)
            } else {
                usize::try_from(there).ok().filter(|&there| there < side)
            }
        };
        Some((along(x, dx, self.width)?, along(y, dy, self.height)?))
    }

    /// The cells that steps lead to from a cell.
    #[inline]
    pub fn neighbors(self, cell: u32, steps: &[(i32, i32)]) -> impl Iterator<Item = u32> {
        let from = self.xy(cell);
        steps.iter().filter_map(move |&step| self.step(from, step)).map(move |to| self.cell(to))
    }

    /// Distance between two cells in columns and in rows.
    pub fn apart(self, from: u32, to: u32) -> (usize, usize) {
        let ((x, y), (to_x, to_y)) = (self.xy(from), self.xy(to));
        let along = |from: usize, to: usize, side: usize| {
            let straight = from.abs_diff(to);
            if self.wraps { straight.min(side - straight) } else { straight }
        };
        (along(x, to_x, self.width), along(y, to_y, self.height))
    }
}

#[cfg(test)]
mod tests;
