//! A problem file for levels similar to drawn ones.

pub(crate) mod drawn;
mod understood;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::ValueEnum;
use drawn::{ReadDrawings, Source};
use marahel_drawings::{DrawnLevels, InferredProblem};
use marahel_formats::{Hints, ReadingNotes};
use marahel_problem::{Definition, Problem, parse_size};
use marahel_system::files::{FileKind, write_atomically};
use marahel_system::paths;
use toml::{Table, Value};
pub(super) use understood::Understanding;

use super::problem::{likeness, new_name, tiles_by_role};
use crate::terminal::levels::{FLAGS, ReadArgs, tell};
use crate::terminal::{Force, counted, note, print};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Drawings are levels of any form that `marahel export` reads: maps of Tiled, LDtk, text, Sokoban, PNG and
so on. They may differ in size. The new file contains them as text; its `like` may name files instead.
The command prints what it read, inferred and guessed; correct the file if needed.
Beside the file it writes how it understands the drawings: mine-understood.json, a script whose explorers
explain them layer by layer, and mine-understood.png, levels of that script.

--legend is a JSON file that explains characters of texts, as in the VGLC, or names such as tile_17:
  {\"tiles\": {\"#\": [\"solid\", \"wall\"], \".\": [\"passable\", \"floor\"], \"@\": \"player\"}}
Of a problem file it takes the names, the roles and the movements.

Examples:
  evolve like drawn/*.tmx --movement walk -o mine.toml
  evolve like levels.txt --legend legend.json --movement platformer --size 32x22 -o jumps.toml
  evolve --problem mine.toml --budget 300k"
)]
pub(super) struct Args {
    /// Drawn levels.
    #[arg(required = true, value_name = "DRAWINGS")]
    drawings: Vec<PathBuf>,
    /// The problem file to write.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
    /// Columns by rows of the wanted levels [default: the most common size of the drawings].
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    size: Option<(usize, usize)>,
    /// How the hero moves; levels must then be playable, as far as most drawings are [default: as
    /// the drawings show it, if they do].
    #[arg(long, value_enum, value_name = "HOW")]
    movement: Option<Moving>,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Moving {
    /// In four directions, over all passable tiles.
    Walk,
    /// With gravity; if there are no ladders, the hero jumps 4 cells up and sideways.
    Platformer,
    /// Nobody moves.
    None,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    let name = new_name(&args.out)?;
    let _held = args.force.hold(&args.out)?;
    for file in understood::files_beside(&args.out) {
        args.force.check_in_folder(&file)?;
    }
    let hints = Hints { makes_up_names: true, ..args.read.hints()? };
    let mut files = Vec::new();
    for drawing in &args.drawings {
        files.extend(paths(drawing)?.into_iter().map(Source::File));
    }
    let mut drawings = drawn::read(&files, hints, args.read.map.folder())?;
    let mut movement = args.movement;
    if let Some((moving, tables)) = movements_of_legend(args, &drawings.drawn)?
        && movement.is_none_or(|movement| movement == moving)
    {
        movement = Some(moving);
        drawings.drawn = drawings.drawn.with_movement(tables);
    }
    for (file, about) in &drawings.abouts {
        tell(about, file, FLAGS);
    }
    let Imitation { text, definition, size, is_likeness_alone, lines } =
        imitated(&drawings, &name, args.size, movement)?;
    if is_likeness_alone {
        note(LIKENESS_ALONE);
    }
    write_atomically(&args.out, text.as_bytes())?;
    lines.iter().try_for_each(print)?;
    if let Some(understood) = Understanding::of(&Problem::with_defaults(Arc::new(definition)))? {
        understood.write_beside(&args.out)?;
    }
    let file = args.out.display();
    Ok(print(format_args!(
        "{file} is written, {} by {}. Look through it, then:\n  evolve --problem {file} --budget 300k",
        size.0, size.1
    ))?)
}

/// The movements of a problem file in the place of a legend, if it has some: how the first one is, and
/// their tables, for the drawn tiles.
fn movements_of_legend(
    args: &Args,
    drawn: &DrawnLevels,
) -> anyhow::Result<Option<(Moving, String)>> {
    let is_problem =
        |path: &&Path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    let Some(path) = args.read.map.legend().filter(is_problem) else { return Ok(None) };
    let text = FileKind::PROBLEM.text_given(path)?;
    let definition = Definition::parse(&text).context("--legend")?;
    let document: Table = text.parse().context("--legend")?;
    let (names, all) = (drawn.names(), definition.tiles().collect::<Vec<_>>());
    let is_kept = |word: &str| names.contains(&word) || !all.contains(&word);
    let mut tables = Vec::new();
    for movement in definition.movements() {
        let table = document.get("movement").and_then(|all| all.get(&movement.name)?.as_table());
        let Some(table) = table else { continue };
        let lines = lines_of(table, is_kept)?;
        if lines.is_empty() {
            continue;
        }
        let moving = if table.contains_key("jump") { Moving::Platformer } else { Moving::Walk };
        tables.push((moving, format!("[movement.{}]\n{lines}", movement.name)));
    }
    let Some(&(moving, _)) = tables.first() else { return Ok(None) };
    let tables: Vec<String> = tables.into_iter().map(|(_, table)| table).collect();
    Ok(Some((moving, tables.join("\n"))))
}

fn lines_of(table: &Table, is_kept: impl Fn(&str) -> bool) -> anyhow::Result<String> {
    let mut lines = String::new();
    for (key, value) in table {
        let value = match value {
            Value::String(list) if !["steps", "below"].contains(&key.as_str()) => {
                let words = list.split('|').filter(|word| is_kept(word.trim()));
                Value::String(words.collect::<Vec<_>>().join("|"))
            }
            Value::Table(of_tiles) => {
                let pairs = of_tiles.iter().filter(|(tile, partner)| {
                    is_kept(tile) && partner.as_str().is_none_or(&is_kept)
                });
                Value::Table(pairs.map(|(key, value)| (key.clone(), value.clone())).collect())
            }
            value => value.clone(),
        };
        let is_empty = value.as_str().is_some_and(str::is_empty)
            || value.as_table().is_some_and(Table::is_empty);
        if !is_empty {
            writeln!(lines, "{key} = {value}")?;
        }
    }
    Ok(lines)
}

/// Message if similarity is the only condition of playable levels.
pub(super) const LIKENESS_ALONE: &str = "nothing says where somebody begins (a tile called player, hero, start, ...), or that drawn levels \
     hang together; so likeness alone makes levels playable";

/// A problem file for levels similar to drawn ones.
pub(crate) struct Imitation {
    pub(super) text: String,
    pub(crate) definition: Definition,
    /// Columns and rows of its levels.
    pub(super) size: (usize, usize),
    pub(super) is_likeness_alone: bool,
    /// What it requires, and what was read, inferred and guessed.
    pub(super) lines: Vec<String>,
}

/// The problem of drawn levels, with a name; missing arguments are inferred from the drawings.
pub(crate) fn imitated(
    drawings: &ReadDrawings,
    name: &str,
    size: Option<(usize, usize)>,
    movement: Option<Moving>,
) -> anyhow::Result<Imitation> {
    let ReadDrawings { drawn, abouts, guessed, renamed, .. } = drawings;
    let size = size.unwrap_or_else(|| drawn.commonest_size());
    let seen = drawn.seems_to_move().filter(|_| movement.is_none());
    let moving = match movement {
        Some(Moving::Walk) => Some(marahel_drawings::Moving::Walk),
        Some(Moving::Platformer) => Some(marahel_drawings::Moving::Platformer),
        Some(Moving::None) => None,
        None => seen.map(|(moving, _)| moving),
    };
    let inferred = InferredProblem::of(drawn, name, size, moving)?;
    let InferredProblem { head, body, startless, is_likeness_alone, roles: by_deed } = inferred;
    let text = format!("{head}{body}");
    let definition = Definition::parse(&text)
        .context("the drawings do not form a valid problem file; leave some of them out")?;
    let mut lines = vec![
        body.trim().to_owned(),
        format!("\n{}", read(drawn, abouts)),
        format!("tiles: {}", shares(drawn)),
    ];
    lines.extend(likeness(definition.drawings()));
    lines.push(format!("roles: {}", roles(&definition).join("; ")));
    lines.extend(guesses(drawn, seen, &by_deed, &definition));
    if !guessed.is_empty() {
        lines.push(format!("characters guessed: {}; --legend says otherwise", guessed.join(", ")));
    }
    if let Some(letter) = renamed {
        lines.push(format!(
            "`?` is written `{letter}`, since `?` stands for tiles that are not set"
        ));
    }
    let nameless = drawn.nameless();
    if !nameless.is_empty() {
        let characters: Vec<String> =
            nameless.iter().map(|one| one.character.to_string()).collect();
        let names: Vec<&str> = nameless.iter().map(|one| one.name.as_str()).collect();
        lines.push(format!(
            "no legend for {}: named {}; rename them in [tiles] or give --legend",
            characters.join(", "),
            names.join(", ")
        ));
    }
    if let Some(playable) = startless {
        lines.push(format!(
            "no tile is called player, hero, spawn, entrance or the like, so that nobody is known to begin \
             anywhere; `playable` asks for {playable} instead"
        ));
    }
    Ok(Imitation { text, definition, size, is_likeness_alone, lines })
}

/// Messages about guesses from the drawings.
fn guesses(
    drawn: &DrawnLevels,
    seen: Option<(marahel_drawings::Moving, &str)>,
    by_deed: &[String],
    definition: &Definition,
) -> Vec<String> {
    let mut lines: Vec<String> = drawn.meaningless_words().into_iter().collect();
    if let Some((moving, why)) = seen {
        let how = match moving {
            marahel_drawings::Moving::Walk => "walk",
            marahel_drawings::Moving::Platformer => "platformer",
        };
        lines.push(format!("movement guessed: {how}, since {why}; --movement says otherwise"));
    }
    let shunned = drawn.shunned();
    if !shunned.is_empty() {
        let reason = "since no way in the drawings leads over it; --legend says otherwise";
        lines.push(format!("solid by a guess: {}, {reason}", shunned.join(", ")));
    }
    lines.extend(by_deed.iter().map(|role| format!("role guessed: {role}")));
    let doubtful: Vec<&str> = definition.guessed().collect();
    if !doubtful.is_empty() {
        let reason =
            "their names do not say what they are for; say it in [tiles], as in role = \"loot\"";
        lines.push(format!("roles guessed: {}; {reason}", doubtful.join(", ")));
    }
    lines
}

/// Number, sizes and layers of the drawings.
fn read(drawn: &DrawnLevels, abouts: &[(String, ReadingNotes)]) -> String {
    let mut layers: Vec<&str> = Vec::new();
    for layer in abouts.iter().flat_map(|(_, about)| &about.layers) {
        if !layers.contains(&layer.as_str()) {
            layers.push(layer);
        }
    }
    let (least, most) = drawn.sizes();
    let [smallest, largest] = [least, most].map(|(width, height)| format!("{width} x {height}"));
    let sizes = if least == most { smallest } else { format!("{smallest} to {largest}") };
    let of_layers = match layers.len() {
        0 => String::new(),
        1 => format!("; layer {}", layers[0]),
        _ => format!("; layers {}, each over the one before", layers.join(", ")),
    };
    format!("read: {} of {sizes} cells{of_layers}", counted(drawn.n_levels(), "drawing"))
}

/// The tiles with their shares of all cells, the most common first.
fn shares(drawn: &DrawnLevels) -> String {
    let shares = drawn.shares_of_all();
    let percentages = shares.iter().map(|(name, share)| format!("{name} {:.1} %", 100.0 * share));
    percentages.collect::<Vec<_>>().join(", ")
}

/// Each role with its tiles, as in `wall: brick, rock`.
fn roles(definition: &Definition) -> Vec<String> {
    let roles = tiles_by_role(definition);
    roles.map(|(role, tiles)| format!("{}: {}", role.name(), tiles.join(", "))).collect()
}
