//! What a person sees of a run.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use experiment::{Config, ExperimentError, GenerationSummary, Outcome, Recorder, RunFolder};
use indicatif::{ProgressBar, ProgressStyle};
use problem::Problem;
use search::Individual;

use super::interrupts::Interrupts;
use crate::output::note;

/// Time between two lines of progress where there is no terminal.
const LINE_PERIOD: Duration = Duration::from_secs(5);

/// Steps of the progress bar.
const N_STEPS: u64 = 1000;

/// Writes the run folder, shows progress and heeds Ctrl-C.
pub(super) struct Console<'r> {
    folder: RunFolder<'r>,
    config: &'r Config,
    problem: &'r dyn Problem,
    is_quiet: bool,
    bar: Option<ProgressBar>,
    last_line: Option<Instant>,
    begin: Instant,
    interrupts: &'r Interrupts,
}

impl<'r> Console<'r> {
    pub(super) fn new(
        folder: RunFolder<'r>,
        config: &'r Config,
        problem: &'r dyn Problem,
        is_quiet: bool,
        interrupts: &'r Interrupts,
    ) -> Self {
        let bar = (!is_quiet && std::io::stderr().is_terminal()).then(|| {
            let style = "{msg}\n{bar:40} {percent} %, {elapsed} gone, {eta} left";
            ProgressBar::new(N_STEPS)
                .with_style(ProgressStyle::with_template(style).expect("the template is sound"))
        });
        let begin = Instant::now();
        Self { folder, config, problem, is_quiet, bar, last_line: None, begin, interrupts }
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
        share: f64,
    ) -> Result<(), ExperimentError> {
        self.folder.generation(summary, population)?;
        let state = self.describe(summary);
        let done = summary.generation + 1;
        if let Some(bar) = &self.bar {
            bar.set_message(state);
            bar.set_position((share * N_STEPS as f64) as u64);
        } else if self.last_line.is_none_or(|last| last.elapsed() > LINE_PERIOD) {
            self.last_line = Some(Instant::now());
            let of = match self.config.search.generations {
                0 => format!(", {:.0} % of the budget", 100.0 * share),
                n => format!(" of {n}"),
            };
            self.say(&format!("generation {done}{of}: {state}"));
        }
        Ok(())
    }

    fn searched(&mut self, found: &Outcome) -> Result<(), ExperimentError> {
        self.folder.searched(found)?;
        self.interrupts.end();
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
        self.interrupts.is_ending()
    }
}
