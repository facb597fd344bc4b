//! Drawing a level: one small picture per entity, then a copy per tile.

use image::{RgbImage, imageops};

use crate::{Art, Level, LevelError};

/// A tile is at most this many pixels wide.
pub const SCALE_MAX: u32 = 256;

/// A picture has at most this many pixels (64 Mi).
pub const N_PIXELS_MAX: u64 = 1 << 26;

/// Draws `level` with the tiles of `art`.
///
/// # Errors
///
/// If tiles are not 1 to [`SCALE_MAX`] pixels wide, the picture has more than
/// [`N_PIXELS_MAX`] pixels, or the tileset has too few tiles.
pub(crate) fn draw(level: &Level, art: Art<'_>) -> Result<RgbImage, LevelError> {
    let (width, height) = size(level, art)?;
    let sprites = art.sprites(level.palette())?;
    let mut picture = RgbImage::new(width, height);
    for (y, row) in level.view().rows().enumerate() {
        for (x, &tile) in row.iter().enumerate() {
            let sprite = &sprites[usize::from(tile).min(sprites.len() - 1)];
            let (left, top) =
                (x as i64 * i64::from(art.scale()), y as i64 * i64::from(art.scale()));
            imageops::replace(&mut picture, sprite, left, top);
        }
    }
    Ok(picture)
}

/// Width and height of the picture of a level, in pixels.
///
/// # Errors
///
/// If tiles are not 1 to [`SCALE_MAX`] pixels wide, or the picture has more
/// than [`N_PIXELS_MAX`] pixels.
pub(crate) fn size(level: &Level, art: Art<'_>) -> Result<(u32, u32), LevelError> {
    check_scale(art.scale())?;
    let width = level.width() as u64 * u64::from(art.scale());
    let height = level.height() as u64 * u64::from(art.scale());
    check_size(width, height)?;
    Ok((width as u32, height as u32))
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
