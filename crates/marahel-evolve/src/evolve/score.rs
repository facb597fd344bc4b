//! Measuring levels.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use marahel_config::{Options, Problems};
use marahel_formats::{Format, Hints};
use marahel_level::Level;
use marahel_problem::{Mark, Meter};
use marahel_statistics::{column_width, to_left};
use serde_json::{Map, Value};

use super::settings::ConfigArgs;
use super::unjudged;
use crate::terminal::levels::{self, ReadArgs};
use crate::terminal::{Results, input};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each input line is an object with `map`, the rows of a level as strings, or a line of
`marahel generate --format jsonl`. An `id` is passed through. Files of another form
that --from lists are read by their endings.
The output has one line of measures per level, which names its file if there are several.

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
    /// Files of levels; - for standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<PathBuf>,
    /// Form of the levels [default: by the ending of the file, else jsonl].
    #[arg(long, value_name = "FORM", value_parser = levels::format())]
    from: Option<&'static Format>,
    /// Print a text for people: each objective with its value, range and score, whether the level
    /// is playable, whole and good, and the level with its path drawn, and with marks where cells
    /// should not be counted, or not lie apart.
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    entities: ReadArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let problem = args.config.load(problems, Options::default())?.problem.with_named_parts();
    let mut output = Results::new();
    let target = Some(Arc::clone(problem.palette()));
    let hints = Hints { target, ..args.entities.hints()? };
    let (mut meter, mut describing) = (problem.meter(), problem.describing_meter());
    for file in &args.files {
        let several = (args.files.len() > 1).then(|| input::name(file));
        let levels = levels::read(file, args.from, hints.clone(), args.entities.map.folder())?;
        for (number, level) in (1..).zip(levels) {
            let level = level?;
            if args.explain {
                let told = explained(&mut meter, &level.level);
                problem.check_judge()?;
                if let Some(file) = &several {
                    writeln!(output, "{file}, level {number}")?;
                }
                writeln!(output, "{told}")?;
                continue;
            }
            let mut answer = Map::new();
            if let Some(file) = &several {
                answer.insert("file".to_owned(), file.clone().into());
            }
            if let Some(id) = level.id {
                answer.insert("id".to_owned(), id);
            }
            answer.extend(describing.describe(level.level.view()));
            problem.check_judge()?;
            writeln!(output, "{}", Value::Object(answer))?;
        }
    }
    output.flush()?;
    unjudged::tell_of(&problem);
    Ok(())
}

/// The characters of marks, in the order of their use.
const SIGNS: &str = "!^~%&=+";

/// Maximum number of cells to list for a mark.
const N_LISTED: usize = 8;

/// The reasons for a level's scores, and the level with its path as `*` and with marks.
pub(super) fn explained(meter: &mut Meter<'_>, level: &Level) -> String {
    let explanation = meter.explain(level.view());
    let names = explanation.objectives.iter().map(|objective| objective.name.as_str());
    let width = column_width(names.chain(["playable"]));
    let mut lines: Vec<String> = Vec::new();
    for objective in &explanation.objectives {
        let value = objective.value.map(|value| ((value * 1e4).round() / 1e4).to_string());
        let value = value.unwrap_or_else(|| "none".to_owned());
        lines.push(format!(
            "{}  {:<8} score {:.2}, good in {}   {}",
            to_left(&objective.name, width),
            value,
            objective.score,
            objective.band.in_words(),
            objective.text,
        ));
    }
    let conditions =
        [("playable", Some(&explanation.playable)), ("whole", explanation.whole.as_ref())];
    for (name, explained) in conditions {
        if let Some(condition) = explained {
            lines.push(format!(
                "{}  {:<8} {}",
                to_left(name, width),
                yes_or_no(condition.holds()),
                condition.text
            ));
        }
    }
    let lacks = explanation.lacks();
    let colon = if lacks.is_empty() { "" } else { ": " };
    let good = yes_or_no(lacks.is_empty());
    lines.push(format!("{}  {good}{colon}{}", to_left("good", width), lacks.join("; ")));
    let palette = level.palette();
    let is_free = |sign: &char| palette.tile_of(*sign).is_none();
    let marks = meter.marks(level.view());
    let signs = SIGNS.chars().filter(is_free).map(Some).chain(std::iter::repeat(None));
    let marks: Vec<(Option<char>, Mark)> = signs.zip(marks).collect();
    lines.extend(marks.iter().map(|(sign, mark)| told(*sign, mark, level.width())));
    lines.push(String::new());
    lines.push(drawn(&explanation.way, &marks, level));
    lines.join("\n")
}

/// What a mark shows, and where.
fn told(sign: Option<char>, mark: &Mark, width: usize) -> String {
    let Mark { text, what, cells } = mark;
    let places = cells.iter().take(N_LISTED);
    let places = places.map(|cell| format!("({}, {})", cell % width, cell / width));
    let places = places.collect::<Vec<_>>().join(" ");
    let more = match cells.len().saturating_sub(N_LISTED) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let sign = sign.map_or_else(String::new, |sign| format!("marked {sign}: "));
    format!("{sign}{text}: {what} at column, row {places}{more}")
}

fn yes_or_no(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

/// The level as text with the path drawn over the most common tile of the path, and with marks.
fn drawn(way: &[usize], marks: &[(Option<char>, Mark)], level: &Level) -> String {
    let width = level.width();
    let tiles = level.tiles();
    let floor = way
        .iter()
        .map(|&cell| tiles[cell])
        .max_by_key(|&floor| way.iter().filter(|&&cell| tiles[cell] == floor).count());
    let mut signs = vec![None; tiles.len()];
    for &cell in way.iter().filter(|&&cell| Some(tiles[cell]) == floor) {
        signs[cell] = Some('*');
    }
    for (sign, mark) in marks.iter().rev().filter(|(sign, _)| sign.is_some()) {
        mark.cells.iter().for_each(|&cell| signs[cell] = *sign);
    }
    let mut text = String::new();
    for (cell, (&here, sign)) in tiles.iter().zip(signs).enumerate() {
        text.push(sign.unwrap_or_else(|| level.palette().character(here)));
        if (cell + 1) % width == 0 {
            text.push('\n');
        }
    }
    text
}
