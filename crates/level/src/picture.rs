//! Drawing a level: one small picture per entity, then a copy per tile.

use image::{Rgb, RgbImage, imageops};

use crate::ground::ground_color;
use crate::shape::{Shape, shape_of};
use crate::{Level, LevelError, Palette, Tile, UNKNOWN};

/// A tile is at most this many pixels wide.
pub const SCALE_MAX: u32 = 256;

/// A picture has at most this many pixels (64 Mi).
pub const N_PIXELS_MAX: u64 = 1 << 26;

/// Tiles narrower than this have neither symbols nor grid lines: there is no room.
const SYMBOL_SCALE_MIN: u32 = 6;

/// Each pixel of a symbol is the mean of this many points squared.
const N_SAMPLES: u32 = 4;

/// Width of the dark line around a symbol; a tile is 2 wide.
const OUTLINE: f32 = 0.11;

/// Draws `level` with tiles of `scale` by `scale` pixels.
///
/// # Errors
///
/// If `scale` is not in 1..=[`SCALE_MAX`] or the picture has more than
/// [`N_PIXELS_MAX`] pixels.
pub(crate) fn draw(level: &Level, scale: u32) -> Result<RgbImage, LevelError> {
    check_scale(scale)?;
    let width = level.width() as u64 * u64::from(scale);
    let height = level.height() as u64 * u64::from(scale);
    check_size(width, height)?;
    let entities = 0..level.palette().len() as Tile;
    let sprites: Vec<RgbImage> =
        entities.chain([UNKNOWN]).map(|tile| sprite(tile, level.palette(), scale)).collect();
    let mut picture = RgbImage::new(width as u32, height as u32);
    for (y, row) in level.view().rows().enumerate() {
        for (x, &tile) in row.iter().enumerate() {
            let sprite = &sprites[usize::from(tile).min(sprites.len() - 1)];
            let (left, top) = (x as i64 * i64::from(scale), y as i64 * i64::from(scale));
            imageops::replace(&mut picture, sprite, left, top);
        }
    }
    Ok(picture)
}

/// Refuses tiles that are not 1 to [`SCALE_MAX`] pixels wide.
pub(crate) fn check_scale(scale: u32) -> Result<(), LevelError> {
    if !(1..=SCALE_MAX).contains(&scale) {
        return Err(LevelError::Scale(scale));
    }
    Ok(())
}

/// Refuses pictures of more than [`N_PIXELS_MAX`] pixels.
pub(crate) fn check_size(width: u64, height: u64) -> Result<(), LevelError> {
    if width.saturating_mul(height) > N_PIXELS_MAX {
        return Err(LevelError::Picture { width, height });
    }
    Ok(())
}

/// The picture of one tile: its symbol on its ground, or a square of its color,
/// with half of the grid lines that separate it from its neighbors.
fn sprite(tile: Tile, palette: &Palette, scale: u32) -> RgbImage {
    let color = palette.color(tile);
    let symbol = shape_of(palette.name(tile)).filter(|_| scale >= SYMBOL_SCALE_MIN);
    RgbImage::from_fn(scale, scale, |x, y| {
        let pixel = match symbol {
            Some(shape) => symbol_pixel(shape, color, ground_color(tile, palette), (x, y), scale),
            None => color,
        };
        let is_grid_line = scale >= SYMBOL_SCALE_MIN && (x == 0 || y == 0);
        Rgb(if is_grid_line { grid(pixel) } else { pixel })
    })
}

/// The mean color of a pixel's points, which smooths the edges of the symbol.
fn symbol_pixel(
    shape: Shape,
    color: [u8; 3],
    ground: [u8; 3],
    (x, y): (u32, u32),
    scale: u32,
) -> [u8; 3] {
    let line = color.map(|channel| channel / 4);
    let coordinate = |pixel: u32, sample: u32| {
        let points = (pixel * N_SAMPLES + sample) as f32 + 0.5;
        points * 2.0 / (scale * N_SAMPLES) as f32 - 1.0
    };
    let mut sum = [0_u32; 3];
    for point in 0..N_SAMPLES * N_SAMPLES {
        let distance = shape(coordinate(x, point % N_SAMPLES), coordinate(y, point / N_SAMPLES));
        let ink = match distance {
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

/// A grid line is the tile's color, one eighth nearer to middle grey.
fn grid(color: [u8; 3]) -> [u8; 3] {
    color.map(|channel| ((u32::from(channel) * 7 + 128) / 8) as u8)
}
