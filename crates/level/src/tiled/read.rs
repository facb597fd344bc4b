//! Reading maps, those of ours and those that Tiled saved.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::cells::{Layer, infinite};
use super::{CHARACTER, COLOR};
use crate::rows::{numbered, tile_of};
use crate::{Entity, Level, LevelError, Palette, Tile, UNKNOWN};

/// The bits of a number that say which tile it is; the others turn it.
const TILE_BITS: u32 = 0x0fff_ffff;

#[derive(Deserialize)]
pub(super) struct Map {
    #[serde(default)]
    pub(super) infinite: bool,
    pub(super) layers: Vec<Layer>,
    #[serde(default)]
    pub(super) tilesets: Vec<Tileset>,
}

#[derive(Deserialize)]
pub(super) struct Tileset {
    pub(super) firstgid: u32,
    /// Where the tileset is, if not here.
    pub(super) source: Option<String>,
    #[serde(default)]
    pub(super) tiles: Vec<TileOfSet>,
}

#[derive(Deserialize)]
pub(super) struct TileOfSet {
    pub(super) id: u32,
    #[serde(default)]
    pub(super) r#type: String,
    /// What Tiled 1.9 wrote instead of `type`.
    #[serde(default)]
    pub(super) class: String,
    #[serde(default)]
    pub(super) properties: Vec<Property>,
}

#[derive(Deserialize)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) value: Value,
}

impl Level {
    /// Reads the first tile layer of a map of Tiled (a `.tmj` or `.json` file):
    /// one that [`Level::to_tiled`] wrote, or one that Tiled saved, in any of
    /// its encodings except Zstandard.
    ///
    /// The class of a tile in its tileset names its entity; tiles of one class are one entity.
    /// Where no tile has a class, tiles are the entities of `palette` in order. Empty cells are
    /// unknown; how a tile is turned does not matter. With a `palette`, classes are matched by
    /// name; without one, entities look as the properties `character` and `color` of their tiles
    /// say, if all have them, or else as in [`Palette::of_names`].
    ///
    /// # Errors
    ///
    /// If the text is not JSON of this shape, there is no tile layer, the map is infinite, the
    /// tiles of the layer cannot be unpacked, or one of them is of no entity.
    pub fn from_tiled(json: &str, palette: Option<Arc<Palette>>) -> Result<Self, LevelError> {
        serde_json::from_str::<Map>(json)?.level(palette)
    }
}

/// A cell of a layer that has a tile; rows and columns are counted from 0.
struct Cell<'a> {
    gid: u32,
    tileset: &'a Tileset,
    /// Number of the tile in its tileset.
    id: u32,
    row: usize,
    column: usize,
}

impl Cell<'_> {
    fn without_class(&self) -> LevelError {
        let what = match &self.tileset.source {
            Some(tileset) => {
                format!("the tileset of this tile is in {tileset}; embed it in the map")
            }
            None => format!(
                "tile {} of its tileset has no class; enter the name of its entity there, as other \
                 tiles have it",
                self.id
            ),
        };
        LevelError::Content(format!("row {}, column {}: {what}", self.row + 1, self.column + 1))
    }
}

impl Map {
    pub(super) fn level(&self, palette: Option<Arc<Palette>>) -> Result<Level, LevelError> {
        if self.infinite {
            return Err(infinite());
        }
        let layer = Layer::first_of_tiles(&self.layers).ok_or_else(|| {
            LevelError::Content("there is no tile layer; a level needs one".to_owned())
        })?;
        let (width, cells) = layer.cells()?;
        let (named, classes) = self.entities()?;
        match (named, palette) {
            (Some(named), palette) => {
                let tiles = self.tiles(width, &cells, |cell| {
                    classes.get(&cell.gid).copied().ok_or_else(|| cell.without_class())
                })?;
                Level::from_tiles(width, tiles, Arc::new(named)).in_palette(palette)
            }
            (None, Some(palette)) => {
                let tiles = self.tiles(width, &cells, |cell| {
                    tile_of(cell.id, cell.column, cell.row, &palette)
                })?;
                Ok(Level::from_tiles(width, tiles, palette))
            }
            (None, None) => {
                let source = self.tilesets.iter().find_map(|tileset| tileset.source.clone());
                Err(source.map_or(LevelError::NoPalette, LevelError::External))
            }
        }
    }

    /// The tiles of all cells, where `tile` says what a cell with a tile is.
    fn tiles(
        &self,
        width: usize,
        cells: &[u32],
        tile: impl Fn(&Cell<'_>) -> Result<Tile, LevelError>,
    ) -> Result<Vec<Tile>, LevelError> {
        let cells = cells.iter().enumerate();
        let tiles = cells.map(|(index, &cell)| {
            let (gid, row, column) = (cell & TILE_BITS, index / width, index % width);
            if gid == 0 {
                return Ok(UNKNOWN);
            }
            let before = self.tilesets.iter().filter(|tileset| tileset.firstgid <= gid);
            let tileset = before.max_by_key(|tileset| tileset.firstgid).ok_or_else(|| {
                LevelError::Content(format!(
                    "row {}, column {}: tile {gid} is in no tileset of the map",
                    row + 1,
                    column + 1
                ))
            })?;
            tile(&Cell { gid, tileset, id: gid - tileset.firstgid, row, column })
        });
        tiles.collect()
    }

    /// The entities that the tilesets name, if any, and the number of the
    /// entity of each tile that has one.
    fn entities(&self) -> Result<(Option<Palette>, BTreeMap<u32, Tile>), LevelError> {
        let tiles = self.tilesets.iter().flat_map(|tileset| {
            let tiles = tileset.tiles.iter().filter(|tile| tile.is_entity());
            let gid = |tile: &TileOfSet| tileset.firstgid.saturating_add(tile.id);
            tiles.map(move |tile| (gid(tile), tile.name(), tile.entity()))
        });
        let (names, looks, classes) = numbered(tiles);
        if names.is_empty() {
            return Ok((None, classes));
        }
        let palette = match looks.into_iter().collect::<Option<Vec<Entity>>>() {
            Some(entities) => Palette::new(entities)?,
            None => Palette::of_names(&names)?,
        };
        Ok((Some(palette), classes))
    }
}

impl TileOfSet {
    /// Whether the tile says which entity it is. One of ours may have no name.
    fn is_entity(&self) -> bool {
        !self.name().is_empty() || self.property(CHARACTER).is_some()
    }

    fn name(&self) -> &str {
        if self.r#type.is_empty() { &self.class } else { &self.r#type }
    }

    /// The whole entity, if the tile says how it looks.
    fn entity(&self) -> Option<Entity> {
        let mut characters = self.property(CHARACTER)?.chars();
        let (character, None) = (characters.next()?, characters.next()) else { return None };
        let digits = self.property(COLOR)?.strip_prefix('#')?;
        // Tiled writes the opacity first; it may be missing.
        let [.., red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Entity { name: self.name().to_owned(), character, color: [red, green, blue] })
    }

    fn property(&self, name: &str) -> Option<&str> {
        let property = self.properties.iter().find(|property| property.name == name)?;
        property.value.as_str()
    }
}
