//! Comparing settings of a search over many runs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use marahel_config::Problems;
use marahel_evolution::{Monitor, Stop};
use marahel_experiment::{Comparison, Design, Results, Trial, Watch, make};

use crate::interrupts::Interrupts;
use crate::terminal::{Force, note, print, threads};

pub(super) const EXPERIMENTS: &str = "results/experiments";

#[derive(Debug, clap::Args)]
#[command(after_help = "The file names seeds, problems and settings; each combination is a run:

  seeds = \"1-20\"
  problems = [\"zelda\", \"binary\"]
  baseline = \"nsga2\"             # the setting to compare with; by default the first one
  measure = [\"front_playable\"]   # columns of runs.csv to compare; by default the usual ones
  curves = [\"hypervolume\"]       # columns of generations.csv to draw against maps measured

  [base]                         # any settings of a config
  search.population = 60

  [only.zelda]                   # more of them, for one problem
  maps = 20

  [[setting]]
  name = \"nsga2\"

  [[setting]]
  name = \"random\"
  why = \"what the search is worth\"
  set.search.algorithm = \"random\"

For your own problem, give the path of its file, relative to the experiment: problems = [\"cellar.toml\"] is called cellar, as in [only.cellar].

This writes run folders under DIR/runs/SETTING/PROBLEM, all runs in one table (runs.csv), medians and quartiles against maps measured (curves.csv), exact rank tests against the baseline with A12 and Holm's adjustment (tests.csv), figures as SVG and PNG, and report.md.

Finished runs are kept. After a Ctrl-C the same command continues, and new seeds, problems and settings add to the existing runs. As many runs go on at once as there are threads. Equal files give equal bytes with any number of threads.

Examples:
  evolve experiment first.toml                   # an experiment that you described
  evolve experiment first.toml --out study       # into another folder
  evolve experiment first.toml --report-only     # of the finished runs")]
pub(super) struct Args {
    /// The experiment, as TOML.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder for the runs and the report [default: results/experiments/NAME, NAME is the file's].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Make no runs, only the report of the finished ones.
    #[arg(long)]
    report_only: bool,
    /// Number of threads, and of runs at once; results do not depend on it [default: all cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<ExitCode> {
    let design = Design::read(problems, &args.file)?;
    let folder = args.out.clone();
    let folder = folder.unwrap_or_else(|| Path::new(EXPERIMENTS).join(design.name()));
    let trials = design.trials()?;
    args.force.check_folder(&folder, &["runs", "experiment.toml"])?;
    if args.report_only {
        tell_left_out(&trials, &folder)?;
    } else if let Some(stopped) = make_all(args, &trials, &folder)? {
        note("interrupted; finished runs are kept, and the same command continues from there");
        return Ok(stopped);
    }
    let results = Results::read(&design, &folder)?;
    if !args.quiet {
        note("comparing, drawing figures");
    }
    let comparisons = marahel_experiment::write(&design, &results, &folder, &command(args))?;
    let mut text = Vec::new();
    print_comparisons(&mut text, &comparisons, &folder)?;
    print(String::from_utf8_lossy(&text).trim_end_matches('\n'))?;
    Ok(ExitCode::SUCCESS)
}

/// Makes the missing runs; returns an exit code if they were stopped.
fn make_all(args: &Args, trials: &[Trial], folder: &Path) -> anyhow::Result<Option<ExitCode>> {
    let interrupts = Interrupts::watch(|line| note(line))?;
    interrupts.begin();
    let screen = Screen { n: trials.len(), is_quiet: args.quiet, interrupts: &interrupts };
    let is_complete = make(trials, folder, args.threads.unwrap_or(0), &screen)?;
    interrupts.end();
    Ok((!is_complete).then(|| interrupts.exit_code()))
}

fn command(args: &Args) -> String {
    let file = if args.file.is_absolute() {
        Path::new(args.file.file_name().unwrap_or_default())
    } else {
        &args.file
    };
    format!("evolve experiment {}", file.display())
}

/// Reports runs on the screen, and stops them on Ctrl-C.
struct Screen<'s> {
    n: usize,
    is_quiet: bool,
    interrupts: &'s Interrupts,
}

impl Screen<'_> {
    fn say(&self, trial: &Trial, index: usize, what: &str) {
        if !self.is_quiet {
            let Trial { setting_name, problem, seed, .. } = trial;
            let number = index + 1;
            note(format_args!(
                "run {number} of {}: {setting_name}, {problem}, seed {seed}{what}",
                self.n
            ));
        }
    }
}

impl Watch for Screen<'_> {
    fn begins(&self, trial: &Trial, index: usize, is_done: bool) {
        self.say(trial, index, if is_done { " is done" } else { "" });
    }

    fn ends(&self, trial: &Trial, index: usize, n_done: usize) {
        self.say(trial, index, &format!(" is made; {n_done} of {} are done", self.n));
    }
}

impl Monitor for Screen<'_> {
    fn stop(&self) -> Stop {
        if self.interrupts.is_ending() { Stop::Search } else { Stop::No }
    }
}

fn tell_left_out(trials: &[Trial], folder: &Path) -> anyhow::Result<()> {
    for trial in trials {
        if !trial.is_done(folder)? {
            note(format_args!("left out: {}: it is not done", trial.folder(folder).display()));
        }
    }
    Ok(())
}

/// Prints the comparisons of the settings, and the place of the report.
fn print_comparisons(
    output: &mut impl Write,
    comparisons: &[Comparison],
    folder: &Path,
) -> io::Result<()> {
    for group in comparisons.chunk_by(|a, b| (&a.measure, &a.problem) == (&b.measure, &b.problem)) {
        writeln!(output, "{}, {}", group[0].problem, group[0].measure)?;
        for comparison in group {
            write!(
                output,
                "  {:<24} n {:<4} {}",
                comparison.setting,
                comparison.values.len(),
                comparison.text()
            )?;
            match &comparison.against {
                Some(against) => writeln!(output, "  {}", against.text())?,
                None => writeln!(output)?,
            }
        }
    }
    writeln!(output, "\nreport: {}", folder.join("report.md").display())
}
