//! Shares of good levels and of unlike levels for scripts.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;
use marahel_config::{Config, Options, Problems, problem_of, script_for};
use marahel_evolution::{SHARES, Verdict, config_of_run, judge_script};
use marahel_problem::Tally;
use marahel_script::Script;
use marahel_statistics::CsvText;
use marahel_system::files::entries;
use serde_json::{Value, json};

use super::run::pool;
use super::settings::{ConfigArgs, check_names, parse_names};
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

type Row = (String, Verdict);

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
            let verdict = judge_script(&script, &problem, &config, args.levels, args.sets);
            let verdict = verdict.with_context(|| name.clone())?;
            rows.push((name, verdict));
        }
        unjudged::tell_of(&problem);
    }
    match args.format {
        Format::Table => {
            print(table(&rows))?;
            // Index 2 is diversity.
            if rows.iter().any(|(_, verdict)| verdict[0].mean() > 0.0 && verdict[2].mean() < LITTLE)
            {
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

/// The columns with values in some row: the last two need drawings.
fn columns(rows: &[Row]) -> &'static [&'static str] {
    let are_drawn = rows.iter().any(|(_, verdict)| verdict[4] != Tally::default());
    if are_drawn { &SHARES } else { &SHARES[..4] }
}

fn table(rows: &[Row]) -> String {
    let columns = columns(rows);
    let cells = |cells: &[String], script: &str| {
        let cells = cells.iter().map(|cell| format!("{cell:<14}"));
        format!("{}{script}", cells.collect::<String>())
    };
    let names: Vec<String> = columns.iter().map(|&column| column.to_owned()).collect();
    let mut lines = vec![cells(&names, "script")];
    for (script, verdict) in rows {
        let numbers = verdict.map(|tally| {
            if tally == Tally::default() {
                return "-".to_owned();
            }
            let error = tally.standard_error().map_or(String::new(), |se| format!(" ± {se:.3}"));
            format!("{:.3}{error}", tally.mean())
        });
        lines.push(cells(&numbers[..columns.len()], script));
    }
    lines.join("\n")
}

fn csv(rows: &[Row]) -> String {
    let columns = columns(rows);
    let measures = columns.iter().flat_map(|column| [(*column).to_owned(), format!("{column}_se")]);
    let mut table = CsvText::new(std::iter::once("script".to_owned()).chain(measures));
    for (script, verdict) in rows {
        let numbers = verdict.iter().take(columns.len()).flat_map(|tally| {
            let error = tally.standard_error().map_or(String::new(), |se| se.to_string());
            [tally.mean().to_string(), error]
        });
        table.add(std::iter::once(script.clone()).chain(numbers));
    }
    table.finish()
}

fn objects(rows: &[Row]) -> Value {
    let columns = columns(rows);
    let object = |(script, verdict): &Row| {
        let mut object = json!({ "script": script });
        for (column, tally) in columns.iter().zip(verdict) {
            object[column] = json!(tally.mean());
            object[format!("{column}_se")] = json!(tally.standard_error());
        }
        object
    };
    rows.iter().map(object).collect()
}
