//! Looks that override the usual look of a name: symbols and pictures.

use std::sync::Arc;

/// Names of the built-in symbols, see [`Look::Symbol`].
pub const SYMBOLS: [&str; 22] = [
    "player", "enemy", "key", "door", "crate", "target", "coin", "chest", "exit", "entrance",
    "stairs", "spikes", "ladder", "flower", "tree", "rock", "mountain", "house", "tower", "table",
    "statue", "fountain",
];

/// The look of a tile in pictures, if it is not the usual one of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// The look of the entity of this name, in the color of the tile: its symbol, if it is one of
    /// [`SYMBOLS`], or a terrain, such as `floor`, `wall`, or `bedrock`, a wall seen from the side.
    Symbol(&'static str),
    /// A picture, scaled to the tile size; the ground shows through transparent parts.
    Picture(Arc<Picture>),
}

/// A picture of one tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    /// Red, green, blue and opacity, row by row; not empty.
    pixels: Vec<[u8; 4]>,
}

impl Picture {
    /// Maximum width and height in pixels.
    pub const SIDE_MAX: u32 = 1024;

    /// Reads a picture from a PNG file.
    #[cfg(feature = "png")]
    pub fn from_png(png: &[u8]) -> Result<Self, crate::LevelError> {
        let mut limits = image::Limits::default();
        (limits.max_image_width, limits.max_image_height) =
            (Some(Self::SIDE_MAX), Some(Self::SIDE_MAX));
        let picture = crate::png::decode(png, limits)?.into_rgba8();
        Ok(Self { width: picture.width(), pixels: picture.pixels().map(|pixel| pixel.0).collect() })
    }

    /// The pixel at a place when scaled to `scale` by `scale` pixels.
    #[cfg(feature = "png")]
    pub(crate) fn pixel(&self, x: u32, y: u32, scale: u32) -> [u8; 4] {
        let height = self.pixels.len() as u32 / self.width;
        let (column, row) = (x * self.width / scale, y * height / scale);
        self.pixels[(row * self.width + column) as usize]
    }
}

#[cfg(all(test, feature = "png"))]
mod tests;
