//! Measuring elsewhere: the jobs that a search delegates to other processes.
//!
//! The search and its decisions stay in one process. It delegates the measuring of levels, a pure
//! function of the config and a [`Job`]: any worker returns the same bytes, however often it does
//! the job. Workers call the same functions as a search without a crew.

use std::sync::Arc;

use marahel_config::Genome;
use marahel_problem::{Maps, Problem};
use marahel_script::Document;
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::judging::evaluate::Evaluator;
use crate::judging::growing::{Growing, Thresholds};
use crate::{Monitor, Unwatched};
use marahel_config::{Config, EvolutionError};
use marahel_problem::Sample;

/// Workers that measure levels for a search, in other processes or on other machines.
pub trait Crew: Sync {
    /// Has each job done by some [`Worker`] of the same config, and returns the answers in the
    /// order of the jobs.
    ///
    /// # Errors
    ///
    /// If a job cannot be done. The error is ignored if the search was stopped meanwhile.
    fn work(&self, jobs: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, EvolutionError>;
}

/// Levels of one script to measure, with the type of the answer.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Job<G = Genome> {
    /// The levels that judge all scripts of a generation. Answer: an evaluation.
    Equal { genome: G, maps: Maps },
    /// The first levels of a child; more if its worth seems to reach a bar. Answer: a sample or
    /// `None`.
    Child { genome: G, id: u64, bars: Thresholds },
    /// More levels of a survivor, up to `n_maps`. Answer: a sample or `None`.
    More { genome: G, id: u64, sample: Box<Sample>, n_maps: u32 },
    /// Validation levels, in both readings if the config asks for both. Answer: two samples or
    /// `None`.
    Validate { genome: G, n_maps: u32 },
}

/// Does the jobs of searches of one config.
pub struct Worker<'p> {
    problem: &'p Problem,
    judge: Growing<'p>,
}

impl<'p> Worker<'p> {
    /// A worker for a config and its problem.
    pub fn new(config: &Config, problem: &'p Problem) -> Result<Self, EvolutionError> {
        let evaluator = Evaluator::new(config, problem)?;
        Ok(Self { problem, judge: Growing::new(config, problem, evaluator) })
    }

    /// Does a job and returns its answer.
    pub fn work(&self, job: &[u8]) -> Result<Vec<u8>, EvolutionError> {
        let evaluator = self.judge.evaluator();
        let answer = match of_bytes(job)? {
            Job::Equal { genome, maps } => {
                to_bytes(&evaluator.measure(&*self.decode(&genome)?, maps))
            }
            Job::Child { genome, id, bars } => {
                to_bytes(&self.judge.first_levels(&*self.decode(&genome)?, id, bars))
            }
            Job::More { genome, id, sample, n_maps } => {
                let document = self.decode(&genome)?;
                to_bytes(&self.judge.more_levels(&document, id, *sample, n_maps))
            }
            Job::Validate { genome, n_maps } => {
                to_bytes(&evaluator.validate(&*self.decode(&genome)?, n_maps, &Unwatched))
            }
        };
        self.problem.check_judge()?;
        Ok(answer)
    }

    fn decode(&self, genome: &Genome) -> Result<Arc<Document>, EvolutionError> {
        let document = self.judge.evaluator().decode(genome)?;
        document.ok_or_else(|| broken("a genome without a script"))
    }
}

/// Where to measure the levels of a search, and its monitor.
#[derive(Clone, Copy)]
pub(crate) struct Workers<'h> {
    pub(crate) monitor: &'h dyn Monitor,
    /// `None`: the threads of this program.
    pub(crate) crew: Option<&'h dyn Crew>,
}

impl<'h> Workers<'h> {
    pub(crate) fn own(monitor: &'h dyn Monitor) -> Self {
        Self { monitor, crew: None }
    }

    /// The answers to the jobs of the items, in their order, by the crew or by `here` on all
    /// threads. If the monitor stopped the search meanwhile, the answers are meaningless.
    pub(crate) fn work<T: Sync, A: DeserializeOwned + Default + Send>(
        self,
        items: &[T],
        job: impl Fn(&T) -> Job<&Genome>,
        here: impl Fn(&T) -> A + Send + Sync,
    ) -> Result<Vec<A>, EvolutionError> {
        let n_jobs = items.len();
        let Some(crew) = self.crew.filter(|_| n_jobs > 0) else {
            return Ok(items.par_iter().with_max_len(1).map(here).collect());
        };
        let answers = crew.work(items.iter().map(|item| to_bytes(&job(item))).collect());
        if self.monitor.is_stopped() {
            return Ok(std::iter::repeat_with(A::default).take(n_jobs).collect());
        }
        let answers = answers?;
        if answers.len() != n_jobs {
            return Err(broken(&format!("{} answers to {n_jobs} jobs", answers.len())));
        }
        answers.iter().map(|answer| of_bytes(answer)).collect()
    }
}

fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("it is plain data")
}

fn of_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, EvolutionError> {
    postcard::from_bytes(bytes).map_err(|error| broken(&error.to_string()))
}

fn broken(what: &str) -> EvolutionError {
    EvolutionError::Crew(format!(
        "workers and the search do not understand each other: {what}; they must be of one \
         version and of one config"
    ))
}

#[cfg(test)]
mod tests;
