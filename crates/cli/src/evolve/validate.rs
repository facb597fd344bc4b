//! The front of a run folder, measured again.

use std::path::PathBuf;
use std::process::ExitCode;

use experiment::revalidate;

use super::settings::at_least;
use crate::exit::Usage;
use crate::output::print;

#[derive(Debug, clap::Args)]
#[command(after_help = "The columns of validation in front.csv are replaced.

Example:
  evolve validate results/runs/zelda-seed1 --maps 10000")]
pub(super) struct Args {
    /// The run folder.
    folder: PathBuf,
    /// Number of levels for each generator.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = at_least::<1>)]
    maps: u64,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let n_maps = u32::try_from(args.maps)
        .map_err(|_| Usage(format!("--maps {}: at most {} are possible", args.maps, u32::MAX)))?;
    let front = revalidate(&args.folder, n_maps)?;
    let n_still = front.iter().filter(|member| member.is_still_non_dominated).count();
    print(format_args!(
        "generators measured on {n_maps} levels each: {}, still non-dominated: {n_still}",
        front.len(),
    ))?;
    print(format_args!("front: {}", args.folder.join("front.csv").display()))?;
    Ok(ExitCode::SUCCESS)
}
