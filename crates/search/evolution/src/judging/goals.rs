//! The values that a search maximizes.
//!
//! The objectives of a problem measure single levels. A generator that repeats one level can be
//! perfect in all of them. So a search can also maximize measures of the *set* of levels.

use marahel_problem::{Objective, ObjectiveKind};

use crate::Sample;
use crate::judging::worth::{worth, worth_of_none};
use marahel_config::{Config, Goal};

/// Scripts up to this many characters score 1 in [`Goal::Brevity`]; handwritten ones have 300 to
/// 1200.
const N_CHARACTERS_FEW: f64 = 1000.0;

/// This many more characters halve the score.
const N_CHARACTERS_HALF: f64 = 5000.0;

/// Levels up to this many steps per tile score 1 in [`Goal::Speed`]; those of the gallery cost 12
/// to 660, half of them at most 37.
const N_STEPS_FEW: f64 = 20.0;

/// This many more steps halve the score.
const N_STEPS_HALF: f64 = 60.0;

/// The share of a goal that remains when its factors are 0. It lets a search distinguish good
/// scripts without variety from bad ones.
const FLOOR: f64 = 0.1;

/// The largest share that [`Goal::CountsTogether`] loses for long and slow scripts. This goal
/// decides alone while nothing is playable, when a search could fill up with slow scripts.
const COST_MAX: f64 = 0.2;

/// Where nothing good was near at first, a script loses worth for good levels below this share, this
/// much for all of them. Otherwise one that just misses a single range in all levels could be worth
/// more than one that often meets all.
const GOOD_KEPT: f64 = 0.8;
const PENALTY_OF_BAD: f64 = 10.0;

/// There a script also gains this much if two of its levels differ in this share of the cells: good
/// levels can be sifted, varied ones cannot.
const GAIN_OF_DIFFERENCE: f64 = 2.0;
const DIFFERENCE: f64 = 0.4;

/// By how much a script is worth more if a judge of finalists passes all its levels than if it passes
/// none. While it was not asked, it passes a half.
const GAIN_OF_PASSED: f64 = 4.0;
const UNASKED: f64 = 0.5;

/// The most that [`Goal::Worth`] loses for long and slow scripts.
const COST_OF_WORTH: f64 = 0.5;

/// Computes the values that a search maximizes from a sample.
#[derive(Clone, Debug)]
pub(crate) struct Goals {
    kinds: Vec<ObjectiveKind>,
    chosen: Vec<Goal>,
    factors: Vec<Goal>,
    /// Whether the mean of all cases replaces [`Goal::CountsTogether`], for samples that measured
    /// the cases.
    pub(crate) by_cases: bool,
    /// Whether [`Goal::Worth`] first asks for good levels.
    pub(crate) good_first: bool,
}

impl Goals {
    /// The goals of a search; `goals` are a selection of those in its config.
    pub(crate) fn new(config: &Config, goals: &[Goal], objectives: &[Objective]) -> Self {
        Self {
            kinds: objectives.iter().map(Objective::kind).collect(),
            chosen: goals.to_vec(),
            factors: config.search.factors.clone(),
            by_cases: false,
            good_first: false,
        }
    }

    /// The same goals, where [`Goal::Worth`] first asks for good levels or not.
    pub(crate) fn with_good_first(&self, good_first: bool) -> Self {
        Self { good_first, ..self.clone() }
    }

    pub(crate) fn len(&self) -> usize {
        self.chosen.iter().map(|goal| self.n_values_of(*goal)).sum()
    }

    fn n_values_of(&self, goal: Goal) -> usize {
        let n_open = self.kinds.iter().filter(|kind| **kind == ObjectiveKind::Open).count();
        match goal {
            Goal::Problem => self.kinds.len(),
            Goal::Counts => self.kinds.len() - n_open,
            Goal::Open => n_open,
            Goal::CountsTogether
            | Goal::Length
            | Goal::Playable
            | Goal::Good
            | Goal::Unlike
            | Goal::Rough
            | Goal::Different
            | Goal::Worth
            | Goal::Brevity
            | Goal::Speed => 1,
        }
    }

    /// The fitness in the objectives selected by whether they are open-ended.
    fn fitness_of(&self, sample: &Sample, is_wanted: impl Fn(bool) -> bool) -> Vec<f64> {
        let all = sample.fitness().into_iter().zip(&self.kinds);
        let values = all.filter(|(_, kind)| is_wanted(**kind == ObjectiveKind::Open));
        values.map(|(value, _)| value).collect()
    }

    /// The values of a script without levels: 0, and for worth, which can be negative, less than
    /// for any script with levels.
    pub(crate) fn values_of_none(&self) -> Vec<f64> {
        let worth = worth_of_none(&self.kinds) - if self.good_first { PENALTY_OF_BAD } else { 0.0 };
        let values = self.chosen.iter().flat_map(|&goal| {
            let value = if goal == Goal::Worth { worth } else { 0.0 };
            std::iter::repeat_n(value, self.n_values_of(goal))
        });
        values.collect()
    }

    /// The values to maximize, goal by goal. `n_characters` is the length of the script.
    ///
    /// Factors multiply the goals that sameness could reach: `open`, `length`, `playable` and
    /// `good`. Factors of the script itself also scale a fifth of `counts-together` and reduce
    /// `worth`.
    pub(crate) fn values(&self, sample: &Sample, n_characters: usize) -> Vec<f64> {
        let factors = self.factors.iter().map(|goal| self.value(*goal, sample, n_characters));
        let factor = FLOOR + (1.0 - FLOOR) * factors.product::<f64>();
        let of_script = self.factors.iter().filter(|goal| goal.is_of_script());
        let of_script = of_script.map(|goal| self.value(*goal, sample, n_characters));
        let cheap = 1.0 - COST_MAX * (1.0 - of_script.product::<f64>());
        let mut values = Vec::with_capacity(self.len());
        for &goal in &self.chosen {
            let value = || self.value(goal, sample, n_characters);
            match goal {
                Goal::Problem => values.extend(sample.fitness()),
                Goal::Counts => values.extend(self.fitness_of(sample, |is_open| !is_open)),
                Goal::Open => {
                    let open = self.fitness_of(sample, |is_open| is_open).into_iter();
                    values.extend(open.map(|value| value * factor));
                }
                Goal::Length | Goal::Playable | Goal::Good => values.push(value() * factor),
                Goal::CountsTogether => values.push(value() * cheap),
                Goal::Worth => values.push(value() - COST_OF_WORTH / COST_MAX * (1.0 - cheap)),
                Goal::Unlike | Goal::Rough | Goal::Different | Goal::Brevity | Goal::Speed => {
                    values.push(value());
                }
            }
        }
        values
    }

    /// A goal as one number; for several objectives their mean.
    fn value(&self, goal: Goal, sample: &Sample, n_characters: usize) -> f64 {
        let is_by_cases = self.by_cases && goal == Goal::CountsTogether;
        if let Some(mean) = sample.mean_of_cases().filter(|_| is_by_cases) {
            return mean;
        }
        match goal {
            Goal::Problem => self.mean(sample, |_| true),
            Goal::Counts | Goal::CountsTogether => self.mean(sample, |is_open| !is_open),
            Goal::Open => self.mean(sample, |is_open| is_open),
            Goal::Length => sample.length.mean(),
            Goal::Playable => sample.playable(),
            Goal::Good => sample.good(),
            Goal::Unlike => sample.variety.unlike_share(),
            // Levels like drawings may well be alike.
            Goal::Rough if sample.likeness.n() > 0 => sample.likeness.mean(),
            Goal::Rough => sample.variety.rough_share(),
            Goal::Different => sample.variety.different_share(),
            Goal::Worth => {
                let worth =
                    worth(sample, &self.kinds) + GAIN_OF_PASSED * (sample.passed_share() - UNASKED);
                if !self.good_first {
                    return worth;
                }
                let lack = (GOOD_KEPT - sample.good()).max(0.0);
                let difference = (sample.variety.tile_difference() / DIFFERENCE).min(1.0);
                worth - PENALTY_OF_BAD * lack + GAIN_OF_DIFFERENCE * difference
            }
            Goal::Brevity => falling(n_characters as f64, N_CHARACTERS_FEW, N_CHARACTERS_HALF),
            Goal::Speed => falling(sample.steps_per_tile(), N_STEPS_FEW, N_STEPS_HALF),
        }
    }

    fn mean(&self, sample: &Sample, is_wanted: fn(bool) -> bool) -> f64 {
        let scores = self.fitness_of(sample, is_wanted);
        if scores.is_empty() { 1.0 } else { scores.iter().sum::<f64>() / scores.len() as f64 }
    }
}

/// 1 up to `few`, a half at `few + half`, and falling further.
fn falling(n: f64, few: f64, half: f64) -> f64 {
    half / (half + (n - few).max(0.0))
}

#[cfg(test)]
mod tests;
