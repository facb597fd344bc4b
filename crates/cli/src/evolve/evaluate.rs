//! One script to its objectives.

use std::path::PathBuf;

use anyhow::Context;
use experiment::{Options, Problems, Setup, evaluate_script, set_measures};
use serde_json::{Map, Value, json};

use super::settings::ConfigArgs;
use super::unjudged;
use crate::terminal::{between, input, print, read_script};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Dials that the problem asks for take all values in turn, as in a search: those with `dial = true`,
or those that --set names, such as 'dials=[\"player_key\"]'. Others stay at their default.

Examples:
  evolve evaluate --problem zelda configs/generators/fdg20/zelda.json --maps 1000
  evolve evaluate --config configs/fdg20-released/zelda.toml configs/generators/fdg20/zelda.json"
)]
pub(super) struct Args {
    /// The Marahel script; - for standard input.
    script: PathBuf,
    #[command(flatten)]
    config: ConfigArgs,
    /// Number of levels.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = between::<1, { u32::MAX }>)]
    maps: u32,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let given = Options { maps: Some(args.maps), ..Options::default() };
    let Setup { config, problem, .. } = args.config.load(problems, given)?;
    let script = read_script(&args.script)?;
    let sample =
        evaluate_script(&script, &problem, &config).with_context(|| input::name(&args.script))?;
    unjudged::tell_of(&problem);
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
        "objectives": Value::Object(objectives),
        "playable": sample.playable(),
    });
    // Beside the objectives, what the levels are like together.
    for measure in set_measures(Some(&sample)) {
        answer[measure.name] = json!(measure.value);
        answer[format!("{}_se", measure.name)] = json!(measure.error);
    }
    Ok(print(answer)?)
}
