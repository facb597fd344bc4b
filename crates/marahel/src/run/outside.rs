//! How far away the outside is: a table, for that depends on nothing but the
//! size of the region, and divisions would be dearer.

use super::grid::{Grid, Shape};

/// Steps from each cell of a region to the nearest one outside.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutsideField {
    shape: Shape,
    /// By place in memory; 0 beyond the edge.
    distances: Vec<u32>,
}

impl OutsideField {
    /// Gets ready for the size of a region.
    #[inline]
    pub(crate) fn begin(&mut self, grid: &Grid) {
        if self.shape != grid.shape() {
            self.measure_all(grid);
        }
    }

    /// Steps from a cell of the region to the nearest one outside.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> u32 {
        self.distances[at]
    }

    fn measure_all(&mut self, grid: &Grid) {
        self.shape = grid.shape();
        self.distances.clear();
        self.distances.resize(grid.n_cells(), 0);
        for y in 0..grid.height() {
            let to_row = (y + 1).min(grid.height() - y);
            for x in 0..grid.width() {
                let to_column = (x + 1).min(grid.width() - x);
                self.distances[grid.index(x, y)] = to_row.min(to_column) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::OutsideField;
    use crate::program::Layout;
    use crate::run::grid::Grid;

    #[test]
    fn a_field_follows_the_size_of_the_region() {
        let mut field = OutsideField::default();
        let mut grid = Grid::default();
        for (width, height, rows) in
            [(4, 3, ["1111", "1221", "1111"].as_slice()), (3, 1, ["111"].as_slice())]
        {
            grid.reset(Layout { border: 2, stride: 8 }, width, height);
            field.begin(&grid);
            let row = |y| (0..width).map(|x| field.get(grid.index(x, y)).to_string()).collect();
            let found: Vec<String> = (0..height).map(row).collect();
            assert_eq!(found, rows);
        }
    }
}
