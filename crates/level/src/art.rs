//! How tiles look in pictures.

use image::RgbImage;

use crate::sprite::sprite;
use crate::{LevelError, Palette, Tile, Tileset, UNKNOWN};

/// How tiles look in pictures: drawn, or taken from a picture.
#[derive(Clone, Copy, Debug)]
pub enum Art<'a> {
    /// Drawn this many pixels wide: well-known entities as symbols, others as squares of their
    /// palette color. From 16 pixels on symbols are easy to tell apart.
    Drawn(u32),
    /// The tiles of a picture, in the order of the entities.
    Tileset(&'a Tileset),
}

impl From<u32> for Art<'_> {
    fn from(scale: u32) -> Self {
        Self::Drawn(scale)
    }
}

impl<'a> From<&'a Tileset> for Art<'a> {
    fn from(tileset: &'a Tileset) -> Self {
        Self::Tileset(tileset)
    }
}

impl Art<'_> {
    /// Side of a tile, in pixels.
    pub fn scale(self) -> u32 {
        match self {
            Self::Drawn(scale) => scale,
            Self::Tileset(tileset) => tileset.tile_size(),
        }
    }

    /// A picture for each entity, and behind them one for unknown tiles.
    pub(crate) fn sprites(self, palette: &Palette) -> Result<Vec<RgbImage>, LevelError> {
        let unknown = sprite(UNKNOWN, palette, self.scale());
        let mut sprites = match self {
            Self::Drawn(scale) => drawn(palette, scale),
            Self::Tileset(tileset) => tileset.sprites(palette)?,
        };
        sprites.push(unknown);
        Ok(sprites)
    }
}

pub(crate) fn drawn(palette: &Palette, scale: u32) -> Vec<RgbImage> {
    (0..palette.len() as Tile).map(|tile| sprite(tile, palette, scale)).collect()
}
