//! Distance fields: Manhattan distance of every cell to the nearest of a set
//! of tiles, kept up to date while cells change.
//!
//! Each cell also knows its source, the cell it is nearest to. When a source
//! goes, only the cells that it was nearest to are measured again; when one
//! comes, only the cells that it is nearer to. The cost of a change is thus
//! that of the cells it concerns, not of the whole level.

use level::TileSet;

use super::canvas::Change;
use super::grid::Grid;

/// Distance of a cell while no source is known for it.
const FAR: u32 = u32::MAX;
/// Source of a cell while none is known.
const NO_SOURCE: u32 = u32::MAX;
/// Source of the cells beyond the edge, which are never measured.
const OUTSIDE: u32 = u32::MAX - 1;

/// Distances of one pass to one set of tiles.
#[derive(Clone, Debug, Default)]
pub(crate) struct DistanceField {
    set: TileSet,
    distances: Vec<u32>,
    sources: Vec<u32>,
    /// Changes of the pass that are taken into account.
    n_seen: usize,
    is_stale: bool,
    front: Vec<u32>,
    next_front: Vec<u32>,
}

impl DistanceField {
    /// Forgets everything: another pass begins.
    pub(crate) fn begin(&mut self, set: TileSet) {
        self.set = set;
        self.is_stale = true;
    }

    /// What the distances are to.
    pub(crate) fn set(&self) -> TileSet {
        self.set
    }

    /// Takes the changes since the last call into account. `concerned`
    /// receives the cells whose distance may be another, perhaps repeatedly;
    /// after the first call of a pass, when all are, it receives none.
    /// Returns how many cells were looked at, roughly.
    #[inline]
    pub(crate) fn update(
        &mut self,
        grid: &Grid,
        changes: &[Change],
        concerned: impl FnMut(u32),
    ) -> u64 {
        if self.is_stale {
            self.measure_all(grid);
            self.is_stale = false;
            self.n_seen = changes.len();
            return 4 * grid.n_cells() as u64;
        }
        if self.n_seen == changes.len() {
            return 0;
        }
        self.follow(grid, changes, concerned)
    }

    /// Takes the changes into account and expects another list of them.
    pub(crate) fn settle(&mut self, grid: &Grid, changes: &[Change]) {
        if !self.is_stale {
            self.update(grid, changes, |_| {});
            self.n_seen = 0;
        }
    }

    /// Removes the sources that went, then lets those that came spread.
    fn follow(&mut self, grid: &Grid, changes: &[Change], mut concerned: impl FnMut(u32)) -> u64 {
        let unseen = &changes[self.n_seen..];
        self.n_seen = changes.len();
        let mut n_concerned = 0;
        let mut concerned = |cell| {
            n_concerned += 1;
            concerned(cell);
        };
        self.front.clear();
        for change in unseen {
            let at = change.at as usize;
            if self.sources[at] == change.at && !self.set.contains(grid.get(at)) {
                self.remove(grid.stride(), change.at, &mut concerned);
            }
        }
        for change in unseen {
            let at = change.at as usize;
            if self.sources[at] != change.at && self.set.contains(grid.get(at)) {
                (self.distances[at], self.sources[at]) = (0, change.at);
                self.front.push(change.at);
                concerned(change.at);
            }
        }
        self.spread(grid.stride(), &mut concerned);
        unseen.len() as u64 + 8 * n_concerned
    }

    /// Distance of a cell as of the last update; `None` if there is no source.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> Option<u32> {
        Some(self.distances[at]).filter(|&distance| distance != FAR)
    }

    /// The two sweeps of the city-block distance transform, which carry the
    /// nearest source along (Rosenfeld 1968).
    fn measure_all(&mut self, grid: &Grid) {
        self.distances.clear();
        self.distances.resize(grid.n_cells(), 0);
        self.sources.clear();
        self.sources.resize(grid.n_cells(), OUTSIDE);
        let stride = grid.stride();
        for y in 0..grid.height() {
            let start = grid.index(0, y);
            for at in start..start + grid.width() {
                if self.set.contains(grid.get(at)) {
                    (self.distances[at], self.sources[at]) = (0, at as u32);
                } else {
                    (self.distances[at], self.sources[at]) = (FAR, NO_SOURCE);
                    self.lower(at, at - 1);
                    self.lower(at, at - stride);
                }
            }
        }
        for y in (0..grid.height()).rev() {
            let start = grid.index(0, y);
            for at in (start..start + grid.width()).rev() {
                self.lower(at, at + 1);
                self.lower(at, at + stride);
            }
        }
    }

    /// Takes over the source of a neighbor if that is nearer.
    fn lower(&mut self, at: usize, neighbor: usize) -> bool {
        if self.sources[neighbor] >= OUTSIDE {
            return false;
        }
        let distance = self.distances[neighbor] + 1;
        let is_nearer = distance < self.distances[at];
        if is_nearer {
            (self.distances[at], self.sources[at]) = (distance, self.sources[neighbor]);
        }
        is_nearer
    }

    /// Forgets a source and all that it was nearest to, which hang together;
    /// their neighbors join the front from which the gap is filled.
    fn remove(&mut self, stride: usize, source: u32, concerned: &mut impl FnMut(u32)) {
        self.next_front.clear();
        self.next_front.push(source);
        (self.distances[source as usize], self.sources[source as usize]) = (FAR, NO_SOURCE);
        while let Some(at) = self.next_front.pop() {
            concerned(at);
            for neighbor in neighbors(at as usize, stride) {
                if self.sources[neighbor] == source {
                    (self.distances[neighbor], self.sources[neighbor]) = (FAR, NO_SOURCE);
                    self.next_front.push(neighbor as u32);
                } else if self.sources[neighbor] < OUTSIDE {
                    self.front.push(neighbor as u32);
                }
            }
        }
    }

    /// Spreads the sources of the front to all cells that they are nearer to.
    fn spread(&mut self, stride: usize, concerned: &mut impl FnMut(u32)) {
        while !self.front.is_empty() {
            self.next_front.clear();
            for index in 0..self.front.len() {
                let at = self.front[index] as usize;
                if self.sources[at] == NO_SOURCE {
                    continue; // removed after it joined the front
                }
                for neighbor in neighbors(at, stride) {
                    if self.sources[neighbor] != OUTSIDE && self.lower(neighbor, at) {
                        self.next_front.push(neighbor as u32);
                        concerned(neighbor as u32);
                    }
                }
            }
            std::mem::swap(&mut self.front, &mut self.next_front);
        }
    }
}

fn neighbors(at: usize, stride: usize) -> [usize; 4] {
    [at - 1, at + 1, at - stride, at + stride]
}

#[cfg(test)]
mod tests;
