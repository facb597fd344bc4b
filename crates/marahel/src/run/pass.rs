//! One pass of one explorer over one region: estimators, conditions, rules.

use level::{Tile, TileSet};
use rand::{Rng, RngExt};

use super::canvas::Canvas;
use super::noise::{self, LevelNoise};
use crate::program::{ABSENT, Condition, Distance, Estimator, Explorer, N_CELLS_PER_STEP, Rule};
use crate::semantics::Semantics;

/// What rules can see and do during one pass.
pub(crate) struct Pass<'a, R: ?Sized> {
    pub(crate) explorer: &'a Explorer,
    pub(crate) semantics: Semantics,
    pub(crate) canvas: &'a mut Canvas,
    pub(crate) noise: &'a mut LevelNoise,
    pub(crate) rng: &'a mut R,
    /// Share of the repeats that are done, in 0..1.
    pub(crate) repeat_share: f64,
    /// Share of the waypoints that are done, where that is what `percent` means.
    pub(crate) waypoint_share: Option<f64>,
    /// Visits so far, visits allowed, and how many of those the budget covers.
    pub(crate) n_visits: u64,
    pub(crate) n_visits_max: u64,
    pub(crate) n_visits_covered: u64,
    /// Visits so far that counted as changes, and how many are allowed.
    pub(crate) n_changes: u64,
    pub(crate) n_changes_max: u64,
    pub(crate) budget: Budget,
}

/// What a pass may cost, and what it cost beside its visits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Steps that were left when the pass began.
    pub(crate) n_steps: u64,
    /// Cells that were looked at beside those that visits pay for.
    pub(crate) n_cells: u64,
}

impl Budget {
    /// Steps that are left for visits.
    pub(crate) fn n_steps_left(self) -> u64 {
        self.n_steps.saturating_sub(self.n_cells / N_CELLS_PER_STEP)
    }
}

impl<R: Rng + ?Sized> Pass<'_, R> {
    /// Whether no visit is left, by `tiles`, `changes` or the step budget.
    #[inline]
    pub(crate) fn is_done(&self) -> bool {
        self.n_visits >= self.n_visits_covered || self.n_changes >= self.n_changes_max
    }

    /// Charges the budget for work beside the visits, in cells looked at.
    pub(crate) fn charge(&mut self, n_cells: u64) {
        self.budget.n_cells = self.budget.n_cells.saturating_add(n_cells);
        let n_covered = self.budget.n_steps_left() / self.explorer.visit_cost;
        self.n_visits_covered = self.n_visits_max.min(n_covered);
    }

    /// Whether the budget ended the pass before its time.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.n_visits >= self.n_visits_covered && self.n_visits < self.n_visits_max
    }

    /// Applies the first rule that holds at a cell.
    #[inline]
    pub(crate) fn visit(&mut self, at: usize) {
        let explorer = self.explorer;
        if let Some(rule) = explorer.rules.iter().find(|rule| self.holds(rule, at)) {
            let has_changed = self.apply(rule, at);
            self.n_changes += u64::from(has_changed || explorer.counts_firings);
        }
        self.n_visits += 1;
    }

    /// A uniformly random number below `n`, which must not be zero.
    #[inline]
    pub(crate) fn draw(&mut self, n: usize) -> usize {
        if n == 1 { 0 } else { self.rng.random_range(0..n as u32) as usize }
    }

    /// A uniformly random cell of the region.
    pub(crate) fn draw_cell(&mut self) -> (usize, usize) {
        let width = self.canvas.front.width();
        let cell = self.draw(self.canvas.front.area());
        (cell % width, cell / width)
    }

    /// The value of an estimator at a cell, `-1` for a distance without target.
    pub(crate) fn heuristic(&mut self, estimator: &Estimator, at: usize) -> f64 {
        let value = self.estimate(estimator, at);
        if value.is_nan() { -1.0 } else { value }
    }

    /// The value of a heuristic as bits that compare like it; a distance
    /// without target comes first.
    pub(crate) fn heuristic_key(&mut self, estimator: &Estimator, at: usize) -> u64 {
        match estimator {
            Estimator::Count { offsets, set } => u64::from(self.count(offsets, *set, at)),
            Estimator::WeightedCount { .. } => self.estimate(estimator, at) as u64,
            Estimator::Distance(distance) => {
                self.distance(*distance, at).map_or(0, |distance| u64::from(distance) + 1)
            }
            other => {
                let bits = self.heuristic(other, at).to_bits();
                if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
            }
        }
    }

    #[inline]
    fn holds(&mut self, rule: &Rule, at: usize) -> bool {
        rule.conditions.iter().all(|condition| match condition {
            Condition::Matches { offsets, set } => {
                let front = &self.canvas.front;
                offsets.iter().all(|&offset| set.contains(front.near(at, offset)))
            }
            Condition::Counts { offsets, set, accepted } => {
                accepted >> self.count(offsets, *set, at) & 1 != 0
            }
            Condition::Chance { n } => self.rng.next_u32() < *n,
            Condition::Compares { left, operator, right } => {
                let left = self.estimate(left, at);
                let right = self.estimate(right, at);
                left.is_nan() || right.is_nan() || operator.holds(left, right)
            }
        })
    }

    /// Runs all executers of a rule; whether a cell changed.
    #[inline]
    fn apply(&mut self, rule: &Rule, at: usize) -> bool {
        let mut has_changed = false;
        for executer in &rule.executers {
            let tile: Tile = executer.choices[self.draw(executer.choices.len())];
            for &offset in &executer.offsets {
                has_changed |= self.canvas.write(at.wrapping_add_signed(offset), tile);
            }
        }
        has_changed
    }

    fn estimate(&mut self, estimator: &Estimator, at: usize) -> f64 {
        match estimator {
            Estimator::Number(number) => *number,
            Estimator::Random => self.rng.random(),
            Estimator::Noise { n_cells } => {
                let (x, y) = self.shares(at);
                self.noise.at([x * n_cells, y * n_cells], self.rng)
            }
            Estimator::FixedNoise => {
                let (x, y) = self.shares(at);
                noise::fixed(x, y)
            }
            Estimator::Percent => {
                self.waypoint_share.unwrap_or(self.n_visits as f64 / self.n_visits_max as f64)
            }
            Estimator::ChangePercent => self.n_changes as f64 / self.n_changes_max as f64,
            Estimator::RepeatPercent => self.repeat_share,
            Estimator::Total(set) => f64::from(self.canvas.front.total(*set)),
            Estimator::Count { offsets, set } => f64::from(self.count(offsets, *set, at)),
            Estimator::WeightedCount { offsets, weights } => {
                let front = &self.canvas.front;
                let weight = |&offset| u64::from(weights[usize::from(front.near(at, offset))]);
                offsets.iter().map(weight).sum::<u64>() as f64
            }
            Estimator::Distance(distance) => self.distance(*distance, at).map_or(ABSENT, f64::from),
        }
    }

    /// Number of cells of a neighborhood that are in the set.
    #[inline]
    fn count(&self, offsets: &[isize], set: TileSet, at: usize) -> u32 {
        let front = &self.canvas.front;
        offsets.iter().fold(0, |count, &offset| count + set.count(front.near(at, offset)))
    }

    /// Column and row as shares of the region's width and height.
    fn shares(&self, at: usize) -> (f64, f64) {
        let front = &self.canvas.front;
        let (x, y) = front.xy(at);
        (x as f64 / front.width() as f64, y as f64 / front.height() as f64)
    }

    /// Brings a distance field up to date and tells which cells have come nearer.
    pub(crate) fn update_field(&mut self, field: usize, nearer: impl FnMut(u32)) {
        let n_cells = self.canvas.update_field(field, nearer);
        if n_cells > 0 {
            self.charge(n_cells);
        }
    }

    /// Distance to the nearest target of an estimator, if there is any.
    pub(crate) fn distance(&mut self, distance: Distance, at: usize) -> Option<u32> {
        let to_tiles = distance.field.and_then(|field| {
            if !self.canvas.has_target(field) {
                return None; // and no field to measure
            }
            self.update_field(field, |_| {});
            self.canvas.distance(field, at)
        });
        let to_outside = distance.to_outside.then(|| {
            let front = &self.canvas.front;
            let (x, y) = front.xy(at);
            let (right, down) = (front.width() - x, front.height() - y);
            (x + 1).min(y + 1).min(right).min(down) as u32
        });
        match (to_tiles, to_outside) {
            (Some(tiles), Some(outside)) => Some(tiles.min(outside)),
            (tiles, outside) => tiles.or(outside),
        }
    }
}

#[cfg(test)]
mod tests;
