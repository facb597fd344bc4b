//! The main flow of an experiment.

use search::Individual;

use crate::archive::Archived;
use crate::front::{self, FrontMember};
use crate::genealogy::{Ancestor, Genealogy};
use crate::judge::Judge;
use crate::progress::Progress;
use crate::{Config, ExperimentError, GenerationSummary, Purpose, Streams, engine_of, problem_of};

/// Levels that the front is measured on at most when a run is interrupted:
/// whoever stops it wants to go on soon, and can measure the front again later.
const N_MAPS_INTERRUPTED: u32 = 100;

/// Levels that a front is measured on at most while the search goes on: enough
/// for its hypervolume.
const N_MAPS_BETWEEN: u32 = 1000;

/// Follows a run: writes it down, shows its progress, or stops it.
pub trait Recorder {
    /// A generation is over and left this population, best first; `share` of the
    /// search is done, in 0..=1.
    ///
    /// # Errors
    ///
    /// If it cannot be written down; the run ends with the error.
    fn generation(
        &mut self,
        summary: &GenerationSummary,
        population: &[Individual],
        share: f64,
    ) -> Result<(), ExperimentError>;

    /// The generations are over, and this is what they found; next the front
    /// is measured again, which may take a while.
    ///
    /// # Errors
    ///
    /// If it cannot be written down; the run ends with the error.
    fn searched(&mut self, found: &Outcome) -> Result<(), ExperimentError>;

    /// Whether the run should end after this generation as if it were the last.
    fn should_stop(&self) -> bool;
}

/// What a run ends with.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The last population, best first.
    pub population: Vec<Individual>,
    /// Its first front, best first, in the end measured again.
    pub front: Vec<FrontMember>,
    /// The members of the front and all their ancestors, by ascending ids.
    pub ancestors: Vec<Ancestor>,
    /// Good generators of different structure that the search met, if it keeps
    /// an archive of them.
    pub archive: Option<Vec<Archived>>,
    /// Whether the run was stopped before its last generation.
    pub is_interrupted: bool,
}

impl Outcome {
    /// Levels that each member of the front is measured on in the end.
    pub fn n_validation_maps(&self, config: &Config) -> u32 {
        if self.is_interrupted {
            config.validation_maps.min(N_MAPS_INTERRUPTED)
        } else {
            config.validation_maps
        }
    }
}

/// Runs a config to its end.
///
/// # Errors
///
/// If the config makes no sense, its grammar writes what is not a script, or
/// the recorder fails.
pub fn run(config: &Config, recorder: &mut dyn Recorder) -> Result<Outcome, ExperimentError> {
    let problem = problem_of(config)?;
    let streams = Streams::new(config.seed);
    let mut judge = Judge::new(config, &*problem)?;
    let mut engine = engine_of(config)?;
    let mut progress = Progress::new(config);
    let mut genealogy = Genealogy::default();
    let mut before = None;
    while !progress.is_over() {
        let generation = progress.n_generations;
        let mut rng = streams.rng(Purpose::Vary, generation, 0);
        let (batch, n_maps) = judge.generation(&mut *engine, &progress, &mut rng)?;
        progress.add(n_maps);
        let population = judge.reported(engine.population())?;
        genealogy.note(generation, &population);
        let mut summary = GenerationSummary::new(
            generation,
            before.as_ref(),
            &batch,
            n_maps,
            &population,
            problem.objectives(),
        )?;
        if config.validates_in(generation) {
            let mut front = front::first_front(&population, judge.evaluator().phenotype())?;
            let n_maps = config.validation_maps.min(N_MAPS_BETWEEN);
            front::validate(&mut front, judge.evaluator(), n_maps)?;
            summary.validated_hypervolume = front::validated_hypervolume(&front)?;
        }
        recorder.generation(&summary, &population, progress.share())?;
        before = Some(summary);
        if recorder.should_stop() {
            break;
        }
    }
    let population = judge.reported(engine.population())?;
    let front = front::first_front(&population, judge.evaluator().phenotype())?;
    let ancestors = genealogy.ancestors_of(front.iter().map(|member| member.id));
    let is_interrupted = !progress.is_over();
    let archive = judge.archived();
    let mut outcome = Outcome { population, front, ancestors, archive, is_interrupted };
    recorder.searched(&outcome)?;
    let n_maps = outcome.n_validation_maps(config);
    front::validate(&mut outcome.front, judge.evaluator(), n_maps)?;
    Ok(outcome)
}

#[cfg(test)]
mod tests;
