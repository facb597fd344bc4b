//! Common properties of all drawings, as conditions of a problem file.
//!
//! A [catalogue](catalogue) lists candidates. Those that hold in all drawings are measured in
//! [mutants], levels with one defect each. A candidate that no mutant breaks is useless, and one
//! that breaks only together with others is implied by them.

mod candidate;
mod catalogue;
mod chance;
mod chosen;
mod completed;
mod conditions;
mod mutants;
mod scene;
#[cfg(test)]
mod tests;
mod wander;
mod ways;
mod written;

use marahel_level::{Level, TileSet};

use candidate::{Bound, Breaker, CORE_WEIGHT, Candidate};
use catalogue::catalogue;
use chance::chances;
use chosen::{Demand, chosen, core, range, without_weaker};
use completed::Wandering;
pub(crate) use conditions::Conditions;
use mutants::mutants;
pub(crate) use scene::Scene;
use wander::Wanderer;
use ways::{Way, ways};
use written::BLOCK;
pub(crate) use written::Demands;

use crate::imitation::error::ImitationError;
use crate::imitation::measured::Measuring;
use crate::imitation::ranges::Range;

/// Maximum number of core demands of a file, and of further ones.
const N_CORE_MAX: usize = 15;
const N_MORE_MAX: usize = 6;

/// Maximum number of candidates, and the maximum for large drawings.
const N_CANDIDATES_MAX: usize = 4000;
const N_CANDIDATES_OF_LARGE: usize = 500;

impl Demands {
    /// The common properties of all drawings that `conditions` do not imply. `names` are those of
    /// existing objectives.
    pub(crate) fn of(
        scene: &Scene<'_>,
        draft: &Draft<'_>,
        conditions: Conditions,
        names: Vec<String>,
    ) -> Result<Self, ImitationError> {
        let measured_by = ways(scene, draft.movement);
        let ways: String = measured_by.iter().map(Way::text).collect();
        let tables = format!("{}{}{ways}{BLOCK}", draft.tiles, draft.movement);
        let measuring = Measuring::new(draft.head, &tables);
        let conditions = conditions.of_drawings(&measuring, scene)?;
        let DemandPool { demands, unplayable, detected } =
            DemandPool::of(scene, &measuring, &conditions)?;
        let core = core(&demands, &unplayable, N_CORE_MAX);
        let n_max = core.len() + N_MORE_MAX;
        let mut chosen = chosen(&demands, detected, core.clone(), n_max);
        let mut wandering = Wandering {
            wanderer: Wanderer::new(scene),
            scene,
            conditions: &conditions,
            measuring,
            demands,
        };
        wandering.complete(&mut chosen, n_max)?;
        wandering.without_implied(&mut chosen, &core)?;
        let mut chosen = without_weaker(&wandering.demands, &chosen);
        // Restore the order of the catalogue.
        chosen.sort_unstable();
        let chosen: Vec<&Demand> = chosen.iter().map(|&index| &wandering.demands[index]).collect();
        Ok(Self::written(scene, &chosen, &measured_by, names))
    }
}

/// The finished parts of a problem file: its head, its tiles, and its movement.
pub(crate) struct Draft<'t> {
    pub(crate) head: &'t str,
    pub(crate) tiles: &'t str,
    pub(crate) movement: &'t str,
}

/// Candidates that hold in all drawings but not in all mutants.
struct DemandPool {
    demands: Vec<Demand>,
    /// Which mutants are not playable, and which violate some given condition.
    unplayable: Vec<bool>,
    detected: Vec<bool>,
}

impl DemandPool {
    fn of(
        scene: &Scene<'_>,
        measuring: &Measuring,
        conditions: &Conditions,
    ) -> Result<Self, ImitationError> {
        let mut candidates = catalogue(scene);
        let n_cells: usize = scene.levels().iter().map(|level| level.view().area()).sum();
        candidates.truncate(if n_cells > 20_000 {
            N_CANDIDATES_OF_LARGE
        } else {
            N_CANDIDATES_MAX
        });
        let holding = holding(candidates, measuring, scene)?;
        let mutants = mutants(scene);
        let levels: Vec<Level> = mutants.iter().map(|mutant| mutant.level.clone()).collect();
        let mut expressions: Vec<&str> =
            holding.iter().map(|(candidate, _)| candidate.expression.as_str()).collect();
        expressions.extend(conditions.all());
        let mut values = measuring.values(&expressions, &levels)?;
        let n_playable = usize::from(conditions.playable.is_some());
        let of_conditions = values.split_off(holding.len());
        let [unplayable, detected] =
            [&of_conditions[..n_playable], &of_conditions].map(|verdicts| {
                (0..mutants.len())
                    .map(|index| verdicts.iter().any(|values| values[index] == 0.0))
                    .collect()
            });
        let chances = chances(&holding, measuring, scene)?;
        let measured = holding.into_iter().zip(values).zip(chances);
        let demands = measured.filter_map(|(((candidate, range), values), chance)| {
            Demand::new(candidate, range, &values, chance, &mutants)
        });
        Ok(Self { demands: demands.collect(), unplayable, detected })
    }
}

/// Candidates that hold in all drawings, with their ranges.
fn holding(
    candidates: Vec<Candidate>,
    measuring: &Measuring,
    scene: &Scene<'_>,
) -> Result<Vec<(Candidate, Range)>, ImitationError> {
    let expressions: Vec<&str> =
        candidates.iter().map(|candidate| candidate.expression.as_str()).collect();
    let values = measuring.values(&expressions, scene.levels())?;
    let n_tried = candidates.iter().filter(|candidate| candidate.bound == Bound::Range).count();
    let mut holding: Vec<(Candidate, Range)> = Vec::new();
    for (candidate, values) in candidates.into_iter().zip(values) {
        let Some(mut range) = range(candidate.bound, &values, n_tried) else { continue };
        range.high += slack(&candidate, scene);
        let is_known = holding.iter().any(|(twin, twin_range)| {
            twin.expression == candidate.expression && *twin_range == range
        });
        if !is_known {
            holding.push((candidate, range));
        }
    }
    Ok(holding)
}

/// Number of exceptions to allow for common things: what holds for all of them in a few drawings
/// seldom holds for all in the next one.
fn slack(candidate: &Candidate, scene: &Scene<'_>) -> f64 {
    let Breaker::Moves(tile) = candidate.breaker else { return 0.0 };
    if candidate.bound != Bound::Just(0.0) {
        return 0.0;
    }
    let (least, most) = scene.counts(TileSet::only(tile));
    let mean = f64::midpoint(least as f64, most as f64);
    if candidate.weight >= CORE_WEIGHT {
        (mean / 16.0).floor()
    } else if mean >= 5.0 {
        (mean / 10.0).floor().max(1.0)
    } else {
        0.0
    }
}
