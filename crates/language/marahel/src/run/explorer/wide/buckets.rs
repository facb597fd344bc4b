//! Heuristics with few possible values together: one bucket of cells for each.

use marahel_level::Tile;

use super::{Distances, Ranking};
use crate::program::{Estimator, HeuristicPart, Heuristics};
use crate::run::buckets::Buckets;
use crate::run::grid::Grid;
use crate::run::pass::Pass;

/// Up to this many keys are few; so are as many as there are cells.
const N_KEYS: u64 = 1 << 10;

/// Maximum number of keys in any case; beyond this the search takes longer than a tournament.
const N_KEYS_MAX: u64 = 1 << 16;

/// Cells in buckets. The heuristics are the digits of the key, the first one the highest, so a
/// count changes by an addition.
///
/// The digits of distances may be too small; they are measured again before a cell counts as best.
/// So removed targets cost nothing while there are better cells.
#[derive(Clone, Debug, Default)]
pub(super) struct BucketRanking {
    queue: Buckets,
    distances: Distances,
    /// For each heuristic the number of values, and its factor in the key.
    digits: Vec<Digit>,
}

#[derive(Clone, Copy, Debug)]
struct Digit {
    n_values: u32,
    unit: u32,
}

impl BucketRanking {
    pub(super) fn suits(heuristics: &Heuristics, grid: &Grid) -> bool {
        let n_keys = heuristics
            .parts
            .iter()
            .try_fold(1_u64, |n_keys, part| n_keys.checked_mul(u64::from(n_values(part, grid)?)));
        let n_keys_max = N_KEYS.max(grid.area() as u64).min(N_KEYS_MAX);
        n_keys.is_some_and(|n_keys| n_keys <= n_keys_max)
    }

    fn measure(&self, pass: &mut Pass<'_>, heuristics: &Heuristics, cell: u32) -> u32 {
        let digits = heuristics.parts.iter().zip(&self.digits);
        digits.fold(0, |key, (part, digit)| {
            key + digit.unit * pass.heuristic_key(&part.estimator, cell as usize) as u32
        })
    }

    fn rank_all(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics) {
        let grid = &pass.buffers.front;
        let cells = grid.index(0, 0)..grid.n_cells();
        pass.charge(cells.len() as u64 * (heuristics.cost + 8));
        for cell in cells.map(|cell| cell as u32) {
            if self.queue.key(cell).is_some() {
                let key = self.measure(pass, heuristics, cell);
                self.queue.change(cell, key);
            }
        }
    }

    /// The key of a cell with current distances.
    fn with_distances(
        &self,
        pass: &mut Pass<'_>,
        heuristics: &Heuristics,
        cell: u32,
        key: u32,
    ) -> u32 {
        let digits = heuristics.parts.iter().zip(&self.digits);
        digits.fold(key, |key, (part, digit)| {
            if !matches!(part.estimator, Estimator::Distance(_)) {
                return key;
            }
            let was = key / digit.unit % digit.n_values;
            let new = pass.heuristic_key(&part.estimator, cell as usize) as u32;
            key - was * digit.unit + new * digit.unit
        })
    }

    /// Updates the keys of cells that count a changed cell.
    fn count(&mut self, part: &HeuristicPart, unit: u32, at: u32, was: Tile, is: Tile) {
        let Some((offsets, weights)) = part.estimator.facts().counted else { return };
        let difference = weights.of(is).wrapping_sub(weights.of(was));
        if difference == 0 {
            return;
        }
        let difference = difference.wrapping_mul(unit);
        for &offset in offsets {
            let cell = (at as usize).wrapping_add_signed(-offset) as u32;
            if let Some(key) = self.queue.key(cell) {
                self.queue.change(cell, key.wrapping_add(difference));
            }
        }
    }
}

impl Ranking for BucketRanking {
    fn begin(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics, cells: &[u32]) {
        let grid = &pass.buffers.front;
        let mut unit = 1;
        self.digits.clear();
        for part in heuristics.parts.iter().rev() {
            let n_values = n_values(part, grid).expect("these heuristics suit");
            self.digits.push(Digit { n_values, unit });
            unit *= n_values;
        }
        self.digits.reverse();
        self.distances.begin(pass, heuristics);
        self.queue.begin(grid.n_cells(), unit as usize);
        for &cell in cells {
            let key = self.measure(pass, heuristics, cell);
            self.queue.insert(cell, key);
        }
    }

    fn follow(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics, n_seen: usize) {
        if self.distances.follow(pass, heuristics) {
            self.rank_all(pass, heuristics);
            return;
        }
        let n_changes = pass.buffers.changes().len() - n_seen;
        let n_ranked = self.distances.nearer.len() + n_changes * heuristics.dependents.len();
        pass.charge(8 * n_ranked as u64);
        for index in n_seen..n_seen + n_changes {
            let change = pass.buffers.changes()[index];
            for (index, part) in heuristics.parts.iter().enumerate() {
                let unit = self.digits[index].unit;
                self.count(part, unit, change.at, change.was, change.is);
            }
        }
        for index in 0..self.distances.nearer.len() {
            let cell = self.distances.nearer[index];
            if let Some(key) = self.queue.key(cell) {
                let key = self.with_distances(pass, heuristics, cell, key);
                self.queue.change(cell, key);
            }
        }
    }

    fn pop(&mut self, pass: &mut Pass<'_>, heuristics: &Heuristics) -> u32 {
        loop {
            let lowest = self.queue.lowest();
            let cell = lowest[pass.draw(lowest.len())];
            if !heuristics.fields.is_empty() {
                let old_key = self.queue.key(cell).expect("it is in the queue");
                let key = self.with_distances(pass, heuristics, cell, old_key);
                if key != old_key {
                    self.queue.change(cell, key);
                    continue;
                }
            }
            self.queue.remove(cell);
            return cell;
        }
    }

    fn keep_ranked(&self, cells: &mut Vec<u32>) {
        cells.retain(|&cell| self.queue.key(cell).is_some());
    }
}

fn n_values(part: &HeuristicPart, grid: &Grid) -> Option<u32> {
    part.estimator.n_values(grid.width(), grid.height())
}
