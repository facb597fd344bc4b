//! Shares of good levels and of unlike levels for scripts.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;
use marahel_config::{Config, Options, Problems, problem_of, script_for};
use marahel_evolution::{Quality, config_of_run, judge_script};
use marahel_problem::Tally;
use marahel_script::Script;
use marahel_statistics::CsvText;
use marahel_system::files::entries;
use serde_json::{Value, json};

use super::run::pool;
use super::settings::{ConfigArgs, check_names, note_size, parse_names};
use super::unjudged;
use crate::terminal::{between, input, note, print, read_named_script, read_script, threads};

/// Less diversity may be due to the kind of comparison.
const LITTLE: f64 = 0.05;
const HINT: &str = "little diversity: [variety] of the problem says what is compared (floor plans; or a \
                    `way`, or `places` of tiles), and how much of it must differ (`unlike`)";

/// A limit, because all pairs of a set are compared.
const N_MAX: u32 = 100_000;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Quality: share of levels that are playable, whole, and meet every objective, also the open ones.
Diversity: share of levels that are unlike all others of their set, as the problem defines it.
Both: share of levels with both. Diversity falls with the number of levels in a set. A run folder
stands for all scripts of its front.

Entities that are roles, as of starters, become the problem's tiles of these roles.

Dials that the problem asks for take all values in turn, as in a search: those with `dial = true`,
or those that --set names. Others stay at their default.

For a problem with drawings (`like`): Like is the similarity of all levels of a set together to the
drawings. Copied is the share of cells that the nearest level of a set shares with a drawing.

Examples:
  marahel new zelda
  evolve judge --problem zelda zelda.json
  evolve judge results/runs/zelda-seed1 --format csv
  evolve judge --problem zelda zelda.json --levels 50 --sets 3"
)]
pub(super) struct Args {
    /// Marahel scripts and run folders; - for a script from standard input.
    #[arg(required = true)]
    scripts: Vec<PathBuf>,
    #[command(flatten)]
    config: ConfigArgs,
    /// Number of levels per set.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = between::<1, N_MAX>)]
    levels: u32,
    /// Number of sets; they share no levels.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = between::<1, N_MAX>)]
    sets: u32,
    /// Tiles for entities of the scripts, if their names differ: wall=rock,floor=air.
    #[arg(long, value_name = "ENTITY=TILE", value_delimiter = ',')]
    names: Vec<String>,
    /// Number of threads; the result does not depend on it [default: all cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Form of the output.
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Columns for people.
    #[default]
    Table,
    /// A row for each script.
    Csv,
    /// An array of objects.
    Json,
}

type Row = (String, Quality);

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    pool(args.threads)?.install(|| judge(problems, args))
}

fn judge(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let mut sets: Vec<(Config, Vec<(String, Script)>)> = Vec::new();
    for path in &args.scripts {
        let is_run = path.is_dir();
        let (config, paths) = if is_run {
            (config_of_run(problems, path)?, scripts_of_run(path)?)
        } else {
            (args.config.load(problems, Options::default())?.config, vec![path.clone()])
        };
        let read = if is_run { read_named_script } else { read_script };
        let scripts = paths.iter().map(|path| Ok((input::name(path), read(path)?)));
        sets.push((config, scripts.collect::<anyhow::Result<_>>()?));
    }
    let names = parse_names(&args.names)?;
    let scripts = sets.iter().flat_map(|(_, scripts)| scripts).map(|(_, script)| script);
    check_names(names.keys(), scripts)?;
    let names: Vec<_> = names.into_iter().collect();
    let mut rows: Vec<Row> = Vec::new();
    for (config, scripts) in sets {
        let problem = problem_of(&config);
        for (name, script) in scripts {
            let script = script_for(script, &problem, &names).with_context(|| name.clone())?;
            note_size(&name, &script, &problem);
            let quality = judge_script(&script, &problem, &config, args.levels, args.sets);
            let quality = quality.with_context(|| name.clone())?;
            rows.push((name, quality));
        }
        unjudged::tell_of(&problem);
    }
    match args.format {
        Format::Table => {
            print(table(&rows))?;
            let is_alike = |(_, quality): &Row| {
                quality.playable.mean() > 0.0 && quality.diversity.mean() < LITTLE
            };
            if rows.iter().any(is_alike) {
                note(HINT);
            }
        }
        Format::Csv => print(csv(&rows).trim_end())?,
        Format::Json => print(serde_json::to_string_pretty(&objects(&rows))?)?,
    }
    Ok(())
}

fn scripts_of_run(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let folder = folder.join("scripts");
    let mut scripts = entries(&folder)?;
    scripts.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    Ok(scripts)
}

/// The measures of some row: the last two need drawings.
fn columns(rows: &[Row]) -> Vec<&'static str> {
    let measures = rows.iter().map(|(_, quality)| quality.measures());
    let most = measures.max_by_key(Vec::len).unwrap_or_default();
    most.into_iter().map(|(name, _)| name).collect()
}

/// A row's measure, if it has it.
fn measure(quality: &Quality, column: &str) -> Option<Tally> {
    let mut measures = quality.measures().into_iter();
    measures.find(|(name, _)| *name == column).map(|(_, tally)| tally)
}

fn table(rows: &[Row]) -> String {
    let columns = columns(rows);
    let padded = |cell: &str| format!("{cell:<14}");
    let head = columns.iter().map(|column| padded(column)).collect::<Vec<_>>().concat();
    let lines = rows.iter().map(|(script, quality)| {
        let cells = columns.iter().map(|column| {
            padded(&measure(quality, column).map_or_else(|| "-".to_owned(), rounded))
        });
        cells.collect::<Vec<_>>().concat() + script
    });
    std::iter::once(head + "script").chain(lines).collect::<Vec<_>>().join("\n")
}

fn rounded(tally: Tally) -> String {
    let error = tally.standard_error().map_or(String::new(), |error| format!(" ± {error:.3}"));
    format!("{:.3}{error}", tally.mean())
}

fn csv(rows: &[Row]) -> String {
    let columns = columns(rows);
    let measures = columns.iter().flat_map(|column| [(*column).to_owned(), format!("{column}_se")]);
    let mut table = CsvText::new(std::iter::once("script".to_owned()).chain(measures));
    for (script, quality) in rows {
        let cells = columns.iter().flat_map(|column| {
            let tally = measure(quality, column);
            [tally.map(|tally| tally.mean()), tally.and_then(|tally| tally.standard_error())]
        });
        let cells = cells.map(|cell| cell.map_or_else(String::new, |number| number.to_string()));
        table.add(std::iter::once(script.clone()).chain(cells));
    }
    table.finish()
}

fn objects(rows: &[Row]) -> Value {
    let object = |(script, quality): &Row| {
        let mut object = json!({ "script": script });
        for (name, tally) in quality.measures() {
            object[name] = json!(tally.mean());
            object[format!("{name}_se")] = json!(tally.standard_error());
        }
        object
    };
    rows.iter().map(object).collect()
}
