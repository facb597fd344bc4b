//! Trying out demands.

use level::Level;

use super::chosen::{Holding, lacking};
use super::scene::Scene;
use super::wander::Wanderer;
use super::{ASKS_NOTHING, Given, Measuring};
use crate::imitation::ImitationError;

/// Number of rounds, and of wandering levels in each.
const N_ROUNDS: usize = 8;
const N_WALKS: usize = 6;

/// Tries out demands by levels that wander within them.
pub(super) struct Wandering<'w> {
    pub(super) wanderer: Wanderer,
    pub(super) scene: &'w Scene<'w>,
    pub(super) given: &'w Given,
    pub(super) measuring: Measuring<'w>,
    pub(super) held: Vec<Holding>,
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
                self.held.iter().map(|one| one.candidate.value.as_str()).collect();
            let values = self.measuring.values(&expressions, &levels)?;
            let lacking = lacking(&self.held, &values, chosen);
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
        order.sort_by(|&one, &other| {
            self.held[one].candidate.weight.total_cmp(&self.held[other].candidate.weight)
        });
        for index in order {
            let rest: Vec<usize> = chosen.iter().copied().filter(|&one| one != index).collect();
            let levels = self.walks(&rest, N_WALKS)?;
            let value = self.held[index].candidate.value.clone();
            let values = self.measuring.values(&[&value], &levels)?;
            if !values.iter().flatten().any(|&value| self.held[index].is_failed(value)) {
                *chosen = rest;
            }
        }
        Ok(())
    }

    /// Levels that wandered within the given conditions and these demands.
    fn walks(&mut self, chosen: &[usize], n: usize) -> Result<Vec<Level>, ImitationError> {
        let asked = chosen.iter().map(|&index| {
            let Holding { candidate, range, .. } = &self.held[index];
            let value = &candidate.value;
            let most = if range.high.is_finite() { range.high } else { f64::from(u32::MAX) };
            format!("d{index} = {{ value = '{value}', range = [{}, {most}], zero_below = -1, zero_above = 1e10 }}\n", range.low)
        });
        let asked: String = asked.collect();
        let given = self.given.counts.iter().enumerate().map(|(index, value)| {
            format!("g{index} = {{ value = '{value}', range = [1, 1], zero_above = 2 }}\n")
        });
        let given: String = given.collect();
        let Measuring { head, tables } = self.measuring;
        let playable = self.given.playable.as_deref().unwrap_or("1 == 1");
        let file =
            format!("{head}playable = \"{playable}\"\n\n{tables}\n{ASKS_NOTHING}{given}{asked}");
        self.wanderer.walks(&file, self.scene.levels(), n)
    }
}
