//! Measuring elsewhere: jobs that a search gives away, and who does them.
//!
//! A search stays where it is, and with it all that it decides. What it gives
//! away is the measuring of levels, which is a pure function of the config and a
//! [`Job`]: whoever does a job, and however often, the answer is the same bytes.
//! A worker does it by the very functions that a search calls for itself.

use config::Genome;
use problem::{Maps, Problem};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::judging::Judge;
use crate::judging::growing::Bars;
use crate::judging::sample::Sample;
use crate::{Monitor, Unwatched};
use config::{Config, ExperimentError, Phenotype};

/// Workers who measure levels for a search, in other processes or on other machines.
pub trait Crew: Sync {
    /// Has every job done by some [`Worker`] of the same config, and returns the
    /// answers in the order of the jobs.
    ///
    /// # Errors
    ///
    /// If that cannot be. Where the search was told to stop meanwhile, the error is
    /// not looked at.
    fn work(&self, jobs: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, ExperimentError>;
}

/// Levels of one script to measure.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Job<G = Genome> {
    /// Those that all scripts of a generation are judged by. Answer: an evaluation.
    Equal { genome: G, maps: Maps },
    /// The first ones of a child; more where it seems to be worth as much as a bar. Answer: a sample, or none.
    Child { genome: G, id: u64, bars: Bars },
    /// More of a survivor's, until there are `n_maps`. Answer: a sample, or none.
    More { genome: G, id: u64, sample: Box<Sample>, n_maps: u32 },
    /// What the first ones can be asked for. Answer: control values, or none.
    Controls { genome: G, id: u64 },
    /// Validation levels, in both readings where the config asks for both. Answer: two
    /// samples, or none.
    Validate { genome: G, n_maps: u32 },
}

/// Does jobs of the searches of one config.
pub struct Worker<'p> {
    problem: &'p Problem,
    judge: Judge<'p>,
}

impl<'p> Worker<'p> {
    /// A worker for a config and its problem.
    ///
    /// # Errors
    ///
    /// If the config makes no sense.
    pub fn new(config: &Config, problem: &'p Problem) -> Result<Self, ExperimentError> {
        let phenotype = Phenotype::new(config, problem)?;
        Ok(Self {
            problem,
            judge: Judge::new(config, problem, phenotype, Workers::own(&Unwatched)),
        })
    }

    /// Does a job; its answer.
    ///
    /// # Errors
    ///
    /// If the bytes are no job of this config, the grammar writes what is not a script,
    /// or the judge from outside failed.
    pub fn work(&self, job: &[u8]) -> Result<Vec<u8>, ExperimentError> {
        let evaluator = self.judge.evaluator();
        let decode = |genome: &Genome| {
            evaluator.phenotype().decode(genome)?.ok_or_else(|| broken("a genome without a script"))
        };
        let answer = match of_bytes(job)? {
            Job::Equal { genome, maps } => to_bytes(&evaluator.measure(&decode(&genome)?, maps)?),
            Job::Child { genome, id, bars } => {
                to_bytes(&self.judge.growing()?.first_levels(&decode(&genome)?, id, bars)?)
            }
            Job::More { genome, id, sample, n_maps } => {
                let decoding = decode(&genome)?;
                to_bytes(&self.judge.growing()?.more_levels(&decoding, id, *sample, n_maps)?)
            }
            Job::Controls { genome, id } => {
                to_bytes(&self.judge.growing()?.controls(&decode(&genome)?, id)?)
            }
            Job::Validate { genome, n_maps } => {
                to_bytes(&evaluator.validate(&decode(&genome)?, n_maps, &Unwatched)?)
            }
        };
        self.problem.check_judge()?;
        Ok(answer)
    }
}

/// Who measures the levels of a search, and who watches it.
#[derive(Clone, Copy)]
pub(crate) struct Workers<'h> {
    pub(crate) monitor: &'h dyn Monitor,
    /// Nobody if the threads of this program do.
    pub(crate) crew: Option<&'h dyn Crew>,
}

impl<'h> Workers<'h> {
    /// The threads of this program.
    pub(crate) fn own(monitor: &'h dyn Monitor) -> Self {
        Self { monitor, crew: None }
    }

    /// The answers to the jobs of some items, in their order: of the crew, or of `here` on all
    /// threads. Where the monitor stopped the search meanwhile, nobody may look at them.
    ///
    /// # Errors
    ///
    /// Those of the crew or of `here`, and if an answer is none to such a job.
    pub(crate) fn work<T: Sync, A: DeserializeOwned + Default + Send>(
        self,
        items: &[T],
        job: impl Fn(&T) -> Job<&Genome>,
        here: impl Fn(&T) -> Result<A, ExperimentError> + Send + Sync,
    ) -> Result<Vec<A>, ExperimentError> {
        let n_jobs = items.len();
        let Some(crew) = self.crew.filter(|_| n_jobs > 0) else {
            return items.par_iter().with_max_len(1).map(here).collect();
        };
        let found = crew.work(items.iter().map(|item| to_bytes(&job(item))).collect());
        if self.monitor.is_stopped() {
            return Ok(std::iter::repeat_with(A::default).take(n_jobs).collect());
        }
        let found = found?;
        if found.len() != n_jobs {
            return Err(broken(&format!("{} answers to {n_jobs} jobs", found.len())));
        }
        found.iter().map(|answer| of_bytes(answer)).collect()
    }
}

fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("it is plain data")
}

fn of_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ExperimentError> {
    postcard::from_bytes(bytes).map_err(|error| broken(&error.to_string()))
}

fn broken(what: &str) -> ExperimentError {
    ExperimentError::Crew(format!(
        "workers and the search do not understand each other: {what}; they must be of one \
         version and of one config"
    ))
}

#[cfg(test)]
mod tests;
