//! Fronts in numbers.

use std::io::{self, Write};
use std::path::PathBuf;

use marahel_report::{Analysis, Values};

use crate::terminal::{harmless, note};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Fronts of runs are described by validated values, measured on levels that the search never
used. Columns that end in _searched have the values that the search measured. If a front was
not validated, all fronts are compared as searched.

Objectives are columns of numbers in 0..=1; 1 is best. For tables of a run they are known. For
other tables, all columns of numbers count, except id, rank and the like, unless --objectives
names them. The reference point of the hypervolume is 0. It is measured for fronts of up to 10000
rows with 4 objectives, and 3000 with 5; with more than 16 it is not measured.

Examples:
  evolve analyze results/runs/zelda-seed1
  evolve analyze results/runs/zelda-seed1 results/runs/zelda-seed2 --format csv > fronts.csv
  evolve analyze results/runs/zelda-seed1/population.csv --objectives player,solution --format json"
)]
pub(super) struct Args {
    /// Run folders, or CSV files (also with semicolons or tabs) with a line of column names.
    #[arg(required = true, value_name = "DIR|CSV")]
    fronts: Vec<PathBuf>,
    /// Columns to use as objectives.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    objectives: Vec<String>,
    /// Require validated values [default: use them if all fronts have them].
    #[arg(long, conflicts_with = "searched")]
    validated: bool,
    /// Use the values that the searches measured.
    #[arg(long)]
    searched: bool,
    /// Form of the output.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Format {
    /// Tables for people.
    #[default]
    Table,
    /// One row for each front.
    Csv,
    /// Everything, nested.
    Json,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    let values = match (args.validated, args.searched) {
        (true, _) => Values::Validated,
        (_, true) => Values::Searched,
        _ => Values::Known,
    };
    let analysis = Analysis::read(&args.fronts, &args.objectives, values)?;
    let text = match args.format {
        Format::Table => analysis.table(),
        Format::Csv => analysis.csv(),
        Format::Json => format!("{:#}\n", analysis.json()),
    };
    analysis.notes().iter().for_each(note);
    Ok(io::stdout().write_all(harmless(&text).as_bytes())?)
}
