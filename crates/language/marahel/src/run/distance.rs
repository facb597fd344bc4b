//! Distance fields: the Manhattan distance from every cell to the nearest one of a set of tiles,
//! updated while cells change.
//!
//! Each cell stores its source, which is the nearest cell of the set, and its distance. A new
//! source spreads at once to all cells that it is nearer to. A removed source is only forgotten:
//! the distances of its cells are then lower bounds. Such a cell is measured again when its
//! distance is needed, together with the connected cells that lost their source, too. So a change
//! costs work only for cells that are read.
//!
//! This is right because every operation preserves two facts: the stored distances of neighbors
//! differ by at most one, and a cell whose source exists stores its true distance.

use marahel_level::TileSet;

use super::balls::Balls;
use super::buffers::Change;
use super::grid::Grid;
use crate::program::Near;

#[derive(Clone, Debug, Default)]
pub(crate) struct DistanceField {
    set: TileSet,
    stride: u32,
    cells: Vec<Nearest>,
    n_sources: usize,
    /// Number of processed changes of the pass.
    n_seen: usize,
    /// Whether no source was found yet.
    is_stale: bool,
    /// Whether the distances of all cells are known, and not only which are the sources.
    is_measured: bool,
    /// The cells within a distance of the sources, before any of them changed.
    balls: Balls,
    /// Whether a source was removed since all cells were measured.
    has_lost: bool,
    /// Cells measured again since the last update.
    n_repaired: u64,
    /// Cells from which sources spread, and those that they have just reached.
    front: Vec<u32>,
    wave: Vec<u32>,
    /// The row that was measured last.
    above: Vec<Nearest>,
}

#[derive(Clone, Copy, Debug)]
struct Nearest {
    distance: u32,
    source: u32,
}

/// Further than any source, and less than the largest number, so that one step more is one.
const FAR: u32 = u32::MAX - 1;

/// Up to this distance, boards grow faster than all cells are measured.
const GROWTH_MAX: u32 = 64;

const NONE: u32 = u32::MAX;

const FAR_AWAY: Nearest = Nearest { distance: FAR, source: NONE };

/// Cells beyond the edge are never measured, because no source is nearer than this.
const OUTSIDE: Nearest = Nearest { distance: 0, source: NONE - 1 };

impl Nearest {
    /// The source as seen from a neighbor.
    #[inline]
    fn beyond(self) -> Self {
        Self { distance: self.distance + 1, ..self }
    }

    /// The nearer of two sources; this one if they are equally near.
    #[inline]
    fn or(self, second: Self) -> Self {
        if second.distance < self.distance { second } else { self }
    }
}

impl DistanceField {
    /// Clears the field for another pass.
    pub(crate) fn begin(&mut self, set: TileSet) {
        self.set = set;
        self.is_stale = true;
        self.has_lost = false;
        self.n_sources = 0;
        self.n_repaired = 0;
    }

    pub(crate) fn set(&self) -> TileSet {
        self.set
    }

    /// Processes the changes since the last call. Calls `nearer` with cells that are now nearer to
    /// a source, but not with those that are further away. The first call of a pass that finds a
    /// source does not call it. Returns roughly how many cells were read since the last call.
    #[inline]
    pub(crate) fn update(
        &mut self,
        grid: &Grid,
        changes: &[Change],
        nearer: impl FnMut(u32),
    ) -> u64 {
        if self.is_stale {
            if grid.total(self.set) == 0 {
                return 0; // nothing to measure yet
            }
            self.balls.begin(grid, self.set);
            (self.is_stale, self.is_measured) = (false, false);
            self.n_sources = grid.total(self.set) as usize;
            self.n_seen = changes.len();
            return 4 * grid.n_cells() as u64;
        }
        let n_repaired = std::mem::take(&mut self.n_repaired);
        if self.n_seen == changes.len() {
            return 8 * n_repaired;
        }
        8 * n_repaired + self.follow(grid, changes, nearer)
    }

    /// Processes the changes, and expects a new list of changes.
    pub(crate) fn settle(&mut self, grid: &Grid, changes: &[Change]) {
        if !self.is_stale {
            let n_looked_at = self.update(grid, changes, |_| {});
            self.n_repaired += n_looked_at / 8;
            self.n_seen = 0;
        }
    }

    /// Forgets removed sources, and spreads new ones.
    fn follow(&mut self, grid: &Grid, changes: &[Change], mut nearer: impl FnMut(u32)) -> u64 {
        let unseen = &changes[self.n_seen..];
        self.n_seen = changes.len();
        let mut n_looked_at = unseen.len() as u64;
        if !self.is_measured {
            let is_unchanged = |&Change { at, .. }: &Change| {
                self.balls.is_center(at as usize) == self.set.contains(grid.get(at as usize))
            };
            if unseen.iter().all(is_unchanged) {
                return n_looked_at;
            }
            self.measure_all(grid);
        }
        for &Change { at, .. } in unseen {
            let cell = &mut self.cells[at as usize];
            match (cell.source == at, self.set.contains(grid.get(at as usize))) {
                (true, false) => {
                    cell.source = NONE;
                    self.has_lost = true;
                    self.n_sources -= 1;
                }
                (false, true) => {
                    *cell = Nearest { distance: 0, source: at };
                    self.n_sources += 1;
                    nearer(at);
                    self.front.clear();
                    self.front.push(at);
                    n_looked_at += 8 * self.spread(&mut nearer);
                }
                _ => {}
            }
        }
        n_looked_at
    }

    /// Distance of a cell as of the last update; `None` without a source.
    #[inline]
    pub(crate) fn get(&mut self, grid: &Grid, at: usize) -> Option<u32> {
        if self.n_sources == 0 {
            return None;
        }
        if !self.is_measured {
            self.measure_all(grid);
        }
        if !self.knows(self.cells[at].source) {
            self.repair(at as u32);
        }
        Some(self.cells[at].distance)
    }

    /// Whether the distance of a cell is as a condition demands, as of the last update; true
    /// without a source.
    #[inline]
    pub(super) fn meets(&mut self, grid: &Grid, near: &Near, at: usize) -> bool {
        if self.n_sources == 0 || self.is_measured || near.range.last > GROWTH_MAX {
            let distance = self.get(grid, at);
            return distance.is_none_or(|distance| near.range.accepts(distance));
        }
        self.balls.meet(near.range, at)
    }

    /// Keeps the cells whose distance is as a condition demands; returns whether it can tell,
    /// because reading distances now changes and costs nothing.
    pub(super) fn keep(
        &mut self,
        grid: &Grid,
        n_changes: usize,
        near: &Near,
        kept: &mut [u64],
    ) -> bool {
        if self.is_stale {
            return grid.total(self.set) == 0;
        }
        if self.has_lost
            || self.n_repaired > 0
            || self.n_seen < n_changes
            || near.range.last > GROWTH_MAX
        {
            return false;
        }
        if self.is_measured {
            self.balls.begin(grid, self.set);
        }
        self.balls.keep(near.range, kept);
        true
    }

    #[inline]
    fn knows(&self, source: u32) -> bool {
        self.cells.get(source as usize).is_some_and(|cell| cell.source == source)
    }

    /// The two sweeps of the city-block distance transform, which also propagate the source
    /// (Rosenfeld 1968).
    fn measure_all(&mut self, grid: &Grid) {
        self.stride = grid.stride() as u32;
        self.is_measured = true;
        self.cells.clear();
        self.cells.resize(grid.n_cells(), OUTSIDE);
        let (first, width, stride) = (grid.index(0, 0), grid.width(), grid.stride());
        self.above.clear();
        self.above.resize(width, FAR_AWAY);
        for start in (0..grid.height()).map(|y| first + y * stride) {
            let mut left = FAR_AWAY;
            let row = self.cells[start..start + width].iter_mut().zip(&mut self.above);
            for (at, (cell, above)) in (start..).zip(row) {
                let is_source = self.balls.is_center(at);
                left = FAR_AWAY.or(left.beyond()).or(above.beyond());
                if is_source {
                    left = Nearest { distance: 0, source: at as u32 };
                }
                (*cell, *above) = (left, left);
            }
        }
        self.above.fill(FAR_AWAY);
        for start in (0..grid.height()).rev().map(|y| first + y * stride) {
            let mut right = FAR_AWAY;
            let row = self.cells[start..start + width].iter_mut().zip(&mut self.above);
            for (cell, below) in row.rev() {
                right = cell.or(right.beyond()).or(below.beyond());
                (*cell, *below) = (right, right);
            }
        }
    }

    /// Measures a cell without source again, with all connected cells without source, from the
    /// neighbors that have one.
    fn repair(&mut self, at: u32) {
        self.front.clear();
        self.wave.clear();
        self.wave.push(at);
        self.cells[at as usize] = FAR_AWAY;
        let mut n_orphans = 0;
        while let Some(at) = self.wave.pop() {
            n_orphans += 1;
            for neighbor in neighbors(at, self.stride) {
                let Nearest { distance, source } = self.cells[neighbor as usize];
                if self.knows(source) {
                    self.front.push(neighbor);
                } else if distance != FAR && source != OUTSIDE.source {
                    self.cells[neighbor as usize] = FAR_AWAY;
                    self.wave.push(neighbor);
                }
            }
        }
        self.n_repaired += n_orphans;
        if n_orphans == 1 {
            let neighbors =
                self.front.iter().map(|&neighbor| self.cells[neighbor as usize].beyond());
            self.cells[at as usize] = neighbors.fold(FAR_AWAY, Nearest::or);
        } else {
            self.spread(|_| {});
        }
    }

    /// Spreads the sources of the front to all cells that they are nearer to. Returns the number of
    /// updates.
    fn spread(&mut self, mut nearer: impl FnMut(u32)) -> u64 {
        let cells = &mut self.cells;
        let mut n_told = 0;
        while !self.front.is_empty() {
            self.wave.clear();
            for &at in &self.front {
                let Nearest { distance, source } = cells[at as usize];
                let through_here = Nearest { distance: distance + 1, source };
                for neighbor in neighbors(at, self.stride) {
                    let cell = &mut cells[neighbor as usize];
                    if through_here.distance < cell.distance {
                        *cell = through_here;
                        self.wave.push(neighbor);
                        nearer(neighbor);
                    }
                }
            }
            n_told += self.wave.len() as u64;
            std::mem::swap(&mut self.front, &mut self.wave);
        }
        n_told
    }
}

#[inline]
fn neighbors(at: u32, stride: u32) -> [u32; 4] {
    [at - 1, at + 1, at - stride, at + stride]
}

#[cfg(test)]
mod tests;
