//! The picture of a thing: its symbol, or its own picture.

use image::{Rgba, RgbaImage};

use crate::sampling::sampled;
use crate::shape::{Shape, shape_of};
use crate::{Palette, Tile};

/// Smaller tiles have neither symbols nor grid lines.
pub(crate) const SYMBOL_SCALE_MIN: u32 = 6;

/// Samples per pixel of a symbol, along one side.
const N_SAMPLES: u32 = 4;

/// Width of the dark outline of a symbol; a tile is 2 wide.
const OUTLINE: f32 = 0.11;

/// Whether the ground shows through the sprite of a tile.
pub(crate) fn stands(tile: Tile, palette: &Palette, scale: u32) -> bool {
    let is_shape = |name| scale >= SYMBOL_SCALE_MIN && shape_of(name).is_some();
    palette.shown(tile).map_or(true, is_shape)
}

/// A thing without its ground, perhaps with its shadow.
pub(crate) fn overlay(tile: Tile, palette: &Palette, scale: u32, has_shadow: bool) -> RgbaImage {
    let name = match palette.shown(tile) {
        Ok(name) => name,
        Err(picture) => {
            return RgbaImage::from_fn(scale, scale, |x, y| Rgba(picture.pixel(x, y, scale)));
        }
    };
    let Some(shape) = shape_of(name) else { return RgbaImage::new(scale, scale) };
    drawn(shape, palette.color(tile), scale, |(column, row)| {
        let is_shaded = has_shadow && shape(column - SHADOW.0, row - SHADOW.1) <= 0.0;
        is_shaded.then_some(([0, 0, 16], 70))
    })
}

/// Where the shadow of a symbol lies; a tile is 2 wide.
const SHADOW: (f32, f32) = (0.1, 0.16);

/// A symbol with its outline, and what lies around it, with its opacity.
fn drawn(
    shape: Shape,
    color: [u8; 3],
    scale: u32,
    around: impl Fn((f32, f32)) -> Option<([u8; 3], u32)>,
) -> RgbaImage {
    let line = color.map(|channel| channel / 4);
    sampled(scale, N_SAMPLES, |at| {
        let at @ (column, row) = symbol_place(at, scale);
        match shape(column, row) {
            outside if outside > 0.0 => around(at),
            inside if inside < -OUTLINE => Some((color, 255)),
            _ => Some((line, 255)),
        }
    })
}

/// The place of a point in a symbol, which is 2 wide, from its middle.
fn symbol_place((x, y): (f32, f32), scale: u32) -> (f32, f32) {
    let place = |pixels: f32| pixels * N_SAMPLES as f32 * 2.0 / (scale * N_SAMPLES) as f32 - 1.0;
    (place(x), place(y))
}
