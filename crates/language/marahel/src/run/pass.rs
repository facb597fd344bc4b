//! One pass of an explorer over a region: estimators, conditions, rules.

use std::ops::ControlFlow;

use marahel_level::{Mirror, Tile, TileSet};
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;

use super::buffers::TileBuffers;
use super::candidates::Candidates;
use super::noise::LevelNoise;
use super::surroundings::Surroundings;
use super::watch::RuleCounts;
use crate::extension::Memory;
use crate::program::{
    ABSENT, Condition, Distance, Estimator, Explorer, Heuristics, N_CELLS_PER_STEP, Near, Rule,
};
use marahel_script::Operator;

/// One pass of an explorer over a region: all that rules can read and do.
pub struct Pass<'a> {
    pub(crate) explorer: &'a Explorer,
    pub(crate) buffers: &'a mut TileBuffers,
    pub(crate) candidates: &'a mut Candidates,
    pub(crate) noise: &'a mut LevelNoise,
    /// The random numbers of the level.
    pub rng: &'a mut ChaCha8Rng,
    /// Finished repeats of the explorer.
    pub(crate) repeat: u64,
    /// The value of `percent` and `complete` where it is not the share of visits: the finished
    /// share of waypoints or of a path, or the remaining share of an agent's life.
    pub waypoint_share: Option<f64>,
    /// Number of visits so far.
    pub n_visits: u64,
    /// Maximum number of visits; for a walk of another crate initially the area of the region.
    pub n_visits_max: u64,
    pub(crate) n_visits_covered: u64,
    /// Visits so far that count as changes, and the most allowed.
    pub(crate) n_changes: u64,
    pub(crate) n_changes_max: u64,
    /// The budget of the pass.
    pub budget: Budget,
    /// Whether rules write no images and are not counted.
    pub(crate) is_plain: bool,
    /// What the rules did, if they are counted.
    pub(crate) rule_counts: Option<&'a mut RuleCounts>,
    /// The map around the region.
    pub surroundings: &'a Surroundings,
    pub(crate) memory: &'a mut Memory,
}

/// The step budget of a pass, and its costs besides visits.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Steps left for the level when the pass began.
    pub n_steps: u64,
    /// Cells that were read besides those that visits pay for.
    pub(crate) n_cells: u64,
}

impl Budget {
    /// Steps for visits: those that other work has not used.
    pub fn n_steps_left(self) -> u64 {
        self.n_steps.saturating_sub(self.n_cells / N_CELLS_PER_STEP)
    }
}

impl<'a> Pass<'a> {
    /// A pass with no visits allowed yet.
    pub(crate) fn new(
        explorer: &'a Explorer,
        buffers: &'a mut TileBuffers,
        candidates: &'a mut Candidates,
        noise: &'a mut LevelNoise,
        surroundings: &'a Surroundings,
        memory: &'a mut Memory,
        rng: &'a mut ChaCha8Rng,
    ) -> Self {
        memory.n_passes += 1;
        candidates.begin(&buffers.front, explorer);
        Self {
            explorer,
            buffers,
            candidates,
            noise,
            rng,
            repeat: 0,
            waypoint_share: None,
            n_visits: 0,
            n_visits_max: 0,
            n_visits_covered: 0,
            n_changes: 0,
            n_changes_max: 0,
            budget: Budget { n_steps: 0, n_cells: 0 },
            is_plain: explorer.mirror.is_none(),
            rule_counts: None,
            surroundings,
            memory,
        }
    }

    pub(crate) fn repeat_share(&self) -> f64 {
        self.repeat as f64 / self.explorer.repeats as f64
    }

    /// Whether no visit is left, because of `tiles`, `changes` or the step budget.
    #[inline]
    pub fn is_done(&self) -> bool {
        self.n_visits >= self.n_visits_covered || self.n_changes >= self.n_changes_max
    }

    /// Charges the budget for work besides visits, in cells that are read.
    pub fn charge(&mut self, n_cells: u64) {
        self.budget.n_cells = self.budget.n_cells.saturating_add(n_cells);
        let (n_steps, cost) = (self.budget.n_steps_left(), self.explorer.visit_cost);
        let covers_all = self.n_visits_max.checked_mul(cost).is_some_and(|all| all <= n_steps);
        self.n_visits_covered = if covers_all { self.n_visits_max } else { n_steps / cost };
    }

    /// Whether the budget ended the pass early.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.n_visits >= self.n_visits_covered && self.n_visits < self.n_visits_max
    }

    /// Applies the first rule that holds at a cell.
    #[expect(clippy::inline_always, reason = "each explorer has one loop, which is all about this")]
    #[inline(always)]
    pub(crate) fn visit(&mut self, at: usize) {
        if self.candidates.contain(at) {
            self.try_rules(at);
        }
        self.n_visits += 1;
    }

    /// Number of visits until the pass ends, if no more cells change.
    #[inline]
    pub(crate) fn n_visits_left(&self) -> u64 {
        self.n_visits_covered.saturating_sub(self.n_visits)
    }

    /// Visits the cells that `next` draws, up to the first one where a rule may hold, at most `n`.
    #[expect(clippy::inline_always, reason = "the greater part of an explorer in random order")]
    #[inline(always)]
    pub(crate) fn visit_drawn(&mut self, n: u64, mut next: impl FnMut(&mut ChaCha8Rng) -> usize) {
        // None of these changes anything, so what they need stays in registers.
        let (rng, candidates) = (&mut *self.rng, &*self.candidates);
        for n_in_vain in 0..n {
            let at = next(rng);
            if candidates.contain(at) {
                self.n_visits += n_in_vain;
                self.try_rules(at);
                self.n_visits += 1;
                return;
            }
        }
        self.n_visits += n;
    }

    #[expect(clippy::inline_always, reason = "the greater part of a visit")]
    #[inline(always)]
    fn try_rules(&mut self, at: usize) {
        let explorer = self.explorer;
        for rule in &explorer.rules {
            if self.holds(rule, at) {
                let has_changed = self.apply(rule, at);
                self.n_changes += u64::from(has_changed || explorer.counts_firings);
                if has_changed && self.candidates.are_sifted() {
                    self.follow_change(at);
                }
                return;
            }
        }
        if self.candidates.count_vain() {
            self.sift();
        }
    }

    /// A function that visits a cell while visits are left; `None` unless the explorer only
    /// [fills](Explorer::filling) the map, and rules are not counted.
    #[inline]
    pub(crate) fn filler(&mut self) -> Option<impl FnMut(usize) -> ControlFlow<()>> {
        let choices = self.explorer.filling().filter(|_| self.is_plain)?;
        let counts_firings = self.explorer.counts_firings;
        let Self { buffers, rng, n_visits, n_visits_covered, n_changes, n_changes_max, .. } = self;
        let target = buffers.unwatched_target()?;
        Some(move |at| {
            if *n_visits >= *n_visits_covered || *n_changes >= *n_changes_max {
                return ControlFlow::Break(());
            }
            let has_changed = target.write(at, choices[draw(rng, choices.len())]);
            *n_changes += u64::from(has_changed || counts_firings);
            *n_visits += 1;
            ControlFlow::Continue(())
        })
    }

    /// A uniformly random number below `n`, which must not be zero.
    #[inline]
    pub fn draw(&mut self, n: usize) -> usize {
        draw(self.rng, n)
    }

    /// A uniformly random cell of the region.
    #[inline]
    pub fn draw_cell(&mut self) -> (usize, usize) {
        let width = self.buffers.front.width() as u32;
        let cell = self.draw(self.buffers.front.area()) as u32;
        ((cell % width) as usize, (cell / width) as usize)
    }

    /// Packs the heuristics of a cell into a key; smaller values make smaller keys. The distance
    /// fields must be up to date.
    #[inline]
    pub(crate) fn measure(&mut self, heuristics: &Heuristics, at: usize, key: &mut [u64]) {
        if let ([part], [word]) = (&heuristics.parts[..], &mut *key) {
            *word = self.heuristic_key(&part.estimator, at);
            return;
        }
        key.fill(0);
        for part in &heuristics.parts {
            key[part.word] |= self.heuristic_key(&part.estimator, at) << part.shift;
        }
    }

    /// The value of a heuristic as bits with the same order; a distance without a target comes
    /// first. The distance fields must be up to date.
    #[expect(clippy::inline_always, reason = "measured for cell after cell")]
    #[expect(clippy::wildcard_enum_match_arm, reason = "any value will do")]
    #[inline(always)]
    pub(crate) fn heuristic_key(&mut self, estimator: &Estimator, at: usize) -> u64 {
        match estimator {
            Estimator::Count { offsets, set } => u64::from(self.count(offsets, *set, at)),
            Estimator::Distance(distance) => {
                self.known_distance(*distance, at).map_or(0, |distance| u64::from(distance) + 1)
            }
            Estimator::WeightedCount { .. } => self.estimate_out_of_line(estimator, at) as u64,
            _ => ordered_bits(self.estimate(estimator, at)),
        }
    }

    pub(crate) fn update_fields(&mut self, heuristics: &Heuristics) {
        for &field in &heuristics.fields {
            self.update_field(field, |_| {});
        }
    }

    #[expect(clippy::inline_always, reason = "the greater part of a visit")]
    #[inline(always)]
    pub(crate) fn holds(&mut self, rule: &Rule, at: usize) -> bool {
        for condition in &rule.conditions {
            if !self.meets(condition, at) {
                return false;
            }
        }
        true
    }

    #[expect(clippy::inline_always, reason = "the greater part of a visit")]
    #[inline(always)]
    pub(super) fn meets(&mut self, condition: &Condition, at: usize) -> bool {
        match condition {
            Condition::Matches { offsets, set } => {
                let front = &self.buffers.front;
                offsets.iter().all(|&offset| set.contains(front.near(at, offset)))
            }
            Condition::Counts { offsets, set, accepted } => {
                accepted >> self.count(offsets, *set, at) & 1 != 0
            }
            Condition::Near(near) => self.is_near(near, at),
            Condition::Totals { set, range } => range.accepts(self.buffers.front.total(*set)),
            Condition::Repeats { operator, number } => operator.holds(self.repeat_share(), *number),
            Condition::Chance { n } => self.rng.next_u32() < *n,
            Condition::Compares { left, operator, right } => {
                self.compares(left, *operator, right, at)
            }
        }
    }

    #[inline(never)]
    fn is_near(&mut self, near: &Near, at: usize) -> bool {
        self.update_field(near.field, |_| {});
        self.buffers.is_near(near, at)
    }

    /// Whether a comparison holds; not inlined, for the sake of cheaper conditions.
    #[inline(never)]
    fn compares(
        &mut self,
        left: &Estimator,
        operator: Operator,
        right: &Estimator,
        at: usize,
    ) -> bool {
        let left = self.estimate(left, at);
        let right =
            if let Estimator::Number(number) = right { *number } else { self.estimate(right, at) };
        left.is_nan() || right.is_nan() || operator.holds(left, right)
    }

    /// Runs all executers of a rule; returns whether a cell changed.
    #[expect(clippy::inline_always, reason = "the greater part of a visit")]
    #[inline(always)]
    pub(crate) fn apply(&mut self, rule: &Rule, at: usize) -> bool {
        if self.is_plain { self.execute(rule, at) > 0 } else { self.apply_unplainly(rule, at) }
    }

    /// As [`apply`](Self::apply), with images or counts. Most explorers have neither, so this is a
    /// separate function.
    #[cold]
    #[inline(never)]
    fn apply_unplainly(&mut self, rule: &Rule, at: usize) -> bool {
        let n_changed = match self.explorer.mirror {
            None => self.execute(rule, at),
            Some(mirror) => self.execute_mirrored(mirror, rule, at),
        };
        let Some(rule_counts) = &mut self.rule_counts else { return n_changed > 0 };
        rule_counts.add(rule.index, n_changed);
        if n_changed > 0 {
            let (front, around) = (&self.buffers.front, self.surroundings);
            for &offset in rule.executers.iter().flat_map(|executer| &executer.offsets) {
                let Some(cell) = front.place_of(at.wrapping_add_signed(offset)) else { continue };
                let images = self.explorer.mirror.map(|mirror| mirror.images(cell, front.size()));
                for (x, y) in images.into_iter().flatten().chain([cell]) {
                    rule_counts.mark(rule.index, (around.y + y) * around.map_width + around.x + x);
                }
            }
        }
        n_changed > 0
    }

    /// Runs all executers of a rule; returns how many cells changed.
    #[expect(clippy::inline_always, reason = "the greater part of a visit")]
    #[inline(always)]
    fn execute(&mut self, rule: &Rule, at: usize) -> u32 {
        let mut n_changed = 0;
        for executer in &rule.executers {
            let tile: Tile = executer.choices[self.draw(executer.choices.len())];
            n_changed += if self.explorer.capped.contains(tile) {
                self.write_up_to_limit(&executer.offsets, at, tile)
            } else {
                self.buffers.write_each(at, &executer.offsets, tile)
            };
        }
        n_changed
    }

    /// Runs all executers of a rule at a cell and its images; returns how many cells changed. Needs
    /// no limits, because no dialect has both limits and mirrors.
    fn execute_mirrored(&mut self, mirror: Mirror, rule: &Rule, at: usize) -> u32 {
        let mut n_changed = 0;
        for executer in &rule.executers {
            let tile: Tile = executer.choices[self.draw(executer.choices.len())];
            n_changed += self.buffers.write_each(at, &executer.offsets, tile);
            for &offset in &executer.offsets {
                let front = &self.buffers.front;
                let (size, cell) = (front.size(), front.place_of(at.wrapping_add_signed(offset)));
                for (x, y) in cell.into_iter().flat_map(|cell| mirror.images(cell, size)) {
                    let image = self.buffers.front.index(x, y);
                    n_changed += self.buffers.write_each(image, &[0], tile);
                }
            }
        }
        n_changed
    }

    /// The value of an estimator at a cell; [`ABSENT`] for a distance without a target.
    #[expect(clippy::inline_always, reason = "cheap and often met")]
    #[expect(clippy::wildcard_enum_match_arm, reason = "the rest stands elsewhere, one by one")]
    #[inline(always)]
    pub(super) fn estimate(&mut self, estimator: &Estimator, at: usize) -> f64 {
        match estimator {
            Estimator::Number(number) => *number,
            Estimator::Total(set) => f64::from(self.buffers.front.total(*set)),
            Estimator::Count { offsets, set } => f64::from(self.count(offsets, *set, at)),
            Estimator::Distance(distance) => self.distance(*distance, at).map_or(ABSENT, f64::from),
            _ => self.estimate_out_of_line(estimator, at),
        }
    }

    #[inline]
    pub(super) fn count(&self, offsets: &[isize], set: TileSet, at: usize) -> u32 {
        let front = &self.buffers.front;
        offsets.iter().fold(0, |count, &offset| count + set.count(front.near(at, offset)))
    }

    /// Brings a distance field up to date; calls `nearer` with the cells that came nearer.
    #[inline]
    pub(crate) fn update_field(&mut self, field: usize, nearer: impl FnMut(u32)) {
        let n_cells = self.buffers.update_field(field, nearer);
        if n_cells > 0 {
            self.charge(n_cells);
        }
    }

    /// Distance to the nearest target, if there is one.
    #[inline]
    fn distance(&mut self, distance: Distance, at: usize) -> Option<u32> {
        if let Some(field) = distance.field {
            self.update_field(field, |_| {});
        }
        self.known_distance(distance, at)
    }

    /// As [`distance`](Self::distance), if the fields are up to date.
    #[expect(clippy::inline_always, reason = "smaller than a call")]
    #[inline(always)]
    pub(super) fn known_distance(&mut self, distance: Distance, at: usize) -> Option<u32> {
        let to_tiles = distance.field.and_then(|field| self.buffers.distance(field, at));
        if !distance.to_outside {
            return to_tiles;
        }
        let to_outside = self.buffers.front.to_outside(at);
        Some(to_tiles.map_or(to_outside, |to_tiles| to_tiles.min(to_outside)))
    }
}

#[inline]
pub(crate) fn draw(rng: &mut ChaCha8Rng, n: usize) -> usize {
    if n == 1 { 0 } else { rng.random_range(0..n as u32) as usize }
}

/// Bits with the order of the number; NaN counts as -1.
fn ordered_bits(value: f64) -> u64 {
    let bits = if value.is_nan() { -1.0 } else { value }.to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

#[cfg(test)]
mod tests;
