//! Levels as a project of the editor LDtk.
//!
//! A project has a level for each of ours, and each level one `IntGrid` layer:
//! the value of an entity is its index plus one, 0 where a tile is unknown.
//! The values have the names and colors of the entities; no picture is needed.
//! Where LDtk cannot have a name, the note of the layer says the names.
//!
//! Source: the JSON format 1.5.3, in the documentation of LDtk (ldtk.io/json).

mod frame;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use crate::conventions::distinct_entities;
use crate::{Entity, Level, LevelError, UNKNOWN};
use frame::Frames;

/// What the note of a layer begins with that says the names of its values, an array in JSON.
const DOC: &str = "entities: ";

/// A project of the editor LDtk (a `.ldtk` file) that shows `levels` side by
/// side, with a grid of `grid_size` pixels. There is no newline at the end.
///
/// Each level comes with a name. What LDtk cannot have in names is replaced:
/// it wants letters, digits and `_`, and no name twice. Levels of different
/// palettes share the values of entities of one name.
///
/// # Errors
///
/// If there is no level.
pub fn ldtk_project(levels: &[(&str, &Level)], grid_size: u32) -> Result<String, LevelError> {
    if levels.is_empty() {
        return Err(LevelError::NoLevels);
    }
    let entities = distinct_entities(levels.iter().map(|(_, level)| &**level.palette()));
    let names = ldtk_level_names(levels.iter().map(|(name, _)| *name));
    let places = places(levels);
    let frames = Frames::new();
    let levels = levels.iter().zip(&names).zip(places).enumerate();
    let levels: Vec<LevelOfProject> = levels
        .map(|(index, (((_, level), name), place))| LevelOfProject {
            frame: frames.level(level, name, index, place, grid_size),
            layer_instances: [LayerInstance {
                frame: frames.layer(level, index, grid_size),
                int_grid_csv: cells(level, &entities),
            }],
        })
        .collect();
    let doc = doc(&entities);
    let frame = frames.project(&values(&entities), doc.as_deref(), levels.len(), grid_size);
    let project = Project { frame, levels };
    Ok(serde_json::to_string(&project).expect("numbers and strings are always JSON"))
}

/// What a project says before its levels, and these.
#[derive(Serialize)]
struct Project {
    #[serde(flatten)]
    frame: Value,
    levels: Vec<LevelOfProject>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LevelOfProject {
    #[serde(flatten)]
    frame: Value,
    layer_instances: [LayerInstance; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LayerInstance {
    #[serde(flatten)]
    frame: Value,
    int_grid_csv: Vec<u32>,
}

/// The value of each cell.
fn cells(level: &Level, entities: &[&Entity]) -> Vec<u32> {
    let value = |entity: &Entity| {
        let position = entities.iter().position(|known| known.name == entity.name);
        position.map_or(0, |position| position as u32 + 1)
    };
    let values: Vec<u32> = level.palette.entities().iter().map(value).collect();
    let cells = level.tiles.iter().map(|&tile| match tile {
        UNKNOWN => 0,
        tile => values[usize::from(tile)],
    });
    cells.collect()
}

/// Name and color of each entity, as `IntGrid` values have them.
fn values<'a>(entities: &[&'a Entity]) -> Vec<(String, &'a Entity)> {
    let names = identifiers(entities.iter().map(|entity| entity.name.as_str()));
    names.into_iter().zip(entities.iter().copied()).collect()
}

/// The note of the layer: all names, if LDtk cannot have one of them.
fn doc(entities: &[&Entity]) -> Option<String> {
    let names: Vec<&str> = entities.iter().map(|entity| entity.name.as_str()).collect();
    let list = || serde_json::to_string(&names).expect("strings are always JSON");
    (identifiers(names.iter().copied()) != names).then(|| format!("{DOC}{}", list()))
}

/// What levels of these names are called in LDtk: with letters, digits and `_`, and no name twice.
pub fn ldtk_level_names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    distinct(names.map(|name| identifier(name, "Level_")))
}

/// The names of entities that LDtk cannot have as identifiers, by these, if the note of a layer says
/// them.
pub fn ldtk_names(doc: &str) -> BTreeMap<String, String> {
    let names = doc.strip_prefix(DOC).and_then(|names| serde_json::from_str(names).ok());
    let names: Vec<String> = names.unwrap_or_default();
    identifiers(names.iter().map(String::as_str)).into_iter().zip(names.clone()).collect()
}

/// What entities of these names are called in LDtk.
fn identifiers<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    distinct(names.map(|name| identifier(name, "Entity_")))
}

/// A name with letters, digits and `_` only; `prefix` where it does not begin with a letter.
fn identifier(name: &str, prefix: &str) -> String {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric();
    let name: String =
        name.chars().map(|letter| if is_allowed(letter) { letter } else { '_' }).collect();
    let begins_well = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if begins_well { name } else { format!("{prefix}{name}") }
}

/// The same names, with a number behind those that were there before.
fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    names
        .map(|name| {
            let mut found = name.clone();
            let mut number = 1;
            while !taken.insert(found.clone()) {
                number += 1;
                found = format!("{name}_{number}");
            }
            found
        })
        .collect()
}

/// Column and row, in tiles, of the top left corner of each level, in a nearly
/// square arrangement with gaps.
fn places(levels: &[(&str, &Level)]) -> Vec<(usize, usize)> {
    let largest = |side: fn(&Level) -> usize| levels.iter().map(|(_, level)| side(level)).max();
    let step = |side| largest(side).unwrap_or(0) + 2;
    let (width, height) = (step(Level::width), step(Level::height));
    let n_columns = levels.len().isqrt() + usize::from(levels.len().isqrt().pow(2) < levels.len());
    (0..levels.len()).map(|index| (index % n_columns * width, index / n_columns * height)).collect()
}
