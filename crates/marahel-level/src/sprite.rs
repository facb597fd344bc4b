//! The sprite of one entity: a symbol, or a square of its color.

use image::{Rgb, RgbImage, Rgba, RgbaImage};

use crate::ground::ground_color;
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

/// Whether the ground shows through the sprite of a tile.
pub(crate) fn stands(tile: Tile, palette: &Palette, scale: u32) -> bool {
    match palette.look(tile) {
        Some(Look::Picture(_)) => true,
        Some(Look::Symbol(name)) => scale >= SYMBOL_SCALE_MIN && shape_of(name).is_some(),
        None => scale >= SYMBOL_SCALE_MIN && shape_of(palette.name(tile)).is_some(),
    }
}

/// The [`sprite`] of a tile on a ground of this color.
pub(crate) fn sprite_on(ground: [u8; 3], tile: Tile, palette: &Palette, scale: u32) -> RgbImage {
    let color = palette.color(tile);
    let name = match palette.look(tile) {
        None => palette.name(tile),
        Some(Look::Symbol(name)) => name,
        Some(Look::Picture(picture)) => {
            return RgbImage::from_fn(scale, scale, |x, y| {
                blend(Rgba(picture.pixel(x, y, scale)), Rgb(ground))
            });
        }
    };
    let symbol = shape_of(name).filter(|_| scale >= SYMBOL_SCALE_MIN);
    RgbImage::from_fn(scale, scale, |x, y| {
        let pixel = match symbol {
            Some(shape) => symbol_pixel(shape, color, ground, (x, y), scale),
            None => color,
        };
        let is_grid_line = scale >= SYMBOL_SCALE_MIN && (x == 0 || y == 0);
        Rgb(if is_grid_line { grid(pixel) } else { pixel })
    })
}

/// A thing without its ground, and its shadow.
pub(crate) fn overlay(tile: Tile, palette: &Palette, scale: u32) -> RgbaImage {
    let name = match palette.look(tile) {
        None => palette.name(tile),
        Some(Look::Symbol(name)) => name,
        Some(Look::Picture(picture)) => {
            return RgbaImage::from_fn(scale, scale, |x, y| Rgba(picture.pixel(x, y, scale)));
        }
    };
    let Some(shape) = shape_of(name) else { return RgbaImage::new(scale, scale) };
    let color = palette.color(tile);
    RgbaImage::from_fn(scale, scale, |x, y| thing_pixel(shape, color, (x, y), scale))
}

/// The mean of a pixel's samples, whose opacity is that of the symbol or of its shadow.
fn thing_pixel(shape: Shape, color: [u8; 3], (x, y): (u32, u32), scale: u32) -> Rgba<u8> {
    let line = color.map(|channel| channel / 4);
    let (mut sum, mut opacity) = ([0_u32; 3], 0_u32);
    for (column, row) in samples(x, y, scale) {
        let (ink, opaque) = match shape(column, row) {
            inside if inside < -OUTLINE => (color, 255),
            edge if edge <= 0.0 => (line, 255),
            _ if shape(column - SHADOW.0, row - SHADOW.1) <= 0.0 => ([0, 0, 16], 70),
            _ => continue,
        };
        opacity += opaque;
        for (sum, channel) in sum.iter_mut().zip(ink) {
            *sum += u32::from(channel) * opaque;
        }
    }
    let [red, green, blue] = sum.map(|sum| (sum / opacity.max(1)) as u8);
    Rgba([red, green, blue, (opacity / (N_SAMPLES * N_SAMPLES)) as u8])
}

/// Where the shadow of a symbol lies; a tile is 2 wide.
const SHADOW: (f32, f32) = (0.1, 0.16);

/// The mean color of a pixel's samples (antialiasing).
fn symbol_pixel(
    shape: Shape,
    color: [u8; 3],
    ground: [u8; 3],
    (x, y): (u32, u32),
    scale: u32,
) -> [u8; 3] {
    let line = color.map(|channel| channel / 4);
    let mut sum = [0_u32; 3];
    for (column, row) in samples(x, y, scale) {
        let ink = match shape(column, row) {
            outside if outside > 0.0 => ground,
            inside if inside < -OUTLINE => color,
            _ => line,
        };
        for (sum, channel) in sum.iter_mut().zip(ink) {
            *sum += u32::from(channel);
        }
    }
    sum.map(|sum| (sum / (N_SAMPLES * N_SAMPLES)) as u8)
}

/// The points of a pixel at which a symbol is sampled.
fn samples(x: u32, y: u32, scale: u32) -> impl Iterator<Item = (f32, f32)> {
    let coordinate = move |pixel: u32, sample: u32| {
        let points = (pixel * N_SAMPLES + sample) as f32 + 0.5;
        points * 2.0 / (scale * N_SAMPLES) as f32 - 1.0
    };
    let points = 0..N_SAMPLES * N_SAMPLES;
    points.map(move |point| (coordinate(x, point % N_SAMPLES), coordinate(y, point / N_SAMPLES)))
}

/// The color of grid lines: one eighth nearer to middle gray.
fn grid(color: [u8; 3]) -> [u8; 3] {
    color.map(|channel| ((u32::from(channel) * 7 + 128) / 8) as u8)
}
