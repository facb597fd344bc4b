//! Levels as an animated GIF.

use gif::{Encoder, Repeat};

use crate::caption::{Captioned, Frame};
use crate::picture::Brush;
use crate::{Art, LevelError};

#[cfg(test)]
mod tests;

/// Maximum width and height of a GIF, in pixels.
const SIDE_MAX: u32 = 0xffff;

/// Effort of the color quantizer, used for pictures with more than 256 colors: 1 (best) to 30
/// (fastest).
const SPEED: i32 = 10;

/// An encoded, endlessly looping GIF that shows captioned levels one after the other. `duration`
/// gives the time for each index in hundredths of a second. `art` is the tile size in pixels, or a
/// [`Tileset`](crate::Tileset).
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
    for (index, captioned) in levels.iter().enumerate() {
        let pixels = frame.draw(captioned, &mut brush)?.into_raw();
        let mut picture = gif::Frame::from_rgb_speed(width, height, &pixels, SPEED);
        picture.delay = duration(index);
        encoder.write_frame(&picture)?;
    }
    drop(encoder); // which writes the last byte
    Ok(bytes)
}
