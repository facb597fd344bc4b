//! Levels as a project of the editor LDtk.
//!
//! Each level becomes an LDtk level with one `IntGrid` layer. The value of an entity is its index
//! plus one; 0 is unknown. Values have the names and colors of the entities, so no picture is
//! needed. If a name is not a valid LDtk identifier, all names are kept in the doc field of the
//! layer.
//!
//! Source: JSON format 1.5.3, LDtk documentation (ldtk.io/json).

mod frame;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use crate::conventions::distinct_entities;
use crate::{Entity, Level, LevelError, UNKNOWN};
use frame::Frames;

/// Prefix of a doc field that holds the names of the values as a JSON array.
const DOC: &str = "entities: ";

/// An LDtk project (a `.ldtk` file) that shows `levels` side by side, on a grid of `grid_size`
/// pixels, without a newline at the end.
///
/// Each level has a name. Identifiers in LDtk consist of letters, digits and `_` and are unique:
/// other characters are replaced. Levels of different palettes share the value of entities with the
/// same name.
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

/// The project without levels, and the levels.
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

/// The `IntGrid` value of each cell.
fn cells(level: &Level, entities: &[&Entity]) -> Vec<u32> {
    let values = level.palette.entities().iter().map(|entity| {
        let position = entities.iter().position(|candidate| candidate.name == entity.name);
        position.map_or(0, |position| position as u32 + 1)
    });
    let values: Vec<u32> = values.collect();
    let cells = level.tiles.iter().map(|&tile| match tile {
        UNKNOWN => 0,
        tile => values[usize::from(tile)],
    });
    cells.collect()
}

/// Identifier and entity of each `IntGrid` value.
fn values<'a>(entities: &[&'a Entity]) -> Vec<(String, &'a Entity)> {
    let names = identifiers(entities.iter().map(|entity| entity.name.as_str()));
    names.into_iter().zip(entities.iter().copied()).collect()
}

/// The doc field of the layer: all names, if one of them is not a valid identifier.
fn doc(entities: &[&Entity]) -> Option<String> {
    let names: Vec<&str> = entities.iter().map(|entity| entity.name.as_str()).collect();
    (identifiers(names.iter().copied()) != names).then(|| format!("{DOC}{}", Value::from(names)))
}

/// The LDtk identifiers of levels with these names: letters, digits and `_`, without duplicates.
pub fn ldtk_level_names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    distinct(names.map(|name| identifier(name, "Level_")))
}

/// The original names of entities by their LDtk identifiers, if the doc field of a layer has them.
pub fn ldtk_names(doc: &str) -> BTreeMap<String, String> {
    let names = doc.strip_prefix(DOC).and_then(|names| serde_json::from_str(names).ok());
    let names: Vec<String> = names.unwrap_or_default();
    identifiers(names.iter().map(String::as_str)).into_iter().zip(names.clone()).collect()
}

fn identifiers<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    distinct(names.map(|name| identifier(name, "Entity_")))
}

/// The name in letters, digits and `_`; gets `prefix` if it does not begin with a letter.
fn identifier(name: &str, prefix: &str) -> String {
    let name = name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    let begins_well = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    if begins_well { name } else { format!("{prefix}{name}") }
}

fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names_used = BTreeSet::new();
    names
        .map(|name| {
            let mut unique = name.clone();
            let mut number = 1;
            while !names_used.insert(unique.clone()) {
                number += 1;
                unique = format!("{name}_{number}");
            }
            unique
        })
        .collect()
}

/// Column and row, in tiles, of the top left corner of each level in a nearly square arrangement
/// with gaps.
fn places(levels: &[(&str, &Level)]) -> Vec<(usize, usize)> {
    let (mut width, mut height) = (0, 0);
    for (_, level) in levels {
        (width, height) = (width.max(level.width + 2), height.max(level.height + 2));
    }
    let n_columns = levels.len().isqrt() + usize::from(levels.len().isqrt().pow(2) < levels.len());
    (0..levels.len()).map(|index| (index % n_columns * width, index / n_columns * height)).collect()
}
