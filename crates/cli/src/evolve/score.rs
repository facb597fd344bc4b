//! Measuring levels.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use config::{Options, Problems};
use formats::{Known, Notation};
use level::Level;
use problem::Explanation;
use serde_json::{Map, Value};

use super::settings::ConfigArgs;
use super::unjudged;
use crate::terminal::levels::{self, ReadArgs};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each input line is an object with `map`, the rows of a level as strings, or a line of
`marahel generate --format jsonl`. An `id` is passed through. Files that end in txt, json, csv,
tmj or tmx (maps of Tiled), ldtk (projects of LDtk), npy (arrays of numpy) or png are read by format.
The output has one line of measures per level.

Entities are matched by name. CSV, numpy, and JSON with `tiles` but without `entities` do not name
them, so give --entities or --script. Characters are those of the problem, unless these options
name other entities; use them if a character is ambiguous.

Examples:
  echo '{\"map\":[\"..#\",\"#..\"]}' | evolve score --problem binary
  printf '..#\\n#..\\n' | evolve score --problem binary --from txt
  printf '0,0,1\\n' | evolve score --problem binary --from csv --entities empty,solid
  printf '@.k\\n#.d\\n' | evolve score --problem zelda --from txt --explain"
)]
pub(super) struct Args {
    /// File of levels; - for standard input.
    #[arg(default_value = "-")]
    file: PathBuf,
    /// Form of the levels [default: by the ending of the file, else jsonl].
    #[arg(long, value_name = "FORM", value_parser = levels::notation())]
    from: Option<Notation>,
    /// Print a text for people: each objective with its value, range and score, whether the level
    /// is playable, whole and good, and the level with its path drawn.
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    entities: ReadArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let problem = args.config.load(problems, Options::default())?.problem.with_named_parts();
    let mut output = BufWriter::new(io::stdout().lock());
    let target = Some(Arc::clone(problem.palette()));
    let known = Known { target, ..args.entities.known()? };
    let (mut meter, mut describing) = (problem.meter(), problem.describing_meter());
    for found in levels::read(&args.file, args.from, known, args.entities.map.folder())? {
        let found = found?;
        if args.explain {
            let explanation = meter.explain(found.level.view());
            problem.check_judge()?;
            writeln!(output, "{}", explained(&explanation, &found.level))?;
            continue;
        }
        let mut answer = Map::new();
        if let Some(id) = found.id {
            answer.insert("id".to_owned(), id);
        }
        answer.extend(describing.describe(found.level.view()));
        problem.check_judge()?;
        writeln!(output, "{}", Value::Object(answer))?;
    }
    output.flush()?;
    unjudged::tell_of(&problem);
    Ok(())
}

/// The reasons for a level's scores, and the level with its path as `*`.
pub(super) fn explained(explanation: &Explanation, level: &Level) -> String {
    let names = explanation.objectives.iter().map(|objective| objective.name.chars().count());
    let width = names.max().unwrap_or(0).max("playable".len());
    let mut lines: Vec<String> = Vec::new();
    for objective in &explanation.objectives {
        let rounded = |value: f64| ((value * 1e4).round() / 1e4).to_string();
        let value = objective.value.map_or_else(|| "none".to_owned(), rounded);
        lines.push(format!(
            "{:<width$}  {:<8} score {:.2}, good in {}   {}",
            objective.name,
            value,
            objective.score,
            objective.band.in_words(),
            objective.text,
        ));
    }
    let yes = |holds: bool| if holds { "yes" } else { "no" };
    let conditions =
        [("playable", Some(&explanation.playable)), ("whole", explanation.whole.as_ref())];
    for (name, condition) in conditions {
        if let Some(one) = condition {
            lines.push(format!("{name:<width$}  {:<8} {}", yes(one.holds()), one.text));
        }
    }
    let lacks = explanation.lacks();
    let colon = if lacks.is_empty() { "" } else { ": " };
    let good = yes(lacks.is_empty());
    lines.push(format!("{:<width$}  {good}{colon}{}\n", "good", lacks.join("; ")));
    lines.push(drawn(&explanation.way, level));
    lines.join("\n")
}

/// The level as text with the path drawn over the most common tile of the path.
fn drawn(way: &[usize], level: &Level) -> String {
    let width = level.width();
    let tile = |cell: usize| level.tiles()[cell];
    let floor = way
        .iter()
        .map(|&cell| tile(cell))
        .max_by_key(|&one| way.iter().filter(|&&cell| tile(cell) == one).count());
    let mut text = String::new();
    for (cell, &here) in level.tiles().iter().enumerate() {
        let is_way = Some(here) == floor && way.contains(&cell);
        text.push(if is_way { '*' } else { level.palette().character(here) });
        if (cell + 1) % width == 0 {
            text.push('\n');
        }
    }
    text
}
