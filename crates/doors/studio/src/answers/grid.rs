//! The JSON form of levels and tiles.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use marahel_level::{Level, Palette, SceneTile, Tile, UNKNOWN, View};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answers::refusal::{Answer, Refusal};

/// Maximum number of cells per level; the command line can make larger ones.
pub(crate) const N_CELLS_MAX: usize = 1 << 16;

/// Side of the picture of a tile, in pixels.
const TILE_PIXELS: u32 = 16;

/// A level row by row; a cell is the number of a tile, or -1 for unset.
#[derive(Deserialize, Serialize)]
pub(crate) struct Grid {
    width: usize,
    height: usize,
    cells: Vec<i16>,
}

impl Grid {
    pub(crate) fn of(view: View<'_>) -> Self {
        let tiles = view.rows().flatten();
        let cells = tiles.map(|&tile| if tile == UNKNOWN { -1 } else { i16::from(tile) });
        Self { width: view.width(), height: view.height(), cells: cells.collect() }
    }

    pub(crate) fn level(&self, palette: &Arc<Palette>) -> Result<Level, Refusal> {
        let area = self.width.checked_mul(self.height).filter(|&area| area <= N_CELLS_MAX);
        if area != Some(self.cells.len()) || self.cells.is_empty() {
            return Err(Refusal::of("the number of cells does not match the size of the level"));
        }
        let tiles = self.cells.iter().map(|&cell| match Tile::try_from(cell) {
            Ok(tile) if usize::from(tile) < palette.len() => Ok(tile),
            _ if cell == -1 => Ok(UNKNOWN),
            _ => Err(Refusal(format!("there is no tile with the number {cell}"))),
        });
        let tiles = tiles.collect::<Result<_, _>>()?;
        Ok(Level::from_tiles(self.width, tiles, Arc::clone(palette)))
    }
}

/// The tiles of a palette with their pictures, and how they are drawn in levels.
pub(crate) fn tiles(palette: &Arc<Palette>) -> Answer {
    let scenes = SceneTile::all(palette, TILE_PIXELS)?;
    let tiles = palette.entities().iter().zip(0..).zip(scenes);
    let tiles = tiles.map(|((entity, tile), scene)| {
        let picture = Level::from_tiles(1, vec![tile], Arc::clone(palette)).to_png(TILE_PIXELS)?;
        Ok(json!({
            "name": entity.name,
            "character": entity.character.to_string(),
            "color": hex(entity.color),
            "picture": data_url(&picture),
            "scene": {
                "joined": scene.joined.iter().collect::<Vec<_>>(),
                "prefers": scene.prefers.iter().collect::<Vec<_>>(),
                "usual": scene.usual,
                "grounds": scene.grounds.iter().collect::<Vec<_>>(),
                "areas": scene.areas.iter().collect::<Vec<_>>(),
                "isWay": scene.is_way,
                "isHigh": scene.is_high,
                "color": hex(scene.color),
                "thing": scene.thing.as_deref().map(data_url),
                "looks": scene.looks.as_deref().map(data_url),
            },
        }))
    });
    tiles.collect::<Result<Vec<_>, Refusal>>().map(Value::from)
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn data_url(png: &[u8]) -> String {
    format!("data:image/png;base64,{}", BASE64_STANDARD.encode(png))
}
