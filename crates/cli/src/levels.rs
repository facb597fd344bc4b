//! Levels in files of every format that can be read.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use clap::ValueEnum;
use level::{Level, LevelError, Palette, TiledError};
use serde_json::{Deserializer, Map, Value};

use crate::exit::Usage;
use crate::input;

mod known;

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
    /// A map of Tiled.
    Tmj,
}

/// A level that was read.
pub(crate) struct Found {
    pub(crate) level: Level,
    /// What the file calls it, if anything.
    pub(crate) id: Option<Value>,
}

/// The levels of a file, or of standard input for `-`, one after the other.
///
/// Without a notation the ending of the file says it; otherwise there is a
/// JSON object on each line.
///
/// # Errors
///
/// If a level cannot be read, or nothing says what its tiles are.
pub(crate) fn read(
    path: &Path,
    notation: Option<Notation>,
    known: Known,
) -> anyhow::Result<Box<dyn Iterator<Item = anyhow::Result<Found>>>> {
    let notation = notation.or_else(|| notation_of(path)).unwrap_or(Notation::Jsonl);
    if notation == Notation::Jsonl {
        return lines(path, known);
    }
    let name = input::name(path);
    let text = input::text(path)?;
    let found = match notation {
        Notation::Txt => texts(&text, &known),
        Notation::Csv => {
            known.of_indices().and_then(|palette| blocks(&text, &palette, &known, Level::from_csv))
        }
        Notation::Tmj => tiled(&text, &known).map(|found| vec![found]),
        Notation::Json | Notation::Jsonl => objects(&text, &known),
    };
    let found = found.with_context(|| name)?;
    Ok(Box::new(found.into_iter().map(Ok)))
}

/// The notation that the ending of a file stands for.
fn notation_of(path: &Path) -> Option<Notation> {
    let ending = path.extension()?.to_str()?;
    Notation::from_str(ending, true).ok()
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
        let level = read(block, Arc::clone(palette)).and_then(|level| known.in_target(level));
        let found = level.map(|level| Found { level, id: None });
        numbered(found.map_err(anyhow::Error::from), index, blocks.len())
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
            Value::Object(object) if object.contains_key("layers") => tiled(&text, known),
            Value::Object(object) => of_object(&object, &text, known),
            _ => Err(anyhow!("not a JSON object")),
        };
        numbered(found, index, n_objects)
    });
    found.collect()
}

/// A level of indices or, without `tiles`, of characters.
fn of_object(object: &Map<String, Value>, text: &str, known: &Known) -> anyhow::Result<Found> {
    let is_indices = object.contains_key("tiles");
    let palette = if is_indices { known.named.clone() } else { known.of_characters().ok() };
    let level = Level::from_json(text, palette).map_err(explained)?;
    Ok(Found { level: known.in_target(level)?, id: object.get("id").cloned() })
}

fn tiled(text: &str, known: &Known) -> anyhow::Result<Found> {
    let level = Level::from_tiled(text, known.named.clone()).map_err(explained)?;
    Ok(Found { level: known.in_target(level)?, id: None })
}

/// Says which of several levels cannot be read.
fn numbered(found: anyhow::Result<Found>, index: usize, n_levels: usize) -> anyhow::Result<Found> {
    if n_levels == 1 { found } else { found.with_context(|| format!("level {}", index + 1)) }
}

/// An error of a file, or of the call if that should have said more.
fn explained(error: LevelError) -> anyhow::Error {
    match error {
        LevelError::NoPalette => known::nameless(),
        LevelError::Tiled(TiledError::External(_)) => {
            Usage(format!("{error}, by --entities or --script")).into()
        }
        other => other.into(),
    }
}
