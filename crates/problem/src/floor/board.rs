//! Small levels: all cells that a sweep reaches in one more step, at once.

use level::{TileSet, View};

use super::cells::Cells;
use super::ground::{Cell, Ground};

/// The passable cells of a level as bits in `W` words.
///
/// Row after row, each followed by one cell that is never passable, so that
/// a step to the side does not lead into another row.
#[derive(Debug)]
pub(super) struct Board<const W: usize> {
    stride: usize,
    open: Cells<W>,
    ahead: Cells<W>,
    candidates: Cells<W>,
    /// Cells at most as many steps from the source as the index says; the last
    /// set is all that the sweep reached.
    within: Vec<Cells<W>>,
}

impl<const W: usize> Board<W> {
    /// A board without cells.
    pub(super) fn new() -> Self {
        Self {
            stride: 1,
            open: Cells::EMPTY,
            ahead: Cells::EMPTY,
            candidates: Cells::EMPTY,
            within: vec![Cells::EMPTY],
        }
    }

    /// Number of bits that a board of `level` has; `None` where a row is too
    /// wide for one.
    pub(super) fn n_bits(level: View<'_>) -> Option<usize> {
        let stride = level.width() + 1;
        (stride < 64).then_some(stride * level.height())
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
        self.stride = level.width() + 1;
        self.open = Cells::EMPTY;
        for (y, row) in level.rows().enumerate() {
            let bits = row
                .iter()
                .rev()
                .fold(0, |bits, &tile| bits << 1 | u64::from(passable.count(tile)));
            self.open.insert_bits(y * self.stride, bits);
        }
        self.rewind();
    }

    fn cell(&self, x: usize, y: usize) -> Option<Cell> {
        let cell = y * self.stride + x;
        let inside = x < self.stride && cell < 64 * W;
        (inside && self.open.contains(cell as u32)).then_some(cell as Cell)
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
            let more = reached.spread(self.stride as u32).and(self.open);
            if more == reached {
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

    fn halfway(&self) -> Cell {
        let eccentricity = self.within.len() - 1;
        let mut path = Cells::only(self.nth_farthest(0));
        // No two neighbors have the same distance, so what is left of the
        // spread path is one step closer to the source.
        for nearer in self.within[eccentricity / 2..eccentricity].iter().rev() {
            path = path.spread(self.stride as u32).and(*nearer);
        }
        path.nth(0)
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
