//! The worth of a generator, in one number.
//!
//! With many objectives a search keeps specialists, but a user needs one generator that is good in
//! all of them. Worth selects it.

use marahel_problem::ObjectiveKind;

use crate::Sample;

/// Shares from here on count as 1: the rest costs more than it gives.
const ENOUGH: f64 = 0.985;

/// Penalty for missing shares, relative to the length score.
const PENALTY: f64 = 5.0;

/// The same for problems that ask for diversity.
const PENALTY_OF_SCRIPTS: f64 = 2.5;

/// Penalty for levels that do not match their dials, the most important demand.
const PENALTY_OF_DIALS: f64 = 5.0;

/// Penalty for missing good and long levels.
const PENALTY_OF_SHORT: f64 = 1.0;

/// Exponent of the similarity to drawn levels.
const LIKENESS: f64 = 4.0;

/// Worth of levels that are as similar to drawn ones as can be.
const WORTH_OF_LIKENESS: f64 = 4.0;

/// Exponent of the mean width of the kinds of tiles: a generator that draws one picture is worth
/// little, however good.
const WIDTH: f64 = 2.0;

/// The share of worth that remains if all levels are alike.
const ALIKE: f64 = 0.1;

/// The worth of a generator by a sample of its levels: at most 2, or 4 with drawings. It is
/// negative if most levels fail.
///
/// - Problems without demands on diversity, as in the study: the mean length score of good levels
///   plus the share of good and long levels, times their distinctness.
/// - Problems with such demands: floor plans and how widely tiles stand matter most, then paths. An
///   open field keeps a tenth.
/// - Problems with drawings: similarity to the drawings replaces length and paths. Counts and the
///   share of playable levels matter too, but not the share of good ones.
///
/// Shares and mean scores of counts below nearly 1 are penalized. So is missing diversity, if
/// demanded and without drawings.
///
/// `kinds` are the kinds of the objectives.
pub(crate) fn worth(sample: &Sample, kinds: &[ObjectiveKind]) -> f64 {
    let n_maps = f64::from(sample.n_maps.max(1));
    let long = f64::from(sample.n_long) / n_maps;
    let variety_of_levels = &sample.variety;
    let [lack_of_dials, lack_of_counts] = [ObjectiveKind::Dial, ObjectiveKind::Count].map(|kind| {
        let all = sample.scores.iter().zip(kinds).filter(|(_, own)| **own == kind);
        all.map(|(tally, _)| lack_of(tally.mean())).sum::<f64>()
    });
    let lack_of_counts = lack_of_counts + PENALTY_OF_DIALS / PENALTY_OF_SCRIPTS * lack_of_dials;
    let lack = lack_of_counts + lack_of(sample.playable()) + lack_of(sample.good());
    if variety_of_levels.goals().diversity == 0.0 {
        let variety = variety_of_levels.unlike_share()
            * variety_of_levels.floor_share()
            * variety_of_levels.different_share();
        return (sample.length.mean() + long) * (ALIKE + (1.0 - ALIKE) * variety) - PENALTY * lack;
    }
    let some = |share: f64, least: f64| least + (1.0 - least) * share;
    let plans = some(variety_of_levels.floor_share(), 0.1)
        * variety_of_levels.different_share()
        * libm::pow(variety_of_levels.mean_width(), WIDTH);
    if sample.likeness.n() > 0 {
        let lack = lack_of_counts + lack_of(sample.playable());
        return WORTH_OF_LIKENESS * libm::pow(sample.likeness.mean(), LIKENESS) * plans
            - PENALTY_OF_SCRIPTS * lack;
    }
    let lack = PENALTY_OF_SCRIPTS * (lack + lack_of(variety_of_levels.diversity_share()));
    let variety = plans * some(variety_of_levels.unlike_share(), 0.2);
    (1.0 + sample.length.mean() + 2.0 * long) / 2.0 * variety
        - lack
        - PENALTY_OF_SHORT * (ENOUGH - long).max(0.0)
}

/// By how much a share falls short of [`ENOUGH`].
fn lack_of(share: f64) -> f64 {
    (ENOUGH - share).max(0.0)
}

/// The worth of a script without levels: less than that of any with levels.
pub(crate) fn worth_of_none(kinds: &[ObjectiveKind]) -> f64 {
    let n_shares = kinds.iter().filter(|kind| **kind != ObjectiveKind::Open).count() + 2;
    -PENALTY * ENOUGH * n_shares as f64 - 1.0
}

#[cfg(test)]
mod tests {
    use super::{worth, worth_of_none};
    use marahel_problem::{Signature, Variety, VarietyGoals};

    use crate::Sample;
    use crate::tests::config;
    use marahel_config::problem_of;

    #[test]
    fn no_levels_are_worth_less_than_the_worst_levels() {
        let problem = problem_of(&config(&[("problem", "zelda")]));
        let kinds: Vec<_> =
            problem.objectives().iter().map(marahel_problem::Objective::kind).collect();
        let mut sample = Sample::new(&problem);
        sample.n_maps = 10;
        sample.scores.iter_mut().for_each(|tally| tally.add(0.0));
        assert!(worth_of_none(&kinds) < worth(&sample, &kinds));
    }

    #[test]
    fn similar_levels_are_worth_more_than_counts_that_are_all_in_range() {
        let problem = problem_of(&config(&[("problem", "roguelike")]));
        let kinds: Vec<_> =
            problem.objectives().iter().map(marahel_problem::Objective::kind).collect();
        let drawn = |likeness: f64, count: f64, n_playable: u32| {
            let mut sample = Sample::new(&problem);
            (sample.n_maps, sample.n_playable) = (10, n_playable);
            sample.scores.iter_mut().for_each(|tally| tally.add(1.0));
            sample.scores[0].add(2.0 * count - 1.0);
            sample.likeness.add(likeness);
            sample.variety = Variety::new(VarietyGoals { floor: 0.0, ..problem.variety_goals() });
            sample.variety.add(1, &Signature::default(), 0, |_, _| unreachable!());
            worth(&sample, &kinds)
        };
        assert!(drawn(0.9, 0.8, 10) > drawn(0.7, 1.0, 10));
        assert!(drawn(0.9, 0.8, 10) > drawn(0.9, 0.7, 10));
        assert!(drawn(0.7, 1.0, 10) > drawn(0.9, 1.0, 2));
    }
}
