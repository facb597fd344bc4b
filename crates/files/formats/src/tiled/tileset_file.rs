//! New maps and pictures with the tiles of a tileset of Tiled.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use marahel_level::{Level, LevelError, LevelPainter, Tile, UNKNOWN, first_of};
use serde_json::json;

use super::document::Tileset;
use super::drawing::TilePictures;
use super::looks::{self, Before, Misread};
use super::new_map::{NewLayer, NewMap, escaped};
use super::painting::TILE_BITS;
use super::tilesets::{LookOfSet, Tilesets};
use super::{dual, embedding};
use crate::host::Written;
use crate::legend::is_called;
use crate::named_files::text;
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
    text: String,
    /// Whether maps have the tileset in themselves.
    pub is_embedded: bool,
    /// Whether looks of corner sets lie on the corners of cells (the dual grid).
    pub is_dual: bool,
}

const FIRST: u32 = 1;

impl TiledTileset {
    /// Reads the tileset file of this name, and what it names.
    pub fn read(
        name: &str,
        hints: &Hints,
        named_files: &dyn NamedFiles,
    ) -> Result<Self, LevelError> {
        let tileset =
            Tileset { firstgid: FIRST, source: Some(name.to_owned()), ..Tileset::default() };
        let tilesets = Tilesets::new(vec![tileset], hints, named_files);
        if let Some((file, unread)) = tilesets.unread() {
            bail!("{file}, {unread}");
        }
        let (width, height) = tilesets.size(FIRST);
        if width < 1.0 || height < 1.0 {
            bail!("this is no tileset of Tiled: its tiles have no size");
        }
        let kinds = tilesets.kinds_so_far().to_vec();
        let is_used = vec![false; kinds.len()];
        let stock = Stock { kinds, grids: Vec::new() };
        let names = stock.names(hints, &is_used, &is_used, &mut ReadingNotes::default())?;
        let file = name.to_owned();
        let bytes =
            named_files.read(name).map_err(|unread| LevelError::Content(unread.to_string()))?;
        Ok(Self {
            tilesets,
            names,
            hints: hints.clone(),
            file,
            pictures: None,
            text: text(&bytes)?.to_owned(),
            is_embedded: false,
            is_dual: false,
        })
    }

    /// The same with its pictures, which are named in its file.
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
    pub fn to_tmx(&self, level: &Level, path: &str) -> Result<Written, LevelError> {
        let (map, notes) = self.map(level)?;
        let tileset = if self.is_embedded {
            embedding::in_xml(&self.text, FIRST, path)?
        } else {
            format!("<tileset firstgid=\"{FIRST}\" source=\"{}\"/>", escaped(path))
        };
        Ok(Written { text: map.xml(&tileset), notes })
    }

    /// The same in JSON.
    pub fn to_tmj(&self, level: &Level, path: &str) -> Result<Written, LevelError> {
        let (map, notes) = self.map(level)?;
        let tileset = if self.is_embedded {
            embedding::in_json(&self.text, FIRST, path)?
        } else {
            json!({"firstgid": FIRST, "source": path})
        };
        Ok(Written { text: map.json(&tileset), notes })
    }

    /// What the tileset lacks for the looks of a level, for the user.
    pub fn lacks(&self, level: &Level) -> Result<Vec<String>, LevelError> {
        self.map(level).map(|(_, notes)| notes)
    }

    /// The layers of a map: grounds and terrains below, things on the ground around them above.
    pub(super) fn map(&self, level: &Level) -> Result<(NewMap, Vec<String>), LevelError> {
        let palette = level.palette();
        let width = level.width();
        let numbers = self.numbers(level)?;
        let number = |tile: Tile| numbers.get(usize::from(tile)).copied().unwrap_or(0);
        let is_thing: Vec<bool> = (0..palette.len() as Tile)
            .map(|tile| palette.stands(tile) && self.tilesets.look(number(tile)).is_none())
            .collect();
        let is_thing = |tile: Tile| is_thing.get(usize::from(tile)) == Some(&true);
        let grounds = level.grounds_below();
        let cells = level.tiles().iter().zip(&grounds);
        let mut above: Vec<u32> = cells
            .map(
                |(&tile, &below)| {
                    if is_thing(tile) { below.map_or(0, number) } else { number(tile) }
                },
            )
            .collect();
        let things = level.tiles().iter();
        let things: Vec<u32> =
            things.map(|&tile| if is_thing(tile) { number(tile) } else { 0 }).collect();
        // Open looks stand on a ground, as things do.
        let mut ground = self.ground_of(&above, width);
        for (gid, &below) in above.iter_mut().zip(&ground) {
            if *gid == below {
                *gid = 0;
            }
        }
        let (mut layers, mut upper, mut notes) = (Vec::new(), Vec::new(), Vec::new());
        if self.is_dual {
            layers = self.dual(&mut ground, width, &mut notes);
            upper = self.dual(&mut above, width, &mut notes);
        }
        let before = Before { width: 1, gids: &[], stays: &[] };
        for gids in [&mut ground, &mut above] {
            notes.extend(looks::choose(gids, width, &before, &self.tilesets));
        }
        let mut below = vec![0; ground.len()];
        for (cell, &gid) in above.iter().enumerate().filter(|(_, gid)| **gid != 0) {
            let covered = std::mem::replace(&mut ground[cell], gid);
            if self.tilesets.look(gid & TILE_BITS).is_some_and(LookOfSet::is_open) {
                below[cell] = covered;
            }
        }
        let is_painted = |gids: &[u32]| gids.iter().any(|&gid| gid != 0);
        let plain = |name, gids| NewLayer { name, gids, is_dual: false };
        if is_painted(&below) {
            layers.push(plain("below", below));
        }
        layers.push(plain("ground", ground));
        layers.append(&mut upper);
        layers.push(plain("things", things));
        layers.retain(|layer| layer.is_dual || is_painted(&layer.gids));
        if layers.is_empty() {
            layers.push(plain("ground", vec![0; level.tiles().len()]));
        }
        notes.extend(self.misread(level, &layers));
        let (mut map_width, mut height) = (width, level.height());
        if self.is_dual {
            (map_width, height) = (width + 1, height + 1);
            for layer in layers.iter_mut().filter(|layer| !layer.is_dual) {
                layer.gids = dual::widened(&layer.gids, width);
            }
        }
        let map = NewMap { width: map_width, height, tile_size: self.size(), layers };
        Ok((map, notes))
    }

    /// What lies below terrains with open looks: the nearest ground that has none, as numbers
    /// without looks.
    fn ground_of(&self, gids: &[u32], width: usize) -> Vec<u32> {
        let is_open: BTreeMap<u32, bool> = gids
            .iter()
            .collect::<BTreeSet<&u32>>()
            .into_iter()
            .map(|&gid| (gid, self.tilesets.look(gid).is_some_and(|look| look.terrains.is_open())))
            .collect();
        if !is_open.values().any(|is_open| *is_open) {
            return gids.to_vec();
        }
        let mut ground: Vec<u32> =
            gids.iter().map(|gid| if is_open[gid] { 0 } else { *gid }).collect();
        let mut queue: VecDeque<usize> =
            (0..gids.len()).filter(|&cell| ground[cell] != 0).collect();
        while let Some(cell) = queue.pop_front() {
            for (right, down) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
                let column = (cell % width).checked_add_signed(right).filter(|&at| at < width);
                let row = (cell / width).checked_add_signed(down);
                let (Some(column), Some(row)) = (column, row) else { continue };
                let neighbor = row * width + column;
                if gids.get(neighbor).is_some_and(|gid| is_open[gid]) && ground[neighbor] == 0 {
                    ground[neighbor] = ground[cell];
                    queue.push_back(neighbor);
                }
            }
        }
        // Without any, they lie on themselves.
        let all = ground.iter_mut().zip(gids);
        all.filter(|(ground, _)| **ground == 0).for_each(|(ground, &gid)| *ground = gid);
        ground
    }

    /// Takes the terrains of corner sets from a layer, and lays their looks on the corners of its
    /// cells, on layers of their own.
    fn dual(&self, gids: &mut [u32], width: usize, notes: &mut Vec<String>) -> Vec<NewLayer> {
        let mut layers = Vec::new();
        for (tileset, sets) in self.tilesets.with_terrains() {
            for (index, set) in sets.iter().enumerate() {
                let filling = dual::looks(gids, width, &self.tilesets, tileset, (index, set));
                let Some(filling) = filling else { continue };
                notes.extend(looks::lacks(&filling, set));
                let gids =
                    filling.looks.iter().map(|look| look.map_or(0, |look| looks::gid(FIRST, look)));
                layers.push(NewLayer { name: "terrain", gids: gids.collect(), is_dual: true });
            }
        }
        layers
    }

    /// A note on cells that are read back as another tile than in the level.
    fn misread(&self, level: &Level, layers: &[NewLayer]) -> Option<String> {
        let width = level.width();
        let mut tops = vec![0; level.tiles().len()];
        for layer in layers {
            let folded = layer.is_dual.then(|| dual::cells(&layer.gids, &self.tilesets)).flatten();
            let gids = folded.as_ref().unwrap_or(&layer.gids);
            for (row, gids) in
                tops.chunks_mut(width).zip(gids.chunks(width + usize::from(layer.is_dual)))
            {
                for (top, gid) in row.iter_mut().zip(gids).filter(|(_, gid)| **gid != 0) {
                    *top = gid & TILE_BITS;
                }
            }
        }
        let empty = self.hints.usual_empty(self.names.iter().flatten().map(String::as_str));
        let mut misread = Misread::default();
        for (&tile, &top) in level.tiles().iter().zip(&tops).filter(|(tile, _)| **tile != UNKNOWN) {
            let shown = match top {
                0 => Some(empty),
                gid => self.tilesets.shown_name(gid, &self.names, &self.hints),
            };
            misread.add(shown, level.palette().name(tile));
        }
        misread.note()
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
            bail!("the tileset has no pictures here");
        };
        let (map, _) = self.map(level)?;
        Ok(pictures.draw(&map, level.width(), level.height()).into_raw())
    }
}
