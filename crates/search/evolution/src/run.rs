//! The main flow of a search.

use std::borrow::Cow;

use marahel::Script;
use marahel_config::{Beginning, Genome, GenomeEngine, Individual, descriptions, starting_scripts};
use marahel_problem::{OutsideFailure, Problem, Tally};
use marahel_script::Document;
use serde_json::Value;

use crate::ending::best::best_members;
use crate::ending::front::{self, FrontMember};
use crate::genealogy::{Ancestor, Genealogy};
use crate::judging::Judge;
use crate::judging::crew::Workers;
use crate::judging::evaluate::Evaluator;
use crate::judging::finalists::Finalists;
use crate::judging::growing::Growing;
use crate::judging::monitor::Watched;
use crate::progress::Progress;
use crate::{
    Crew, GenerationSummary, LimitChange, Monitor, Nearest, Purpose, SavedRun, Standing, Stop,
    Streams, Unmet, explain_drawings,
};
use marahel_config::{Config, EvolutionError, Genetics};

/// The finished share of a search after which it tells that it is far from good.
const SHARE_TOLD: f64 = 0.3;

/// The operators of genomes that a user gave, and of the one that explains the drawings.
pub(crate) const GIVEN: &str = "given";
pub(crate) const UNDERSTOOD: &str = "understood";

/// An event of a run.
pub enum Event<'e> {
    /// A generation has finished.
    Generation {
        summary: &'e GenerationSummary,
        /// The population after it, best first.
        population: &'e [Individual],
        /// The finished share of the search, in 0..=1.
        share: f64,
        /// What the best script meets: the one that meets most.
        best: Option<&'e Standing>,
        /// The best script, which takes a moment; `None` if there is none.
        best_script: &'e dyn Fn() -> Option<Value>,
        /// The cases that no script has met, worst first; empty once some script has enough good
        /// levels.
        unmet: &'e [Unmet],
        /// The script that meets most demands: once, after 30 % of a search that is far from good.
        nearest: Option<&'e Nearest>,
    },
    /// The run can continue from here after a stop.
    Checkpoint {
        /// Whether the search has ended or was stopped.
        is_last: bool,
        /// Serializes the state of the run, which takes a while.
        state: &'e dyn Fn() -> Vec<u8>,
    },
    /// The generations have finished with these results. Next the front is measured again, which
    /// may take a while, unless the recorder returns a stop.
    Searched(&'e Outcome),
    /// The front is about to be measured on held-out levels.
    Validates {
        /// Number of generators.
        n_members: usize,
        /// Number of levels for each.
        n_maps: u32,
    },
}

/// Follows a run, for example to write it down or show its progress.
pub trait Recorder {
    /// Handles an event; returns whether to stop the run.
    fn record(&mut self, event: &Event<'_>) -> Result<Stop, EvolutionError>;
}

/// Records nothing, and ends the run after its search: the front is not measured again.
pub struct Unrecorded;

impl Recorder for Unrecorded {
    fn record(&mut self, event: &Event<'_>) -> Result<Stop, EvolutionError> {
        Ok(if let Event::Searched(_) = event { Stop::All } else { Stop::No })
    }
}

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The last population, best first.
    pub population: Vec<Individual>,
    /// The first front of the population, best first; measured again at the end.
    pub front: Vec<FrontMember>,
    /// The members of the front and all their ancestors, by ascending id.
    pub ancestors: Vec<Ancestor>,
    /// The last finished generation, if any; at the end with the validated hypervolume of its
    /// front.
    pub last: Option<GenerationSummary>,
    /// Number of held-out levels for each of the best members of the front; the others may have
    /// fewer, see [`heats`](Self::heats).
    pub n_validated: u32,
    /// Whether the run was stopped before its last generation.
    pub is_interrupted: bool,
    /// Changes of the search's limits, if they affect its results.
    pub extensions: Vec<LimitChange>,
    /// The number of levels that the external judge did not answer for since the run began or was
    /// resumed, and the reason for one of them.
    pub unjudged: Option<(u64, OutsideFailure)>,
    /// The cases that no script has met, worst first; empty if some script has enough good levels.
    pub unmet: Vec<Unmet>,
    /// The script that meets most demands, if no script has enough good levels.
    pub nearest: Option<Nearest>,
    /// Whether the external judge failed for good, so that the run ends with an error and the front
    /// is not measured again.
    pub has_failed: bool,
}

impl Outcome {
    /// Number of levels for the final measurement of each member of the front. After an
    /// interruption it is small: somebody who stops a search wants to continue soon, and the front
    /// of a young search is large.
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

    /// The parts of the final measurement. The front of a search with many objectives is large, and
    /// to measure all of it would take longer than the search: then all members are measured on few
    /// levels, and the best ones on more, so that the ending takes at most a fifth of all levels.
    /// With few objectives all are measured alike, since the whole front counts.
    pub fn heats(&self, config: &Config) -> Vec<Heat> {
        let (n_members, n_maps) = (self.front.len(), self.n_validation_maps(config));
        if n_members == 0 || n_maps == 0 {
            return Vec::new();
        }
        let n_objectives = self.front[0].objectives.len();
        let n_searched = self.last.as_ref().map_or(0, |last| last.n_maps);
        let n_levels_max = (n_searched as f64 * ENDING) as usize;
        let all = Heat { n_members, n_maps };
        let is_small = n_members * n_maps as usize <= n_levels_max;
        if self.is_interrupted || n_objectives <= N_OBJECTIVES_ALIKE || is_small {
            return vec![all];
        }
        let n_first = (n_levels_max as f64 * FIRST_HEAT) as usize / n_members;
        let n_first = (n_first as u32).clamp(N_FIRST_HEAT, n_maps.max(N_FIRST_HEAT)).min(n_maps);
        let n_left = n_levels_max.saturating_sub(n_first as usize * n_members);
        let n_best = (n_left / n_maps as usize).clamp(N_BEST_MIN, n_members.max(N_BEST_MIN));
        vec![Heat { n_members, n_maps: n_first }, Heat { n_members: n_best.min(n_members), n_maps }]
    }
}

/// A part of the final measurement of a front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heat {
    /// Number of members, the best ones so far.
    pub n_members: usize,
    /// Number of levels for each.
    pub n_maps: u32,
}

/// The levels of the final measurement, relative to those of the search.
const ENDING: f64 = 0.25;

/// Up to this many objectives all members are measured alike.
const N_OBJECTIVES_ALIKE: usize = 10;

/// The share of them for the first heat, its least number of levels for each member, and the least
/// number of members of the second one.
const FIRST_HEAT: f64 = 0.6;
const N_FIRST_HEAT: u32 = 20;
const N_BEST_MIN: usize = 3;

/// Runs a config to its end, or until the monitor stops it.
///
/// # Errors
///
/// If the config is invalid, a genome writes an invalid script, or the recorder or the external
/// judge fails. If the judge fails, the earlier results are recorded.
pub fn run(
    config: &Config,
    problem: &Problem,
    recorder: &mut dyn Recorder,
    monitor: &dyn Monitor,
) -> Result<Outcome, EvolutionError> {
    let genetics = Genetics::new(config, problem)?;
    run_with(config, problem, genetics, None, None, recorder, monitor)
}

/// Refuses a problem without objectives: levels can be checked by it, and not searched for.
pub(crate) fn check_aims(problem: &Problem) -> Result<(), EvolutionError> {
    if problem.objectives().is_empty() {
        let place = format!("the problem {}", problem.name());
        let message =
            "it has no [objectives], so levels can be checked by it, and not searched for";
        return Err(EvolutionError::Config { place, message: message.to_owned() });
    }
    Ok(())
}

/// [`run`] with the genetics of a [`Setup`](marahel_config::Setup). Resumes a saved run if there is one, and
/// lets a crew measure the levels if there is one.
///
/// The config must be that of the saved run, except for the limits of its search. With the same
/// limits the outcome equals that of a run that was never stopped, wherever levels are measured.
///
/// # Errors
///
/// Those of [`run`], if the saved run has another config, and if the crew fails.
pub fn run_with(
    config: &Config,
    problem: &Problem,
    genetics: Genetics,
    saved: Option<SavedRun<'_>>,
    crew: Option<&dyn Crew>,
    recorder: &mut dyn Recorder,
    monitor: &dyn Monitor,
) -> Result<Outcome, EvolutionError> {
    check_aims(problem)?;
    let monitor = Watched::new(monitor, problem);
    let mut search = SearchRun::new(config, problem, genetics, Workers { monitor: &monitor, crew });
    search.know()?;
    if let Some(saved) = saved {
        search.restore(config, saved)?;
        monitor.heed_from(Stop::Search);
        if search.progress.is_over() {
            // Its limits may differ from the saved ones.
            recorder.record(&Event::Checkpoint { is_last: true, state: &|| search.save() })?;
        }
    }
    let mut is_over = search.progress.is_over() || monitor.stop() > Stop::No;
    while !is_over {
        let share_before = search.progress.share();
        let Some(mut summary) = search.generation(problem)? else { break };
        monitor.heed_from(Stop::Search);
        let mut is_whole = true;
        let is_telling = front::has_hypervolume(problem) && !search.judge.is_far();
        if config.validates_in(summary.generation) && is_telling {
            let volume = search.validated_hypervolume(config, recorder, &monitor)?;
            // An interrupted measurement is repeated at the end.
            is_whole = !monitor.is_stopped();
            summary.validated_hypervolume = volume.filter(|_| is_whole);
        }
        let stop = search.tell(&summary, share_before, recorder)?;
        search.last = Some(summary);
        is_over = search.progress.is_over() || stop.max(monitor.stop()) > Stop::No;
        if is_whole {
            recorder.record(&Event::Checkpoint { is_last: is_over, state: &|| search.save() })?;
        }
    }
    let mut outcome = search.outcome()?;
    outcome.has_failed = problem.has_ended();
    if recorder.record(&Event::Searched(&outcome))? == Stop::No {
        for Heat { n_members, n_maps } in outcome.heats(config) {
            recorder.record(&Event::Validates { n_members, n_maps })?;
            monitor.heed_from(Stop::All);
            let heat = Heat { n_members, n_maps };
            validate(&mut outcome, heat, config, search.judge.evaluator(), &monitor)?;
        }
        ask_finalists(&mut outcome.front, &search.judge)?;
    }
    // All results are recorded by now, except those that depend on a failed judge.
    problem.check_judge()?;
    outcome.unjudged = problem.judge_failures();
    Ok(outcome)
}

/// Number of finalists that an external judge is asked about.
const N_FINALISTS: usize = 16;

/// Total number of levels for the front of an interrupted search, ...
const N_LEVELS_INTERRUPTED: usize = 5000;
/// ... and the minimum and maximum for each member.
const N_MAPS_INTERRUPTED: [u32; 2] = [20, 100];

struct SearchRun<'p> {
    config: &'p Config,
    problem: &'p Problem,
    streams: Streams,
    judge: Judge<'p>,
    engine: GenomeEngine,
    progress: Progress,
    extensions: Vec<LimitChange>,
    genealogy: Genealogy,
    /// The scripts of a user, or the one that explains the drawings.
    own_scripts: Vec<Individual>,
    /// The last population, as reported.
    population: Vec<Individual>,
    last: Option<GenerationSummary>,
}

impl<'p> SearchRun<'p> {
    fn new(
        config: &'p Config,
        problem: &'p Problem,
        genetics: Genetics,
        workers: Workers<'p>,
    ) -> Self {
        Self {
            config,
            problem,
            streams: Streams::new(config.seed),
            judge: Judge::new(config, problem, genetics.decoder, workers),
            engine: genetics.engine,
            progress: Progress::new(config),
            extensions: Vec::new(),
            genealogy: Genealogy::default(),
            own_scripts: Vec::new(),
            population: Vec::new(),
            last: None,
        }
    }

    /// The state after a generation, as bytes.
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

    /// Continues from a saved state, with the limits of the config.
    fn restore(&mut self, config: &Config, saved: SavedRun<'_>) -> Result<(), EvolutionError> {
        let SavedRun { progress, extensions, engine, judge, genealogy, last } = saved;
        self.engine.restore(engine)?;
        self.judge.restore(judge, self.engine.population())?;
        self.population = self.judge.reported(self.engine.population())?;
        let (progress, before) = progress.with_limits_of(config);
        self.progress = progress;
        self.extensions = extensions.into_owned();
        // Only the phases of islands depend on the finished share of the search.
        self.extensions.extend(before.filter(|_| config.search.algorithm.has_islands));
        self.genealogy = genealogy.into_owned();
        self.last = Some(last.into_owned());
        Ok(())
    }

    /// Runs the next generation; `None` if the search was stopped meanwhile.
    fn generation(
        &mut self,
        problem: &Problem,
    ) -> Result<Option<GenerationSummary>, EvolutionError> {
        let generation = self.progress.n_generations;
        let mut rng = self.streams.rng(Purpose::Vary, generation, 0);
        let judged = self.judge.generation(&mut self.engine, &self.progress, &mut rng)?;
        let Some((batch, n_maps)) = judged else { return Ok(None) };
        self.progress.add(n_maps);
        self.population = self.judge.reported(self.engine.population())?;
        self.genealogy.note(generation, &self.population);
        let (last, objectives) = (self.last.as_ref(), problem.objectives());
        let (population, is_far) = (&self.population, self.judge.is_far());
        GenerationSummary::new(generation, last, &batch, n_maps, population, objectives, is_far)
            .map(Some)
    }

    /// Tells a recorder of a generation; `share_before` is the finished share before it.
    fn tell(
        &self,
        summary: &GenerationSummary,
        share_before: f64,
        recorder: &mut dyn Recorder,
    ) -> Result<Stop, EvolutionError> {
        let (population, share) = (&self.population, self.progress.share());
        let unmet = &self.judge.unmet();
        let is_time = share_before < SHARE_TOLD && (SHARE_TOLD..1.0).contains(&share);
        let mut nearest = if is_time && !unmet.is_empty() { self.judge.nearest() } else { None };
        if let Some(nearest) = &mut nearest {
            self.describe([&mut nearest.script].into_iter())?;
        }
        let nearest = nearest.as_ref();
        let best = self.judge.best(population);
        let best_script = &|| {
            let evaluator = self.judge.evaluator();
            let document = evaluator.decode(&best.as_ref()?.0.genome).ok()??;
            Some(evaluator.script_of(&document))
        };
        let best = best.as_ref().map(|(_, standing)| standing);
        recorder.record(&Event::Generation {
            summary,
            population,
            share,
            best,
            best_script,
            unmet,
            nearest,
        })
    }

    fn validated_hypervolume(
        &self,
        config: &Config,
        recorder: &mut dyn Recorder,
        monitor: &dyn Monitor,
    ) -> Result<Option<f64>, EvolutionError> {
        let evaluator = self.judge.evaluator();
        let front = front::first_front(&self.population, evaluator)?;
        let n_maps = config.n_curve_maps();
        recorder.record(&Event::Validates { n_members: front.len(), n_maps })?;
        front::validated_hypervolume(&front, evaluator, n_maps, monitor)
    }

    /// Leaves scripts only descriptions that are true.
    fn describe<'s>(
        &self,
        scripts: impl Iterator<Item = &'s mut Value>,
    ) -> Result<(), EvolutionError> {
        if !self.config.breeds_scripts() {
            return Ok(());
        }
        let descriptions = descriptions(self.config, self.problem)?;
        for written in scripts {
            // A script of another dialect stays as it is.
            let script = Script::parse(&written.to_string());
            if let Ok(mut script) = script {
                descriptions.settle(&mut script);
                *written = script.to_json();
            }
        }
        Ok(())
    }

    /// Measures the scripts that a user gave or, if somebody drew levels and gave none, the one that
    /// explains the drawings. They are compared in the end: no search is worth it that knows less
    /// than its beginning. Children may cost what the given scripts do.
    fn know(&mut self) -> Result<(), EvolutionError> {
        let Config { search, from, maps, .. } = self.config;
        if !self.config.breeds_scripts() {
            return Ok(());
        }
        let (operator, scripts) = match search.start {
            Beginning::Random => return Ok(()),
            Beginning::Scripts => (GIVEN, starting_scripts(self.config, self.problem)?),
            Beginning::Starters => {
                let explained = explain_drawings(self.problem).map(|explained| explained.script);
                (UNDERSTOOD, explained.into_iter().collect())
            }
        };
        for (index, script) in scripts.into_iter().enumerate() {
            let genome = Genome::from(Document::of(script));
            let evaluator = self.judge.evaluator();
            let Some(document) = evaluator.decode(&genome)? else { continue };
            let maps = self.streams.validation_maps(0, *maps);
            let sample = match (evaluator.sample_own(&document, maps), from.get(index)) {
                (Ok(sample), _) => sample,
                (Err(_), None) => continue,
                (Err(error), Some(path)) => {
                    let (path, message) = (path.clone(), error.to_string());
                    return Err(EvolutionError::From { path, message });
                }
            };
            if operator == GIVEN {
                self.judge.admit(sample.steps_per_tile());
            }
            self.own_scripts.push(Individual {
                operator: operator.into(),
                objectives: sample.scores.iter().map(Tally::mean).collect(),
                genome,
                ..Individual::default()
            });
        }
        Ok(())
    }

    /// The results, not measured again yet.
    fn outcome(&mut self) -> Result<Outcome, EvolutionError> {
        let mut own_scripts = std::mem::take(&mut self.own_scripts);
        for (individual, id) in own_scripts.iter_mut().zip(self.engine.n_born()..) {
            individual.id = id;
        }
        self.genealogy.note(self.progress.n_generations, &own_scripts);
        let evaluator = self.judge.evaluator();
        let mut front = front::first_front(&self.population, evaluator)?;
        front::add_known(&mut front, &own_scripts, evaluator)?;
        front::unite_equals(&mut front, evaluator)?;
        let ancestors = self.genealogy.ancestors_of(front.iter().map(|member| member.id));
        let mut nearest = self.judge.nearest().filter(|_| !self.judge.unmet().is_empty());
        let of_front = front.iter_mut().filter_map(|member| member.script.as_mut());
        let nearest_script = nearest.iter_mut().map(|nearest| &mut nearest.script);
        self.describe(of_front.chain(nearest_script))?;
        Ok(Outcome {
            population: std::mem::take(&mut self.population),
            front,
            ancestors,
            last: self.last.take(),
            n_validated: 0,
            is_interrupted: !self.progress.is_over(),
            extensions: std::mem::take(&mut self.extensions),
            unjudged: None,
            nearest,
            unmet: self.judge.unmet(),
            has_failed: false,
        })
    }
}

/// Measures the best members of the final front, and the last point of the curve of validated
/// hypervolumes.
fn validate(
    outcome: &mut Outcome,
    Heat { n_members, n_maps }: Heat,
    config: &Config,
    evaluator: &Evaluator<'_>,
    monitor: &dyn Monitor,
) -> Result<(), EvolutionError> {
    let mut measured = outcome.front.clone();
    if n_members < measured.len() {
        let chosen = best_members(&measured, evaluator.problem.objectives(), n_members);
        front::validate_some(&mut measured, &chosen, evaluator, n_maps, monitor)?;
    } else {
        front::validate(&mut measured, evaluator, n_maps, monitor)?;
    }
    if monitor.is_stopped() {
        return Ok(()); // an interrupted measurement is incomplete
    }
    outcome.front = measured;
    outcome.n_validated = n_maps;
    let n_curve_maps = config.n_curve_maps();
    let last = outcome.last.as_mut().filter(|last| last.validated_hypervolume.is_none());
    // All points of a curve need the same number of levels.
    let is_alike = n_members == outcome.front.len() && n_maps >= n_curve_maps;
    if let Some(last) = last.filter(|_| is_alike) {
        let volume =
            front::validated_hypervolume(&outcome.front, evaluator, n_curve_maps, monitor)?;
        last.validated_hypervolume = volume;
    }
    Ok(())
}

/// Asks the judge of finalists, if there is one, about the first fresh levels of the best members,
/// equally many of each, with the calls that are left.
fn ask_finalists(front: &mut [FrontMember], judge: &Judge<'_>) -> Result<(), EvolutionError> {
    let evaluator = judge.evaluator();
    let Some(finalists) = Finalists::of(evaluator.problem) else { return Ok(()) };
    let n_asked = judge.growing().map_or(0, Growing::n_asked);
    let best = best_members(front, evaluator.problem.objectives(), N_FINALISTS);
    let n_each = finalists.n_of_finalist(best.len(), n_asked);
    let mut asking = finalists.asking();
    for index in best {
        let member = &mut front[index];
        let document = evaluator.decode(&member.genome)?;
        let (Some(document), Some(sample)) = (document, &mut member.validation) else { continue };
        let maps = evaluator.streams.validation_maps(0, n_each.min(sample.n_maps));
        sample.passed = asking.passed(&evaluator.programs(&document), maps);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
