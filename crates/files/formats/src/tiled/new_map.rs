//! New maps, with the tiles of a tileset that is there, or of a picture.

use std::fmt::Write;

use marahel_level::{Level, TiledPicture, UNKNOWN};
use serde_json::{Value, json};

use super::pack::listed;

#[cfg(test)]
mod tests;

/// The version of the format, and one of Tiled that uses it.
const VERSION: &str = "1.10";
const TILED_VERSION: &str = "1.10.2";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewMap {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Width and height of a cell in pixels.
    pub(super) tile_size: (u32, u32),
    /// Lowest first.
    pub(super) layers: Vec<NewLayer>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewLayer {
    pub(super) name: &'static str,
    /// The numbers of tiles, row by row, of a tileset that begins at 1.
    pub(super) gids: Vec<u32>,
    /// Whether it lies half a cell further left and up: its tiles lie on corners of cells.
    pub(super) is_dual: bool,
}

impl NewLayer {
    /// Pixels to the right and down.
    pub(super) fn offset(&self, (width, height): (u32, u32)) -> (f64, f64) {
        if self.is_dual { (f64::from(width) / -2.0, f64::from(height) / -2.0) } else { (0.0, 0.0) }
    }
}

impl NewMap {
    pub(super) fn xml(&self, tileset: &str) -> String {
        let Self { width, height, tile_size: (tile_width, tile_height), layers } = self;
        let next_id = layers.len() + 1;
        let mut map = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"{VERSION}\" tiledversion=\"{TILED_VERSION}\" \
             orientation=\"orthogonal\" renderorder=\"right-down\" width=\"{width}\" height=\"{height}\" \
             tilewidth=\"{tile_width}\" tileheight=\"{tile_height}\" infinite=\"0\" nextlayerid=\"{next_id}\" \
             nextobjectid=\"1\">\n {tileset}\n"
        );
        for (id, layer) in (1..).zip(layers) {
            let (name, data) = (layer.name, listed(&layer.gids, *width));
            let offset = match layer.offset(self.tile_size) {
                (0.0, 0.0) => String::new(),
                (right, down) => format!(" offsetx=\"{right}\" offsety=\"{down}\""),
            };
            writeln!(
                map,
                " <layer id=\"{id}\" name=\"{name}\" width=\"{width}\" height=\"{height}\"{offset}>\n  \
                 <data encoding=\"csv\">\n{data}\n</data>\n </layer>"
            )
            .expect("a text takes all");
        }
        map + "</map>\n"
    }

    pub(super) fn json(&self, tileset: &Value) -> String {
        let Self { width, height, tile_size: (tile_width, tile_height), layers } = self;
        let layers = (1..).zip(layers).map(|(id, layer)| {
            let (right, down) = layer.offset(self.tile_size);
            json!({
                "data": layer.gids, "height": height, "id": id, "name": layer.name, "offsetx": right,
                "offsety": down, "opacity": 1, "type": "tilelayer", "visible": true, "width": width, "x": 0,
                "y": 0,
            })
        });
        let layers: Vec<Value> = layers.collect();
        let map = json!({
            "compressionlevel": -1, "height": height, "infinite": false, "layers": layers,
            "nextlayerid": layers.len() + 1, "nextobjectid": 1, "orientation": "orthogonal",
            "renderorder": "right-down", "tiledversion": TILED_VERSION, "tileheight": tile_height,
            "tilesets": [tileset], "tilewidth": tile_width, "type": "map", "version": VERSION,
            "width": width,
        });
        map.to_string() + "\n"
    }
}

/// A level as a map in XML with the tiles of a picture, one for each entity, as
/// [`Level::to_tiled`] writes it in JSON; without a newline at the end.
pub(super) fn to_tmx(level: &Level, picture: &TiledPicture<'_>) -> String {
    let &TiledPicture { path, width, height, tile_size } = picture;
    let columns = width / tile_size;
    let n_tiles = columns * (height / tile_size);
    let mut tileset = format!(
        "<tileset firstgid=\"1\" name=\"entities\" tilewidth=\"{tile_size}\" tileheight=\"{tile_size}\" \
         tilecount=\"{n_tiles}\" columns=\"{columns}\">\n  <image source=\"{}\" width=\"{width}\" \
         height=\"{height}\"/>\n",
        escaped(path)
    );
    for (id, entity) in level.palette().entities().iter().enumerate() {
        let [red, green, blue] = entity.color;
        writeln!(
            tileset,
            "  <tile id=\"{id}\" type=\"{}\"><properties><property name=\"character\" value=\"{}\"/>\
             <property name=\"color\" type=\"color\" value=\"#ff{red:02x}{green:02x}{blue:02x}\"/></properties></tile>",
            escaped(&entity.name),
            escaped(&entity.character.to_string())
        )
        .expect("a text takes all");
    }
    let tiles = level.tiles().iter();
    let gids = tiles.map(|&tile| if tile == UNKNOWN { 0 } else { u32::from(tile) + 1 });
    let layer = NewLayer { name: "level", gids: gids.collect(), is_dual: false };
    let map = NewMap {
        width: level.width(),
        height: level.height(),
        tile_size: (tile_size, tile_size),
        layers: vec![layer],
    };
    map.xml(&(tileset + " </tileset>")).trim_end().to_owned()
}

pub(super) fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('"', "&quot;").replace('\'', "&apos;")
}
