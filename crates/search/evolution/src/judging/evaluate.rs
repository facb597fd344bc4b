//! Evaluating genomes: decoding, a cache of scripts, all threads.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use indexmap::{IndexMap, IndexSet};
use marahel::{Program, RunError, Script};
use marahel_config::{Decode, Genome};
use marahel_problem::{Desk, Levels, Maps, Problem, Sample, level_hash, programs, programs_in_all};
use marahel_script::Document;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::judging::crew::{Job, Workers};
use crate::streams::{Purpose, Streams};
use crate::{Monitor, Unwatched};
use marahel_config::{Config, EvolutionError, Noise};

/// The cache drops scripts that did not occur for this many generations, ...
const N_GENERATIONS_KEPT: u64 = 20;
/// ... once it holds more than this many.
const N_CACHED_MAX: usize = 100_000;

/// The evaluation of a genome.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// Fitness in 0..=1 for each objective.
    pub objectives: Vec<f64>,
    /// Share of the levels that are playable.
    pub playable: f64,
    /// Why there are no levels, if so; all objectives are 0 then.
    pub failure: Option<Failure>,
}

/// Why a genome has no levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Failure {
    /// The expansion of its genes never ends.
    Unbounded,
    /// Its script exceeds the work limit of a level.
    Budget,
    /// Its script was measured before, and none is measured twice.
    Known,
}

impl Failure {
    /// The reason in a few words.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Unbounded => "the expansion of its genes never ends",
            Self::Budget => "its script wants more work done than a level may cost",
            Self::Known => "its script was measured before",
        }
    }
}

impl Batch {
    /// Lists the genomes without levels; their ids count from `first_id`.
    pub(crate) fn name_failures(&mut self, first_id: u64) {
        let with_ids = (first_id..).zip(&self.evaluations);
        let failures = with_ids.filter_map(|(id, evaluation)| Some((id, evaluation.failure?)));
        self.failures = failures.collect();
    }
}

/// How the genomes of one generation were evaluated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// In the order of the genomes.
    pub evaluations: Vec<Evaluation>,
    /// Number of different scripts among the genomes.
    pub n_scripts: usize,
    /// Number of genomes whose script was measured before.
    pub n_cache_hits: usize,
    /// Number of generated levels.
    pub n_maps: u64,
    /// The ids of individuals without levels, and why. Includes survivors that exceeded the work
    /// limit on later levels.
    pub failures: Vec<(u64, Failure)>,
}

/// Evaluates genomes of one config.
pub struct Evaluator<'p> {
    decoder: Arc<dyn Decode>,
    pub(crate) problem: &'p Problem,
    pub(crate) workers: Workers<'p>,
    pub(crate) streams: Streams,
    noise: Noise,
    n_maps: u32,
    /// Evaluations of scripts by their hash.
    cache: IndexMap<u128, Cached>,
    /// Desks that no thread is using.
    desks: Mutex<Vec<Desk<'p>>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Cached {
    evaluation: Evaluation,
    last_met: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct SavedEvaluator<'s> {
    cache: Cow<'s, IndexMap<u128, Cached>>,
}

impl<'p> Evaluator<'p> {
    /// An evaluator with an empty cache.
    pub fn new(config: &Config, problem: &'p Problem) -> Result<Self, EvolutionError> {
        Ok(Self::of(config, problem, config.decoder(problem)?))
    }

    /// An evaluator with an existing decoder of the config.
    pub(crate) fn of(config: &Config, problem: &'p Problem, decoder: Arc<dyn Decode>) -> Self {
        Self {
            decoder,
            problem,
            workers: Workers::own(&Unwatched),
            streams: Streams::new(config.seed),
            noise: config.noise,
            n_maps: config.maps,
            cache: IndexMap::new(),
            desks: Mutex::new(Vec::new()),
        }
    }

    pub(crate) fn with_workers(self, workers: Workers<'p>) -> Self {
        Self { workers, ..self }
    }

    pub(crate) fn monitor(&self) -> &'p dyn Monitor {
        self.workers.monitor
    }

    pub(crate) fn save(&self) -> SavedEvaluator<'_> {
        SavedEvaluator { cache: Cow::Borrowed(&self.cache) }
    }

    /// Restores the saved state of a search with the same config.
    pub(crate) fn restore(&mut self, saved: SavedEvaluator<'_>) -> Result<(), EvolutionError> {
        let SavedEvaluator { cache } = saved;
        let n_objectives = self.problem.objectives().len();
        if cache.values().any(|cached| cached.evaluation.objectives.len() != n_objectives) {
            return Err(EvolutionError::Saved("its scores are for other objectives".to_owned()));
        }
        self.cache = cache.into_owned();
        Ok(())
    }

    /// The script of a genome; see [`Decode::decode`].
    pub fn decode(&self, genome: &Genome) -> Result<Option<Arc<Document>>, EvolutionError> {
        self.decoder.decode(genome)
    }

    /// The whole script of a decoded genome, as JSON.
    pub(crate) fn script_of(&self, document: &Document) -> Value {
        self.decoder.script_of(document)
    }

    /// Evaluates the genomes of a generation on all threads.
    ///
    /// With common noise, equal scripts are measured once and cached; with fresh noise, every
    /// genome is measured on its own levels.
    pub fn evaluate(
        &mut self,
        genomes: &[Genome],
        generation: u64,
    ) -> Result<Batch, EvolutionError> {
        let documents = genomes.par_iter().map(|genome| self.decode(genome));
        let documents = documents.collect::<Result<Vec<_>, _>>()?;
        let hashes: IndexSet<u128> =
            documents.iter().flatten().map(|document| document.hash()).collect();
        // With fresh noise only the genome itself determines its levels. `growing` has its own
        // levels for each script.
        let is_common = self.noise == Noise::Common;
        let key = |index: u64, document: &Document| {
            if is_common { document.hash() } else { u128::from(index) }
        };
        let mut new: IndexMap<u128, (&Genome, &Document, Maps)> = IndexMap::new();
        for ((index, genome), document) in (0..).zip(genomes).zip(&documents) {
            let Some(document) = document else { continue };
            let key = key(index, document);
            if !self.cache.contains_key(&key) {
                let (number, index) = if is_common { (0, 0) } else { (generation, index) };
                let maps = self.streams.maps(Purpose::Sample, number, index, self.n_maps);
                new.entry(key).or_insert((genome, document, maps));
            }
        }
        let n_new = new.len();
        let jobs: Vec<_> = new.values().copied().collect();
        let measured = self.workers.work(
            &jobs,
            |&(genome, _, maps)| Job::Equal { genome, maps },
            |&(_, document, maps)| self.measure(document, maps),
        )?;
        for (key, evaluation) in new.into_keys().zip(measured) {
            self.cache.insert(key, Cached { evaluation, last_met: generation });
        }
        let mut evaluations = Vec::with_capacity(genomes.len());
        for (index, document) in (0..).zip(&documents) {
            evaluations.push(match document {
                None => self.failed(Failure::Unbounded),
                Some(document) => {
                    let cached = &mut self.cache[&key(index, document)];
                    cached.last_met = generation;
                    cached.evaluation.clone()
                }
            });
        }
        if !is_common {
            self.cache.clear();
        } else if self.cache.len() > N_CACHED_MAX {
            self.cache.retain(|_, cached| cached.last_met + N_GENERATIONS_KEPT > generation);
        }
        Ok(Batch {
            evaluations,
            n_scripts: hashes.len(),
            n_cache_hits: documents.iter().flatten().count() - n_new,
            n_maps: n_new as u64 * u64::from(self.n_maps),
            failures: Vec::new(),
        })
    }

    pub(crate) fn measure(&self, document: &Document, maps: Maps) -> Evaluation {
        match self.sample_own(document, maps) {
            Ok(sample) => Evaluation {
                objectives: sample.fitness(),
                playable: sample.playable(),
                failure: None,
            },
            Err(_) => self.failed(Failure::Budget),
        }
    }

    /// The programs of a script, in both readings if the config asks for both.
    pub(crate) fn programs(&self, document: &Document) -> Vec<Program> {
        programs_in_all(&document.script, self.problem)
    }

    pub(crate) fn failed(&self, failure: Failure) -> Evaluation {
        let objectives = vec![0.0; self.problem.objectives().len()];
        Evaluation { objectives, playable: 0.0, failure: Some(failure) }
    }

    /// Measures a script on levels that the search does not use, in the config's reading and, if
    /// it asks for both, in the other one. A reading is `None` if the script exceeds the work limit
    /// of a level.
    pub(crate) fn validate(
        &self,
        document: &Document,
        n_maps: u32,
        monitor: &dyn Monitor,
    ) -> (Option<Sample>, Option<Sample>) {
        let maps = self.streams.validation_maps(0, n_maps);
        let problems = self.problem.in_each_reading();
        let mut samples = problems
            .map(|problem| self.sample(&programs(&document.script, &problem), maps, monitor).ok());
        (samples.next().flatten(), samples.next().flatten())
    }

    /// A hash of the first `n_maps` validation levels, in both readings if the config asks for
    /// both; `None` if a level exceeds the work limit.
    pub(crate) fn levels_hash(&self, document: &Document, n_maps: u32) -> Option<u64> {
        let maps = self.streams.validation_maps(0, n_maps);
        let programs = self.programs(document);
        let levels = Levels { programs: &programs, maps, names: None };
        self.with_desk(|desk| levels_hash(desk, levels)).ok()
    }

    /// Measures levels of a script in the config's reading, on the current thread.
    pub(crate) fn sample_own(&self, document: &Document, maps: Maps) -> Result<Sample, RunError> {
        self.sample(&programs(&document.script, self.problem), maps, self.monitor())
    }

    /// Measures levels of programs on the current thread.
    pub(crate) fn sample(
        &self,
        programs: &[Program],
        maps: Maps,
        monitor: &dyn Monitor,
    ) -> Result<Sample, RunError> {
        let levels = Levels { programs, maps, names: None };
        self.with_desk(|desk| sample(desk, self.problem, levels, monitor))
    }

    /// Calls `work` with a desk that no other thread is using.
    pub(crate) fn with_desk<T>(&self, work: impl FnOnce(&mut Desk<'p>) -> T) -> T {
        let spare = self.desks.lock().expect("no thread panics with the lock").pop();
        let mut desk = spare.unwrap_or_else(|| Desk::new(self.problem));
        let result = work(&mut desk);
        self.desks.lock().expect("no thread panics with the lock").push(desk);
        result
    }
}

/// Measures a script of a problem on as many levels as a config says, which no search sees.
pub fn evaluate_script(
    script: &Script,
    problem: &Problem,
    config: &Config,
) -> Result<Sample, EvolutionError> {
    let maps = Streams::new(config.seed).validation_maps(0, config.maps);
    evaluate_levels(script, problem, maps)
}

/// Measures these levels of a script of a problem.
pub fn evaluate_levels(
    script: &Script,
    problem: &Problem,
    maps: Maps,
) -> Result<Sample, EvolutionError> {
    let names = problem.tiles_of(&script.entities)?;
    let programs = programs(script, problem);
    let levels = Levels { programs: &programs, maps, names: names.as_ref() };
    let sample = sample(&mut Desk::new(problem), problem, levels, &Unwatched)?;
    problem.check_judge()?;
    Ok(sample)
}

/// A sample of `maps.n` levels.
pub(crate) fn sample(
    desk: &mut Desk<'_>,
    problem: &Problem,
    levels: Levels<'_>,
    monitor: &dyn Monitor,
) -> Result<Sample, RunError> {
    let mut sample = Sample::new(problem);
    extend(desk, &mut sample, levels, None, monitor)?;
    Ok(sample)
}

/// Adds levels to a sample, see [`Desk::extend`]. Ends early if the monitor stops the search.
pub(crate) fn extend(
    desk: &mut Desk<'_>,
    sample: &mut Sample,
    levels: Levels<'_>,
    n_steps_max: Option<u64>,
    monitor: &dyn Monitor,
) -> Result<(), RunError> {
    if monitor.is_stopped() {
        return Ok(());
    }
    desk.extend(sample, levels, n_steps_max, || {
        monitor.measured();
        !monitor.is_stopped()
    })
}

/// A hash of the first `maps.n` levels of each program.
fn levels_hash(desk: &mut Desk<'_>, levels: Levels<'_>) -> Result<u64, RunError> {
    let mut hash = 0;
    for programs in levels.programs.chunks(1) {
        for map in 0..levels.maps.n {
            let made = desk.maker().make(Levels { programs, ..levels }, map)?;
            hash = level_hash(made.level).wrapping_add(u64::rotate_left(hash, 5));
        }
    }
    Ok(hash)
}

#[cfg(test)]
mod tests;
