//! The main flow of an experiment.

use search::Individual;

use crate::archive::Archived;
use crate::evaluate::Evaluator;
use crate::front::{self, FrontMember};
use crate::genealogy::{Ancestor, Genealogy};
use crate::judge::Judge;
use crate::monitor::ToTheEnd;
use crate::progress::Progress;
use crate::{
    Config, ExperimentError, GenerationSummary, Monitor, Purpose, Streams, engine_of, problem_of,
};

/// Follows a run: writes it down, and shows its progress.
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
    /// is measured again, which may take a while, unless the answer is no.
    ///
    /// # Errors
    ///
    /// If it cannot be written down; the run ends with the error.
    fn searched(&mut self, found: &Outcome) -> Result<bool, ExperimentError>;

    /// The first front is about to be measured on held-out levels: so many
    /// generators on so many levels each.
    fn validates(&mut self, _n_members: usize, _n_maps: u32) {}
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
    /// The last generation that was finished, if there is one; in the end with
    /// the validated hypervolume of its front.
    pub last: Option<GenerationSummary>,
    /// Held-out levels that each member of the front was measured on.
    pub n_validated: u32,
    /// Whether the run was stopped before its last generation.
    pub is_interrupted: bool,
}

impl Outcome {
    /// Levels that each member of the front is measured on in the end: after an
    /// interruption no more than the curve of validated hypervolumes needs, for
    /// whoever stops a search wants to go on soon.
    pub fn n_validation_maps(&self, config: &Config) -> u32 {
        if self.is_interrupted { config.n_curve_maps() } else { config.validation_maps }
    }
}

/// Runs a config to its end, or until the monitor stops it.
///
/// # Errors
///
/// If the config makes no sense, its grammar writes what is not a script, or
/// the recorder fails.
pub fn run(
    config: &Config,
    recorder: &mut dyn Recorder,
    monitor: &dyn Monitor,
) -> Result<Outcome, ExperimentError> {
    let problem = problem_of(config)?;
    let streams = Streams::new(config.seed);
    let mut judge = Judge::new(config, &problem, monitor)?;
    let mut engine = engine_of(config)?;
    let mut progress = Progress::new(config);
    let mut genealogy = Genealogy::default();
    let mut population = Vec::new();
    let mut last: Option<GenerationSummary> = None;
    while !progress.is_over() && !monitor.should_stop() {
        let generation = progress.n_generations;
        let mut rng = streams.rng(Purpose::Vary, generation, 0);
        let judged = judge.generation(&mut *engine, &progress, &mut rng)?;
        let Some((batch, n_maps)) = judged else { break };
        progress.add(n_maps);
        population = judge.reported(engine.population())?;
        genealogy.note(generation, &population);
        let mut summary = GenerationSummary::new(
            generation,
            last.as_ref(),
            &batch,
            n_maps,
            &population,
            problem.objectives(),
        )?;
        if config.validates_in(generation) {
            let front = front::first_front(&population, judge.evaluator().phenotype())?;
            let n_maps = config.n_curve_maps();
            recorder.validates(front.len(), n_maps);
            let volume = front::validated_hypervolume(&front, judge.evaluator(), n_maps, monitor)?;
            // What was cut short is measured in the end.
            summary.validated_hypervolume = (!monitor.should_stop()).then_some(volume);
        }
        recorder.generation(&summary, &population, progress.share())?;
        last = Some(summary);
    }
    let mut front = front::first_front(&population, judge.evaluator().phenotype())?;
    front::unite_equals(&mut front, judge.evaluator())?;
    let ancestors = genealogy.ancestors_of(front.iter().map(|member| member.id));
    let mut outcome = Outcome {
        population,
        front,
        ancestors,
        archive: judge.archived(),
        last,
        n_validated: 0,
        is_interrupted: !progress.is_over(),
    };
    let is_validated = recorder.searched(&outcome)? && outcome.n_validation_maps(config) > 0;
    if is_validated && !outcome.front.is_empty() {
        recorder.validates(outcome.front.len(), outcome.n_validation_maps(config));
        validate(&mut outcome, config, judge.evaluator(), &ToTheEnd(monitor))?;
    }
    Ok(outcome)
}

/// Measures the front that a search ended with, and with it the last point of
/// the curve of validated hypervolumes.
fn validate(
    outcome: &mut Outcome,
    config: &Config,
    evaluator: &Evaluator<'_>,
    monitor: &dyn Monitor,
) -> Result<(), ExperimentError> {
    let n_maps = outcome.n_validation_maps(config);
    front::validate(&mut outcome.front, evaluator, n_maps, monitor)?;
    front::sizes::measure(&mut outcome.front, evaluator, n_maps)?;
    outcome.n_validated = n_maps;
    let last = outcome.last.as_mut().filter(|last| last.validated_hypervolume.is_none());
    if let Some(last) = last {
        let n_maps = config.n_curve_maps();
        let volume = front::validated_hypervolume(&outcome.front, evaluator, n_maps, monitor)?;
        last.validated_hypervolume = Some(volume);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
