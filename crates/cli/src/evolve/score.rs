//! Levels to measures.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use experiment::problem_of;
use level::Level;
use serde_json::{Map, Value};

use super::settings::ConfigArgs;
use crate::input;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each input line is an object with `map`, the rows of a level as strings, or a line of
`marahel generate --format jsonl`. An `id` is passed through.

Example:
  echo '{\"map\":[\"..#\",\"#..\"]}' | evolve score --problem binary"
)]
pub(super) struct Args {
    /// File of levels, one JSON line each; - for standard input.
    #[arg(default_value = "-")]
    file: PathBuf,
    #[command(flatten)]
    config: ConfigArgs,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let problem = problem_of(&args.config.load(&[])?)?;
    let mut output = BufWriter::new(io::stdout().lock());
    for line in input::lines(&args.file, "level")? {
        let (number, text) = line?;
        let place = || format!("{}, line {number}", input::name(&args.file));
        let object: Map<String, Value> =
            serde_json::from_str(&text).context("not a JSON object").with_context(place)?;
        let level =
            Level::from_json(&text, Some(Arc::clone(problem.palette()))).with_context(place)?;
        let mut answer = Map::new();
        if let Some(id) = object.get("id") {
            answer.insert("id".to_owned(), id.clone());
        }
        answer.extend(problem.describe(level.view()));
        writeln!(output, "{}", Value::Object(answer))?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}
