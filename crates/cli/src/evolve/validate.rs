//! The front of a run folder, measured again.

use std::path::PathBuf;
use std::process::ExitCode;

use experiment::revalidate;

#[derive(Debug, clap::Args)]
#[command(after_help = "The columns of validation in front.csv are replaced.

Example:
  evolve validate results/runs/zelda-seed1 --maps 10000")]
pub(super) struct Args {
    /// The run folder.
    folder: PathBuf,
    /// Number of levels for each generator.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    maps: u32,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let front = revalidate(&args.folder, args.maps)?;
    let n_still = front.iter().filter(|member| member.is_still_non_dominated).count();
    println!(
        "measured {} generators on {} levels each; {n_still} are still non-dominated",
        front.len(),
        args.maps
    );
    println!("front: {}", args.folder.join("front.csv").display());
    Ok(ExitCode::SUCCESS)
}
