//! Levels in files of every format that can be read.

mod known;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use clap::ValueEnum;
use level::{Level, LevelError, Palette, read_ldtk, read_npy};
use serde_json::{Deserializer, Map, Value};

use super::Usage;
use super::input;
pub(crate) use known::{EntityArgs, Known};

/// How levels are written in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Notation {
    /// A character for each tile; empty lines between levels.
    Txt,
    /// An object, or an array of objects, with `tiles` or `map`; or a map of Tiled.
    Json,
    /// A line for each level, an object with `tiles` or `map`.
    Jsonl,
    /// Tile indices; empty lines between levels.
    Csv,
    /// A map of Tiled in JSON.
    Tmj,
    /// A map of Tiled in XML.
    Tmx,
    /// A project of LDtk with a level or several.
    Ldtk,
    /// An array of numpy: height x width, or levels x height x width.
    Npy,
}

pub(crate) struct Found {
    pub(crate) level: Level,
    /// What the file calls it, if anything.
    pub(crate) id: Option<Value>,
}

/// The levels of a file, or of standard input for `-`, one after the other.
///
/// Without a notation the ending of the file says it; otherwise there is a
/// JSON object on each line.
pub(crate) fn read(
    path: &Path,
    notation: Option<Notation>,
    known: Known,
) -> anyhow::Result<Box<dyn Iterator<Item = anyhow::Result<Found>>>> {
    let notation = notation.map_or_else(|| notation_of(path), Ok)?;
    if notation == Notation::Jsonl {
        return lines(path, known);
    }
    let found = whole(path, notation, &known).with_context(|| input::name(path))?;
    Ok(Box::new(found.into_iter().map(Ok)))
}

/// The one level of a file, to begin others with: its entities are those that it names, or
/// else those of a palette.
pub(crate) fn read_start(path: &Path, palette: &Arc<Palette>) -> anyhow::Result<Level> {
    let known = Known { named: Some(Arc::clone(palette)), keeps_names: true, target: None };
    let mut levels = read(path, None, known)?;
    let start = levels.next().context("there are no levels")??;
    match levels.next().transpose()? {
        None => Ok(start.level),
        Some(_) => {
            Err(anyhow!("{}: there are several levels; give one start map", input::name(path)))
        }
    }
}

/// The levels of a file that is read at once.
fn whole(path: &Path, notation: Notation, known: &Known) -> anyhow::Result<Vec<Found>> {
    let text = || input::text(path);
    match notation {
        Notation::Txt => texts(&text()?, known),
        Notation::Csv => blocks(&text()?, &known.of_indices()?, known, Level::from_csv),
        Notation::Json | Notation::Jsonl => objects(&text()?, known),
        Notation::Tmj => tiled(&text()?, known, Level::from_tiled).map(|found| vec![found]),
        Notation::Tmx => tiled(&text()?, known, Level::from_tmx).map(|found| vec![found]),
        Notation::Ldtk => projects(&text()?, known),
        Notation::Npy => arrays(&input::bytes(path)?, known),
    }
}

/// The notation that the ending of a file stands for.
fn notation_of(path: &Path) -> Result<Notation, Usage> {
    let Some(ending) = path.extension().filter(|_| !input::is_stdin(path)) else {
        return Ok(Notation::Jsonl);
    };
    let ending = ending.to_string_lossy();
    Notation::from_str(&ending, true).map_err(|_| {
        Usage(format!("{} is of no form that can be read; {}", path.display(), instead(&ending)))
    })
}

/// What to give instead of a file with this ending.
fn instead(ending: &str) -> String {
    let hint = match ending.to_ascii_lowercase().as_str() {
        "png" | "gif" | "jpg" | "jpeg" | "bmp" => {
            "a picture does not say what its tiles are; write the levels as json or tmj as well"
        }
        "tsx" | "tsj" => "give the map that the tileset is for, a .tmx or .tmj",
        "world" => "give its maps, each a .tmx or .tmj",
        "ldtkl" => "turn \"save levels separately\" off in the project, and give its .ldtk",
        "npz" => "save one of its arrays by numpy.save, as .npy",
        _ => return format!("say by --from which it is of {}", forms()),
    };
    hint.to_owned()
}

/// All forms that can be read.
fn forms() -> String {
    let values = Notation::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    values.map(|value| value.get_name().to_owned()).collect::<Vec<_>>().join(", ")
}

/// A level on each line, read when it is asked for.
fn lines(
    path: &Path,
    known: Known,
) -> anyhow::Result<Box<dyn Iterator<Item = anyhow::Result<Found>>>> {
    let name = input::name(path);
    let lines = input::lines(path, "level")?;
    Ok(Box::new(lines.map(move |line| {
        let (number, text) = line?;
        let read = serde_json::from_str(&text).context("not a JSON object");
        read.and_then(|object| of_object(&object, &text, &known))
            .with_context(|| format!("{name}, line {number}"))
    })))
}

/// Levels of characters between empty lines.
fn texts(text: &str, known: &Known) -> anyhow::Result<Vec<Found>> {
    let palette = known.of_characters()?;
    if known.named.is_none()
        && let Some((character, one, other)) = palette.doubtful(text)
    {
        return Err(known::doubtful(character, one, other));
    }
    blocks(text, &palette, known, Level::from_text)
}

/// Levels between empty lines.
fn blocks(
    text: &str,
    palette: &Arc<Palette>,
    known: &Known,
    read: fn(&str, Arc<Palette>) -> Result<Level, LevelError>,
) -> anyhow::Result<Vec<Found>> {
    let text = text.replace("\r\n", "\n");
    let blocks = text.split("\n\n").map(|block| block.trim_matches('\n'));
    let blocks: Vec<&str> = blocks.filter(|block| !block.is_empty()).collect();
    if blocks.is_empty() {
        return Err(LevelError::Empty.into());
    }
    let found = blocks.iter().enumerate().map(|(index, block)| {
        let level = read(block, Arc::clone(palette)).map_err(anyhow::Error::from);
        numbered(level.and_then(|level| known.found(level, None)), index, blocks.len())
    });
    found.collect()
}

/// The levels of a JSON document: one, an array, or several one after the other.
fn objects(text: &str, known: &Known) -> anyhow::Result<Vec<Found>> {
    let mut objects = Vec::new();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        match value.context("not a level in JSON")? {
            Value::Array(values) => objects.extend(values),
            value => objects.push(value),
        }
    }
    if objects.is_empty() {
        return Err(LevelError::NoLevels.into());
    }
    let n_objects = objects.len();
    let found = objects.into_iter().enumerate().map(|(index, value)| {
        let text = value.to_string();
        let found = match value {
            Value::Object(object) if object.contains_key("layers") => {
                tiled(&text, known, Level::from_tiled)
            }
            Value::Object(object) => of_object(&object, &text, known),
            _ => Err(anyhow!("not a JSON object")),
        };
        numbered(found, index, n_objects)
    });
    found.collect()
}

/// A level of indices or, without `tiles`, of characters.
fn of_object(object: &Map<String, Value>, text: &str, known: &Known) -> anyhow::Result<Found> {
    let level = if object.contains_key("tiles") {
        known.read(|palette| Level::from_json(text, palette))
    } else {
        Level::from_json(text, known.of_characters().ok())
    };
    known.found(level.map_err(explained)?, object.get("id").cloned())
}

fn tiled(
    text: &str,
    known: &Known,
    read: fn(&str, Option<Arc<Palette>>) -> Result<Level, LevelError>,
) -> anyhow::Result<Found> {
    known.found(known.read(|palette| read(text, palette)).map_err(explained)?, None)
}

/// The levels of a project of LDtk, which have names.
fn projects(text: &str, known: &Known) -> anyhow::Result<Vec<Found>> {
    let levels = known.read(|palette| read_ldtk(text, palette.as_ref())).map_err(explained)?;
    levels.into_iter().map(|(name, level)| known.found(level, Some(name.into()))).collect()
}

fn arrays(file: &[u8], known: &Known) -> anyhow::Result<Vec<Found>> {
    let levels = read_npy(file, &known.of_indices()?)?;
    levels.into_iter().map(|level| known.found(level, None)).collect()
}

/// Says which of several levels cannot be read.
fn numbered(found: anyhow::Result<Found>, index: usize, n_levels: usize) -> anyhow::Result<Found> {
    if n_levels == 1 { found } else { found.with_context(|| format!("level {}", index + 1)) }
}

/// An error of a file, or of the call if that should have said more.
fn explained(error: LevelError) -> anyhow::Error {
    match error {
        LevelError::NoPalette => known::nameless(),
        LevelError::External(_) => Usage(format!("{error}, by --entities or --script")).into(),
        other => other.into(),
    }
}
