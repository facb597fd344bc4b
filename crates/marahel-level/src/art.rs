//! Tile art: built-in drawings, or a tileset picture.

use image::RgbImage;

use crate::sprite::sprite;
use crate::{LevelError, Palette, Tile, Tileset, UNKNOWN};

/// How tiles are drawn in pictures.
#[derive(Clone, Copy, Debug)]
pub enum Art<'a> {
    /// Built-in drawings of this width in pixels: symbols for well-known entities, squares of their
    /// palette color for others. Symbols are easy to tell apart from 16 pixels on.
    Drawn(u32),
    /// The tiles of a tileset picture, in the order of the entities.
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

    /// One sprite per entity, then one for unknown tiles.
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
