//! Trying out demands.

use marahel_level::Level;

use super::chosen::{Demand, lacking};
use super::conditions::Conditions;
use super::scene::Scene;
use super::wander::Wanderer;
use crate::imitation::error::ImitationError;
use crate::imitation::measured::{ASKS_NOTHING, Measuring};

/// Number of rounds, and of wandering levels in each.
const N_ROUNDS: usize = 8;
const N_WALKS: usize = 6;

/// Tries out demands by levels that wander within them.
pub(super) struct Wandering<'w> {
    pub(super) wanderer: Wanderer,
    pub(super) scene: &'w Scene<'w>,
    pub(super) conditions: &'w Conditions,
    pub(super) measuring: Measuring<'w>,
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
        let demands = chosen.iter().map(|&index| {
            let Demand { candidate, range, .. } = &self.demands[index];
            let value = &candidate.expression;
            let most = if range.high.is_finite() { range.high } else { f64::from(u32::MAX) };
            format!("d{index} = {{ value = '{value}', range = [{}, {most}], zero_below = -1, zero_above = 1e10 }}\n", range.low)
        });
        let demands: String = demands.collect();
        let conditions = self.conditions.counts.iter().enumerate().map(|(index, value)| {
            format!("g{index} = {{ value = '{value}', range = [1, 1], zero_above = 2 }}\n")
        });
        let conditions: String = conditions.collect();
        let Measuring { head, tables } = self.measuring;
        let playable = self.conditions.playable.as_deref().unwrap_or("1 == 1");
        let file = format!(
            "{head}playable = \"{playable}\"\n\n{tables}\n{ASKS_NOTHING}{conditions}{demands}"
        );
        self.wanderer.walks(&file, self.scene.levels(), n)
    }
}
