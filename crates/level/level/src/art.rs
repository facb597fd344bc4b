//! Tile art: built-in drawings, or a tileset picture.

use std::fmt::Debug;

use image::RgbImage;

use crate::scene::Scene;
use crate::{Level, LevelError, Palette, Tile, Tileset};

/// How tiles are drawn in pictures.
#[derive(Clone, Copy, Debug)]
pub enum Art<'a> {
    /// Built-in drawings of this width in pixels: walls, water, ways and grounds as masses with
    /// edges, and symbols for well-known entities, which are easy to tell apart from 16 pixels on.
    /// Below 6 pixels, squares of the palette color.
    Drawn(u32),
    /// The same symbols, and squares of their palette color for all others.
    Plain(u32),
    /// The tiles of a tileset picture, in the order of the entities.
    Tileset(&'a Tileset),
    /// Whatever draws whole levels, such as a tileset of an editor with terrains.
    Painter(&'a dyn LevelPainter),
}

/// Draws whole levels.
pub trait LevelPainter: Debug {
    /// Side of a tile in pixels.
    fn tile_size(&self) -> u32;

    /// The picture of a level: three bytes (red, green, blue) for each pixel, row by row, as many
    /// as its tiles have.
    fn paint(&self, level: &Level) -> Result<Vec<u8>, LevelError>;
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
            Self::Drawn(scale) | Self::Plain(scale) => scale,
            Self::Tileset(tileset) => tileset.tile_size(),
            Self::Painter(painter) => painter.tile_size(),
        }
    }

    /// The same with the largest tiles, of at most its own size, that fit, or else of one pixel.
    /// Tilesets keep their size.
    pub(crate) fn shrunk(self, fits: impl Fn(u32) -> bool) -> Self {
        let largest = |scale| (1..=scale).rev().find(|&scale| fits(scale)).unwrap_or(1);
        match self {
            Self::Drawn(scale) => Self::Drawn(largest(scale)),
            Self::Plain(scale) => Self::Plain(largest(scale)),
            Self::Tileset(_) | Self::Painter(_) => self,
        }
    }

    /// One sprite per entity, as it is within its mass.
    pub(crate) fn sprites(self, palette: &Palette) -> Result<Vec<RgbImage>, LevelError> {
        match (self, Scene::of_art(palette, self)) {
            (Self::Tileset(tileset), _) => tileset.sprites(palette),
            (_, scene) => {
                let tiles = scene
                    .iter()
                    .flat_map(|scene| (0..palette.len() as Tile).map(|tile| scene.sprite(tile)));
                Ok(tiles.collect())
            }
        }
    }
}
