//! Printing many runs as command lines, for schedulers on many machines.

use std::path::{Path, PathBuf};

use anyhow::Context;
use config::{Problems, problem_of};
use evolution::{RunFolder, RunStatus};
use experiment::{Design, Trial};

use super::experiment::EXPERIMENTS;
use super::ready::{program, quoted};
use crate::terminal::{note, print, threads};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The file has the form of `evolve experiment`: seeds, problems and settings. Each combination is a
run. It gets a folder with its config, and a command line. You can run these lines in any order,
at once, and again after a stop or a kill: each continues where it was, and the final bytes are
the same. All machines must see the run folders. If you repeat the command, it prints only lines of
unfinished runs; when there are none, `evolve experiment` makes its report.

Examples:
  evolve sweep configs/experiments/first.toml --threads 1 | xargs -P 8 -I {} sh -c '{}'
  evolve sweep configs/experiments/first.toml > lines; hq submit --each-line lines sh -c '$HQ_ENTRY'
  sbatch --array=1-$(wc -l < lines) --wrap 'sh -c \"$(sed -n ${SLURM_ARRAY_TASK_ID}p lines)\"'
  evolve experiment configs/experiments/first.toml --report-only"
)]
pub(super) struct Args {
    /// The experiment, as TOML.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder for the runs [default: results/experiments/NAME, NAME is the file's].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of threads per run [default: all cores of its machine].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let design = Design::read(problems, &args.file)?;
    let own = || Path::new(EXPERIMENTS).join(design.name());
    let folder = args.out.clone().unwrap_or_else(own);
    let trials = design.trials()?;
    let evolve = program("evolve");
    let threads = args.threads.map_or_else(String::new, |n| format!(" --threads {n}"));
    let mut n_done = 0;
    for trial in &trials {
        if is_done(trial, &folder)? {
            n_done += 1;
            continue;
        }
        let path = begun(trial, &folder)?;
        print(format_args!("{evolve} resume {} --quiet{threads}", quoted(&path)))?;
    }
    note(format_args!("{n_done} of {} runs are done", trials.len()));
    Ok(())
}

/// Whether a run has finished and its front was validated.
fn is_done(trial: &Trial, folder: &Path) -> anyhow::Result<bool> {
    trial.is_done(folder)?; // rejects a run of another config
    let status = RunStatus::read(&trial.folder(folder))?;
    let n_wanted = trial.config.validation_maps;
    Ok(status.is_some_and(|one| !one.is_interrupted && one.n_validation_levels >= n_wanted))
}

/// The folder of a run with its config, ready to be run.
fn begun(trial: &Trial, folder: &Path) -> anyhow::Result<PathBuf> {
    let path = trial.folder(folder);
    if !path.join("config.toml").exists() {
        let problem = problem_of(&trial.config);
        RunFolder::create(&path, false, &trial.config, &problem)
            .with_context(|| format!("beginning the run {}", path.display()))?;
    }
    Ok(path)
}
