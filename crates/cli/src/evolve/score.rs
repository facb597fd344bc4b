//! Levels to measures.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use experiment::{Problems, problem_of};
use serde_json::{Map, Value};

use super::settings::ConfigArgs;
use crate::levels::{self, EntityArgs, Known, Notation};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each input line is an object with `map`, the rows of a level as strings, or a line of
`marahel generate --format jsonl`. An `id` is passed through. Files that end in txt, json, csv,
tmj or tmx (maps of Tiled), ldtk (projects of LDtk) or npy (arrays of numpy) are read as such.
One line of measures is written for each level.

Entities are matched by name. CSV and numpy do not name them, nor does JSON with `tiles` and
without `entities`: there --entities or --script does. Characters are those of the problem unless
these name other entities; where a character may mean two of them, they have to.

Examples:
  echo '{\"map\":[\"..#\",\"#..\"]}' | evolve score --problem binary
  printf '..#\\n#..\\n' | evolve score --problem binary --from txt
  printf '0,0,1\\n' | evolve score --problem binary --from csv --entities empty,solid"
)]
pub(super) struct Args {
    /// File of levels; - for standard input.
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Form of the levels [default: by the ending of the file, else jsonl].
    #[arg(long, value_enum, value_name = "FORM")]
    from: Option<Notation>,
    #[command(flatten)]
    entities: EntityArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<ExitCode> {
    let problem = problem_of(&args.config.load(problems, &[])?)?;
    let mut output = BufWriter::new(io::stdout().lock());
    let target = Some(Arc::clone(problem.palette()));
    let known = Known { named: args.entities.palette()?, target };
    for found in levels::read(&args.file, args.from, known)? {
        let found = found?;
        let mut answer = Map::new();
        if let Some(id) = found.id {
            answer.insert("id".to_owned(), id);
        }
        answer.extend(problem.describe(found.level.view()));
        writeln!(output, "{}", Value::Object(answer))?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}
