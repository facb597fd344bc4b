//! Drawing levels: one small picture per entity, then a copy per tile.

use std::sync::Arc;

use image::{RgbImage, imageops};

use crate::{Art, Level, LevelError, Palette};

/// A tile is at most this many pixels wide.
pub const SCALE_MAX: u32 = 256;

/// A picture has at most this many pixels (64 Mi).
pub const N_PIXELS_MAX: u64 = 1 << 26;

/// Draws one level after another, and the pictures of the tiles only where the palette changes:
/// a symbol takes longer to draw than a level to put together.
pub(crate) struct Brush<'a> {
    art: Art<'a>,
    palette: Option<Arc<Palette>>,
    /// Those of the palette's entities, and behind them one for unknown tiles.
    sprites: Vec<RgbImage>,
}

impl<'a> Brush<'a> {
    /// A brush that draws with the tiles of `art`.
    pub(crate) fn new(art: Art<'a>) -> Self {
        Self { art, palette: None, sprites: Vec::new() }
    }

    /// The picture of `level`.
    ///
    /// # Errors
    ///
    /// If tiles are not 1 to [`SCALE_MAX`] pixels wide, the picture has more than
    /// [`N_PIXELS_MAX`] pixels, or the tileset has too few tiles.
    pub(crate) fn draw(&mut self, level: &Level) -> Result<RgbImage, LevelError> {
        let (width, height) = size(level, self.art)?;
        let palette = level.palette();
        if !self.palette.as_ref().is_some_and(|known| Arc::ptr_eq(known, palette)) {
            self.sprites = self.art.sprites(palette)?;
            self.palette = Some(palette.clone());
        }
        let mut picture = RgbImage::new(width, height);
        let scale = i64::from(self.art.scale());
        for (y, row) in level.view().rows().enumerate() {
            for (x, &tile) in row.iter().enumerate() {
                let sprite = &self.sprites[usize::from(tile).min(self.sprites.len() - 1)];
                imageops::replace(&mut picture, sprite, x as i64 * scale, y as i64 * scale);
            }
        }
        Ok(picture)
    }
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
