//! Captioned levels in a row.

use image::RgbImage;

use crate::caption::{Captioned, Frame};
use crate::picture::{Brush, check_size, paste};
use crate::png::{SHEET_COLOR, encode};
use crate::{Art, LevelError};

#[cfg(test)]
mod tests;

/// A row is at most this many pixels wide, unless a single level is wider.
const WIDTH_MAX: u32 = 2400;

/// A PNG picture of levels with their captions, from left to right, in as many rows as it takes,
/// encoded. `art` is the side of a tile in pixels, or a [`Tileset`](crate::Tileset); `columns` is
/// the number of levels in a row, at least 1, by default as many as 2400 pixels have room for.
///
/// # Errors
///
/// As [`contact_sheet`](crate::contact_sheet).
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
    for (index, one) in (0..).zip(levels) {
        let (column, row) = (index % columns, index / columns);
        paste(&mut strip, &frame.draw(one, &mut brush)?, column * width, row * height);
    }
    encode(&strip)
}
