//! Small levels: all cells that a sweep reaches in one more step, at once.

use marahel_level::{TileSet, View};

use super::cells::Cells;
use super::ground::{Cell, Ground};

/// The passable cells of a level as bits in `W` words; [`Cells`] says where.
#[derive(Debug)]
pub(super) struct Board<const W: usize> {
    /// Width of a lane: one more than that of the level.
    stride: u32,
    height: u32,
    open: Cells<W>,
    ahead: Cells<W>,
    candidates: Cells<W>,
    /// Cells at most as many steps from the source as the index; the last set is everything the
    /// sweep reached.
    within: Vec<Cells<W>>,
}

impl<const W: usize> Board<W> {
    pub(super) fn new() -> Self {
        Self {
            stride: 1,
            height: 0,
            open: Cells::EMPTY,
            ahead: Cells::EMPTY,
            candidates: Cells::EMPTY,
            within: vec![Cells::EMPTY],
        }
    }

    pub(super) fn fits(level: View<'_>) -> bool {
        let (stride, n_lanes) = (level.width() + 1, level.height().div_ceil(W));
        // A step between lanes must shift by less than a whole word.
        stride < 64 && stride * n_lanes <= 64
    }

    /// The cell in column `x` of row `y`, both inside.
    fn number(&self, x: u32, y: u32) -> Cell {
        let words = W as u32;
        y % words * 64 + y / words * self.stride + x
    }

    /// The middle one of some cells, row by row.
    fn middle(&self, cells: Cells<W>) -> Cell {
        let mut n_before = cells.len() / 2;
        for first in (0..self.height).map(|y| self.number(0, y)) {
            let row = cells.lane(first, self.stride);
            if n_before < row.count_ones() {
                let word = (0..n_before).fold(row, |word, _| word & (word - 1));
                return first + word.trailing_zeros();
            }
            n_before -= row.count_ones();
        }
        unreachable!("half of the cells are fewer than all of them")
    }

    fn reached(&self) -> Cells<W> {
        self.within[self.within.len() - 1]
    }

    fn farthest(&self) -> Cells<W> {
        match self.within[..] {
            [.., nearer, all] => all.without(nearer),
            _ => self.reached(),
        }
    }
}

impl<const W: usize> Ground for Board<W> {
    fn load(&mut self, level: View<'_>, passable: TileSet) {
        self.stride = level.width() as u32 + 1;
        self.height = level.height() as u32;
        self.open = Cells::EMPTY;
        for (row, y) in level.rows().zip(0..) {
            let bits =
                row.iter().rev().fold(0, |bits, &tile| bits << 1 | u64::from(passable.count(tile)));
            self.open.insert_row(self.number(0, y), bits);
        }
        self.rewind();
    }

    fn cell(&self, x: usize, y: usize) -> Option<Cell> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        let cell = (x < self.stride && y < self.height).then(|| self.number(x, y))?;
        self.open.contains(cell).then_some(cell)
    }

    fn rewind(&mut self) {
        self.ahead = self.open;
    }

    #[inline]
    fn next_region(&mut self) -> Option<u32> {
        let eccentricity = self.sweep(self.ahead.first()?);
        self.ahead = self.ahead.without(self.reached());
        Some(eccentricity)
    }

    #[inline]
    fn sweep(&mut self, source: Cell) -> u32 {
        let mut reached = Cells::only(source);
        self.within.clear();
        loop {
            self.within.push(reached);
            let more = reached.spread(self.stride).and(self.open);
            if more.equals(reached) {
                return self.within.len() as u32 - 1;
            }
            reached = more;
        }
    }

    fn n_reached(&self) -> u32 {
        self.reached().len()
    }

    fn nth_reached(&self, n: u32) -> Cell {
        self.reached().nth(n)
    }

    fn n_farthest(&self) -> u32 {
        self.farthest().len()
    }

    fn nth_farthest(&self, n: u32) -> Cell {
        self.farthest().nth(n)
    }

    fn halfway(&mut self) -> Cell {
        let eccentricity = self.within.len() - 1;
        let mut path = Cells::only(self.nth_farthest(0));
        // No two neighbors have the same distance, so what is left of the
        // spread path is one step closer to the source.
        for nearer in self.within[eccentricity / 2..eccentricity].iter().rev() {
            path = path.spread(self.stride).and(*nearer);
        }
        if path.len() == 1 { path.nth(0) } else { self.middle(path) }
    }

    fn distance_to(&self, cell: Cell) -> Option<u32> {
        let distance = self.within.iter().position(|near| near.contains(cell))?;
        Some(distance as u32)
    }

    fn nominate_reached(&mut self) {
        self.candidates = self.reached();
    }

    fn dismiss_within(&mut self, distance: u32) {
        let distance = (distance as usize).min(self.within.len() - 1);
        self.candidates = self.candidates.without(self.within[distance]);
    }

    fn farthest_candidate(&self) -> Option<(Cell, u32)> {
        if self.candidates.is_empty() {
            return None;
        }
        for (distance, near) in self.within.iter().enumerate().rev() {
            if let Some(cell) = self.candidates.without(*near).first() {
                return Some((cell, distance as u32 + 1));
            }
        }
        Some((self.candidates.nth(0), 0))
    }
}
