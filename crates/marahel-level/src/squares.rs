//! Levels as squares: one sprite for each tile, whatever its neighbors are, or a tile of a tileset.

use std::collections::BTreeMap;

use image::RgbImage;

use crate::ground::{Standing, ground_around, plain_standings};
use crate::picture::paste;
use crate::sprite::{sprite_on, stands};
use crate::{Art, Level, LevelError, Palette, Tile, TileSet};

/// Draws levels of one palette.
pub(crate) struct Squares {
    scale: u32,
    /// One sprite per entity, then one for unknown tiles.
    sprites: Vec<RgbImage>,
    /// The entities whose ground shows, but for tilesets.
    standing: TileSet,
    /// On which tiles each entity stands.
    standings: Vec<Standing>,
    /// The sprites of entities on a ground, by both.
    grounded: BTreeMap<(Tile, Tile), RgbImage>,
}

impl Squares {
    pub(crate) fn of(palette: &Palette, art: Art<'_>) -> Result<Self, LevelError> {
        let scale = art.scale();
        let is_drawn = !matches!(art, Art::Tileset(_));
        let tiles = 0..palette.len() as Tile;
        Ok(Self {
            scale,
            sprites: art.sprites(palette)?,
            standing: tiles.filter(|&tile| is_drawn && stands(tile, palette, scale)).collect(),
            standings: plain_standings(palette),
            grounded: BTreeMap::new(),
        })
    }

    pub(crate) fn draw(&mut self, level: &Level, picture: &mut RgbImage) {
        let (palette, scale) = (level.palette(), self.scale);
        for (y, row) in level.view().rows().enumerate() {
            for (x, &tile) in row.iter().enumerate() {
                let around = || {
                    let Standing { grounds, prefers, .. } = self.standings[usize::from(tile)];
                    ground_around(level.view(), (x, y), prefers, grounds)
                };
                let ground = self.standing.contains(tile).then(around).flatten();
                let sprite = match ground {
                    Some(ground) => self
                        .grounded
                        .entry((tile, ground))
                        .or_insert_with(|| sprite_on(palette.color(ground), tile, palette, scale)),
                    None => &self.sprites[usize::from(tile).min(self.sprites.len() - 1)],
                };
                paste(picture, sprite, x as u32 * scale, y as u32 * scale);
            }
        }
    }
}
