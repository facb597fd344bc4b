//! What a person sees of a run, and how a person stops it.

use std::io::IsTerminal;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use experiment::{Config, ExperimentError, GenerationSummary, Outcome, Recorder, RunFolder};
use indicatif::{ProgressBar, ProgressStyle};
use problem::Problem;
use search::Individual;

use crate::output::note;

/// Time between two lines of progress where there is no terminal.
const LINE_PERIOD: Duration = Duration::from_secs(5);

/// Time after a Ctrl-C in which another one counts as the same.
const ECHO_PERIOD: Duration = Duration::from_millis(500);

/// Exit code of a program that Ctrl-C ended, as shells have it.
const INTERRUPTED: i32 = 130;

/// Writes the run folder, shows progress and notices Ctrl-C.
///
/// The first Ctrl-C lets the search end after its current generation, as if it
/// were the last. A second one, or one after the search, ends the program at
/// once. Files are whole either way.
pub(super) struct Console<'r> {
    folder: RunFolder<'r>,
    config: &'r Config,
    problem: &'r dyn Problem,
    is_quiet: bool,
    bar: Option<ProgressBar>,
    last_line: Option<Instant>,
    begin: Instant,
    /// Whether the search is over or about to be.
    is_ending: Arc<AtomicBool>,
}

impl<'r> Console<'r> {
    pub(super) fn new(
        folder: RunFolder<'r>,
        config: &'r Config,
        problem: &'r dyn Problem,
        is_quiet: bool,
    ) -> anyhow::Result<Self> {
        let is_ending = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_ending);
        let mut first: Option<Instant> = None;
        ctrlc::set_handler(move || {
            // Some senders reach a program twice with one signal.
            if first.is_some_and(|first| first.elapsed() < ECHO_PERIOD) {
                return;
            }
            if flag.swap(true, Ordering::Relaxed) {
                process::exit(INTERRUPTED);
            }
            first = Some(Instant::now());
            note("\nstopping after this generation; Ctrl-C again to stop at once");
        })
        .context("watching for Ctrl-C")?;
        let bar = (!is_quiet && std::io::stderr().is_terminal()).then(|| {
            let style = "{msg}\n{bar:40} generation {pos} of {len}, {elapsed} gone, {eta} left";
            ProgressBar::new(config.search.generations)
                .with_style(ProgressStyle::with_template(style).expect("the template is sound"))
        });
        let begin = Instant::now();
        Ok(Self { folder, config, problem, is_quiet, bar, last_line: None, begin, is_ending })
    }

    /// Writes the front as it was measured again; gives the folder back.
    pub(super) fn finish(mut self, outcome: &Outcome) -> Result<RunFolder<'r>, ExperimentError> {
        self.folder.front(&outcome.front)?;
        Ok(self.folder)
    }

    /// The state of the search in one line.
    fn describe(&self, summary: &GenerationSummary) -> String {
        let names = self.problem.objectives().iter().map(|objective| &objective.name);
        let best: Vec<String> =
            names.zip(&summary.best).map(|(name, best)| format!("{name} {best:.3}")).collect();
        let GenerationSummary { n_fronts, front_size, hypervolume, .. } = summary;
        let s = if *n_fronts == 1 { "" } else { "s" };
        format!(
            "{n_fronts} front{s}, {front_size} in the first, hypervolume {hypervolume:.4}, best {}",
            best.join(", ")
        )
    }

    fn say(&self, text: &str) {
        if !self.is_quiet {
            note(text);
        }
    }
}

impl Recorder for Console<'_> {
    fn generation(
        &mut self,
        summary: &GenerationSummary,
        population: &[Individual],
    ) -> Result<(), ExperimentError> {
        self.folder.generation(summary, population)?;
        let state = self.describe(summary);
        let done = summary.generation + 1;
        if let Some(bar) = &self.bar {
            bar.set_message(state);
            bar.set_position(done);
        } else if self.last_line.is_none_or(|last| last.elapsed() > LINE_PERIOD) {
            self.last_line = Some(Instant::now());
            self.say(&format!("generation {done} of {}: {state}", self.config.search.generations));
        }
        Ok(())
    }

    fn searched(&mut self, found: &Outcome) -> Result<(), ExperimentError> {
        self.folder.searched(found)?;
        self.is_ending.store(true, Ordering::Relaxed);
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.say(&format!("searched for {:.1} s", self.begin.elapsed().as_secs_f64()));
        let n_maps = found.n_validation_maps(self.config);
        if n_maps > 0 {
            let n = found.front.len();
            self.say(&format!(
                "measuring the front of {n} on {n_maps} fresh levels each; Ctrl-C leaves that out"
            ));
        }
        Ok(())
    }

    fn should_stop(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed)
    }
}
