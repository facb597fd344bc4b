//! Common properties of all drawings, as conditions of a problem file.
//!
//! A [catalogue](catalogue) lists candidates. Those that hold in all drawings are measured in
//! [mutants], levels with one defect each. A candidate that no mutant breaks is useless, and one
//! that breaks only together with others is implied by them.

mod catalogue;
mod cells;
mod chance;
mod chosen;
mod completed;
mod measured;
mod mutants;
mod ranges;
mod scene;
#[cfg(test)]
mod tests;
mod wander;
mod ways;
mod written;

use level::{Level, TileSet};

use catalogue::{By, Candidate, Wants, catalogue};
pub(crate) use cells::count;
use chance::chances;
use chosen::{CORE_WEIGHT, Holding, chosen, core, range, without_weaker};
use completed::Wandering;
pub(crate) use measured::{ASKS_NOTHING, Measuring};
use mutants::mutants;
pub(crate) use ranges::{count as count_range, of_things};
pub(crate) use scene::Scene;
use wander::Wanderer;
use ways::{Way, ways};

use crate::imitation::ImitationError;

/// Maximum number of core demands of a file, and of further ones.
const N_CORE_MAX: usize = 15;
const N_MORE_MAX: usize = 6;

/// Maximum number of candidates, and the maximum for large drawings.
const N_CANDIDATES_MAX: usize = 4000;
const N_CANDIDATES_OF_LARGE: usize = 500;

/// The conditions, as parts of a problem file.
#[derive(Debug, Default)]
pub(crate) struct Demands {
    /// Lines of `[objectives]`, each below its description.
    pub(crate) objectives: String,
    /// Movements and neighborhoods that only these objectives use.
    pub(crate) tables: String,
}

impl Demands {
    /// The common properties of all drawings that `given` does not imply. `taken` are the names of
    /// existing objectives.
    pub(crate) fn of(
        scene: &Scene<'_>,
        draft: &Draft<'_>,
        given: Given,
        taken: Vec<String>,
    ) -> Result<Self, ImitationError> {
        let measured_by = ways(scene, draft.movement);
        let ways: String = measured_by.iter().map(Way::text).collect();
        let tables = format!("{}{}{ways}{BLOCK}", draft.tiles, draft.movement);
        let measuring = Measuring { head: draft.head, tables: &tables };
        let given = given.of_drawings(&measuring, scene)?;
        let Held { holding: held, unplayable, found } = held(scene, &measuring, &given)?;
        let core = core(&held, &unplayable, N_CORE_MAX);
        let n_max = core.len() + N_MORE_MAX;
        let mut chosen = chosen(&held, found, core.clone(), n_max);
        let mut wandering =
            Wandering { wanderer: Wanderer::new(scene), scene, given: &given, measuring, held };
        wandering.complete(&mut chosen, n_max)?;
        wandering.without_implied(&mut chosen, &core)?;
        let mut chosen = without_weaker(&wandering.held, &chosen);
        // Restore the order of the catalogue.
        chosen.sort_unstable();
        let chosen: Vec<&Holding> = chosen.iter().map(|&index| &wandering.held[index]).collect();
        Ok(Self::written(scene, &chosen, &measured_by, taken))
    }
}

/// The finished parts of a problem file: its head, its tiles, and its movement.
pub(crate) struct Draft<'t> {
    pub(crate) head: &'t str,
    pub(crate) tiles: &'t str,
    pub(crate) movement: &'t str,
}

/// Conditions of good levels that are already in the file.
pub(crate) struct Given {
    pub(crate) playable: Option<String>,
    pub(crate) counts: Vec<String>,
}

impl Given {
    /// The given conditions that hold in all drawings: a few drawings may not be playable.
    fn of_drawings(
        mut self,
        measuring: &Measuring<'_>,
        scene: &Scene<'_>,
    ) -> Result<Self, ImitationError> {
        let values = measuring.values(&self.all(), scene.levels())?;
        let holds: Vec<bool> =
            values.iter().map(|values| values.iter().all(|&value| value == 1.0)).collect();
        let mut holds = holds.into_iter();
        self.playable = self.playable.filter(|_| holds.next() == Some(true));
        self.counts.retain(|_| holds.next() == Some(true));
        Ok(self)
    }

    /// All conditions, the one of playable levels first if there is one.
    fn all(&self) -> Vec<&str> {
        self.playable.iter().chain(&self.counts).map(String::as_str).collect()
    }
}

const BLOCK: &str = "\n[neighborhoods]\nblock = \"31,11\"\n";

/// Candidates that hold in all drawings but not in all mutants.
struct Held {
    holding: Vec<Holding>,
    /// Which mutants are not playable, and which violate some given condition.
    unplayable: Vec<bool>,
    found: Vec<bool>,
}

fn held(
    scene: &Scene<'_>,
    measuring: &Measuring<'_>,
    given: &Given,
) -> Result<Held, ImitationError> {
    let mut candidates = catalogue(scene);
    let n_cells: usize = scene.levels().iter().map(|level| level.view().area()).sum();
    candidates.truncate(if n_cells > 20_000 { N_CANDIDATES_OF_LARGE } else { N_CANDIDATES_MAX });
    let holding = holding(candidates, measuring, scene)?;
    let mutants = mutants(scene);
    let levels: Vec<Level> = mutants.iter().map(|mutant| mutant.level.clone()).collect();
    let mut expressions: Vec<&str> =
        holding.iter().map(|(candidate, _)| candidate.value.as_str()).collect();
    expressions.extend(given.all());
    let mut values = measuring.values(&expressions, &levels)?;
    let n_playable = usize::from(given.playable.is_some());
    let given = values.split_off(holding.len());
    let found = |given: &[Vec<f64>]| -> Vec<bool> {
        (0..mutants.len()).map(|index| given.iter().any(|one| one[index] == 0.0)).collect()
    };
    let (unplayable, found) = (found(&given[..n_playable]), found(&given));
    let chances = chances(&holding, measuring, scene)?;
    let all = holding.into_iter().zip(values).zip(chances);
    let held = all.filter_map(|(((candidate, range), values), chance)| {
        Holding::new(candidate, range, &values, chance, &mutants)
    });
    Ok(Held { holding: held.collect(), unplayable, found })
}

/// Candidates that hold in all drawings, with their ranges.
fn holding(
    candidates: Vec<Candidate>,
    measuring: &Measuring<'_>,
    scene: &Scene<'_>,
) -> Result<Vec<(Candidate, ranges::Range)>, ImitationError> {
    let expressions: Vec<&str> = candidates.iter().map(|one| one.value.as_str()).collect();
    let values = measuring.values(&expressions, scene.levels())?;
    let mut holding: Vec<(Candidate, ranges::Range)> = Vec::new();
    for (candidate, values) in candidates.into_iter().zip(values) {
        let Some(mut range) = range(candidate.wants, &values) else { continue };
        range.high += slack(&candidate, scene);
        let is_known =
            |(one, of): &(Candidate, ranges::Range)| one.value == candidate.value && *of == range;
        if !holding.iter().any(is_known) {
            holding.push((candidate, range));
        }
    }
    Ok(holding)
}

/// Number of exceptions to allow for common things: what holds for all of them in a few drawings
/// seldom holds for all in the next one.
fn slack(candidate: &Candidate, scene: &Scene<'_>) -> f64 {
    let By::Moves(tile) = candidate.by else { return 0.0 };
    if candidate.wants != Wants::Just(0.0) {
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
