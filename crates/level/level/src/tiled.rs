//! Levels as maps of the editor Tiled.
//!
//! A map has one tile layer and one embedded tileset with a separate picture. Each tile of the
//! tileset has its entity's name as class, and its character and color as properties, so that the
//! palette can be read back. Unknown tiles are empty cells.
//!
//! Source: JSON map format 1.10, Tiled documentation (doc.mapeditor.org, Reference, JSON Map
//! Format).

#[cfg(test)]
mod tests;

use serde::Serialize;
use serde_json::{Value, json};

use crate::{Entity, Level, Palette, UNKNOWN};

/// The format version that is written, and a version of Tiled that uses it.
const VERSION: &str = "1.10";
const TILED_VERSION: &str = "1.10.2";

/// The property for an entity's character in text levels.
const CHARACTER: &str = "character";
/// The property for an entity's color in pictures.
const COLOR: &str = "color";

/// The tileset picture of a map: square tiles without gaps, in the order of the entities, row by
/// row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TiledPicture<'a> {
    /// Path relative to the map, with `/` between folders.
    pub path: &'a str,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Side of a tile in pixels, at least 1 and at most `width`.
    pub tile_size: u32,
}

impl Level {
    /// The level as a Tiled map (a `.tmj` file) with tiles from `picture`, without a newline at the
    /// end.
    ///
    /// # Panics
    ///
    /// If a tile of `picture` has no pixels or is wider than the picture.
    pub fn to_tiled(&self, picture: &TiledPicture<'_>) -> String {
        let map = Map {
            compressionlevel: -1,
            height: self.height,
            infinite: false,
            layers: [Layer::of(self)],
            frame: json!({
                "nextlayerid": 2,
                "nextobjectid": 1,
                "orientation": "orthogonal",
                "renderorder": "right-down",
                "tiledversion": TILED_VERSION,
                "tileheight": picture.tile_size,
                "tilesets": [tileset(self.palette(), picture)],
                "tilewidth": picture.tile_size,
                "type": "map",
                "version": VERSION,
                "width": self.width,
            }),
        };
        serde_json::to_string(&map).expect("numbers and strings are always JSON")
    }
}

/// A map; `frame` holds everything except its cells, of which there may be millions.
#[derive(Serialize)]
struct Map {
    compressionlevel: i32,
    height: usize,
    infinite: bool,
    layers: [Layer; 1],
    #[serde(flatten)]
    frame: Value,
}

#[derive(Serialize)]
struct Layer {
    data: Vec<u32>,
    #[serde(flatten)]
    frame: Value,
}

impl Layer {
    fn of(level: &Level) -> Self {
        let tiles = level.tiles.iter();
        let gids = tiles.map(|&tile| if tile == UNKNOWN { 0 } else { u32::from(tile) + 1 });
        let frame = json!({
            "height": level.height,
            "id": 1,
            "name": "level",
            "opacity": 1,
            "type": "tilelayer",
            "visible": true,
            "width": level.width,
            "x": 0,
            "y": 0,
        });
        Self { data: gids.collect(), frame }
    }
}

fn tileset(palette: &Palette, picture: &TiledPicture<'_>) -> Value {
    let columns = picture.width / picture.tile_size;
    assert!(columns > 0, "a picture is at least as wide as a tile");
    let tiles: Vec<Value> = palette.entities().iter().enumerate().map(tile_of_set).collect();
    json!({
        "columns": columns,
        "firstgid": 1,
        "image": picture.path,
        "imageheight": picture.height,
        "imagewidth": picture.width,
        "margin": 0,
        "name": "entities",
        "spacing": 0,
        "tilecount": columns * (picture.height / picture.tile_size),
        "tileheight": picture.tile_size,
        "tiles": tiles,
        "tilewidth": picture.tile_size,
    })
}

fn tile_of_set((id, entity): (usize, &Entity)) -> Value {
    let [red, green, blue] = entity.color;
    let color = format!("#ff{red:02x}{green:02x}{blue:02x}");
    json!({
        "id": id,
        "properties": [
            {"name": CHARACTER, "type": "string", "value": entity.character},
            {"name": COLOR, "type": "color", "value": color},
        ],
        "type": entity.name,
    })
}
