//! The two ways to judge a generation.

pub(crate) mod crew;
pub(crate) mod evaluate;
pub(crate) mod finalists;
pub(crate) mod goals;
pub(crate) mod growing;
pub(crate) mod monitor;
pub(crate) mod standing;
pub(crate) mod worth;

use std::sync::Arc;

use marahel_config::{GenomeEngine, Individual};
use marahel_problem::Problem;
use marahel_search::Objectives;
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::judging::crew::Workers;
use crate::judging::evaluate::{Batch, Evaluator, SavedEvaluator};
use crate::judging::growing::{Growing, Nearest, SavedGrowing, Unmet};
use crate::judging::standing::{Standing, mean, n_met};
use crate::progress::Progress;
use marahel_config::{Config, Decode, EvolutionError};
use marahel_problem::Sample;

/// Judges the genomes of a search, generation by generation.
pub(crate) enum Judge<'p> {
    /// Measures all scripts on equally many levels.
    Equal(Box<Evaluator<'p>>),
    /// Measures new scripts on few levels, survivors on more.
    Growing(Box<Growing<'p>>),
}

#[derive(Serialize, Deserialize)]
pub(crate) enum SavedJudge<'s> {
    Equal(SavedEvaluator<'s>),
    Growing(SavedGrowing<'s>),
}

impl<'p> Judge<'p> {
    pub(crate) fn new(
        config: &Config,
        problem: &'p Problem,
        decoder: Arc<dyn Decode>,
        workers: Workers<'p>,
    ) -> Self {
        let evaluator = Evaluator::of(config, problem, decoder).with_workers(workers);
        if config.search.algorithm.has_islands {
            Self::Growing(Box::new(Growing::new(config, problem, evaluator)))
        } else {
            Self::Equal(Box::new(evaluator))
        }
    }

    pub(crate) fn save(&self) -> SavedJudge<'_> {
        match self {
            Self::Equal(evaluator) => SavedJudge::Equal(evaluator.save()),
            Self::Growing(growing) => SavedJudge::Growing(growing.save()),
        }
    }

    /// Restores the saved state of a search with the same config; `population` is its population.
    pub(crate) fn restore(
        &mut self,
        saved: SavedJudge<'_>,
        population: &[Individual],
    ) -> Result<(), EvolutionError> {
        let n_objectives = match (self, saved) {
            (Self::Equal(evaluator), SavedJudge::Equal(saved)) => {
                evaluator.restore(saved)?;
                evaluator.problem.objectives().len()
            }
            (Self::Growing(growing), SavedJudge::Growing(saved)) => {
                growing.restore(saved, population)?;
                growing.n_goals()
            }
            _ => return Err(EvolutionError::Saved("its kind of noise differs".to_owned())),
        };
        if population.iter().any(|individual| individual.objectives.len() != n_objectives) {
            return Err(EvolutionError::Saved("its population has other objectives".to_owned()));
        }
        Ok(())
    }

    /// Advances an engine by one generation. Returns how its
    /// genomes were evaluated, and the total number of measured levels. Returns `None` if the
    /// search was stopped meanwhile; the engine is unusable then.
    pub(crate) fn generation(
        &mut self,
        engine: &mut GenomeEngine,
        progress: &Progress,
        rng: &mut dyn Rng,
    ) -> Result<Option<(Batch, u64)>, EvolutionError> {
        let generation = progress.n_generations;
        if let Self::Growing(growing) = self {
            growing.direct(engine, generation);
        }
        engine.advance(progress.share());
        match self {
            Self::Equal(evaluator) => {
                let n_objectives = evaluator.problem.objectives().len();
                let mut batch = evaluator.evaluate(&engine.ask(rng), generation)?;
                if evaluator.monitor().is_stopped() {
                    return Ok(None);
                }
                let n_maps = batch.n_maps;
                batch.name_failures(engine.n_born());
                engine.tell(&batch.objectives(n_objectives)?);
                Ok(Some((batch, n_maps)))
            }
            Self::Growing(growing) => {
                growing.advance(engine, progress.share())?;
                let Some(mut batch) = growing.breed(engine, generation, rng)? else {
                    return Ok(None);
                };
                let grown = growing.grow(engine, generation)?;
                let Some((n_more, dropped)) = grown else { return Ok(None) };
                batch.failures.extend(dropped.into_iter().map(|id| (id, Failure::Budget)));
                growing.ask(engine, progress.share())?;
                let n_maps = batch.n_maps + n_more;
                Ok(Some((batch, n_maps)))
            }
        }
    }

    /// Lets children cost what a given script does, in steps per tile.
    pub(crate) fn admit(&mut self, steps: f64) {
        if let Self::Growing(growing) = self {
            growing.admit(steps);
        }
    }

    /// The judge of a search that measures survivors on more and more levels.
    pub(crate) fn growing(&self) -> Option<&Growing<'p>> {
        match self {
            Self::Growing(growing) => Some(growing),
            Self::Equal(_) => None,
        }
    }

    /// The population with the fitness of each individual in the objectives of the problem. The
    /// engine may have been given other goals.
    pub(crate) fn reported(
        &self,
        population: &[Individual],
    ) -> Result<Vec<Individual>, EvolutionError> {
        self.growing().map_or_else(|| Ok(population.to_vec()), |judge| judge.reported(population))
    }

    /// Whether no living script has enough good levels, in searches that check this.
    pub(crate) fn is_far(&self) -> bool {
        self.growing().is_some_and(Growing::is_far)
    }

    /// The cases that no script has met so far, while the search is far from good.
    pub(crate) fn unmet(&self) -> Vec<Unmet> {
        self.growing().map_or_else(Vec::new, Growing::unmet)
    }

    /// The living script that meets most demands, while the search is far from good.
    pub(crate) fn nearest(&self) -> Option<Nearest> {
        self.growing().and_then(Growing::nearest)
    }

    /// The individual of a population that meets most, and what it meets; of equals, the one with more
    /// good levels. `None` without individuals.
    pub(crate) fn best<'i>(
        &self,
        population: &'i [Individual],
    ) -> Option<(&'i Individual, Standing)> {
        let results = population.iter().map(|individual| {
            let sample = self.growing().and_then(|growing| growing.sample(individual.id));
            let cases = sample.and_then(Sample::cases);
            let results = cases.unwrap_or_else(|| individual.objectives.clone());
            (individual, results, sample.map(Sample::good))
        });
        let best = results.max_by(|(_, left, left_good), (_, right, right_good)| {
            let by_good = left_good.unwrap_or(0.0).total_cmp(&right_good.unwrap_or(0.0));
            n_met(left).cmp(&n_met(right)).then(by_good).then(mean(left).total_cmp(&mean(right)))
        });
        best.map(|(individual, results, good)| {
            (individual, Standing::new(self.evaluator().problem, &results, good))
        })
    }

    pub(crate) fn evaluator(&self) -> &Evaluator<'p> {
        match self {
            Self::Equal(evaluator) => evaluator,
            Self::Growing(growing) => growing.evaluator(),
        }
    }
}

impl Batch {
    fn objectives(&self, n_objectives: usize) -> Result<Objectives, EvolutionError> {
        let rows = self.evaluations.iter().map(|evaluation| evaluation.objectives.as_slice());
        Ok(Objectives::from_rows(n_objectives, rows)?)
    }
}
