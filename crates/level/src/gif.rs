//! Levels as an animated GIF.

use gif::{Encoder, Repeat};

use crate::caption::{Captioned, Frame};
use crate::picture::Brush;
use crate::{Art, LevelError};

#[cfg(test)]
mod tests;

/// A GIF has at most this many pixels on each side.
const SIDE_MAX: u32 = 0xffff;

/// How long the encoder looks for colors where there are more than the 256
/// that a picture of a GIF can have, from 1 (best) to 30 (fastest).
const SPEED: i32 = 10;

/// Levels one after the other, each with its caption, as an animated GIF that begins again at its
/// end, encoded. `duration` says for each index how long the level is shown, in hundredths of a
/// second. `art` is the side of a tile in pixels, or a [`Tileset`](crate::Tileset).
///
/// # Errors
///
/// As [`contact_sheet`](crate::contact_sheet), or if a side has more than 65,535 pixels.
pub fn animation<'a>(
    levels: &[Captioned],
    art: impl Into<Art<'a>>,
    duration: impl Fn(usize) -> u16,
) -> Result<Vec<u8>, LevelError> {
    if levels.is_empty() {
        return Err(LevelError::NoLevels);
    }
    let art = art.into();
    let frame = Frame::around(levels, art)?;
    let (width, height) = frame.size();
    if width.max(height) > SIDE_MAX {
        return Err(LevelError::Picture { width: width.into(), height: height.into() });
    }
    let (width, height) = (width as u16, height as u16);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut brush = Brush::new(art);
    for (index, one) in levels.iter().enumerate() {
        let pixels = frame.draw(one, &mut brush)?.into_raw();
        let mut picture = gif::Frame::from_rgb_speed(width, height, &pixels, SPEED);
        picture.delay = duration(index);
        encoder.write_frame(&picture)?;
    }
    drop(encoder); // which writes the last byte
    Ok(bytes)
}
