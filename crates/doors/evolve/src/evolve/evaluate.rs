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
use schemars::JsonSchema;
use serde::Serialize;
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
                let lacks = lacks_of_script(&script, &problem, &config)?;
                let n_levels = config.maps.min(N_EXPLAINED);
                Ok((lacks, picture_of_script(&script, &problem, &config, n_levels)?))
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
        Format::Table => print(table(&name, &problem, &sample, &lacks, picture)),
        Format::Json => print(json!(Evaluated::of(&problem, &sample, &lacks, picture))),
    }?)
}

pub(super) fn table(
    name: &str,
    problem: &Problem,
    sample: &Sample,
    lacks: &[Shortfall],
    picture: Option<&Picture>,
) -> String {
    let n_levels = counted(sample.n_maps as usize, "level");
    let verdict = Verdict::of_sample(sample, picture);
    let mut lines = vec![
        format!("{}: {:.1} % of its levels are good", verdict.word(), 100.0 * sample.good()),
        format!("  {}", verdict.next()),
        format!("{n_levels} of {name}, for {}:", problem.name()),
    ];
    let objectives = problem.objectives().iter().zip(&sample.scores);
    let (met, listed): (Vec<_>, Vec<_>) = objectives.partition(|(_, tally)| tally.mean() == 1.0);
    let names = listed.iter().map(|(objective, _)| objective.name.as_str());
    let width = column_width(names.chain(["objective"]));
    if !listed.is_empty() {
        lines.push(format!("{}  {:>14}  good in", to_left("objective", width), "mean score"));
    }
    for (objective, tally) in listed {
        let error = tally.standard_error().map(|error| format!(" ± {error:.3}"));
        let score = format!("{:.3}{}", tally.mean(), error.unwrap_or_default());
        let (name, band) = (to_left(&objective.name, width), objective.band.in_words());
        lines.push(format!("{name}  {score:>14}  {band}"));
    }
    if !met.is_empty() {
        let n = counted(problem.objectives().len(), "objective");
        lines.push(format!("all levels meet {} of {n}", met.len()));
    }
    lines.push(String::new());
    lines.extend(measure_rows(&[sample], problem));
    if are_alike(sample) {
        lines.push(alike(problem));
    }
    lines.extend(picture.into_iter().flat_map(|picture| picture.lines(problem, are_alike(sample))));
    lines.extend(lack_rows(lacks));
    lines.join("\n")
}

/// What was measured of a script. What may be missing is no part of its schema.
#[derive(Serialize, JsonSchema)]
pub(super) struct Evaluated<'s> {
    #[schemars(skip)]
    problem: &'s str,
    maps: u32,
    verdict: &'static str,
    objectives: Map<String, Value>,
    playable: f64,
    #[schemars(skip)]
    playable_se: Option<f64>,
    good: f64,
    #[schemars(skip)]
    good_se: Option<f64>,
    /// The further measures of all levels together.
    #[serde(flatten)]
    of_set: Map<String, Value>,
    pub(super) lacks: Vec<ShareOfLack>,
    #[schemars(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<Value>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct ShareOfLack {
    lack: String,
    share: f64,
    open: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seeds: Option<Vec<u64>>,
}

impl<'s> Evaluated<'s> {
    pub(super) fn of(
        problem: &'s Problem,
        sample: &Sample,
        lacks: &[Shortfall],
        picture: Option<&Picture>,
    ) -> Self {
        let objectives = problem.objectives().iter().zip(&sample.scores);
        let objectives = objectives.map(|(objective, tally)| {
            let (sd, se) = (tally.variance().map(f64::sqrt), tally.standard_error());
            (objective.name.clone(), json!({ "mean": tally.mean(), "sd": sd, "se": se }))
        });
        let [playable, good, of_set @ ..] = set_measures(Some(sample));
        let of_set = of_set.into_iter().flat_map(|measure| {
            let error = format!("{}_se", measure.name);
            [(measure.name.to_owned(), json!(measure.value)), (error, json!(measure.error))]
        });
        let lacks = lacks.iter().map(|shortfall| ShareOfLack {
            lack: shortfall.lack.to_string(),
            share: shortfall.share(),
            open: shortfall.lack.is_open(),
            seeds: None,
        });
        let verdict = Verdict::of_sample(sample, picture).word();
        let picture = picture.map(|picture| {
            let tiles = picture.spreads.iter().map(|spread| {
                json!({
                    "tile": problem.palette().name(spread.tile),
                    "places": spread.n_places,
                    "possible": spread.n_free,
                    "narrow": spread.is_narrow(),
                    "still": spread.is_still,
                    "fixed": spread.is_fixed,
                })
            });
            json!({
                "good": picture.n_levels,
                "differ": picture.differ,
                "one": picture.is_one(),
                "tiles": tiles.collect::<Value>(),
            })
        });
        Self {
            problem: problem.name(),
            maps: sample.n_maps,
            verdict,
            objectives: objectives.collect(),
            playable: sample.playable(),
            playable_se: playable.error,
            good: sample.good(),
            good_se: good.error,
            of_set: of_set.collect(),
            lacks: lacks.collect(),
            picture,
        }
    }
}
