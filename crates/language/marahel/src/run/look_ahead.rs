//! Look-ahead: a level is finished when no remaining rule can fire.
//!
//! Evolved scripts often end with explorers that change nothing. What they draw does not matter, so
//! they need not run.

use marahel_level::OUT;
use rand_chacha::ChaCha8Rng;

use super::pass::Pass;
use super::{Run, Workspace};
use crate::program::{Condition, Explorer, Rule};

/// The look-ahead may use one in this many steps of the level's budget.
const SHARE_OF_STEPS: u64 = 8;

#[derive(Clone, Copy, Debug)]
pub(super) struct LookAhead {
    /// No explorer before this one can change the current map.
    first_active: usize,
    n_steps_left: u64,
}

impl LookAhead {
    pub(super) fn new(n_steps_max: u64) -> Self {
        Self { first_active: 0, n_steps_left: n_steps_max / SHARE_OF_STEPS }
    }

    /// Whether it is cheap to see that an explorer cannot change the current map, whatever it
    /// draws.
    fn finds_nothing_to_do(
        &mut self,
        explorer: &Explorer,
        rng: &mut ChaCha8Rng,
        workspace: &mut Workspace,
    ) -> bool {
        let Workspace { map, candidates, noise, surroundings, memory, .. } = workspace;
        let area = map.front.area() as u64;
        if explorer.repeats.saturating_mul(explorer.n_visits_max.of(area)) < area {
            return false; // walking is cheaper than looking
        }
        let cost = explorer.visit_cost.saturating_mul(area);
        let Some(n_steps_left) = self.n_steps_left.checked_sub(cost) else { return false };
        self.n_steps_left = n_steps_left;
        let mut pass = Pass::new(explorer, map, candidates, noise, surroundings, memory, rng);
        explorer.rules.iter().all(|rule| pass.lacks_cells(rule) || !pass.may_fire(rule))
    }
}

impl Run<'_> {
    /// Whether no explorer from `index` on can change the map. False while rules are counted, so
    /// that every explorer has counts.
    pub(super) fn is_finished(&mut self, index: usize) -> bool {
        let Self { program, rng, workspace, look_ahead, .. } = self;
        let first = program.first_skippable.max(look_ahead.first_active);
        if index >= first && workspace.rule_counts.is_none() {
            let mut ahead = program.explorers[index..].iter();
            let n_skipped = ahead
                .position(|explorer| !look_ahead.finds_nothing_to_do(explorer, rng, workspace));
            look_ahead.first_active = n_skipped.map_or(program.explorers.len(), |n| index + n);
        }
        look_ahead.first_active == program.explorers.len()
    }
}

impl Pass<'_> {
    /// Whether a rule needs more cells of a kind than the level has.
    fn lacks_cells(&self, rule: &Rule) -> bool {
        let front = &self.buffers.front;
        rule.conditions.iter().any(|condition| {
            matches!(condition, Condition::Matches { offsets, set }
                if !set.contains(OUT) && (front.total(*set) as usize) < offsets.len())
        })
    }

    /// Whether all certain conditions of a rule hold at some cell.
    fn may_fire(&mut self, rule: &Rule) -> bool {
        let certain = || rule.conditions.iter().filter(|condition| condition.is_certain());
        let (width, height) = self.buffers.front.size();
        (0..height).any(|y| {
            let start = self.buffers.front.index(0, y);
            (start..start + width).any(|at| certain().all(|condition| self.meets(condition, at)))
        })
    }
}

#[cfg(test)]
mod tests;
