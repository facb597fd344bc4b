//! How fast levels are generated and scored, on this machine.
//!
//! [`speed`] measures levels per second on one thread, [`threads`] what more
//! threads bring, and [`machine`] says what machine this is.

#![expect(clippy::print_stdout, reason = "the tables are the output")]

mod machine;
mod speed;
mod threads;

use clap::Parser;
use clap::builder::RangedU64ValueParser;
use marahel_papers::fdg20::BUILT_IN;

/// Measures how fast levels of each built-in problem are generated and scored, in two minutes.
#[derive(Debug, Parser)]
struct Args {
    /// Number of levels per generator.
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = at_least_one())]
    maps: u32,
    /// Number of random genomes per problem.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = at_least_one())]
    genomes: u32,
    /// Seconds to repeat each measurement, at least once; the fastest counts.
    #[arg(long, value_name = "S", default_value_t = 5.0, value_parser = seconds)]
    seconds: f64,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let machine = machine::description();
    let speeds = speed::measure(BUILT_IN, &args)?;
    let generations = threads::measure(BUILT_IN, &args)?;
    println!("{machine}\n");
    println!("{}", speed::table(&speeds, &args));
    print!("{}", threads::table(&generations, &args));
    Ok(())
}

fn at_least_one() -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::new().range(1..)
}

/// Parses a time of up to an hour.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "give a number of seconds from 0 to 3600".to_owned())
}
