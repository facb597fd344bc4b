//! Fronts in numbers.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use report::{Analysis, Format, Values};
use terminal::Usage;
use terminal::output::note;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Fronts of runs are described by validated values, which were measured on levels that the
search never saw; what the search itself measured stands beside them in columns that end in
_searched. If a front was not validated, all are compared as searched.

Objectives are columns of numbers in 0..=1, 1 is best. In tables of a run they are
known; in others all columns of numbers are taken that are not called id, rank or the
like, unless --objectives names them. The reference point of the hypervolume is 0; it is
measured for fronts of up to 10000 rows with 4 objectives, and 3000 with 5.

Examples:
  evolve analyze results/runs/zelda-seed1
  evolve analyze results/runs/zelda-seed1 results/runs/zelda-seed2 --format csv > fronts.csv
  evolve analyze results/runs/zelda-seed1/population.csv --objectives player,solution --format latex"
)]
pub(super) struct Args {
    /// Run folders, or CSV files (also with semicolons or tabs) with a line of column names.
    #[arg(required = true, value_name = "DIR|CSV")]
    fronts: Vec<PathBuf>,
    /// Columns that are objectives.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    objectives: Vec<String>,
    /// Demand values measured on held-out levels; by default they are taken if all fronts have
    /// them.
    #[arg(long, conflicts_with = "searched")]
    validated: bool,
    /// Take the values that the searches measured themselves.
    #[arg(long)]
    searched: bool,
    /// Print the attainment surfaces of several fronts, corner by corner.
    #[arg(long)]
    surfaces: bool,
    /// How to print it.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: FormatArg,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum FormatArg {
    /// Tables for people.
    #[default]
    Table,
    /// One row for each front.
    Csv,
    /// Everything, nested.
    Json,
    /// Tabulars for a paper.
    Latex,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    if args.surfaces && args.fronts.len() < 2 {
        return Err(Usage("--surfaces: give at least two fronts".to_owned()).into());
    }
    let analysis = Analysis::read(&args.fronts, &args.objectives, values(args))?;
    let format = match args.format {
        FormatArg::Table => Format::Table,
        FormatArg::Csv => Format::Csv,
        FormatArg::Json => Format::Json,
        FormatArg::Latex => Format::Latex,
    };
    analysis.notes().iter().for_each(note);
    let text = if args.surfaces { analysis.write_surfaces(format) } else { analysis.write(format) };
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn values(args: &Args) -> Values {
    match (args.validated, args.searched) {
        (true, _) => Values::Validated,
        (_, true) => Values::Searched,
        _ => Values::Known,
    }
}
