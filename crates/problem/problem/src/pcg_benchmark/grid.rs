//! The tiles of a level as a game counts them, and what floods them.

use std::collections::VecDeque;

use marahel_level::{Tile, View};

use crate::pcg_benchmark::GameError;

/// The solid tile of every game, which also lies around each level.
pub(crate) const SOLID: u8 = 0;

/// How far a cell is that cannot be reached.
pub(crate) const FAR: i32 = -1;

/// The tiles of one level, with a border of solid ones, so that no step needs a
/// test for the edge. A cell is an index into them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// Number of cells from one row to the next.
    pub(crate) stride: usize,
    pub(crate) cells: Vec<u8>,
    /// The tile of the game for each tile of a level.
    tiles: Vec<u8>,
    queue: VecDeque<usize>,
    /// What floods since the last [`Grid::dry`] reached.
    pub(crate) flooded: Vec<i32>,
}

impl Grid {
    /// A solid grid for levels whose tiles are the game's by `tiles`.
    pub(crate) fn new(
        (width, height): (usize, usize),
        tiles: &[Tile; 64],
        names: &[&'static str],
    ) -> Result<Self, GameError> {
        if let Some(from) = tiles.iter().position(|&tile| usize::from(tile) >= names.len()) {
            return Err(GameError(format!(
                "tile {from} of levels is tile {} of the game, which has only {}",
                tiles[from],
                names.len()
            )));
        }
        let stride = width + 2;
        let cells = vec![SOLID; stride * (height + 2)];
        let flooded = vec![FAR; cells.len()];
        let tiles = tiles.to_vec();
        Ok(Self { width, height, stride, cells, tiles, flooded, ..Self::default() })
    }

    pub(crate) fn load(&mut self, level: View<'_>) {
        assert_eq!(
            (level.width(), level.height()),
            (self.width, self.height),
            "a level has the size that its game was made for"
        );
        for y in 0..self.height {
            let begin = self.cell(0, y);
            let row = self.cells[begin..].iter_mut().zip(level.row(y));
            row.for_each(|(cell, &tile)| *cell = self.tiles[usize::from(tile)]);
        }
    }

    pub(crate) fn area(&self) -> f64 {
        (self.width * self.height) as f64
    }

    pub(crate) fn sides(&self) -> f64 {
        (self.width + self.height) as f64
    }

    pub(crate) fn cell(&self, x: usize, y: usize) -> usize {
        (y + 1) * self.stride + x + 1
    }

    pub(crate) fn place(&self, cell: usize) -> (usize, usize) {
        (cell % self.stride - 1, cell / self.stride - 1)
    }

    /// The rows of the level without its border.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.height).map(|y| &self.cells[self.cell(0, y)..][..self.width])
    }

    /// All tiles of the level, row by row, in place of what was in `tiles`.
    pub(crate) fn copy_to(&self, tiles: &mut Vec<u8>) {
        tiles.clear();
        self.rows().for_each(|row| tiles.extend_from_slice(row));
    }

    pub(crate) fn count(&self, tile: u8) -> u32 {
        self.rows().flatten().filter(|&&cell| cell == tile).count() as u32
    }

    /// The cells of the level, row by row, without its border.
    pub(crate) fn inner(&self) -> impl Iterator<Item = usize> {
        (0..self.height).flat_map(|y| self.cell(0, y)..self.cell(self.width, y))
    }

    pub(crate) fn find(&self, tile: u8) -> impl Iterator<Item = usize> {
        let inner = self.stride + 1..self.cells.len() - self.stride - 1;
        inner.filter(move |&cell| self.cells[cell] == tile)
    }

    /// The cells beside a cell, in the order in which the library asks them.
    pub(crate) fn beside(&self, cell: usize) -> [usize; 4] {
        [cell - 1, cell + 1, cell - self.stride, cell + self.stride]
    }

    /// Number of regions of tiles that are in `passable`, none of which may be solid.
    pub(crate) fn regions(&mut self, passable: &[u8]) -> u32 {
        self.dry();
        let mut n_regions = 0;
        for cell in 0..self.cells.len() {
            if self.flooded[cell] == FAR && passable.contains(&self.cells[cell]) {
                self.flood(cell, passable);
                n_regions += 1;
            }
        }
        n_regions
    }

    /// Steps from a cell to each cell, [`FAR`] where it cannot be reached.
    pub(crate) fn distances(&mut self, from: usize, passable: &[u8]) -> &[i32] {
        self.dry();
        if passable.contains(&self.cells[from]) {
            self.flood(from, passable);
        }
        &self.flooded
    }

    /// Number of cells that a flood from a cell reaches where no flood came
    /// before, and their distances.
    pub(crate) fn flood(&mut self, from: usize, passable: &[u8]) -> usize {
        let mut n_cells = 1;
        self.flooded[from] = 0;
        self.queue.push_back(from);
        while let Some(cell) = self.queue.pop_front() {
            for next in self.beside(cell) {
                if self.flooded[next] == FAR && passable.contains(&self.cells[next]) {
                    self.flooded[next] = self.flooded[cell] + 1;
                    self.queue.push_back(next);
                    n_cells += 1;
                }
            }
        }
        n_cells
    }

    pub(crate) fn dry(&mut self) {
        self.flooded.fill(FAR);
    }
}

/// Columns and rows between two cells, where rows lie `stride` cells apart.
pub(crate) fn apart(from: usize, to: usize, stride: usize) -> usize {
    (from % stride).abs_diff(to % stride) + (from / stride).abs_diff(to / stride)
}
