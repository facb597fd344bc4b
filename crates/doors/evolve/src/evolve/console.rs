//! The progress of a run on the console.

use std::time::Instant;

use marahel_config::{Config, EvolutionError};
use marahel_evolution::{
    Event, GenerationSummary, Heat, Monitor, NEAREST, Nearest, Outcome, Recorder, RunFolder,
    SavedRun, Stop, Tidied, Unmet, example_levels, script_text,
};
use marahel_level::Level;
use marahel_problem::Problem;
use marahel_studio::BEST_SCRIPT;
use serde_json::Value;

use super::findings::told_unmet;
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
    /// Generations until a front was validated, and its hypervolume, until a line says it.
    validated: Option<(u64, f64)>,
    measures_parts: bool,
    log: Log,
}

/// Reports measured levels to the screen, and stops on Ctrl-C.
pub(super) struct Watch<'r> {
    pub(super) interrupts: &'r Interrupts,
    pub(super) screen: &'r Screen,
}

impl Monitor for Watch<'_> {
    fn measured(&self) {
        self.screen.measured();
    }

    fn stop(&self) -> Stop {
        match (self.interrupts.is_ending(), self.interrupts.is_urgent()) {
            (false, _) => Stop::No,
            (true, false) => Stop::AfterGeneration,
            (true, true) => Stop::Search,
        }
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

    /// A console that ends an interrupted run without measuring its front again.
    pub(super) fn without_parts(self) -> Self {
        Self { measures_parts: false, ..self }
    }

    /// Writes the measured front and its best generator; returns the folder.
    pub(super) fn finish(
        mut self,
        outcome: &Outcome,
        tidied: Option<&Tidied>,
    ) -> Result<RunFolder<'r>, EvolutionError> {
        self.watch.screen.end();
        self.folder.finish(outcome, tidied)?;
        self.log.end(outcome);
        Ok(self.folder)
    }

    /// Handles the end of the search; returns whether to end the run.
    fn searched(&self, outcome: &Outcome) -> Stop {
        self.watch.interrupts.end();
        if outcome.is_interrupted && !self.measures_parts {
            self.log.searched(outcome, None);
            return Stop::All;
        }
        let heats = outcome.heats(self.config).into_iter();
        let heats = heats.map(|Heat { n_members, n_maps }| {
            let levels = counted(n_maps as usize, "fresh level");
            format!("{} on {levels} each", counted(n_members, "generator"))
        });
        let heats: Vec<String> = heats.collect();
        let measuring =
            (!heats.is_empty()).then(|| format!("measuring {}", heats.join(", then the best ")));
        self.log.searched(outcome, measuring.as_deref());
        if let Some(measuring) = measuring {
            self.say(&format!("{measuring}; Ctrl-C skips that"));
        }
        Stop::No
    }

    /// The state of the search in one line: what its best script meets, and how far the front is.
    fn describe(&self, summary: &GenerationSummary, best: Option<&str>) -> String {
        let mut parts = vec![best.unwrap_or("no script makes levels").to_owned()];
        parts.extend(summary.hypervolume.map(|volume| format!("hypervolume {volume:.4}")));
        parts.extend(self.validated.map(|(n, volume)| {
            format!("{volume:.4} validated after {}", counted(n as usize, "generation"))
        }));
        parts.join("; ")
    }

    fn level_of(&self, script: &Value) -> Option<Level> {
        let text = script_text(script, self.config);
        example_levels(&text, 1, self.config, self.problem).ok()??.pop()
    }

    /// Prints the unmet cases and the nearest script, with advice.
    fn warn(&self, share: f64, unmet: &[Unmet], nearest: &Nearest) {
        self.watch.screen.end();
        let percent = (100.0 * share) as u32;
        self.say(&format!(
            "{percent} % of the search are done, and no script has many good levels;"
        ));
        for line in told_unmet(unmet) {
            self.say(&line);
        }
        self.say(&format!(
            "the nearest script {}: {}",
            nearest.standing,
            self.folder.path().join(NEAREST).display()
        ));
        self.say(
            "the search goes on; if it does not help, add explorers for what is missing to that script \
             (docs/how-to-say.md has one for most demands), and search on with --from nearest.json",
        );
    }

    fn say(&self, text: &str) {
        if !self.watch.screen.is_quiet() {
            note(text);
        }
    }
}

impl Recorder for Console<'_> {
    fn record(&mut self, event: &Event<'_>) -> Result<Stop, EvolutionError> {
        if let Event::Searched(_) = event {
            self.watch.screen.end();
            self.say(&format!("searched for {:.1} s", self.begin.elapsed().as_secs_f64()));
        }
        let (n_checkpoints, _) = self.folder.checkpoint_cost();
        self.folder.record(event)?;
        match *event {
            Event::Generation { summary, share, best, best_script, unmet, nearest, .. } => {
                let n_generations = summary.generation + 1;
                if let Some(volume) = summary.validated_hypervolume {
                    self.validated = Some((n_generations, volume));
                }
                let best = best.map(|best| format!("{BEST_SCRIPT} {best}"));
                self.log.generation(summary, share, best.as_deref());
                let text = self.describe(summary, best.as_deref());
                let level = || self.level_of(&best_script()?);
                let screen = self.watch.screen;
                if screen.generation(n_generations, share, summary.n_maps, &text, level) {
                    self.validated = None;
                }
                if let Some(nearest) = nearest {
                    self.warn(share, unmet, nearest);
                }
            }
            Event::Checkpoint { .. } => {
                let (n, cost) = self.folder.checkpoint_cost();
                if n > n_checkpoints {
                    self.log.checkpoints(n, cost);
                }
            }
            Event::Searched(outcome) => return Ok(self.searched(outcome)),
            Event::Validates { n_members, n_maps } => {
                let n_readings = self.problem.readings().len() as u64;
                let n_levels = n_members as u64 * u64::from(n_maps) * n_readings;
                self.watch.screen.work(Work::Validation { n_members, n_maps, n_levels });
            }
        }
        Ok(Stop::No)
    }
}
