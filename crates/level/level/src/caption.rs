//! Captions: text drawn below a level.

use std::convert::Infallible;

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::iso_8859_1::{FONT_7X13, FONT_7X13_BOLD};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::text::{Baseline, Text};
use embedded_graphics::{Drawable, Pixel};
use image::{Rgb, RgbImage};

use crate::picture::{Brush, check_size, paste, size};
use crate::png::SHEET_COLOR;
use crate::{Art, Level, LevelError};

#[cfg(test)]
mod tests;

/// A level and the caption to draw below it.
#[derive(Clone, Debug)]
pub struct Captioned {
    /// The level.
    pub level: Level,
    /// Lines of text; the first is bold. Lines that are too long are wrapped and indented. Only
    /// Western European letters are drawn.
    pub caption: String,
}

/// Minimum width of a caption in pixels: 40 letters.
const WIDTH_MIN: u32 = 40 * LETTER_WIDTH;

/// Space around a level and its caption, in pixels.
const GAP: u32 = 8;

const LETTER_WIDTH: u32 = 7;
const LINE_HEIGHT: u32 = 15;
const INK: Rgb888 = Rgb888::new(35, 36, 42);
/// Indent of a wrapped line, in letters.
const INDENT: usize = 4;

/// The common size of the pictures of several captioned levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Width of the widest level or caption.
    width: u32,
    level_height: u32,
    n_lines: u32,
    /// Margin on each side, if there are captions.
    gap: u32,
}

impl Frame {
    /// The size that fits every level.
    pub(crate) fn around(levels: &[Captioned], art: Art<'_>) -> Result<Self, LevelError> {
        let mut frame = Self { width: 0, level_height: 0, n_lines: 0, gap: 0 };
        for captioned in levels {
            let (width, height) = size(&captioned.level, art)?;
            frame.width = frame.width.max(width);
            frame.level_height = frame.level_height.max(height);
        }
        if levels.iter().any(|captioned| !captioned.caption.is_empty()) {
            (frame.width, frame.gap) = (frame.width.max(WIDTH_MIN), GAP);
        }
        let n_lines =
            levels.iter().map(|level| wrap(&level.caption, frame.n_letters()).len()).max();
        frame.n_lines = n_lines.unwrap_or(0) as u32;
        let (width, height) = frame.size();
        check_size(width.into(), height.into())?;
        Ok(frame)
    }

    pub(crate) fn size(self) -> (u32, u32) {
        let caption = self.gap / 2 + self.n_lines * LINE_HEIGHT;
        (self.width + 2 * self.gap, self.level_height + caption + 2 * self.gap)
    }

    /// Draws one level: left-aligned if there are captions, centered otherwise.
    pub(crate) fn draw(
        self,
        captioned: &Captioned,
        brush: &mut Brush<'_>,
    ) -> Result<RgbImage, LevelError> {
        let (width, height) = self.size();
        let mut picture = RgbImage::from_pixel(width, height, SHEET_COLOR);
        let level = brush.draw(&captioned.level)?;
        let (mut left, mut top) = (self.gap, self.gap);
        if self.n_lines == 0 {
            (left, top) = ((width - level.width()) / 2, (height - level.height()) / 2);
        }
        paste(&mut picture, &level, left, top);
        top += self.level_height + self.gap / 2;
        for (row, line) in (0..).zip(wrap(&captioned.caption, self.n_letters())) {
            let font = if row == 0 { &FONT_7X13_BOLD } else { &FONT_7X13 };
            write(&mut picture, &line, font, (self.gap, top + row * LINE_HEIGHT));
        }
        Ok(picture)
    }

    fn n_letters(self) -> usize {
        (self.width / LETTER_WIDTH) as usize
    }
}

/// Splits a caption into lines of at most `n_letters` letters; `n_letters` is more than twice
/// [`INDENT`].
fn wrap(caption: &str, n_letters: usize) -> Vec<String> {
    caption.lines().flat_map(|line| wrap_line(line, n_letters)).collect()
}

/// Breaks a line after a space, comma or bar, or anywhere if it has none.
fn wrap_line(line: &str, n_letters: usize) -> Vec<String> {
    let margin = " ".repeat(n_spaces(line).min(n_letters / 2) + INDENT);
    let mut lines = Vec::new();
    let mut text = line.to_owned();
    while let Some((end, _)) = text.char_indices().nth(n_letters) {
        let begin = n_spaces(&text).min(end);
        let gap = text[begin..end].rfind([' ', ',', '|']);
        let (head, tail) = text.split_at(gap.map_or(end, |gap| begin + gap + 1));
        lines.push(head.trim_end().to_owned());
        text = format!("{margin}{}", tail.trim_start());
    }
    lines.push(text);
    lines
}

fn n_spaces(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Draws a line with its top left corner at the given place.
fn write(picture: &mut RgbImage, line: &str, font: &MonoFont<'_>, (left, top): (u32, u32)) {
    let style = MonoTextStyle::new(font, INK);
    let place = Point::new(left as i32, top as i32);
    let Ok(_) = Text::with_baseline(line, place, style, Baseline::Top).draw(&mut Paper(picture));
}

struct Paper<'a>(&'a mut RgbImage);

impl OriginDimensions for Paper<'_> {
    fn size(&self) -> Size {
        Size::new(self.0.width(), self.0.height())
    }
}

impl DrawTarget for Paper<'_> {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Infallible> {
        for Pixel(place, color) in pixels {
            // Clip what lies outside, such as a line that is too long.
            if let (Ok(x), Ok(y)) = (u32::try_from(place.x), u32::try_from(place.y))
                && let Some(pixel) = self.0.get_pixel_mut_checked(x, y)
            {
                *pixel = Rgb([color.r(), color.g(), color.b()]);
            }
        }
        Ok(())
    }
}
