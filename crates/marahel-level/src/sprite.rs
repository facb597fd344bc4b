//! The sprite of one entity: a symbol, or a square of its color.

use image::{Pixel, Rgb, RgbImage, Rgba, RgbaImage};

use crate::ground::ground_color;
use crate::looks::Picture;
use crate::sampling::sampled;
use crate::shape::{Shape, shape_of};
use crate::tileset::blend;
use crate::{Look, Palette, Tile};

/// Smaller tiles have neither symbols nor grid lines.
pub(crate) const SYMBOL_SCALE_MIN: u32 = 6;

/// Samples per pixel of a symbol, along one side.
const N_SAMPLES: u32 = 4;

/// Width of the dark outline of a symbol; a tile is 2 wide.
const OUTLINE: f32 = 0.11;

/// The sprite of a tile (its look, its symbol on its usual ground, or a square of its color), with
/// half of the grid lines between it and its neighbors.
pub(crate) fn sprite(tile: Tile, palette: &Palette, scale: u32) -> RgbImage {
    sprite_on(ground_color(tile, palette), tile, palette, scale)
}

/// The picture of a tile, or the name of what it shows.
fn look(tile: Tile, palette: &Palette) -> Result<&str, &Picture> {
    match palette.look(tile) {
        None => Ok(palette.name(tile)),
        Some(Look::Symbol(name)) => Ok(name),
        Some(Look::Picture(picture)) => Err(picture),
    }
}

/// Whether the ground shows through the sprite of a tile.
pub(crate) fn stands(tile: Tile, palette: &Palette, scale: u32) -> bool {
    let is_shape = |name| scale >= SYMBOL_SCALE_MIN && shape_of(name).is_some();
    look(tile, palette).map_or(true, is_shape)
}

/// The [`sprite`] of a tile on a ground of this color.
pub(crate) fn sprite_on(ground: [u8; 3], tile: Tile, palette: &Palette, scale: u32) -> RgbImage {
    let color = palette.color(tile);
    let name = match look(tile, palette) {
        Ok(name) => name,
        Err(picture) => {
            return RgbImage::from_fn(scale, scale, |x, y| {
                blend(Rgba(picture.pixel(x, y, scale)), Rgb(ground))
            });
        }
    };
    let symbol = shape_of(name).filter(|_| scale >= SYMBOL_SCALE_MIN);
    let symbol = symbol.map(|shape| drawn(shape, color, scale, |_| Some((ground, 255))));
    RgbImage::from_fn(scale, scale, |x, y| {
        let pixel = symbol.as_ref().map_or(Rgb(color), |symbol| symbol.get_pixel(x, y).to_rgb());
        let is_grid_line = scale >= SYMBOL_SCALE_MIN && (x == 0 || y == 0);
        if is_grid_line { Rgb(grid(pixel.0)) } else { pixel }
    })
}

/// A thing without its ground, and its shadow.
pub(crate) fn overlay(tile: Tile, palette: &Palette, scale: u32) -> RgbaImage {
    let name = match look(tile, palette) {
        Ok(name) => name,
        Err(picture) => {
            return RgbaImage::from_fn(scale, scale, |x, y| Rgba(picture.pixel(x, y, scale)));
        }
    };
    let Some(shape) = shape_of(name) else { return RgbaImage::new(scale, scale) };
    drawn(shape, palette.color(tile), scale, |(column, row)| {
        (shape(column - SHADOW.0, row - SHADOW.1) <= 0.0).then_some(([0, 0, 16], 70))
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

/// The color of grid lines: one eighth nearer to middle gray.
fn grid(color: [u8; 3]) -> [u8; 3] {
    color.map(|channel| ((u32::from(channel) * 7 + 128) / 8) as u8)
}
