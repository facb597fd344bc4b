//! The main flow of an experiment.

use std::borrow::Cow;

use config::{Engine, Genome, Individual};
use problem::{OutsideFailure, Problem};

use crate::ancestry::genealogy::{Ancestor, Genealogy};
use crate::archive::Archived;
use crate::ending::front::{self, FrontMember};
use crate::judging::Judge;
use crate::judging::crew::Workers;
use crate::judging::evaluate::Evaluator;
use crate::judging::monitor::Watched;
use crate::progress::Progress;
use crate::proposing::{Asking, Proposing};
use crate::{
    Crew, Extension, GenerationSummary, Monitor, ProposedCounts, ProposedLine, Purpose, SavedRun,
    Stop, Streams, Unmet,
};
use config::{Algorithm, Config, ExperimentError, Genetics};

/// What happens in a run.
pub enum Event<'e> {
    /// A generation is over.
    Generation {
        /// What it was like.
        summary: &'e GenerationSummary,
        /// What it left, best first.
        population: &'e [Individual],
        /// The share of the search that is done, in 0..=1.
        share: f64,
        /// What no script did well so far, the worst first, as long as none has enough good
        /// levels.
        unmet: &'e [Unmet],
    },
    /// The run can go on from here if it is stopped.
    Checkpoint {
        /// Whether the search is over, or stopped.
        is_last: bool,
        /// All that the run has to remember, which takes a while to put together.
        state: &'e dyn Fn() -> Vec<u8>,
    },
    /// The generations are over, and this is what they found. Next the front is measured again,
    /// which may take a while, unless the answer is to stop.
    Searched(&'e Outcome),
    /// The first front is about to be measured on held-out levels.
    Validates {
        /// So many generators ...
        n_members: usize,
        /// ... on so many levels each.
        n_maps: u32,
    },
}

/// Follows a run: writes it down, and shows its progress.
pub trait Recorder {
    /// Something happened; whether the run should stop therefore.
    ///
    /// # Errors
    ///
    /// If it cannot be written down; the run ends with the error.
    fn record(&mut self, event: &Event<'_>) -> Result<Stop, ExperimentError>;

    /// A proposer was asked; what came of it is a line to keep, for a run that goes on or is
    /// repeated.
    ///
    /// # Errors
    ///
    /// If it cannot be written down; the run ends with the error.
    fn proposed(&mut self, line: &ProposedLine<'_>) -> Result<(), ExperimentError> {
        let _ = line;
        Ok(())
    }
}

/// Keeps nothing of a run, which ends with its search: the front is not measured again.
pub struct Unrecorded;

impl Recorder for Unrecorded {
    fn record(&mut self, event: &Event<'_>) -> Result<Stop, ExperimentError> {
        Ok(if let Event::Searched(_) = event { Stop::All } else { Stop::No })
    }
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
    /// When the limits of the search were changed, if that has a say in what it finds.
    pub extensions: Vec<Extension>,
    /// Levels that the judge from outside had no answer for, since the run began or went
    /// on, and why one of them has none.
    pub unjudged: Option<(u64, OutsideFailure)>,
    /// What no script did well, the worst first; nothing if some script has enough good levels.
    pub unmet: Vec<Unmet>,
    /// What was asked of a proposer, and came of it, if the search has one.
    pub proposed: Option<ProposedCounts>,
    /// Whether the judge from outside failed so that the run ends with an error; the
    /// front is not measured again then.
    pub has_failed: bool,
}

impl Outcome {
    /// Levels that each member of the front is measured on in the end: few after an
    /// interruption, for whoever stops a search wants to go on soon, and fronts are large as long
    /// as a search is young.
    pub fn n_validation_maps(&self, config: &Config) -> u32 {
        match (self.has_failed, self.is_interrupted) {
            (true, _) => 0,
            (false, true) => {
                let n_each = N_LEVELS_INTERRUPTED / self.front.len().max(1);
                let [least, most] = N_MAPS_INTERRUPTED;
                config.validation_maps.min((n_each as u32).clamp(least, most))
            }
            (false, false) => config.validation_maps,
        }
    }
}

/// Runs a config to its end, or until the monitor stops it.
///
/// # Errors
///
/// If the config makes no sense, its grammar writes what is not a script, the
/// recorder fails, or the judge from outside does; then what was found before is
/// recorded.
pub fn run(
    config: &Config,
    problem: &Problem,
    recorder: &mut dyn Recorder,
    monitor: &dyn Monitor,
) -> Result<Outcome, ExperimentError> {
    let genetics = Genetics::new(config, problem)?;
    run_with(config, problem, genetics, None, None, recorder, monitor)
}

/// As [`run`], with what a [`Setup`](config::Setup) made, but goes on with a run that was saved, if there is one, and lets a crew measure
/// the levels, if there is one.
///
/// The config is the one of the saved run, but for the limits of its search. With the same
/// limits the outcome is that of a run that was never stopped, whoever measures.
///
/// # Errors
///
/// As [`run`], if what was saved is not of a run of this config, and if the crew fails.
pub fn run_with(
    config: &Config,
    problem: &Problem,
    genetics: Genetics,
    saved: Option<SavedRun<'_>>,
    crew: Option<&dyn Crew>,
    recorder: &mut dyn Recorder,
    monitor: &dyn Monitor,
) -> Result<Outcome, ExperimentError> {
    let monitor = Watched::new(monitor, problem);
    let mut search = Search::new(config, problem, genetics, Workers { monitor: &monitor, crew });
    if let Some(saved) = saved {
        search.restore(config, saved)?;
        monitor.heed_from(Stop::Search);
        if search.progress.is_over() {
            // Its limits may be others than those that it was saved with.
            recorder.record(&Event::Checkpoint { is_last: true, state: &|| search.save() })?;
        }
    }
    let mut is_over = search.progress.is_over() || monitor.stop() > Stop::No;
    while !is_over {
        let Some(mut summary) = search.generation(problem, recorder, &monitor)? else { break };
        monitor.heed_from(Stop::Search);
        let mut is_whole = true;
        let is_telling = front::has_hypervolume(problem) && !search.judge.is_far();
        if config.validates_in(summary.generation) && is_telling {
            let volume = search.validated_hypervolume(config, recorder, &monitor)?;
            // What was cut short is measured in the end.
            is_whole = !monitor.is_stopped();
            summary.validated_hypervolume = volume.filter(|_| is_whole);
        }
        let (population, share) = (&search.population, search.progress.share());
        let unmet = &search.judge.unmet();
        let told =
            recorder.record(&Event::Generation { summary: &summary, population, share, unmet })?;
        search.last = Some(summary);
        is_over = search.progress.is_over() || told.max(monitor.stop()) > Stop::No;
        if is_whole {
            recorder.record(&Event::Checkpoint { is_last: is_over, state: &|| search.save() })?;
        }
    }
    let mut outcome = search.outcome()?;
    outcome.has_failed = problem.has_ended();
    let (n_members, n_maps) = (outcome.front.len(), outcome.n_validation_maps(config));
    let is_validated = recorder.record(&Event::Searched(&outcome))? == Stop::No && n_maps > 0;
    if is_validated && n_members > 0 {
        recorder.record(&Event::Validates { n_members, n_maps })?;
        monitor.heed_from(Stop::All);
        validate(&mut outcome, config, search.judge.evaluator(), &monitor)?;
    }
    // What was found is written by now, but for what a judge that failed had a say in.
    problem.check_judge()?;
    outcome.unjudged = problem.judge_failures();
    Ok(outcome)
}

/// So many levels measure the front of an interrupted search, ...
const N_LEVELS_INTERRUPTED: usize = 5000;
/// ... at least and at most so many of each member.
const N_MAPS_INTERRUPTED: [u32; 2] = [20, 100];

/// A run at work.
struct Search<'p> {
    streams: Streams,
    /// Who is asked for scripts, if somebody is.
    proposing: Option<Proposing<'p>>,
    judge: Judge<'p>,
    engine: Engine,
    progress: Progress,
    extensions: Vec<Extension>,
    genealogy: Genealogy,
    /// The last population, as it is reported.
    population: Vec<Individual>,
    last: Option<GenerationSummary>,
}

impl<'p> Search<'p> {
    fn new(
        config: &'p Config,
        problem: &'p Problem,
        genetics: Genetics,
        workers: Workers<'p>,
    ) -> Self {
        Self {
            streams: Streams::new(config.seed),
            proposing: Proposing::new(config, problem),
            judge: Judge::new(config, problem, genetics.phenotype, workers),
            engine: genetics.engine,
            progress: Progress::new(config),
            extensions: Vec::new(),
            genealogy: Genealogy::default(),
            population: Vec::new(),
            last: None,
        }
    }

    /// All that has to be remembered after a generation, as bytes.
    fn save(&self) -> Vec<u8> {
        let last = self.last.as_ref().expect("a generation is over");
        let saved = SavedRun {
            progress: self.progress,
            extensions: Cow::Borrowed(&self.extensions),
            engine: self.engine.save(),
            judge: self.judge.save(),
            genealogy: Cow::Borrowed(&self.genealogy),
            last: Cow::Borrowed(last),
        };
        saved.to_bytes()
    }

    /// Goes on from there, with the limits of the config.
    fn restore(&mut self, config: &Config, saved: SavedRun<'_>) -> Result<(), ExperimentError> {
        let SavedRun { progress, extensions, engine, judge, genealogy, last } = saved;
        self.engine.restore(engine)?;
        self.judge.restore(judge, self.engine.population())?;
        self.population = self.judge.reported(self.engine.population())?;
        let (progress, before) = progress.with_limits_of(config);
        self.progress = progress;
        if let Some(proposing) = &mut self.proposing {
            proposing.restore(progress.n_generations);
        }
        self.extensions = extensions.into_owned();
        // Nothing but the phases of islands goes by the share of the search that is done.
        self.extensions.extend(before.filter(|_| config.search.algorithm == Algorithm::Islands));
        self.genealogy = genealogy.into_owned();
        self.last = Some(last.into_owned());
        Ok(())
    }

    /// The next generation; nothing if the search was stopped meanwhile.
    fn generation(
        &mut self,
        problem: &Problem,
        recorder: &mut dyn Recorder,
        monitor: &dyn Monitor,
    ) -> Result<Option<GenerationSummary>, ExperimentError> {
        let generation = self.progress.n_generations;
        let Some(proposed) = self.proposed(recorder, monitor)? else { return Ok(None) };
        let mut rng = self.streams.rng(Purpose::Vary, generation, 0);
        let judged = self.judge.generation(&mut self.engine, &self.progress, proposed, &mut rng)?;
        let Some((batch, n_maps)) = judged else { return Ok(None) };
        self.progress.add(n_maps);
        self.population = self.judge.reported(self.engine.population())?;
        self.genealogy.note(generation, &self.population);
        let (last, objectives) = (self.last.as_ref(), problem.objectives());
        let (population, is_far) = (&self.population, self.judge.is_far());
        GenerationSummary::new(generation, last, &batch, n_maps, population, objectives, is_far)
            .map(Some)
    }

    /// Scripts that are proposed for the next generation; nothing if the search was stopped
    /// meanwhile.
    fn proposed(
        &mut self,
        recorder: &mut dyn Recorder,
        monitor: &dyn Monitor,
    ) -> Result<Option<Vec<Genome>>, ExperimentError> {
        let Some(proposing) = &mut self.proposing else { return Ok(Some(Vec::new())) };
        let asking = Asking {
            generation: self.progress.n_generations,
            share: self.progress.share(),
            n_offspring: self.engine.n_next(),
            population: &self.population,
            judge: &self.judge,
            monitor,
        };
        proposing.ask(asking, recorder)
    }

    fn validated_hypervolume(
        &self,
        config: &Config,
        recorder: &mut dyn Recorder,
        monitor: &dyn Monitor,
    ) -> Result<Option<f64>, ExperimentError> {
        let evaluator = self.judge.evaluator();
        let front = front::first_front(&self.population, evaluator.phenotype())?;
        let n_maps = config.n_curve_maps();
        recorder.record(&Event::Validates { n_members: front.len(), n_maps })?;
        front::validated_hypervolume(&front, evaluator, n_maps, monitor)
    }

    /// What was found, not yet measured again.
    fn outcome(&mut self) -> Result<Outcome, ExperimentError> {
        if let Some(proposing) = &mut self.proposing {
            proposing.stop();
        }
        let evaluator = self.judge.evaluator();
        let mut front = front::first_front(&self.population, evaluator.phenotype())?;
        front::unite_equals(&mut front, evaluator)?;
        let ancestors = self.genealogy.ancestors_of(front.iter().map(|member| member.id));
        Ok(Outcome {
            population: std::mem::take(&mut self.population),
            front,
            ancestors,
            archive: self.judge.archived(),
            last: self.last.take(),
            n_validated: 0,
            is_interrupted: !self.progress.is_over(),
            extensions: std::mem::take(&mut self.extensions),
            unjudged: None,
            unmet: self.judge.unmet(),
            proposed: self.proposing.as_ref().map(Proposing::counts),
            has_failed: false,
        })
    }
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
    let mut measured = outcome.front.clone();
    front::validate(&mut measured, evaluator, n_maps, monitor)?;
    if monitor.is_stopped() {
        return Ok(()); // what was cut short is no measurement
    }
    outcome.front = measured;
    outcome.n_validated = n_maps;
    let n_curve_maps = config.n_curve_maps();
    let last = outcome.last.as_mut().filter(|last| last.validated_hypervolume.is_none());
    // All points of a curve are of one number of levels.
    if let Some(last) = last.filter(|_| n_maps >= n_curve_maps) {
        let volume =
            front::validated_hypervolume(&outcome.front, evaluator, n_curve_maps, monitor)?;
        last.validated_hypervolume = volume;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
