//! Detecting that a search is far from good, and breeding case by case until it is not.
//!
//! One number for all demands prefers scripts that are fair in each. While nothing is good, scripts
//! that meet some demands and fail others are more useful: together they have the parts. A search
//! with a fitting starter is never far, and all this has no effect on it.

use marahel_config::GenomeEngine;
use marahel_problem::Case;
use rand::Rng;
use serde_json::Value;

use super::Growing;
use super::member::Record;
use crate::judging::standing::{MET, Standing, mean, n_met};
use marahel_config::EvolutionError;
use marahel_problem::Sample;

/// A search is far from good if, after its first generation, no script has this share of good
/// levels, ...
pub(crate) const GOOD_ENOUGH: f64 = 0.4;
/// ... and they are this [varied](Sample::varied).
pub(crate) const VARIED_ENOUGH: f64 = 0.25;

/// It stays far until some script has this share: a search that leaves the cases too early wanders
/// off from its few good levels.
const GOOD_ENOUGH_LATER: f64 = 0.75;

/// Maximum levels of survivors while nothing is good, as a multiple of those of children: luck does
/// no harm then.
const N_TIMES_FIRST: u32 = 2;

/// A demand on levels that no script meets.
#[derive(Clone, Debug, PartialEq)]
pub struct Unmet {
    /// The name of an objective, or the text of a condition.
    pub text: String,
    /// The best result of any script, in 0..=1: the share of levels that meet it; for an objective
    /// the mean of that share and the mean score.
    pub best: f64,
}

/// The living script that meets most demands.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// The script, as [`script_text`](crate::script_text) writes it.
    pub script: Value,
    /// What it meets.
    pub standing: Standing,
}

impl Growing<'_> {
    /// Whether a search breeds by cases: until some script has enough good and varied levels, or
    /// the last phase begins.
    pub(crate) fn is_far(&self) -> bool {
        let enough = if self.is_guided() { GOOD_ENOUGH_LATER } else { GOOD_ENOUGH };
        !self.is_polishing && !self.has_good(enough, VARIED_ENOUGH)
    }

    /// Whether a living script has this share of good levels, this varied. Always true for searches
    /// that breed genes.
    fn has_good(&self, good: f64, varied: f64) -> bool {
        let is_good = |sample: &Sample| sample.good() >= good && sample.varied() >= varied;
        !self.breeds_scripts || self.records.values().any(|record| is_good(&record.sample))
    }

    /// The cases that no script has met, worst first; empty once some script has enough good
    /// levels.
    pub(crate) fn unmet(&self) -> Vec<Unmet> {
        if self.has_good(GOOD_ENOUGH, 0.0) {
            return Vec::new();
        }
        let cases = self.evaluator.problem.cases().into_iter().zip(&self.best_in_cases);
        let unmet = cases.filter(|(_, best)| **best < MET);
        let mut unmet: Vec<Unmet> =
            unmet.map(|(case, &best)| Unmet { text: case.text, best }).collect();
        // The last case compares playable levels; without any it says nothing.
        if unmet.len() > 1 {
            unmet.pop_if(|unmet| unmet.text == Case::DIFFERENT && unmet.best == 0.0);
        }
        unmet.sort_by(|left, right| left.best.total_cmp(&right.best));
        unmet
    }

    /// The living script that meets most cases; of equals, the one with the best mean.
    pub(crate) fn nearest(&self) -> Option<Nearest> {
        let judged =
            self.records.values().filter_map(|record| Some((record, record.sample.cases()?)));
        let judged: Vec<(&Record, Vec<f64>)> = judged.collect();
        let (record, cases) = judged.iter().max_by(|(_, left), (_, right)| {
            n_met(left).cmp(&n_met(right)).then(mean(left).total_cmp(&mean(right)))
        })?;
        let good = Some(record.sample.good());
        Some(Nearest {
            script: self.evaluator.script_of(&record.document),
            standing: Standing::new(self.evaluator.problem, cases, good),
        })
    }

    /// Maximum number of levels of a survivor.
    pub(super) fn n_maps_max(&self) -> u32 {
        let few = if self.is_far() { N_TIMES_FIRST * self.n_maps_first } else { u32::MAX };
        self.n_maps_max.min(few)
    }

    /// The median over the living of their mean over all cases; 0 if none has measured them.
    pub(super) fn median_of_cases(&self) -> f64 {
        let living = self.records.values().filter_map(|record| record.sample.mean_of_cases());
        let mut means: Vec<f64> = living.collect();
        means.sort_by(f64::total_cmp);
        means.get(means.len() / 2).copied().unwrap_or(0.0)
    }

    /// The least mean over all cases for which a child is measured further; `None` if cases are not
    /// measured.
    pub(super) fn bar_of_cases(&self) -> Option<f64> {
        let none = self.is_guided().then_some(0.0);
        if self.is_far() { Some(self.median_of_cases()) } else { none }
    }

    /// Updates the best result in each case.
    pub(super) fn note_cases(&mut self) {
        for cases in self.records.values().filter_map(|record| record.sample.cases()) {
            self.best_in_cases.resize(cases.len(), 0.0);
            for (best, result) in self.best_in_cases.iter_mut().zip(cases) {
                *best = best.max(result);
            }
        }
    }

    /// Whether the search is or was far from good, after its first generation.
    pub(super) fn is_guided(&self) -> bool {
        !self.best_in_cases.is_empty()
    }

    /// Tells an engine the results of the living in each case, by which it breeds while the search
    /// is far from good. Afterwards, children still complete what their parents lack. What is told
    /// follows from the content of a checkpoint.
    pub(super) fn tell_cases(&self, engine: &mut GenomeEngine) {
        // Far from good, what stands widest is noise.
        let n_widths = if self.is_far() { 0 } else { self.evaluator.problem.palette().len() };
        let judged = self.records.iter().filter(|_| self.is_guided());
        let results = judged
            .filter_map(|(&id, record)| {
                let mut cases = record.sample.cases_and_widths(n_widths)?;
                cases.extend(self.finalists.as_ref().map(|_| record.sample.passed_share()));
                Some((id, cases))
            })
            .collect();
        engine.learn(results, self.goals.by_cases);
    }

    /// Decides whether the search breeds by cases, and tells an engine.
    pub(in crate::judging) fn direct(&mut self, engine: &mut GenomeEngine, generation: u64) {
        // The first scripts compete like those of any search.
        self.goals.by_cases = generation > 0 && self.is_far();
        if generation > 0 {
            self.tell_cases(engine);
        }
    }

    /// Lets an engine breed by cases while nothing is near good. If the first scripts are far from
    /// good, begins again with drafts. Returns the number of levels that these took.
    pub(super) fn guide(
        &mut self,
        engine: &mut GenomeEngine,
        generation: u64,
        rng: &mut dyn Rng,
    ) -> Result<u64, EvolutionError> {
        self.direct(engine, generation);
        if self.goals.by_cases {
            engine.reevaluate(&self.values(&self.goals, engine.population())?);
        }
        Ok(if self.goals.by_cases && generation == 1 { engine.draft(rng) } else { 0 })
    }
}
