//! How fast levels are generated and scored, on this machine.
//!
//! [`speed`] measures levels per second on one thread, [`threads`] what more
//! threads bring, and [`machine`] says what machine this is.

mod machine;
mod speed;
mod threads;

use experiment::Problems;

use crate::terminal::{between, print};

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  evolve bench                            the tables, in about two minutes
  evolve bench --seconds 1 --genomes 50   a quick look")]
pub(super) struct Args {
    /// Number of levels per generator.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = between::<1, { u32::MAX }>)]
    maps: u32,
    /// Number of random genomes per problem.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = between::<1, { u32::MAX }>)]
    genomes: u32,
    /// Seconds to repeat each measurement, at least once; the fastest counts.
    #[arg(long, value_name = "S", default_value_t = 5.0, value_parser = seconds)]
    seconds: f64,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let machine = machine::description();
    let speeds = speed::measure(problems, args)?;
    let generations = threads::measure(problems, args)?;
    print(format_args!("{machine}\n"))?;
    print(speed::table(&speeds, args))?;
    Ok(print(threads::table(&generations, args))?)
}

/// Parses a time of up to an hour.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "give a number of seconds from 0 to 3600".to_owned())
}
