//! When a search is far from good, and what it does then: it breeds case by case.
//!
//! One number for all demands prefers whoever is fair in each. As long as nothing is good, scripts
//! that meet some demands and fail others are worth more: together they have the parts. Where a
//! starter fits, a search is never far, and does what it did without all this.

use std::collections::BTreeMap;

use config::Engine;

use super::Growing;
use super::member::Record;
use config::ExperimentError;

/// A search is far from what is asked for as long as no script has so many good levels, ...
pub(crate) const GOOD_ENOUGH: f64 = 0.4;
/// ... which are so [varied](Sample::varied).
pub(crate) const VARIED_ENOUGH: f64 = 0.25;

/// As long as nothing is good, luck is no harm, and survivors are measured on so many times as many
/// levels as children, at most.
const N_TIMES_FIRST: u32 = 2;

/// A script does well in a case from here on.
const MET: f64 = 0.95;

/// Something that levels are asked for, and that no script does well.
#[derive(Clone, Debug, PartialEq)]
pub struct Unmet {
    /// The name of an objective, or a condition as it is written.
    pub text: String,
    /// How well the best script does it, in 0..=1: the share of its levels; for an objective the
    /// mean of that and of their mean score.
    pub best: f64,
}

impl Growing<'_> {
    /// Whether a search breeds by cases: until some script has enough good levels that vary, or the
    /// last phase begins.
    pub(crate) fn is_far(&self) -> bool {
        !self.is_polishing && !self.has_good(VARIED_ENOUGH)
    }

    /// Whether a living script is good in enough levels, which are so varied. Only scripts that are
    /// not bred for drawings are asked.
    fn has_good(&self, varied: f64) -> bool {
        let is_good = |record: &Record| {
            record.sample.good() >= GOOD_ENOUGH && record.sample.varied() >= varied
        };
        !self.breeds_scripts
            || !self.evaluator.problem.definition().drawings().levels().is_empty()
            || self.records.values().any(is_good)
    }

    /// The cases in which no script ever did well, as long as none is good enough: what they are
    /// about, and how the best one did, the worst first.
    pub(crate) fn unmet(&self) -> Vec<Unmet> {
        if self.has_good(0.0) {
            return Vec::new();
        }
        let cases = self.evaluator.problem.cases().into_iter().zip(&self.best_in_cases);
        let unmet = cases.filter(|(_, best)| **best < MET);
        let mut unmet: Vec<Unmet> =
            unmet.map(|(case, &best)| Unmet { text: case.text, best }).collect();
        unmet.sort_by(|one, other| one.best.total_cmp(&other.best));
        unmet
    }

    /// Levels on which a survivor is measured, at most.
    pub(super) fn n_maps_max(&self) -> u32 {
        let few = if self.is_far() { N_TIMES_FIRST * self.n_maps_first } else { u32::MAX };
        self.n_maps_max.min(few)
    }

    /// The median over the living of how they do in all cases together; 0 if nobody looked.
    pub(super) fn median_of_cases(&self) -> f64 {
        let living = self.records.values().filter_map(|one| one.sample.mean_of_cases());
        let mut means: Vec<f64> = living.collect();
        means.sort_by(f64::total_cmp);
        means.get(means.len() / 2).copied().unwrap_or(0.0)
    }

    /// Notes how the best of the living do in each case.
    pub(super) fn note_cases(&mut self) {
        for cases in self.records.values().filter_map(|one| one.sample.cases()) {
            self.best_in_cases.resize(cases.len(), 0.0);
            for (best, found) in self.best_in_cases.iter_mut().zip(cases) {
                *best = best.max(found);
            }
        }
    }

    /// How the living do in each case, by their ids; nothing unless a search breeds by cases.
    pub(super) fn cases(&self) -> BTreeMap<u64, Vec<f64>> {
        let cases = self.records.iter().filter(|_| self.goals.by_cases);
        cases.filter_map(|(&id, one)| Some((id, one.sample.cases()?))).collect()
    }

    /// Tells an engine how the living do in each case, as long as a search breeds by cases. All of it
    /// follows from what a checkpoint holds.
    pub(in crate::judging) fn tell_cases(&mut self, engine: &mut Engine, generation: u64) {
        // The first scripts compete as those of any search.
        self.goals.by_cases = generation > 0 && self.is_far();
        engine.learn(self.cases());
    }

    /// Lets an engine breed by cases as long as nothing good is near. Where the first scripts are
    /// far from good, plans come beside them.
    pub(super) fn guide(
        &mut self,
        engine: &mut Engine,
        generation: u64,
    ) -> Result<(), ExperimentError> {
        self.tell_cases(engine, generation);
        if self.goals.by_cases {
            engine.reevaluate(&self.values(&self.goals, engine.population())?);
        }
        if self.goals.by_cases && generation == 1 {
            engine.plan();
        }
        Ok(())
    }
}
