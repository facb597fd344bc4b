//! What a person sees of a run.

use std::time::Instant;

use experiment::{
    Config, ExperimentError, GenerationSummary, Individual, Monitor, Outcome, Recorder, RunFolder,
    SavedRun,
};
use problem::Problem;

use super::log::Log;
use super::screen::{Screen, Work};
use crate::interrupts::Interrupts;
use crate::terminal::{counted, note};

/// Writes the run folder and shows progress.
pub(super) struct Console<'r> {
    folder: RunFolder<'r>,
    config: &'r Config,
    problem: &'r Problem,
    watch: &'r Watch<'r>,
    begin: Instant,
    /// The last generation whose front was validated, from 1, and its hypervolume.
    validated: Option<(u64, f64)>,
    measures_parts: bool,
    log: Log,
}

/// Lets all threads of a search tell what they do, and heeds Ctrl-C.
pub(super) struct Watch<'r> {
    pub(super) interrupts: &'r Interrupts,
    pub(super) screen: &'r Screen,
}

impl Monitor for Watch<'_> {
    fn measured(&self) {
        self.screen.measured();
    }

    fn should_end(&self) -> bool {
        self.interrupts.is_ending()
    }
}

impl<'r> Console<'r> {
    pub(super) fn new(
        folder: RunFolder<'r>,
        config: &'r Config,
        problem: &'r Problem,
        saved: Option<&SavedRun<'_>>,
        watch: &'r Watch<'r>,
        log: Log,
    ) -> Self {
        watch.screen.begin(config, folder.path(), saved);
        let n_generations = saved.map_or(0, SavedRun::n_generations);
        log.begin(config, n_generations, saved.map_or(0, SavedRun::n_levels));
        Self {
            folder,
            config,
            problem,
            watch,
            begin: Instant::now(),
            validated: None,
            measures_parts: true,
            log,
        }
    }

    /// The same, but the front of an interrupted search is not measured again.
    pub(super) fn without_parts(self) -> Self {
        Self { measures_parts: false, ..self }
    }

    /// Writes the front as it was measured again; gives the folder back.
    pub(super) fn finish(mut self, outcome: &Outcome) -> Result<RunFolder<'r>, ExperimentError> {
        self.watch.screen.end();
        self.folder.finish(outcome)?;
        self.log.end(outcome);
        Ok(self.folder)
    }

    /// The state of the search in one line, what is known best first.
    fn describe(&self, summary: &GenerationSummary) -> String {
        let validated = self.validated.map_or_else(String::new, |(generation, volume)| {
            format!("validated hypervolume {volume:.4} at generation {generation}; ")
        });
        let names = self.problem.objectives().iter().map(|objective| &objective.name);
        let best: Vec<String> =
            names.zip(&summary.best).map(|(name, best)| format!("{name} {best:.3}")).collect();
        let volume = summary.hypervolume;
        format!("{validated}searched {volume:.4}, best {}", best.join(", "))
    }

    fn say(&self, text: &str) {
        if !self.watch.screen.is_quiet() {
            note(text);
        }
    }
}

impl Recorder for Console<'_> {
    fn generation(
        &mut self,
        summary: &GenerationSummary,
        population: &[Individual],
        share: f64,
    ) -> Result<(), ExperimentError> {
        self.folder.generation(summary, population, share)?;
        let done = summary.generation + 1;
        if let Some(volume) = summary.validated_hypervolume {
            self.validated = Some((done, volume));
        }
        self.log.generation(summary, share);
        self.watch.screen.generation(done, share, summary.n_maps, &self.describe(summary));
        Ok(())
    }

    fn checkpoint(
        &mut self,
        is_last: bool,
        state: &dyn Fn() -> Vec<u8>,
    ) -> Result<(), ExperimentError> {
        let (n_before, _) = self.folder.checkpoint_cost();
        self.folder.checkpoint(is_last, state)?;
        let (n, cost) = self.folder.checkpoint_cost();
        if n > n_before {
            self.log.checkpoints(n, cost);
        }
        Ok(())
    }

    fn searched(&mut self, found: &Outcome) -> Result<bool, ExperimentError> {
        self.watch.screen.end();
        self.say(&format!("searched for {:.1} s", self.begin.elapsed().as_secs_f64()));
        self.folder.searched(found)?;
        self.log.searched(found);
        self.watch.interrupts.end();
        let is_measured = self.measures_parts || !found.is_interrupted;
        let n_maps = found.n_validation_maps(self.config) as usize;
        if is_measured && n_maps > 0 && !found.front.is_empty() {
            self.say(&format!(
                "measuring {} on {} each; Ctrl-C skips that",
                counted(found.front.len(), "generator"),
                counted(n_maps, "fresh level")
            ));
        }
        Ok(is_measured)
    }

    fn validates(&mut self, n_members: usize, n_maps: u32) {
        let n_readings = 1 + u64::from(self.config.both_readings);
        self.watch.screen.work(Work::Validation {
            n_members,
            n_maps,
            n_levels: n_members as u64 * u64::from(n_maps) * n_readings,
        });
    }
}
