//! New maps and pictures with the tiles of a tileset of Tiled.

use std::collections::{BTreeMap, BTreeSet};

use marahel_level::{Level, LevelError, LevelPainter, Tile, UNKNOWN, first_of};
use marahel_terrains::{Field, Looks, Matching};
use serde_json::json;

use super::document::Tileset;
use super::drawing::TilePictures;
use super::looks::{self, Before};
use super::new_map::{NewLayer, NewMap, escaped};
use super::tilesets::Tilesets;
use crate::host::Written;
use crate::legend::is_called;
use crate::naming::Stock;
use crate::{Hints, NamedFiles, ReadingNotes};

#[cfg(test)]
mod tests;

/// A tileset of Tiled in a file of its own, whose tiles have names: by a legend, classes, terrains
/// or properties.
#[derive(Debug)]
pub struct TiledTileset {
    tilesets: Tilesets,
    names: Vec<Option<String>>,
    hints: Hints,
    file: String,
    pictures: Option<TilePictures>,
    /// Whether looks of corner sets lie on the corners of cells (the dual grid).
    pub is_dual: bool,
}

/// The number of the first tile.
const FIRST: u32 = 1;

impl TiledTileset {
    /// Reads the tileset file of this name, and what it names.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or no tile has a name.
    pub fn read(
        name: &str,
        hints: &Hints,
        named_files: &dyn NamedFiles,
    ) -> Result<Self, LevelError> {
        let tileset =
            Tileset { firstgid: FIRST, source: Some(name.to_owned()), ..Tileset::default() };
        let tilesets = Tilesets::new(vec![tileset], hints, named_files);
        if let Some((file, unread)) = tilesets.unread() {
            return Err(LevelError::Content(format!("{file}, {unread}")));
        }
        let (width, height) = tilesets.size(FIRST);
        if width < 1.0 || height < 1.0 {
            let what = "this is no tileset of Tiled: its tiles have no size";
            return Err(LevelError::Content(what.to_owned()));
        }
        let kinds = tilesets.kinds_so_far().to_vec();
        let is_used = vec![false; kinds.len()];
        let stock = Stock { kinds, grids: Vec::new() };
        let names = stock.names(hints, &is_used, &is_used, &mut ReadingNotes::default())?;
        let file = name.to_owned();
        Ok(Self { tilesets, names, hints: hints.clone(), file, pictures: None, is_dual: false })
    }

    /// The same with its pictures, which are named in its file.
    ///
    /// # Errors
    ///
    /// If one cannot be read, or is no PNG, or if tiles are not square.
    pub fn with_pictures(mut self, named_files: &dyn NamedFiles) -> Result<Self, LevelError> {
        let (width, height) = self.size();
        if width != height {
            return Err(LevelError::Content(format!(
                "tiles are {width} x {height} pixels; pictures of levels need square tiles, maps do not"
            )));
        }
        for (tileset, _) in self.tilesets.with_terrains() {
            self.pictures = Some(TilePictures::read(tileset, &self.file, named_files)?);
        }
        Ok(self)
    }

    /// The level as a map in XML, which finds the tileset at this path. Notes say what the tileset
    /// lacks.
    ///
    /// # Errors
    ///
    /// If the tileset has no tile for one of the level.
    pub fn to_tmx(&self, level: &Level, path: &str) -> Result<Written, LevelError> {
        let (map, notes) = self.map(level)?;
        let tileset = format!("<tileset firstgid=\"{FIRST}\" source=\"{}\"/>", escaped(path));
        Ok(Written { text: map.xml(&tileset), notes })
    }

    /// The same in JSON.
    ///
    /// # Errors
    ///
    /// As [`Self::to_tmx`].
    pub fn to_tmj(&self, level: &Level, path: &str) -> Result<Written, LevelError> {
        let (map, notes) = self.map(level)?;
        let text = map.json(&json!({"firstgid": FIRST, "source": path}));
        Ok(Written { text, notes })
    }

    /// What the tileset lacks for the looks of a level, for the user.
    ///
    /// # Errors
    ///
    /// As [`Self::to_tmx`].
    pub fn lacks(&self, level: &Level) -> Result<Vec<String>, LevelError> {
        self.map(level).map(|(_, notes)| notes)
    }

    /// The layers of a map: grounds and terrains below, things on the ground around them above.
    pub(super) fn map(&self, level: &Level) -> Result<(NewMap, Vec<String>), LevelError> {
        let palette = level.palette();
        let numbers = self.numbers(level)?;
        let number = |tile: Tile| numbers.get(usize::from(tile)).copied().unwrap_or(0);
        let is_thing: Vec<bool> = (0..palette.len() as Tile)
            .map(|tile| palette.stands(tile) && self.tilesets.look(number(tile)).is_none())
            .collect();
        let is_thing = |tile: Tile| is_thing.get(usize::from(tile)) == Some(&true);
        let below = level.grounds_below();
        let cells = level.tiles().iter().zip(&below);
        let mut ground: Vec<u32> = cells
            .map(
                |(&tile, &below)| {
                    if is_thing(tile) { below.map_or(0, number) } else { number(tile) }
                },
            )
            .collect();
        let things: Vec<u32> = level
            .tiles()
            .iter()
            .map(|&tile| if is_thing(tile) { number(tile) } else { 0 })
            .collect();
        let seed = looks::seed_of(level);
        let mut map = NewMap {
            width: level.width(),
            height: level.height(),
            tile_size: self.size(),
            layers: Vec::new(),
        };
        let notes;
        if self.is_dual {
            (map.width, map.height) = (level.width() + 1, level.height() + 1);
            (map.layers, notes) = self.dual(&mut ground, level.width(), seed);
        } else {
            let before = Before { width: 1, gids: &[], stays: &[] };
            notes = looks::choose(&mut ground, level.width(), &before, &self.tilesets, seed);
        }
        for (name, gids) in [("ground", ground), ("things", things)] {
            if gids.iter().any(|&gid| gid != 0) || map.layers.is_empty() {
                let gids = widened(gids, level.width(), map.width, map.height);
                map.layers.push(NewLayer { name, gids, is_dual: false });
            }
        }
        Ok((map, notes))
    }

    /// Takes the terrains of corner sets from the ground, and lays their looks on the corners of
    /// its cells, on layers of their own.
    fn dual(&self, ground: &mut [u32], width: usize, seed: u64) -> (Vec<NewLayer>, Vec<String>) {
        let (mut layers, mut notes) = (Vec::new(), Vec::new());
        for (tileset, sets) in self.tilesets.with_terrains() {
            let corner_sets =
                sets.iter().enumerate().filter(|(_, set)| set.matching == Matching::Corners);
            for (index, set) in corner_sets {
                let terrain = |gid: u32| {
                    let look = self.tilesets.look(gid).filter(|look| look.set == index)?;
                    u8::try_from(look.look.sides.terrain()? + 1).ok()
                };
                let terrains: BTreeMap<u32, u8> = ground
                    .iter()
                    .copied()
                    .collect::<BTreeSet<u32>>()
                    .into_iter()
                    .filter_map(|gid| Some((gid, terrain(gid)?)))
                    .collect();
                if terrains.is_empty() {
                    continue;
                }
                let cells: Vec<u8> =
                    ground.iter().map(|gid| terrains.get(gid).copied().unwrap_or(0)).collect();
                ground.iter_mut().filter(|gid| terrains.contains_key(gid)).for_each(|gid| *gid = 0);
                let looks = Looks::new(set, looks::turns_of(tileset.transformations));
                let filling = looks.fill_dual(Field::new(width, &cells), seed);
                notes.extend(looks::lacks(&filling, set));
                let gids =
                    filling.looks.iter().map(|look| look.map_or(0, |look| looks::gid(FIRST, look)));
                layers.push(NewLayer { name: "terrain", gids: gids.collect(), is_dual: true });
            }
        }
        (layers, notes)
    }

    /// The number in the tileset of each tile of the level's palette; 0 for what needs no tile.
    fn numbers(&self, level: &Level) -> Result<Vec<u32>, LevelError> {
        let used = level.without_unused();
        let mut numbers = vec![0; level.palette().len()];
        if level.tiles().iter().all(|&tile| tile == UNKNOWN) {
            return Ok(numbers);
        }
        let empty = self.hints.usual_empty(self.names.iter().flatten().map(String::as_str));
        for entity in used.palette().entities() {
            let name = &entity.name;
            let Some(tile) = level.palette().tile(name) else { continue };
            match self.tilesets.gid_called(name, &self.names, &self.hints) {
                Some(gid) => numbers[usize::from(tile)] = gid,
                None if is_called(empty, name) => {}
                None => return Err(self.lacking(name)),
            }
        }
        Ok(numbers)
    }

    fn lacking(&self, name: &str) -> LevelError {
        let sets = self.tilesets.with_terrains().flat_map(|(_, sets)| sets);
        let terrains = sets.flat_map(|set| &set.terrains);
        let names: BTreeSet<&String> = self.names.iter().flatten().chain(terrains).collect();
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let has = if names.is_empty() {
            "its tiles have no classes or terrains".to_owned()
        } else {
            format!("it has {}", first_of(&names, ", "))
        };
        LevelError::Content(format!("the tileset has no tile called `{name}`; {has}"))
    }

    /// Width and height of a tile in pixels.
    fn size(&self) -> (u32, u32) {
        let (width, height) = self.tilesets.size(FIRST);
        (width as u32, height as u32)
    }
}

/// Draws levels as Tiled shows their maps.
impl LevelPainter for TiledTileset {
    fn tile_size(&self) -> u32 {
        self.size().0
    }

    fn paint(&self, level: &Level) -> Result<Vec<u8>, LevelError> {
        let Some(pictures) = &self.pictures else {
            return Err(LevelError::Content("the tileset has no pictures here".to_owned()));
        };
        let (map, _) = self.map(level)?;
        Ok(pictures.draw(&map, level.width(), level.height()).into_raw())
    }
}

/// A layer with further cells without a tile at its right and lower sides.
fn widened(gids: Vec<u32>, width: usize, new_width: usize, new_height: usize) -> Vec<u32> {
    if width == new_width {
        return gids;
    }
    let mut widened = Vec::with_capacity(new_width * new_height);
    for row in gids.chunks(width) {
        widened.extend(row);
        widened.resize(widened.len() + new_width - width, 0);
    }
    widened.resize(new_width * new_height, 0);
    widened
}
