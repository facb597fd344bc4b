//! Strips: captioned levels in rows.

use image::RgbImage;

use crate::caption::{Captioned, Frame};
use crate::picture::{Brush, check_size, paste};
use crate::png::{SHEET_COLOR, encode};
use crate::{Art, LevelError};

#[cfg(test)]
mod tests;

/// Maximum width of a row in pixels, unless a single level is wider.
const WIDTH_MAX: u32 = 2400;

/// A PNG of captioned levels from left to right, in as many rows as needed. `art` is the tile size
/// in pixels, or a [`Tileset`](crate::Tileset). `columns` is the number of levels per row, at least
/// 1; by default as many as fit 2400 pixels.
pub fn strip<'a>(
    levels: &[Captioned],
    art: impl Into<Art<'a>>,
    columns: Option<usize>,
) -> Result<Vec<u8>, LevelError> {
    if levels.is_empty() {
        return Err(LevelError::NoLevels);
    }
    let art = art.into();
    let frame = Frame::around(levels, art)?;
    let (width, height) = frame.size();
    let columns = columns.unwrap_or((WIDTH_MAX / width) as usize).clamp(1, levels.len()) as u32;
    let rows = (levels.len() as u64).div_ceil(columns.into());
    check_size(u64::from(columns) * u64::from(width), rows * u64::from(height))?;
    let mut strip = RgbImage::from_pixel(columns * width, rows as u32 * height, SHEET_COLOR);
    let mut brush = Brush::new(art);
    for (index, captioned) in (0..).zip(levels) {
        let (column, row) = (index % columns, index / columns);
        paste(&mut strip, &frame.draw(captioned, &mut brush)?, column * width, row * height);
    }
    encode(&strip)
}
