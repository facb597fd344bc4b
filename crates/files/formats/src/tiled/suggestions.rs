//! Names that tilesets suggest for tiles without a class: their terrain, their properties, and
//! whether they are in the way.

use std::collections::BTreeMap;

use crate::terrains::TerrainSet;
use serde_json::Value;

use super::document::{TileOfSet, Tileset};

#[cfg(test)]
mod tests;

/// The names of tiles that are in the way, and of the others of such a tileset.
pub(super) const BLOCKED: &str = "solid";
pub(super) const OPEN: &str = "passable";

/// The properties that say whether a tile is in the way, ...
const BLOCKING: [&str; 2] = ["solid", "collides"];
/// ... and the one that says what it is.
const TYPE: &str = "type";

/// What a tileset suggests for its tiles.
#[derive(Debug, Default)]
pub(super) struct Suggestions {
    terrains: BTreeMap<u32, String>,
    /// Names of tiles by a property.
    types: BTreeMap<u32, String>,
    /// Whether each tile that says so is in the way.
    blocked: BTreeMap<u32, bool>,
}

impl Suggestions {
    /// Those of a tileset. Terrains without a name are counted through all tilesets:
    /// `n_terrains` is the number of those before.
    pub(super) fn of(
        tileset: &Tileset,
        sets: &[TerrainSet],
        looks: &BTreeMap<u32, (usize, usize)>,
        n_terrains: usize,
    ) -> Self {
        let mut starts = Vec::with_capacity(sets.len());
        let mut start = n_terrains;
        for set in sets {
            starts.push(start);
            start += set.terrains.len();
        }
        let mut suggestions = Self::default();
        for (&tile, &(set, look)) in looks {
            let Some(terrain) = sets[set].looks[look].sides.terrain() else { continue };
            let name = name_of(&sets[set], terrain, starts[set]);
            suggestions.terrains.insert(tile, name);
        }
        for (id, tile) in tileset.complete_tiles() {
            if let Some(name) = tile.properties.value(TYPE).and_then(|value| name_in(TYPE, value)) {
                suggestions.types.insert(id, name);
            }
            if let Some(is_blocked) = tile.is_blocked() {
                suggestions.blocked.insert(id, is_blocked);
            }
        }
        suggestions
    }

    /// The names of tiles by a property.
    pub(super) fn types(&self) -> impl Iterator<Item = (u32, &str)> {
        self.types.iter().map(|(&id, name)| (id, name.as_str()))
    }

    /// The name that is suggested for a tile, if any.
    pub(super) fn name(&self, tile: u32) -> Option<&str> {
        let name = self.terrains.get(&tile).or_else(|| self.types.get(&tile));
        name.map(String::as_str).or_else(|| {
            let is_blocked = self.blocked.get(&tile).copied();
            // Where some are in the way, the others are not.
            let is_blocked = is_blocked.or((!self.blocked.is_empty()).then_some(false))?;
            Some(if is_blocked { BLOCKED } else { OPEN })
        })
    }
}

/// The name of a terrain; `start` is the number of all terrains before those of its set.
pub(super) fn name_of(set: &TerrainSet, terrain: usize, start: usize) -> String {
    match set.terrains[terrain].trim() {
        "" => format!("terrain_{}", start + terrain),
        name => name.to_owned(),
    }
}

impl TileOfSet {
    /// Whether it is in the way, if it says so.
    fn is_blocked(&self) -> Option<bool> {
        let told = BLOCKING.iter().find_map(|name| truth(self.properties.value(name)?));
        told.or(self.objectgroup.is_any.then_some(true))
    }
}

/// The name that the value of a property gives, if it is one.
pub(super) fn name_in(property: &str, value: &Value) -> Option<String> {
    match value {
        Value::String(text) if text.trim().is_empty() => None,
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Bool(is_true) => is_true.then(|| property.to_owned()),
        Value::Number(number) => Some(format!("{property}_{number}")),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(is_true) => Some(*is_true),
        Value::Number(number) => Some(number.as_f64() != Some(0.0)),
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" | "1" => Some(true),
            "false" | "no" | "0" => Some(false),
            _ => None,
        },
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
