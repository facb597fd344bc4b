//! The two ways to judge a generation.

pub(crate) mod crew;
pub(crate) mod evaluate;
pub(crate) mod goals;
pub(crate) mod growing;
pub(crate) mod monitor;
pub(crate) mod sample;
pub(crate) mod worth;

use config::{Genome, GenomeEngine, Individual};
use problem::Problem;
use rand::Rng;
use search::Objectives;
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::archive::Archived;
use crate::judging::crew::Workers;
use crate::judging::evaluate::{Batch, Evaluator, SavedEvaluator};
use crate::judging::growing::{Growing, Nearest, SavedGrowing, Unmet};
use crate::progress::Progress;
use config::{Algorithm, Config, EvolutionError, Phenotype};

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
        phenotype: Phenotype,
        workers: Workers<'p>,
    ) -> Self {
        let evaluator = Evaluator::of(config, problem, phenotype).with_workers(workers);
        match config.search.algorithm {
            Algorithm::Islands => Self::Growing(Box::new(Growing::new(config, problem, evaluator))),
            Algorithm::Nsga2 | Algorithm::Random => Self::Equal(Box::new(evaluator)),
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
        let n_told = match (self, saved) {
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
        if population.iter().any(|one| one.objectives.len() != n_told) {
            return Err(EvolutionError::Saved("its population has other objectives".to_owned()));
        }
        Ok(())
    }

    /// Advances an engine by one generation, which includes proposed genomes. Returns how its
    /// genomes were evaluated, and the total number of measured levels. Returns `None` if the
    /// search was stopped meanwhile; the engine is unusable then.
    pub(crate) fn generation(
        &mut self,
        engine: &mut GenomeEngine,
        progress: &Progress,
        proposed: Vec<Genome>,
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
                let Some(mut batch) = growing.breed(engine, generation, proposed, rng)? else {
                    return Ok(None);
                };
                let grown = growing.grow(engine, generation)?;
                let Some((n_more, dropped)) = grown else { return Ok(None) };
                batch.failures.extend(dropped.into_iter().map(|id| (id, Failure::Budget)));
                let n_maps = batch.n_maps + n_more;
                Ok(growing.keep(engine.population())?.map(|()| (batch, n_maps)))
            }
        }
    }

    /// The population with the fitness of each individual in the objectives of the problem. The
    /// engine may have been given other goals.
    pub(crate) fn reported(
        &self,
        population: &[Individual],
    ) -> Result<Vec<Individual>, EvolutionError> {
        match self {
            Self::Equal(_) => Ok(population.to_vec()),
            Self::Growing(growing) => growing.reported(population),
        }
    }

    /// Whether no living script has enough good levels, in searches that check this.
    pub(crate) fn is_far(&self) -> bool {
        match self {
            Self::Equal(_) => false,
            Self::Growing(growing) => growing.is_far(),
        }
    }

    /// The cases that no script has met so far, while the search is far from good.
    pub(crate) fn unmet(&self) -> Vec<Unmet> {
        match self {
            Self::Equal(_) => Vec::new(),
            Self::Growing(growing) => growing.unmet(),
        }
    }

    /// The living script that meets most demands, while the search is far from good.
    pub(crate) fn nearest(&self) -> Option<Nearest> {
        match self {
            Self::Equal(_) => None,
            Self::Growing(growing) => growing.nearest(),
        }
    }

    pub(crate) fn archived(&self) -> Option<Vec<Archived>> {
        match self {
            Self::Equal(_) => None,
            Self::Growing(growing) => Some(growing.archived()),
        }
    }

    pub(crate) fn growing(&self) -> Result<&Growing<'p>, EvolutionError> {
        match self {
            Self::Growing(growing) => Ok(growing),
            Self::Equal(_) => {
                Err(EvolutionError::Crew("a job from a search with other noise".to_owned()))
            }
        }
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
