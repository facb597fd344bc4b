//! Measuring the front of a run folder again, or its first generation.

use std::path::PathBuf;

use marahel_config::Problems;
use marahel_evolution::{revalidate, revalidate_random};

use crate::terminal::{between, counted, print};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "This replaces the validated columns of front.csv, and updates the number of levels in run.toml and,
where it is missing, the last validated_hypervolume of generations.csv; best.json and what is said
about it stay. With --random, it rewrites random.csv as a table like front.csv.

Examples:
  evolve validate results/runs/zelda-seed1 --maps 10000
  evolve validate results/runs/zelda-seed1 --random  # the start of the search"
)]
pub(super) struct Args {
    /// The run folder.
    folder: PathBuf,
    /// Number of levels per generator.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = between::<1, { u32::MAX }>)]
    maps: u32,
    /// Measure the survivors of the random first generation instead of the front.
    #[arg(long)]
    random: bool,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let (members, table) = if args.random {
        (revalidate_random(problems, &args.folder, args.maps)?, "random.csv")
    } else {
        (revalidate(problems, &args.folder, args.maps, None)?, "front.csv")
    };
    let n_still = members.iter().filter(|member| member.is_still_non_dominated).count();
    print(format_args!(
        "generators measured on {} each: {}, non-dominated by that: {n_still}",
        counted(args.maps as usize, "level"),
        members.len(),
    ))?;
    Ok(print(format_args!("table: {}", args.folder.join(table).display()))?)
}
