//! Reading maps, those of ours and those that Tiled saved.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::cells::Layer;
use super::{CHARACTER, COLOR, TiledError};
use crate::rows::tile_of;
use crate::{Entity, Level, LevelError, Palette, Tile, UNKNOWN};

/// The bits of a number that say which tile it is; the others turn it.
const TILE_BITS: u32 = 0x0fff_ffff;

#[derive(Deserialize)]
struct Map {
    #[serde(default)]
    infinite: bool,
    layers: Vec<Layer>,
    #[serde(default)]
    tilesets: Vec<Tileset>,
}

#[derive(Deserialize)]
struct Tileset {
    firstgid: u32,
    /// Where the tileset is, if not here.
    source: Option<String>,
    #[serde(default)]
    tiles: Vec<TileOfSet>,
}

#[derive(Deserialize)]
struct TileOfSet {
    id: u32,
    #[serde(default)]
    r#type: String,
    /// What Tiled 1.9 wrote instead of `type`.
    #[serde(default)]
    class: String,
    #[serde(default)]
    properties: Vec<Property>,
}

#[derive(Deserialize)]
struct Property {
    name: String,
    value: Value,
}

impl Level {
    /// Reads the first tile layer of a map of Tiled (a `.tmj` or `.json` file):
    /// one that [`Level::to_tiled`] wrote, or one that Tiled saved, in any of
    /// its encodings except Zstandard.
    ///
    /// The class of a tile in its tileset names its entity; tiles of one class
    /// are one entity. Where no tile has a class, tiles are the entities of
    /// `palette` in order. Empty cells are unknown; how a tile is turned does
    /// not matter. With a `palette`, classes are matched by name; without one,
    /// entities look as the properties `character` and `color` of their tiles
    /// say, if all have them, or else as in [`Palette::of_names`].
    ///
    /// # Errors
    ///
    /// If the text is not JSON of this shape, there is no tile layer, the map
    /// is infinite, the tiles of the layer cannot be unpacked, or one of them
    /// is of no entity.
    pub fn from_tiled(json: &str, palette: Option<Arc<Palette>>) -> Result<Self, LevelError> {
        let map: Map = serde_json::from_str(json)?;
        if map.infinite {
            return Err(TiledError::Infinite.into());
        }
        let layer = Layer::first_of_tiles(&map.layers).ok_or(TiledError::NoTileLayer)?;
        let (width, cells) = layer.cells()?;
        let (named, classes) = map.entities()?;
        match (named, palette) {
            (Some(named), palette) => {
                let tiles = map.tiles(width, &cells, |cell| {
                    classes.get(&cell.gid).copied().ok_or(LevelError::Tiled(cell.without_class()))
                })?;
                Self::from_tiles(width, tiles, Arc::new(named)).in_palette(palette)
            }
            (None, Some(palette)) => {
                let tiles = map.tiles(width, &cells, |cell| {
                    tile_of(cell.id, cell.column, cell.row, &palette)
                })?;
                Ok(Self::from_tiles(width, tiles, palette))
            }
            (None, None) => {
                let source = map.tilesets.into_iter().find_map(|tileset| tileset.source);
                let external = source.map(TiledError::External);
                Err(external.map_or(LevelError::NoPalette, LevelError::Tiled))
            }
        }
    }
}

/// A cell of a layer that has a tile; rows and columns are counted from 0.
struct Cell {
    gid: u32,
    /// Number of the tile in its tileset.
    id: u32,
    row: usize,
    column: usize,
}

impl Cell {
    fn without_class(&self) -> TiledError {
        TiledError::NoClass { row: self.row + 1, column: self.column + 1, id: self.id }
    }
}

impl Map {
    /// The tiles of all cells, where `tile` says what a cell with a tile is.
    fn tiles(
        &self,
        width: usize,
        cells: &[u32],
        tile: impl Fn(&Cell) -> Result<Tile, LevelError>,
    ) -> Result<Vec<Tile>, LevelError> {
        let cells = cells.iter().enumerate();
        let tiles = cells.map(|(index, &cell)| {
            let (gid, row, column) = (cell & TILE_BITS, index / width, index % width);
            if gid == 0 {
                return Ok(UNKNOWN);
            }
            let first = self.tilesets.iter().map(|tileset| tileset.firstgid);
            let first = first
                .filter(|&first| first <= gid)
                .max()
                .ok_or_else(|| TiledError::NoTileset { row: row + 1, column: column + 1, gid })?;
            tile(&Cell { gid, id: gid - first, row, column })
        });
        tiles.collect()
    }

    /// The entities that the tilesets name, if any, and the number of the
    /// entity of each tile that has one.
    fn entities(&self) -> Result<(Option<Palette>, BTreeMap<u32, Tile>), LevelError> {
        let mut names: Vec<&str> = Vec::new();
        let mut looks = Vec::new();
        let mut classes = BTreeMap::new();
        for tileset in &self.tilesets {
            for tile in tileset.tiles.iter().filter(|tile| tile.is_entity()) {
                let name = tile.name();
                let index = names.iter().position(|&known| known == name).unwrap_or_else(|| {
                    names.push(name);
                    looks.push(tile.entity());
                    names.len() - 1
                });
                classes.insert(tileset.firstgid.saturating_add(tile.id), index as Tile);
            }
        }
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
