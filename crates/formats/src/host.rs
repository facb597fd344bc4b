//! Writing levels into an existing map or project, with its tilesets, tile numbers and layers.

use std::collections::{BTreeMap, BTreeSet};

use level::{Level, LevelError, UNKNOWN};
use serde_json::Value;

use crate::legend::is_called;
use crate::named_files::Limited;
use crate::{Known, NamedFiles, Notation, ldtk, named_files, tiled};

#[cfg(test)]
mod tests;

/// The file with its levels replaced: one level in a Tiled map, any number of named levels in an
/// LDtk project.
///
/// Writes the layers of `known`, by default the visible ones; other layers stay. A tile goes to the
/// layer where the file has most of its kind; the layers below get what the file mostly has there
/// below such tiles. `moved` adapts a path in the old file to the place of the new one.
///
/// # Errors
///
/// If the notation cannot be written into, the file cannot be read, or it has no tile of a name in
/// the levels.
pub fn write_into(
    file: &[u8],
    notation: Notation,
    known: &Known,
    named_files: &dyn NamedFiles,
    levels: &[(&str, &Level)],
    moved: &dyn Fn(&str) -> String,
) -> Result<String, LevelError> {
    let named_files = &Limited::new(named_files);
    let text = named_files::text(file)?;
    match (notation, levels) {
        (Notation::Tmx, [(_, level)]) => tiled::into_xml(text, known, named_files, level, moved),
        (Notation::Tmj | Notation::Json, [(_, level)]) => {
            tiled::into_json(text, known, named_files, level, moved)
        }
        (Notation::Ldtk, [_, ..]) => ldtk::into_project(text, known, named_files, levels, moved),
        (Notation::Tmx | Notation::Tmj | Notation::Json, _) => {
            Err(LevelError::Content("a map of Tiled holds one level".to_owned()))
        }
        _ => {
            let what =
                "levels are written into maps of Tiled (tmx, tmj) and projects of LDtk (ldtk)";
            Err(LevelError::Content(what.to_owned()))
        }
    }
}

/// The cells of a file's levels: the tile number on each layer, lowest first; 0 is empty.
#[derive(Debug, Default)]
pub(crate) struct Example {
    pub(crate) layers: Vec<Vec<u32>>,
    /// Names by layer and number.
    pub(crate) names: BTreeMap<(usize, u32), String>,
    /// The name of cells without a tile.
    pub(crate) empty: String,
}

/// The numbers of a tile on all layers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Column(Vec<u32>);

impl Example {
    /// The numbers of a level on each layer. `other` gives layer and number of a tile that the file
    /// defines but does not use.
    pub(crate) fn unstacked(
        &self,
        level: &Level,
        other: impl Fn(&str) -> Option<(usize, u32)>,
    ) -> Result<Vec<Vec<u32>>, LevelError> {
        let n_layers = self.layers.len();
        let used = level.without_unused();
        let mut columns = Vec::new();
        if used.tiles().iter().any(|&tile| tile != UNKNOWN) {
            for entity in used.palette().entities() {
                let column = self.column(&entity.name, &other);
                columns.push(column.ok_or_else(|| LevelError::Unknown(entity.name.clone()))?);
            }
        }
        let nothing = Column(vec![0; n_layers]);
        let column = |tile: u8| columns.get(usize::from(tile)).unwrap_or(&nothing);
        let layer = |layer: usize| used.tiles().iter().map(|&tile| column(tile).0[layer]).collect();
        Ok((0..n_layers).map(layer).collect())
    }

    /// The numbers of a tile of this name: the most common one on the layer where most of its kind
    /// are, with the most common numbers below.
    fn column(&self, name: &str, other: impl Fn(&str) -> Option<(usize, u32)>) -> Option<Column> {
        let places_of = |is_it: fn(&str, &str) -> bool| -> BTreeSet<(usize, u32)> {
            let all = self.names.iter().filter(|(_, known)| is_it(known, name));
            all.map(|(&place, _)| place).collect()
        };
        let mut places = places_of(|known, name| known == name);
        if places.is_empty() {
            places = places_of(is_called);
        }
        let mut numbers = vec![0; self.layers.len()];
        if places.is_empty() && is_called(&self.empty, name) {
            return Some(Column(numbers));
        }
        let is_tile = |layer: usize, number: u32| places.contains(&(layer, number));
        let count = |layer: usize| {
            let cells = self.layers[layer].iter();
            cells.filter(|&&number| number != 0 && is_tile(layer, number)).count()
        };
        // On a tie, the upper layer.
        let home = (0..self.layers.len()).max_by_key(|&layer| count(layer));
        let home = home.filter(|&home| count(home) > 0);
        let commonest = home.and_then(|home| {
            let is_cell = |cell: usize| is_tile(home, self.layers[home][cell]);
            Some((home, self.commonest(home, is_cell)?))
        });
        let (home, number) = commonest.or_else(|| other(name))?;
        numbers[home] = number;
        for (layer, below) in numbers.iter_mut().enumerate().take(home) {
            let is_above = |cell: usize| match commonest {
                Some(_) => is_tile(home, self.layers[home][cell]),
                // For an unused tile, use what lies below any other tile.
                None => layer == 0 && self.layers[1..].iter().any(|cells| cells[cell] != 0),
            };
            *below = self.commonest(layer, is_above).unwrap_or(0);
        }
        if commonest.is_none() && home > 0 && numbers[0] == 0 {
            numbers[0] = self.commonest(0, |_| true).unwrap_or(0);
        }
        Some(Column(numbers))
    }

    /// The most common number of a layer in some cells.
    fn commonest(&self, layer: usize, is_cell: impl Fn(usize) -> bool) -> Option<u32> {
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        let cells = self.layers[layer].iter().enumerate().filter(|&(cell, _)| is_cell(cell));
        for (_, &number) in cells {
            *counts.entry(number).or_default() += 1;
        }
        counts.iter().rev().max_by_key(|(_, n)| **n).map(|(&number, _)| number)
    }
}

/// A list in a JSON object; empty if it is missing.
pub(crate) fn list_of<'a>(value: &'a mut Value, name: &str) -> &'a mut [Value] {
    value.get_mut(name).and_then(Value::as_array_mut).map_or(&mut [], |list| list)
}
