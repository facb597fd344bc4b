//! Trying out demands.

use marahel_level::Level;

use super::chosen::{Demand, lacking};
use super::conditions::Conditions;
use super::scene::Scene;
use super::wander::Wanderer;
use crate::imitation::error::ImitationError;
use crate::imitation::measured::Measuring;
use crate::imitation::ranges::Range;

/// Number of rounds, and of wandering levels in each.
const N_ROUNDS: usize = 8;
const N_WALKS: usize = 6;

/// Tries out demands by levels that wander within them.
pub(super) struct Wandering<'w> {
    pub(super) wanderer: Wanderer,
    pub(super) scene: &'w Scene<'w>,
    pub(super) conditions: &'w Conditions,
    pub(super) measuring: Measuring,
    pub(super) demands: Vec<Demand>,
}

impl Wandering<'_> {
    /// Adds demands that wandering levels violate although they meet all chosen ones.
    pub(super) fn complete(
        &mut self,
        chosen: &mut Vec<usize>,
        n_max: usize,
    ) -> Result<(), ImitationError> {
        for _ in 0..N_ROUNDS {
            let levels = self.walks(chosen, N_WALKS)?;
            let expressions: Vec<&str> =
                self.demands.iter().map(|demand| demand.candidate.expression.as_str()).collect();
            let values = self.measuring.values(&expressions, &levels)?;
            let lacking = lacking(&self.demands, &values, chosen);
            if lacking.is_empty() || chosen.len() >= n_max {
                break;
            }
            chosen.extend(lacking);
            chosen.truncate(n_max);
        }
        Ok(())
    }

    /// Removes demands that wandering levels meet even without them, the least important first.
    pub(super) fn without_implied(
        &mut self,
        chosen: &mut Vec<usize>,
        core: &[usize],
    ) -> Result<(), ImitationError> {
        let mut order: Vec<usize> =
            chosen.iter().copied().filter(|index| !core.contains(index)).collect();
        order.sort_by(|&left, &right| {
            self.demands[left].candidate.weight.total_cmp(&self.demands[right].candidate.weight)
        });
        for index in order {
            let remaining: Vec<usize> =
                chosen.iter().copied().filter(|&kept| kept != index).collect();
            let levels = self.walks(&remaining, N_WALKS)?;
            let value = self.demands[index].candidate.expression.clone();
            let values = self.measuring.values(&[&value], &levels)?;
            if !values.iter().flatten().any(|&value| self.demands[index].is_failed(value)) {
                *chosen = remaining;
            }
        }
        Ok(())
    }

    /// Levels that wandered within the given conditions and these demands.
    fn walks(&mut self, chosen: &[usize], n: usize) -> Result<Vec<Level>, ImitationError> {
        let demands = chosen.iter().map(|&index| &self.demands[index]);
        let holds = Range { low: 1.0, high: 1.0 };
        let conditions = self.conditions.all().into_iter().map(|condition| (condition, holds));
        let demands = demands.map(|demand| (demand.candidate.expression.as_str(), demand.range));
        let (texts, ranges): (Vec<&str>, Vec<Range>) = conditions.chain(demands).unzip();
        // Each was measured before.
        let Some((problem, expressions)) = self.measuring.compiled(&texts) else {
            return Ok(self.scene.levels().iter().cycle().take(n).cloned().collect());
        };
        self.wanderer.walks(&problem, (&expressions, &ranges), self.scene.levels(), n)
    }
}
