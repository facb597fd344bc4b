//! The cells within a distance of the cells of a set, as bit boards.

use marahel_level::TileSet;

use super::board::{self, Layout};
use super::grid::{Grid, Shape};
use crate::program::Range;

/// Some cells, and boards of the cells within distances of them, as far as they are asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Balls {
    shape: Shape,
    layout: Layout,
    inside: Vec<u64>,
    /// Distances, and their boards; the cells themselves are first. Memory is kept for reuse.
    distances: Vec<u32>,
    boards: Vec<Vec<u64>>,
    before: Vec<u64>,
}

impl Balls {
    /// Begins with the cells of a set. If they are those of the last time, what is known stays.
    pub(super) fn begin(&mut self, grid: &Grid, set: TileSet) {
        if self.shape != grid.shape() {
            self.shape = grid.shape();
            self.layout = Layout::of(grid);
            self.inside.resize(self.layout.n_words, 0);
            board::fill(grid, &mut self.inside);
            self.distances.clear();
        }
        if self.boards.is_empty() {
            self.boards.push(Vec::new());
        }
        self.layout.write(grid, set, &mut self.before);
        if self.distances.is_empty() || self.before != self.boards[0] {
            std::mem::swap(&mut self.before, &mut self.boards[0]);
            self.distances.clear();
            self.distances.push(0);
        }
    }

    /// Whether a cell is one of the cells of the set.
    #[inline]
    pub(super) fn is_center(&self, at: usize) -> bool {
        self.layout.contains(&self.boards[0], at)
    }

    /// Whether the distance of a cell is as a condition demands.
    #[inline]
    pub(super) fn meet(&mut self, range: Range, at: usize) -> bool {
        let within = self.grow(range.last);
        let is_within = self.layout.contains(&self.boards[within], at);
        let is_closer = range.first > 0 && {
            let closer = self.grow(range.first - 1);
            self.layout.contains(&self.boards[closer], at)
        };
        (is_within && !is_closer) == range.is_in
    }

    /// Keeps the cells whose distance is as a condition demands.
    pub(super) fn keep(&mut self, range: Range, kept: &mut [u64]) {
        let within = self.grow(range.last);
        let closer = range.first.checked_sub(1).map(|distance| self.grow(distance));
        let flip = if range.is_in { 0 } else { u64::MAX };
        let words = |index: usize| &self.boards[index][self.layout.n_padding..];
        for (index, kept) in kept.iter_mut().enumerate() {
            let closer = closer.map_or(0, |closer| words(closer)[index]);
            *kept &= words(within)[index] & !closer ^ flip;
        }
    }

    #[inline]
    fn grow(&mut self, distance: u32) -> usize {
        let ball = self.distances.iter().position(|&ball| ball == distance);
        ball.unwrap_or_else(|| self.grow_new(distance))
    }

    #[cold]
    #[inline(never)]
    fn grow_new(&mut self, distance: u32) -> usize {
        let smaller = (0..self.distances.len()).filter(|&index| self.distances[index] < distance);
        let nearest = smaller.max_by_key(|&index| self.distances[index]).unwrap_or(0);
        let index = self.distances.len();
        if self.boards.len() == index {
            self.boards.push(Vec::new());
        }
        let mut board = std::mem::take(&mut self.boards[index]);
        board.clone_from(&self.boards[nearest]);
        for _ in self.distances[nearest]..distance {
            self.before.clone_from(&board);
            self.layout.grow(&self.before, &self.inside, self.shape.stride(), &mut board);
        }
        self.boards[index] = board;
        self.distances.push(distance);
        index
    }
}
