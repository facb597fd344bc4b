//! Expressive ranges of scripts.

mod folder;
mod names;
mod table;

use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;
use clap::ValueEnum;
use marahel_statistics::range::{ExpressiveRange, RangeError, Roles, Settings};

use crate::marahel::art::drawn;
use crate::terminal::{Force, ReadingArgs, Results, Usage, between, counted, note, read_script};

/// Maximum number of levels per script, for the memory.
const N_LEVELS_MAX: u32 = 100_000;

/// Maximum number of metrics in figures; each pair of them has a heat map.
const N_METRICS_MAX: usize = 40;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Metrics of a level: empty (share of cells), isolated (components of empty cells and of all others),
entropy (bits, mean over 5 x 5 windows), plain_windows (share of windows of one kind), regions and
diameter (of walkable cells), count_X for each entity X, and the measures of a problem for scripts
with exactly its entities. Level k has seed SEED + k.

The last line describes all levels together, with standard errors: how many are distinct, how much
two floor plans differ, and the effective number of dissimilar levels (two levels are completely
dissimilar if two fifths of their cells differ).

--out writes levels.csv, summary.csv, together.csv, heat-X-Y.svg for each pair of metrics, box-X.svg for each
metric, and corners-SCRIPT.png with corners.csv: the level nearest to
each corner of the first two metrics. Scripts with equal names are numbered.

Examples:
  marahel new evolved/binary
  marahel range binary.json
  marahel range *.json --legacy --out ranges/
  marahel new evolved/zelda
  marahel range zelda.json --empty solid --format csv > levels.csv"
)]
pub(super) struct Args {
    /// Marahel scripts; - for standard input.
    #[arg(required = true, value_name = "SCRIPT")]
    scripts: Vec<PathBuf>,
    /// Number of levels per script.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = between::<1, N_LEVELS_MAX>)]
    count: u32,
    /// Seed of the first level.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Entity that counts as empty [default: empty, floor, or else the first of a script].
    #[arg(long, value_name = "NAME")]
    empty: Option<String>,
    /// Entities that cannot be walked on [default: those of solid, wall, door, water, lava, tree].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    solid: Option<Vec<String>>,
    /// Measure empty, isolated and entropy also as the code of the AIIDE'17 paper did.
    #[arg(long)]
    legacy: bool,
    /// Metrics for the figures, or all [default: all but counts of entities].
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "out")]
    metrics: Option<Vec<String>>,
    /// Folder for tables, figures and example levels.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Draw tiles of example levels as squares of one color each.
    #[arg(long, requires = "out")]
    plain: bool,
    #[command(flatten)]
    force: Force,
    /// What to print: a summary, the levels, or both as JSON.
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each metric: mean, standard deviation and error, quartiles.
    Table,
    /// A line for each level.
    Csv,
    /// Levels and summaries of each script.
    Json,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    let settings = Settings {
        n_levels: args.count,
        seed: args.seed,
        empty: args.empty.clone(),
        solid: args.solid.clone(),
        more: if args.legacy { marahel_papers::aiide17::LEGACY } else { &[] },
    };
    // Read all scripts before measuring, so that mistakes appear at once.
    let names = names::of_scripts(&args.scripts);
    let mut generators = Vec::new();
    for path in &args.scripts {
        generators.push(args.reading.generator(&read_script(path)?));
    }
    let _held = args.out.as_ref().map(|out| args.force.hold_folder(out, &[])).transpose()?;
    let problems = marahel_config::BUILT_IN.with_defaults();
    let mut ranges = Vec::new();
    for (name, generator) in names.iter().zip(&generators) {
        if !args.quiet {
            note(format_args!("{name}: measuring {}", counted(args.count as usize, "level")));
        }
        let range = marahel_statistics::range::measure(name, generator, &problems, &settings)
            .map_err(asked_wrongly)?;
        if !args.quiet && args.empty.is_none() && !Roles::EMPTY_NAMES.contains(&&*range.empty) {
            note(format_args!("{name}: `{}` counts as empty; --empty names another", range.empty));
        }
        ranges.push(range);
    }
    if let Some(path) = &args.out {
        let metrics = metrics(args.metrics.as_deref(), &ranges)?;
        folder::write(
            path,
            &ranges,
            &generators,
            &metrics,
            drawn(folder::TILE_PIXELS, args.plain),
        )?;
    }
    let mut output = Results::new();
    match args.format {
        Format::Table => table::write(&mut output, &ranges)?,
        Format::Csv => {
            output.write_all(marahel_statistics::range::levels_csv(&ranges).as_bytes())?;
        }
        Format::Json => writeln!(output, "{}", marahel_statistics::range::to_json(&ranges))?,
    }
    Ok(output.flush()?)
}

/// Wrong names of entities and seeds that are too large are usage errors.
fn asked_wrongly(error: RangeError) -> anyhow::Error {
    match error {
        RangeError::Asked(message) => Usage(message).into(),
        error => error.into(),
    }
}

/// The metrics of figures: the named ones, or the main ones of any range.
fn metrics(named: Option<&[String]>, ranges: &[ExpressiveRange]) -> anyhow::Result<Vec<String>> {
    let mut all_metrics: Vec<String> = Vec::new();
    let mut main: Vec<String> = Vec::new();
    for range in ranges {
        add_new(&mut all_metrics, range.metrics());
        add_new(&mut main, range.main_metrics());
    }
    let metrics = match named {
        None => main,
        Some([all]) if all == "all" => all_metrics,
        Some(chosen) => {
            if let Some(name) = chosen.iter().find(|name| !all_metrics.contains(name)) {
                let all_metrics = all_metrics.join(", ");
                let message =
                    format!("--metrics: there is no metric `{name}`; choose among {all_metrics}");
                return Err(Usage(message).into());
            }
            let mut metrics = Vec::new();
            add_new(&mut metrics, chosen.iter().map(String::as_str));
            metrics
        }
    };
    ensure!(
        metrics.len() <= N_METRICS_MAX,
        Usage(format!("--metrics: {} are too many; name at most {N_METRICS_MAX}", metrics.len()))
    );
    Ok(metrics)
}

fn add_new<'n>(names: &mut Vec<String>, more: impl Iterator<Item = &'n str>) {
    for name in more {
        if names.iter().all(|present| present != name) {
            names.push(name.to_owned());
        }
    }
}
