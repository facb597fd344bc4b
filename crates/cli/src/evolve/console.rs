//! What a person sees of a run, and how a person stops it.

use std::io::IsTerminal;
use std::path::Path;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use experiment::{Config, ExperimentError, GenerationSummary, Outcome, Recorder, RunFolder};
use indicatif::{ProgressBar, ProgressStyle};
use problem::Problem;

/// Time between two lines of progress where there is no terminal.
const LINE_PERIOD: Duration = Duration::from_secs(10);

/// Time after a Ctrl-C in which another one counts as the same.
const ECHO_PERIOD: Duration = Duration::from_secs(1);

/// Exit code of a program that a second Ctrl-C ended, as shells have it.
const INTERRUPTED: i32 = 130;

/// Writes the run folder, shows progress and notices Ctrl-C.
///
/// The first Ctrl-C lets the run end after its current generation, with all
/// its files; the second ends the program at once. Files are whole either way.
pub(super) struct Console {
    folder: RunFolder,
    n_generations: u64,
    is_quiet: bool,
    bar: Option<ProgressBar>,
    last_line: Instant,
    begin: Instant,
    is_stopped: Arc<AtomicBool>,
}

impl Console {
    pub(super) fn new(folder: RunFolder, config: &Config, is_quiet: bool) -> anyhow::Result<Self> {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_stopped);
        let mut first: Option<Instant> = None;
        ctrlc::set_handler(move || {
            flag.store(true, Ordering::Relaxed);
            match first {
                // Some senders reach a program twice with one signal.
                Some(first) if first.elapsed() > ECHO_PERIOD => process::exit(INTERRUPTED),
                Some(_) => {}
                None => {
                    first = Some(Instant::now());
                    eprintln!("\nstopping after this generation; Ctrl-C again to stop at once");
                }
            }
        })
        .context("watching for Ctrl-C")?;
        let n_generations = config.search.generations;
        let bar = (!is_quiet && std::io::stderr().is_terminal()).then(|| {
            let style = "{msg}\n{bar:40} generation {pos} of {len}, {elapsed} gone, {eta} left";
            ProgressBar::new(n_generations)
                .with_style(ProgressStyle::with_template(style).expect("the template is sound"))
        });
        let now = Instant::now();
        Ok(Self { folder, n_generations, is_quiet, bar, last_line: now, begin: now, is_stopped })
    }

    /// The run folder.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes what the run ended with.
    pub(super) fn finish(
        &mut self,
        outcome: &Outcome,
        config: &Config,
        problem: &dyn Problem,
    ) -> Result<(), ExperimentError> {
        self.folder.finish(outcome, config, problem)
    }

    fn say(&self, text: &str) {
        if !self.is_quiet {
            eprintln!("{text}");
        }
    }
}

impl Recorder for Console {
    fn generation(&mut self, summary: &GenerationSummary) -> Result<(), ExperimentError> {
        self.folder.generation(summary)?;
        let best: Vec<String> = summary.best.iter().map(|best| format!("{best:.3}")).collect();
        let state = format!(
            "front {} of {} fronts, hypervolume {:.4}, best {}",
            summary.front_size,
            summary.n_fronts,
            summary.hypervolume,
            best.join(" ")
        );
        let done = summary.generation + 1;
        if let Some(bar) = &self.bar {
            bar.set_message(state);
            bar.set_position(done);
        } else if self.last_line.elapsed() > LINE_PERIOD {
            self.last_line = Instant::now();
            self.say(&format!("generation {done} of {}: {state}", self.n_generations));
        }
        Ok(())
    }

    fn validating(&mut self, front_size: usize, n_maps: u32) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let seconds = self.begin.elapsed().as_secs_f64();
        self.say(&format!("searched for {seconds:.1} s"));
        if n_maps > 0 {
            self.say(&format!("measuring the front of {front_size} on {n_maps} fresh levels each"));
        }
    }

    fn should_stop(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}
