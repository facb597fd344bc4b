//! Writing levels into an existing map or project, with its tilesets, tile numbers and layers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use marahel_level::{Level, LevelError, Tile, UNKNOWN};
use serde_json::Value;

use crate::format::{Format, Host};
use crate::legend::{is_called, word};
use crate::named_files::Limited;
use crate::sharing::{is_pair, pairs_of, things_of};
use crate::{Hints, NamedFiles, named_files};

#[cfg(test)]
mod tests;

/// A file with levels written into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The whole file.
    pub text: String,
    /// What could not be written as the editor would, for the user, such as "layer `Ground`: ...".
    pub notes: Vec<String>,
}

/// The file with its levels replaced: one level in a Tiled map, any number of named levels in an
/// LDtk project.
///
/// Writes the layers of `known`, by default the visible ones; other layers stay. A tile goes to the
/// layer where the file has most of its kind; the layers below get what the file mostly has there
/// below such tiles. `moved` adapts a path in the old file to the place of the new one.
pub fn write_into(
    file: &[u8],
    format: &Format,
    hints: &Hints,
    named_files: &dyn NamedFiles,
    levels: &[(&str, &Level)],
    moved: &dyn Fn(&str) -> String,
) -> Result<Written, LevelError> {
    let named_files = &Limited::new(named_files);
    let text = named_files::text(file)?;
    match (&format.host, levels) {
        (Some(Host::OneLevel(write)), [(_, level)]) => {
            write(text, hints, named_files, level, moved)
        }
        (Some(Host::OneLevel(_)), _) => {
            Err(LevelError::Content(format!("{} holds one level", format.title)))
        }
        (Some(Host::Levels(write)), _) => write(text, hints, named_files, levels, moved),
        (None, _) => {
            Err(LevelError::Content(format!("levels are written into {}", Format::hosts())))
        }
    }
}

/// The cells of a file's levels: the tile number on each layer, lowest first; 0 is empty.
#[derive(Debug, Default)]
pub(crate) struct Example {
    pub(crate) layers: Vec<Vec<u32>>,
    pub(crate) names: BTreeMap<(usize, u32), String>,
    /// The name of cells without a tile.
    pub(crate) empty: String,
    /// The cells that the new level takes the place of.
    pub(crate) frame: Frame,
}

/// The cells of one level among those of an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The index of its first cell.
    pub(crate) start: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Frame {
    /// The index of a cell, if the level has it.
    fn cell(self, column: usize, row: usize) -> Option<usize> {
        let is_inside = column < self.width && row < self.height;
        is_inside.then(|| self.start + row * self.width + column)
    }

    /// Whether a level has as many columns and rows.
    pub(crate) fn is_of_size(self, level: &Level) -> bool {
        (self.width, self.height) == (level.width(), level.height())
    }

    pub(crate) fn cells(self, layer: &[u32]) -> &[u32] {
        &layer[self.start..][..self.width * self.height]
    }
}

/// The cells of a level on the layers of a file.
pub(crate) struct Unstacked {
    /// The numbers on each layer, row by row.
    pub(crate) layers: Vec<Vec<u32>>,
    /// Whether each cell shows the same tile as before, and so stays as it was.
    pub(crate) stays: Vec<bool>,
}

/// A layer, and the number of a tile there.
pub(crate) type Place = (usize, u32);

/// The numbers of a tile on all layers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Column(Vec<u32>);

impl Column {
    /// The layer of the tile itself.
    fn home(&self) -> Option<usize> {
        self.0.iter().rposition(|&number| number != 0)
    }
}

impl Example {
    /// The numbers of a level on each layer. `usual` gives layer and number of a tile that the file
    /// defines but does not use.
    pub(crate) fn unstacked(
        &self,
        level: &Level,
        usual: impl Fn(&str) -> Option<(usize, u32)>,
    ) -> Result<Unstacked, LevelError> {
        let n_layers = self.layers.len();
        let used = level.without_unused();
        let mut columns = Vec::new();
        if used.tiles().iter().any(|&tile| tile != UNKNOWN) {
            for entity in used.palette().entities() {
                columns.push(self.column(&entity.name, &usual)?);
            }
        }
        let mut layers = vec![Vec::with_capacity(used.tiles().len()); n_layers];
        let mut stays = Vec::with_capacity(used.tiles().len());
        // Names are compared once for each pair of tiles.
        let mut shown: BTreeMap<([Option<Place>; 2], Tile), bool> = BTreeMap::new();
        let names = level.palette().entities().iter().map(|entity| entity.name.as_str());
        let pairs: Vec<&str> = names.filter(|name| pairs_of(name).next().is_some()).collect();
        for (index, &tile) in used.tiles().iter().enumerate() {
            let column = columns.get(usize::from(tile));
            // A tile that stays keeps its number, with its flips, and what lies below.
            let name = column.map(|_| used.palette().name(tile));
            let before = self.frame.cell(index % level.width(), index / level.width());
            let before = before.filter(|&cell| {
                let stack = self.stack(cell);
                name.is_some_and(|name| {
                    let is_shown = || self.shows(stack, name, &pairs);
                    *shown.entry((stack, tile)).or_insert_with(is_shown)
                })
            });
            stays.push(before.is_some());
            for (layer, numbers) in layers.iter_mut().enumerate() {
                let new = column.map_or(0, |column| column.0[layer]);
                numbers.push(before.map_or(new, |cell| self.layers[layer][cell]));
            }
        }
        Ok(Unstacked { layers, stays })
    }

    /// Layer and number of the uppermost tile of a cell.
    pub(crate) fn top(&self, cell: usize) -> Option<Place> {
        self.stack(cell)[0]
    }

    /// The two uppermost tiles of a cell.
    fn stack(&self, cell: usize) -> [Option<Place>; 2] {
        let all = self.layers.iter().enumerate().rev();
        let mut all =
            all.map(|(layer, cells)| (layer, cells[cell])).filter(|(_, number)| *number != 0);
        [all.next(), all.next()]
    }

    /// Whether these tiles, uppermost in a cell, are what has this name in a level with such pairs of things.
    fn shows(&self, stack: [Option<Place>; 2], name: &str, pairs: &[&str]) -> bool {
        let [top, below] = stack.map(|place| place.map(|place| self.names.get(&place)));
        if let (Some(Some(upper)), Some(Some(lower))) = (top, below)
            && pairs.iter().any(|pair| is_pair(pair, upper, lower))
        {
            return is_pair(name, upper, lower);
        }
        match top {
            Some(shown) => shown.is_some_and(|shown| is_called(shown, name)),
            None => is_called(&self.empty, name),
        }
    }

    /// The numbers of a tile of this name; for one thing on another, those of the lower one, and that of the
    /// upper one over them.
    fn column(
        &self,
        name: &str,
        usual: &impl Fn(&str) -> Option<Place>,
    ) -> Result<Column, LevelError> {
        if let Some(column) = self.column_of(name, usual) {
            return Ok(column);
        }
        let mut pairs = pairs_of(name).filter_map(|(upper, lower)| {
            Some((self.column_of(upper, usual)?, self.column_of(lower, usual)?))
        });
        let (upper, mut lower) =
            pairs.next().ok_or_else(|| LevelError::Unknown(name.to_owned()))?;
        match (upper.home(), lower.home()) {
            (Some(home), Some(below)) if home != below => {
                lower.0[home] = upper.0[home];
                Ok(lower)
            }
            _ => Err(LevelError::Content(format!(
                "`{name}` is one thing on another, and the file has both on one layer; put them on two"
            ))),
        }
    }

    /// The numbers of a tile of this name: the most common one on the layer where most of its kind
    /// are, with the most common numbers below.
    fn column_of(&self, name: &str, usual: impl Fn(&str) -> Option<Place>) -> Option<Column> {
        let mut places = self.places(|tile_name| tile_name == name);
        if places.is_empty() {
            places = self.places(|tile_name| is_called(tile_name, name));
        }
        let mut numbers = vec![0; self.layers.len()];
        if places.is_empty() && is_called(&self.empty, name) {
            return Some(Column(numbers));
        }
        // On a tie, the upper layer.
        let home = (0..self.layers.len()).max_by_key(|&layer| self.count(layer, &places));
        let home = home.filter(|&home| self.count(home, &places) > 0);
        let commonest = home.and_then(|home| {
            let cells = &self.layers[home];
            Some((home, self.commonest(home, |cell| places.contains(&(home, cells[cell])))?))
        });
        let (home, number) = commonest.or_else(|| usual(name))?;
        numbers[home] = number;
        for (layer, below) in numbers.iter_mut().enumerate().take(home) {
            let number = self.commonest(layer, |cell| match commonest {
                Some(_) => places.contains(&(home, self.layers[home][cell])),
                // For an unused tile, use what lies below any other tile.
                None => layer == 0 && self.layers[1..].iter().any(|cells| cells[cell] != 0),
            });
            *below = number.unwrap_or(0);
        }
        if commonest.is_none() && home > 0 && numbers[0] == 0 {
            numbers[0] = self.commonest(0, |_| true).unwrap_or(0);
        }
        Some(Column(numbers))
    }

    /// The layers and numbers of tiles with such a name.
    fn places(&self, is_name: impl Fn(&str) -> bool) -> BTreeSet<(usize, u32)> {
        let places = self.names.iter().filter(|(_, name)| is_name(name));
        places.map(|(&place, _)| place).collect()
    }

    fn count(&self, layer: usize, places: &BTreeSet<(usize, u32)>) -> usize {
        let cells = self.layers[layer].iter();
        cells.filter(|&&number| number != 0 && places.contains(&(layer, number))).count()
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

/// The cells of a new level that do not show what they showed, counted from the upper left.
pub(crate) struct Changes {
    width: usize,
    height: usize,
    /// (width + 1) x (height + 1): the number of changed cells above and left of each corner.
    sums: Vec<u32>,
}

impl Changes {
    /// By whether each cell of a level of this width stays.
    pub(crate) fn of(stays: &[bool], width: usize) -> Self {
        let (height, row) = (stays.len() / width, width + 1);
        let mut sums = vec![0; row * (height + 1)];
        for (cell, &stays) in stays.iter().enumerate() {
            let at = (cell / width + 1) * row + cell % width + 1;
            sums[at] = u32::from(!stays) + sums[at - 1] + sums[at - row] - sums[at - row - 1];
        }
        Self { width, height, sums }
    }

    /// Whether a cell of these columns and rows changed.
    pub(crate) fn is_in(&self, columns: &Range<i64>, rows: &Range<i64>) -> bool {
        let within = |cell: i64, side: usize| cell.clamp(0, side as i64) as usize;
        let [left, right] = [columns.start, columns.end].map(|cell| within(cell, self.width));
        let [top, bottom] = [rows.start, rows.end].map(|cell| within(cell, self.height));
        let sum = |column: usize, row: usize| self.sums[row * (self.width + 1) + column];
        left < right
            && top < bottom
            && sum(right, bottom) + sum(left, top) > sum(right, top) + sum(left, bottom)
    }
}

/// Things that stay where they were although cells below them changed.
#[derive(Debug, Default)]
pub(crate) struct Staying(BTreeMap<String, usize>);

impl Staying {
    /// Counts those of a level, by their layers. Levels with one model have the same ones.
    pub(crate) fn add<'a>(&mut self, layers: impl Iterator<Item = &'a str>) {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        layers.for_each(|layer| *counts.entry(layer).or_default() += 1);
        for (layer, count) in counts {
            let most = self.0.entry(layer.to_owned()).or_default();
            *most = count.max(*most);
        }
    }

    /// What is said of them, which an editor calls objects or entities.
    pub(crate) fn notes(&self, [thing, things]: [&str; 2]) -> Vec<String> {
        let notes = self.0.iter().map(|(layer, n)| {
            let stay = match n {
                1 => format!("1 {thing} of layer `{layer}` stays where it was"),
                n => format!("{n} {things} of layer `{layer}` stay where they were"),
            };
            format!("{stay}, although tiles changed there")
        });
        notes.collect()
    }
}

/// Whether some levels have a tile that a file calls so.
pub(crate) fn wanted<'a>(
    levels: impl Iterator<Item = &'a Level>,
    hints: &'a Hints,
) -> impl Fn(&str) -> bool + 'a {
    let names: BTreeSet<&str> = levels
        .flat_map(|level| level.palette().entities())
        .flat_map(|entity| things_of(&entity.name))
        .collect();
    move |own| {
        let own = hints.legend.name(own).unwrap_or(own);
        names.contains(own) || names.contains(&*word(own))
    }
}

/// A list in a JSON object; empty if it is missing.
pub(crate) fn list_of<'a>(value: &'a mut Value, name: &str) -> &'a mut [Value] {
    value.get_mut(name).and_then(Value::as_array_mut).map_or(&mut [], |list| list)
}
