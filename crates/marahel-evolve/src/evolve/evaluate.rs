//! One script to its objectives.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;
use marahel_config::{EvolutionError, Options, Problems, Setup, script_for};
use marahel_evolution::{
    Picture, Sample, Shortfall, evaluate_script, lacks_of_script, picture_of_script, set_measures,
};
use marahel_problem::Problem;
use marahel_statistics::{column_width, to_left};
use serde_json::{Map, Value, json};

use super::run::pool;
use super::sample_lines::{N_EXPLAINED, alike, are_alike, lack_rows, measure_rows};
use super::settings::{ConfigArgs, check_names, note_size, parse_names};
use super::unjudged;
use super::verdict::Verdict;
use crate::terminal::{between, counted, input, print, read_script, threads};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Entities that are roles, as of starters, become the problem's tiles of these roles.

Dials that the problem asks for take all values in turn, as in a search: those with `dial = true`,
or those that --set names, such as 'dials=[\"player_key\"]'. Others stay at their default.

Examples:
  marahel new evolved/zelda
  evolve evaluate --problem zelda zelda.json --maps 1000 --format table
  marahel new fdg20/zelda --out paper.json
  evolve evaluate --config results/runs/zelda-seed1/config.toml paper.json"
)]
pub(super) struct Args {
    /// The Marahel script; - for standard input.
    script: PathBuf,
    #[command(flatten)]
    config: ConfigArgs,
    /// Tiles for entities of the script, if their names differ: wall=rock,floor=air.
    #[arg(long, value_name = "ENTITY=TILE", value_delimiter = ',')]
    names: Vec<String>,
    /// Number of levels.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = between::<1, { u32::MAX }>)]
    maps: u32,
    /// Number of threads; the result does not depend on it [default: all cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Form of the output [default: table on a terminal, else json].
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Format>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Lines for people, with what levels lack.
    Table,
    /// An object.
    Json,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let options = Options { maps: Some(args.maps), ..Options::default() };
    let Setup { config, problem, .. } = args.config.load(problems, options)?;
    let name = input::name(&args.script);
    let names = parse_names(&args.names)?;
    let script = read_script(&args.script)?;
    check_names(names.keys(), [&script])?;
    let names: Vec<_> = names.into_iter().collect();
    let script = script_for(script, &problem, &names).with_context(|| name.clone())?;
    note_size(&name, &script, &problem);
    let measured = pool(args.threads)?.install(|| {
        rayon::join(
            || evaluate_script(&script, &problem, &config),
            || {
                let lacks = lacks_of_script(&script, &problem, &config, N_EXPLAINED)?;
                Ok((lacks, picture_of_script(&script, &problem, &config, N_EXPLAINED)?))
            },
        )
    });
    let sample = measured.0.with_context(|| name.clone())?;
    let about: Result<_, EvolutionError> = measured.1;
    let (lacks, picture) = about.with_context(|| name.clone())?;
    let picture = picture.as_ref();
    unjudged::tell_of(&problem);
    let by_itself = if io::stdout().is_terminal() { Format::Table } else { Format::Json };
    Ok(match args.format.unwrap_or(by_itself) {
        Format::Table => print(table(&name, &problem, &sample, &lacks, picture, true)),
        Format::Json => print(object(&problem, &sample, &lacks, picture)),
    }?)
}

pub(super) fn table(
    name: &str,
    problem: &Problem,
    sample: &Sample,
    lacks: &[Shortfall],
    picture: Option<&Picture>,
    lists_met: bool,
) -> String {
    let n_levels = counted(sample.n_maps as usize, "level");
    let verdict = Verdict::of_sample(sample, picture);
    let mut lines = vec![
        format!("{}: {:.1} % of its levels are good", verdict.word(), 100.0 * sample.good()),
        format!("  {}", verdict.next()),
        format!("{n_levels} of {name}, for {}:", problem.name()),
    ];
    let names = problem.objectives().iter().map(|objective| objective.name.as_str());
    let width = column_width(names.chain(["objective"]));
    lines.push(format!("{}  {:>14}  good in", to_left("objective", width), "mean score"));
    let objectives = problem.objectives().iter().zip(&sample.scores);
    let (met, listed): (Vec<_>, Vec<_>) =
        objectives.partition(|(_, tally)| !lists_met && tally.mean() == 1.0);
    for (objective, tally) in listed {
        let error = tally.standard_error().map(|error| format!(" ± {error:.3}"));
        let score = format!("{:.3}{}", tally.mean(), error.unwrap_or_default());
        let (name, band) = (to_left(&objective.name, width), objective.band.in_words());
        lines.push(format!("{name}  {score:>14}  {band}"));
    }
    if !met.is_empty() {
        let met: Vec<&str> = met.iter().map(|(objective, _)| &*objective.name).collect();
        lines.push(format!("all levels meet: {}", met.join(", ")));
    }
    lines.push(String::new());
    lines.extend(measure_rows(&[sample], problem));
    if are_alike(sample) {
        lines.push(alike(problem));
    }
    lines.extend(picture.into_iter().flat_map(|picture| picture.told(problem, are_alike(sample))));
    lines.extend(lack_rows(lacks));
    lines.join("\n")
}

pub(super) fn object(
    problem: &Problem,
    sample: &Sample,
    lacks: &[Shortfall],
    picture: Option<&Picture>,
) -> Value {
    let mut objectives = Map::new();
    for (objective, tally) in problem.objectives().iter().zip(&sample.scores) {
        let value = json!({
            "mean": tally.mean(),
            "sd": tally.variance().map(f64::sqrt),
            "se": tally.standard_error(),
        });
        objectives.insert(objective.name.clone(), value);
    }
    let mut answer = json!({
        "problem": problem.name(),
        "maps": sample.n_maps,
        "verdict": Verdict::of_sample(sample, picture).word(),
        "objectives": Value::Object(objectives),
        "playable": sample.playable(),
    });
    // The measures of all levels together.
    for measure in set_measures(Some(sample)) {
        answer[measure.name] = json!(measure.value);
        answer[format!("{}_se", measure.name)] = json!(measure.error);
    }
    let lacks = lacks.iter().map(|lack| {
        let share = f64::from(lack.n) / f64::from(N_EXPLAINED);
        json!({ "lack": lack.text, "share": share, "open": lack.is_open })
    });
    answer["lacks"] = lacks.collect();
    if let Some(picture) = picture {
        let entities = problem.palette().entities();
        let tiles = picture.spreads.iter().map(|spread| {
            json!({
                "tile": entities[usize::from(spread.tile)].name,
                "places": spread.n_places,
                "possible": spread.n_free,
                "narrow": spread.is_narrow(),
                "still": spread.is_still,
                "fixed": spread.is_fixed,
            })
        });
        answer["picture"] = json!({
            "good": picture.n_levels,
            "differ": picture.differ,
            "one": picture.is_one(),
            "tiles": tiles.collect::<Value>(),
        });
    }
    answer
}
