//! When a search is far from good, and what it does then: it breeds case by case.
//!
//! One number for all demands prefers whoever is fair in each. As long as nothing is good, scripts
//! that meet some demands and fail others are worth more: together they have the parts. Where a
//! starter fits, a search is never far, and does what it did without all this.

use std::collections::BTreeMap;

use config::Engine;

use super::Growing;
use super::member::Record;
use crate::ExperimentError;

/// A search is far from what is asked for as long as no script has so many good levels, ...
pub(crate) const GOOD_ENOUGH: f64 = 0.4;
/// ... which are so [varied](Sample::varied).
pub(crate) const VARIED_ENOUGH: f64 = 0.25;

/// A script does well in a case from here on.
const MET: f64 = 0.95;

/// Something that levels are asked for, and that no script does well.
#[derive(Clone, Debug, PartialEq)]
pub struct Unmet {
    /// The name of an objective, or a condition as it is written.
    pub text: String,
    /// The mean score, or the share of the levels, of the script that does it best.
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

    /// Notes how the best of the living do in each case.
    pub(super) fn note_cases(&mut self) {
        for cases in self.records.values().filter_map(|one| one.sample.cases()) {
            self.best_in_cases.resize(cases.len(), 0.0);
            for (best, found) in self.best_in_cases.iter_mut().zip(cases) {
                *best = best.max(found);
            }
        }
    }

    /// Lets an engine breed by cases as long as nothing good is near. Where the first scripts are
    /// far from good, plans come beside them.
    pub(super) fn guide(
        &mut self,
        engine: &mut Engine,
        generation: u64,
    ) -> Result<(), ExperimentError> {
        // The first scripts compete as those of any search.
        let is_far = generation > 0 && self.is_far();
        self.goals.by_cases = is_far;
        if is_far {
            engine.reevaluate(&self.values(&self.goals, engine.population())?);
        }
        let cases = self.records.iter().filter_map(|(&id, one)| Some((id, one.sample.cases()?)));
        engine.learn(if is_far { cases.collect() } else { BTreeMap::new() });
        if is_far && generation == 1 {
            engine.plan();
        }
        Ok(())
    }
}
