//! Measuring levels.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use marahel_config::{Options, Problems};
use marahel_formats::{Format, Hints};
use marahel_level::{Level, Tile};
use marahel_problem::{ExplainedObjective, Explanation, Lack, Mark, Meter, Problem, ProblemError};
use marahel_statistics::{column_width, to_left};
use serde_json::{Map, Value};

use super::settings::ConfigArgs;
use super::unjudged;
use crate::terminal::levels::{self, ReadArgs};
use crate::terminal::{Results, counted, input, note};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each input line is an object with `map`, the rows of a level as strings, or a line of
`marahel generate --format jsonl`. An `id` is passed through. Files of another form
that --from lists are read by their endings.
The output has one line of measures per level, which names its file if there are several.

Entities are matched by name. CSV, and JSON with `tiles` but without `entities` do not name
them, so give --entities or --script. Characters are those of the problem, unless these options
name other entities; use them if a character is ambiguous. A level that is one of the drawings of the
problem is judged as no copy of itself: copied() compares it with the other ones.

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
    /// Print a text for people: each objective that is not met, with its value, range and score,
    /// whether the level is playable, whole and good, and the level with its path drawn, and with
    /// marks where cells should not be counted, or not lie apart.
    #[arg(long)]
    explain: bool,
    /// With --explain, also list what is met.
    #[arg(long, requires = "explain")]
    all: bool,
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
    let (mut meter, mut describing) =
        (problem.meter().of_drawn(), problem.describing_meter().of_drawn());
    let mut is_told = false;
    for file in &args.files {
        let several = (args.files.len() > 1).then(|| input::name(file));
        let levels = levels::read(file, args.from, hints.clone(), args.entities.map.folder())?;
        for (number, level) in (1..).zip(levels) {
            let level = level?;
            if args.explain {
                let text = explained(&mut meter, &problem, &level.level, args.all);
                problem.check_judge()?;
                if let Some(file) = &several {
                    writeln!(output, "{file}, level {number}")?;
                }
                writeln!(output, "{text}")?;
                continue;
            }
            if let Some(error) = misfit(&problem, &level.level).filter(|_| !is_told) {
                note(format_args!("note: level {number} of {}: {error}", input::name(file)));
                is_told = true;
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

/// Why a problem cannot judge a level of this size, if so.
fn misfit(problem: &Problem, level: &Level) -> Option<ProblemError> {
    problem.clone().with_sizes(vec![(level.width(), level.height())]).err()
}

fn another_size(problem: &Problem, level: &Level) -> Option<String> {
    let (width, height) = (level.width(), level.height());
    let is_other = problem.asks_for_sizes() && !problem.sizes().contains(&(width, height));
    let sizes = problem.sizes().iter().map(|(width, height)| format!("{width}x{height}"));
    is_other.then(|| {
        let sizes = sizes.collect::<Vec<_>>().join(", ");
        let misfit = misfit(problem, level).map(|error| format!("; {error}")).unwrap_or_default();
        format!("{width}x{height}, another size than the problem asks for: {sizes}{misfit}")
    })
}

/// The characters of marks, in the order of their use.
const SIGNS: &str = "!^~%&=+";

/// Maximum number of cells to list for a mark.
const N_LISTED: usize = 6;

/// The reasons for a level's scores, all or those that are not met, and the level with its path and
/// with marks.
pub(super) fn explained(
    meter: &mut Meter<'_>,
    problem: &Problem,
    level: &Level,
    lists_all: bool,
) -> String {
    let explanation = meter.explain(level.view());
    let is_listed = |objective: &&ExplainedObjective| lists_all || objective.score < 1.0;
    let listed: Vec<_> = explanation.objectives.iter().filter(is_listed).collect();
    let names = listed.iter().map(|objective| objective.name.as_str());
    let width = column_width(names.chain(["playable"]));
    let size =
        another_size(problem, level).map(|what| format!("{}  {what}", to_left("size", width)));
    let mut lines: Vec<String> = size.into_iter().collect();
    lines.extend(value_lines(&explanation, &listed, width, lists_all));
    let palette = level.palette();
    let is_free = |sign: &char| palette.tile_of(*sign).is_none();
    let mut signs = SIGNS.chars().filter(is_free);
    let n_cells = level.tiles().len();
    let marks = meter.marks_to_show(level.view()).into_iter();
    let marks = marks.map(|mark| (mark.is_drawn(n_cells).then(|| signs.next()).flatten(), mark));
    let marks: Vec<(Option<char>, Mark)> = marks.collect();
    lines.extend(marks.iter().map(|(sign, mark)| line_of(*sign, mark, level.width())));
    let step = ['*', 'o', ':'].into_iter().find(|sign| is_free(sign) && !SIGNS.contains(*sign));
    let way = step.zip(floor_of(&explanation.way, level));
    if let Some((step, floor)) = way {
        let floor = palette.name(floor);
        lines.push(format!(
            "drawn {step}: the longest way that is measured, where it is over {floor}"
        ));
    }
    lines.push(String::new());
    lines.push(drawn(&explanation.way, way, &marks, level));
    lines.join("\n")
}

/// The objectives that are listed, the conditions, whether the level is good, and what else is met.
fn value_lines(
    explanation: &Explanation,
    listed: &[&ExplainedObjective],
    width: usize,
    lists_all: bool,
) -> Vec<String> {
    let mut lines = Vec::new();
    for objective in listed {
        let value = objective.value.map(|value| ((value * 1e4).round() / 1e4 + 0.0).to_string());
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
        if let Some(condition) =
            explained.filter(|condition| lists_all || condition.holds() != Some(true))
        {
            lines.push(format!(
                "{}  {:<8} {}",
                to_left(name, width),
                condition.holds().map_or("unknown", yes_or_no),
                condition.text
            ));
        }
    }
    let lacks = explanation.lacks();
    let colon = if lacks.is_empty() { "" } else { ": " };
    let good = yes_or_no(lacks.is_empty());
    lines.push(format!("{}  {good}{colon}{}", to_left("good", width), Lack::listed(&lacks)));
    let n_met = explanation.objectives.len() - listed.len();
    if n_met > 0 {
        let n = counted(explanation.objectives.len(), "objective");
        lines.push(format!("{}  {n_met} of {n}", to_left("met", width)));
    }
    lines
}

fn line_of(sign: Option<char>, mark: &Mark, width: usize) -> String {
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

/// The most common tile of a way between its ends, if there is one.
fn floor_of(way: &[usize], level: &Level) -> Option<Tile> {
    let way = way.get(1..way.len().saturating_sub(1))?;
    let tiles = level.tiles();
    let floors = way.iter().map(|&cell| tiles[cell]);
    floors.max_by_key(|&floor| way.iter().filter(|&&cell| tiles[cell] == floor).count())
}

/// The level as text with marks, and with the cells of a way that are over one tile as `step`.
fn drawn(
    cells: &[usize],
    way: Option<(char, Tile)>,
    marks: &[(Option<char>, Mark)],
    level: &Level,
) -> String {
    let width = level.width();
    let tiles = level.tiles();
    let mut signs = vec![None; tiles.len()];
    if let Some((step, floor)) = way {
        for &cell in cells.iter().filter(|&&cell| tiles[cell] == floor) {
            signs[cell] = Some(step);
        }
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
