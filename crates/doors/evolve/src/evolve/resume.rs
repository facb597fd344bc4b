//! Resuming a stopped run.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use marahel_config::{Config, Options, Problems, Setup, parse_n_maps};
use marahel_evolution::{Checkpoint, CheckpointAge, RunFolder, RunStatus, setup_of_run};

use super::run::{self, How};
use crate::terminal::{Usage, at_least};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
A run that was stopped by Ctrl-C, was killed, or had a full disk continues from its last checkpoint.
It ends with the same bytes as a run that was never stopped, except for timings.csv, with any number of threads. A complete run is validated again, or continues with --gens or --budget.

With new limits, nsga2 and random end as if they had these limits from the start. The phases of
islands depend on the share of the search that is done: a phase that has begun stays, later ones
follow the new limits, and run.toml records the change.")]
pub(super) struct Args {
    /// Folder of the run.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Total number of generations, including the finished ones.
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    gens: Option<u64>,
    /// Total number of levels to measure, including the measured ones.
    #[arg(long, value_name = "N", value_parser = parse_n_maps)]
    budget: Option<u64>,
    /// Continue from the checkpoint before the last one, for example if that is damaged.
    #[arg(long)]
    previous: bool,
    #[command(flatten)]
    how: How,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<ExitCode> {
    let folder = args.folder.as_path();
    let limits = Options { generations: args.gens, budget: args.budget, ..Options::default() };
    let Setup { config, problem, genetics } = setup_of_run(problems, folder, &limits)?;
    let age = if args.previous { CheckpointAge::Previous } else { CheckpointAge::Last };
    let checkpoint = Checkpoint::read(folder, age)?;
    match &checkpoint {
        None => demand_nothing_found(args)?,
        Some(checkpoint) => demand_more(args, &config, checkpoint)?,
    }
    let folder = RunFolder::resume(folder, &config, &problem, checkpoint.as_ref())?;
    let saved = checkpoint.map(|checkpoint| checkpoint.run);
    run::search(&config, &problem, genetics, folder, saved, &args.how)
}

/// Refuses to start over if a run has results but no checkpoint.
fn demand_nothing_found(args: &Args) -> anyhow::Result<()> {
    let folder = args.folder.display();
    ensure!(!args.previous, Usage(format!("{folder}: there is no checkpoint before the last one")));
    // A damaged status file leaves the state unknown.
    let status = RunStatus::read(&args.folder);
    if status.map_or(true, |status| status.is_some_and(|status| status.n_generations > 0)) {
        let message = "there is no checkpoint, which runs of older versions did not leave; \
                       `evolve --config` with its config.toml runs it again";
        return Err(Usage(format!("{folder}: {message}")).into());
    }
    Ok(())
}

/// Rejects limits that the search has already exceeded.
fn demand_more(args: &Args, config: &Config, checkpoint: &Checkpoint) -> anyhow::Result<()> {
    let measured = checkpoint.run.n_levels();
    ensure!(
        args.budget.is_none_or(|budget| budget >= measured),
        Usage(format!("{measured} levels are measured already; give --budget {measured} or more"))
    );
    let (n_generations, max) = (checkpoint.run.n_generations(), config.search.generations);
    if max > 0 && n_generations > max {
        return Err(Usage(format!(
            "{n_generations} generations are over already; give --gens {n_generations} or more"
        ))
        .into());
    }
    Ok(())
}
