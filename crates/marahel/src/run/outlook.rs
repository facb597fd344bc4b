//! Looking ahead: a level is finished when no rule that is left can fire.
//!
//! Evolved scripts often end with explorers that find nothing to do. What such
//! an explorer draws does not matter if nothing comes after it, so that it need
//! not walk at all.

use level::OUT;
use rand::Rng;

use super::Workspace;
use super::pass::Pass;
use crate::program::{Condition, Explorer, Program, Rule};

/// Looking ahead may cost this share of what the level may cost.
const SHARE_OF_STEPS: u64 = 8;

/// What is known of the explorers ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// No explorer before this one can change the map as it is.
    first_active: usize,
    /// Steps that looking ahead may still cost.
    n_steps_left: u64,
}

impl Outlook {
    pub(super) fn new(n_steps_max: u64) -> Self {
        Self { first_active: 0, n_steps_left: n_steps_max / SHARE_OF_STEPS }
    }
}

impl Program {
    /// Whether no explorer from `index` on can change the map any more. Who
    /// counts what rules do sees all of them at work.
    pub(super) fn is_finished<R: Rng>(
        &self,
        index: usize,
        outlook: &mut Outlook,
        rng: &mut R,
        workspace: &mut Workspace,
    ) -> bool {
        if index >= self.tail.max(outlook.first_active) && workspace.counts.is_none() {
            let mut ahead = self.explorers[index..].iter();
            let n_idle =
                ahead.position(|explorer| !self.is_idle(explorer, outlook, rng, workspace));
            outlook.first_active = n_idle.map_or(self.explorers.len(), |n_idle| index + n_idle);
        }
        outlook.first_active == self.explorers.len()
    }

    /// Whether it is soon known that an explorer cannot change the map as it is,
    /// whatever it draws.
    fn is_idle<R: Rng>(
        &self,
        explorer: &Explorer,
        outlook: &mut Outlook,
        rng: &mut R,
        workspace: &mut Workspace,
    ) -> bool {
        let Workspace { map, noise, surroundings, measures, .. } = workspace;
        let area = map.front.area() as u64;
        if explorer.repeats.saturating_mul(explorer.tiles.unwrap_or(area)) < area {
            return false; // walking is cheaper than looking
        }
        let cost = explorer.visit_cost.saturating_mul(area);
        let Some(n_steps_left) = outlook.n_steps_left.checked_sub(cost) else { return false };
        outlook.n_steps_left = n_steps_left;
        let mut pass = Pass::new(explorer, self.semantics, map, noise, surroundings, measures, rng);
        explorer.rules.iter().all(|rule| pass.lacks_cells(rule) || !pass.may_fire(rule))
    }
}

impl<R: Rng> Pass<'_, R> {
    /// Whether a rule wants more cells of some kind than the level has.
    fn lacks_cells(&self, rule: &Rule) -> bool {
        rule.conditions.iter().any(|condition| match condition {
            Condition::Matches { offsets, set } => {
                !set.contains(OUT) && (self.canvas.front.total(*set) as usize) < offsets.len()
            }
            _ => false,
        })
    }

    /// Whether all conditions of a rule that are certain hold at some cell.
    fn may_fire(&mut self, rule: &Rule) -> bool {
        let (width, height) = (self.canvas.front.width(), self.canvas.front.height());
        (0..height).any(|y| {
            let start = self.canvas.front.index(0, y);
            (start..start + width).any(|at| {
                let mut certain = rule.conditions.iter().filter(|condition| condition.is_certain());
                certain.all(|condition| self.meets(condition, at))
            })
        })
    }
}

#[cfg(test)]
mod tests;
