//! Drawing levels, and limits for pictures of them.

use std::sync::Arc;

use image::RgbImage;

use crate::scene::Scene;
use crate::scenery::Scenery;
use crate::{Art, Level, LevelError, Palette, UNKNOWN};

/// Maximum tile size, in pixels.
pub const SCALE_MAX: u32 = 256;

/// Maximum number of pixels in a picture (64 Mi).
pub const N_PIXELS_MAX: u64 = 1 << 26;

/// Draws levels one after the other, and keeps what it drew while the palette is the same: drawing
/// a symbol takes longer than composing a level.
pub(crate) struct Brush<'a> {
    art: Art<'a>,
    ready: Option<(Arc<Palette>, Painter)>,
}

enum Painter {
    Scenery(Box<Scenery>),
    /// One sprite per entity, whatever its neighbors are, then one for unknown tiles.
    Sprites(Vec<RgbImage>),
}

impl Painter {
    fn of(palette: &Palette, art: Art<'_>) -> Result<Self, LevelError> {
        if let Some(scene) = Scene::of_art(palette, art) {
            return Ok(Self::Scenery(Box::new(Scenery::new(scene))));
        }
        let mut sprites = art.sprites(palette)?;
        sprites
            .extend(Scene::of_art(palette, Art::Plain(art.scale())).map(|it| it.sprite(UNKNOWN)));
        Ok(Self::Sprites(sprites))
    }
}

impl<'a> Brush<'a> {
    pub(crate) fn new(art: Art<'a>) -> Self {
        Self { art, ready: None }
    }

    pub(crate) fn draw(&mut self, level: &Level) -> Result<RgbImage, LevelError> {
        let (width, height) = size(level, self.art)?;
        if let Art::Painter(painter) = self.art {
            let picture = RgbImage::from_raw(width, height, painter.paint(level)?);
            return Ok(picture.expect("a painter draws all pixels"));
        }
        let palette = level.palette();
        let painter = match self.ready.take() {
            Some((cached, painter)) if Arc::ptr_eq(&cached, palette) => painter,
            _ => Painter::of(palette, self.art)?,
        };
        let (_, painter) = self.ready.insert((Arc::clone(palette), painter));
        let mut picture = RgbImage::new(width, height);
        match painter {
            Painter::Scenery(scenery) => scenery.draw(level, &mut picture),
            Painter::Sprites(sprites) => {
                for (cell, &tile) in (0..).zip(level.tiles()) {
                    let sprite = &sprites[usize::from(tile).min(sprites.len() - 1)];
                    let (x, y) = (cell % level.width() as u32, cell / level.width() as u32);
                    paste(&mut picture, sprite, x * sprite.width(), y * sprite.height());
                }
            }
        }
        Ok(picture)
    }
}

/// Copies a picture onto a larger one row by row. The library copies pixel by pixel, which took
/// most of the time of a contact sheet.
pub(crate) fn paste(onto: &mut RgbImage, picture: &RgbImage, left: u32, top: u32) {
    const N_BYTES: usize = 3; // of a pixel
    let (right, bottom) = (left + picture.width(), top + picture.height());
    assert!(right <= onto.width() && bottom <= onto.height(), "it lies within the other");
    let n_bytes = |n_pixels: u32| n_pixels as usize * N_BYTES;
    let stride = n_bytes(onto.width());
    let place = top as usize * stride + n_bytes(left);
    let samples: &mut [u8] = onto;
    let rows = samples[place..].chunks_mut(stride);
    for (row, pixels) in rows.zip(picture.chunks_exact(n_bytes(picture.width()))) {
        row[..pixels.len()].copy_from_slice(pixels);
    }
}

/// Width and height of the picture of a level, in pixels.
pub(crate) fn size(level: &Level, art: Art<'_>) -> Result<(u32, u32), LevelError> {
    check_scale(art.scale())?;
    let width = level.width() as u64 * u64::from(art.scale());
    let height = level.height() as u64 * u64::from(art.scale());
    check_size(width, height)?;
    Ok((width as u32, height as u32))
}

/// Rejects tile sizes outside 1..=[`SCALE_MAX`].
pub(crate) fn check_scale(scale: u32) -> Result<(), LevelError> {
    if !(1..=SCALE_MAX).contains(&scale) {
        return Err(LevelError::Scale(scale));
    }
    Ok(())
}

/// Rejects pictures of more than [`N_PIXELS_MAX`] pixels.
pub(crate) fn check_size(width: u64, height: u64) -> Result<(), LevelError> {
    if width.saturating_mul(height) > N_PIXELS_MAX {
        return Err(LevelError::Picture { width, height });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::paste;

    const WHITE: Rgb<u8> = Rgb([255; 3]);

    #[test]
    fn a_picture_lies_where_it_was_pasted() {
        let mut onto = RgbImage::new(5, 4);
        let picture = RgbImage::from_fn(3, 2, |x, y| Rgb([1 + x as u8, 1 + y as u8, 9]));
        paste(&mut onto, &picture, 2, 1);
        for (x, y, &pixel) in onto.enumerate_pixels() {
            let is_inside = x >= 2 && (1..3).contains(&y);
            let expected = if is_inside { *picture.get_pixel(x - 2, y - 1) } else { Rgb([0; 3]) };
            assert_eq!(pixel, expected, "{x} {y}");
        }
        paste(&mut onto, &RgbImage::from_pixel(1, 1, WHITE), 4, 3);
        assert_eq!(*onto.get_pixel(4, 3), WHITE);
    }

    #[test]
    #[should_panic(expected = "within")]
    fn no_row_runs_over_into_the_next() {
        paste(&mut RgbImage::new(4, 4), &RgbImage::from_pixel(2, 1, WHITE), 3, 1);
    }
}
