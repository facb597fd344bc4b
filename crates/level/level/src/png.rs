//! Levels as PNG pictures, one or many (contact sheets).

use std::collections::BTreeSet;
use std::io::Cursor;
use std::sync::Arc;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{
    DynamicImage, ImageBuffer, ImageError, ImageFormat, ImageReader, Limits, PixelWithColorType,
    Rgb, RgbImage, Rgba, RgbaImage,
};

use crate::picture::{Brush, check_scale, check_size, paste};
use crate::{Art, Level, LevelError, N_ENTITIES_MAX, N_TILES_MAX, Palette, Tile, UNKNOWN};

#[cfg(test)]
mod tests;

/// Light enough to keep the levels in front, dark enough to set off their floors.
pub(crate) const SHEET_COLOR: Rgb<u8> = Rgb([205, 205, 210]);

impl Level {
    /// The level as an encoded PNG. `art` is the tile size in pixels, or a
    /// [`Tileset`](crate::Tileset).
    ///
    /// # Errors
    ///
    /// If the tile size is not in 1..=[`SCALE_MAX`](crate::SCALE_MAX), the picture has more than
    /// [`N_PIXELS_MAX`](crate::N_PIXELS_MAX) pixels, or the tileset has too few tiles.
    pub fn to_png<'a>(&self, art: impl Into<Art<'a>>) -> Result<Vec<u8>, LevelError> {
        encode(&Brush::new(art.into()).draw(self)?)
    }

    /// Reads a level from a PNG with one pixel, or one single-colored square, per cell; squares are
    /// as large as possible. With a `palette`, colors are those of its entities; otherwise each
    /// color becomes an entity named after it, such as `color_2d2f36`. Transparent cells are
    /// unknown.
    ///
    /// # Errors
    ///
    /// If the bytes are not a PNG or are too large for a level, if no entity has a color, or if
    /// there are too many colors without a palette.
    pub fn from_png(png: &[u8], palette: Option<Arc<Palette>>) -> Result<Self, LevelError> {
        let mut picture = decode(png, Limits::default())?.into_rgba8();
        // Treat all fully transparent pixels alike, whatever their color.
        picture.pixels_mut().filter(|pixel| pixel.0[3] == 0).for_each(|pixel| pixel.0 = [0; 4]);
        let (width, height) = picture.dimensions();
        let mut sides = (1..=width.min(height)).rev();
        let side = sides.find(|&side| is_of_squares(&picture, side)).unwrap_or(1);
        let cells = (0..height / side).flat_map(|y| (0..width / side).map(move |x| (x, y)));
        let colors = cells.map(|(x, y)| match picture.get_pixel(x * side, y * side).0 {
            [.., 0] => None,
            [red, green, blue, _] => Some([red, green, blue]),
        });
        let colors: Vec<Option<[u8; 3]>> = colors.collect();
        let palette = if let Some(palette) = palette {
            palette
        } else {
            let all: Vec<[u8; 3]> =
                colors.iter().flatten().copied().collect::<BTreeSet<_>>().into_iter().collect();
            if all.len() > N_ENTITIES_MAX {
                return Err(LevelError::Content(format!(
                    "there are {} colors, but a level has at most {N_ENTITIES_MAX} kinds of tiles; save the \
                     picture without smooth edges, with a pixel or a square of one color for each tile",
                    all.len()
                )));
            }
            let names: Vec<String> = all.iter().copied().map(color_name).collect();
            let names = if all.is_empty() { vec!["empty".to_owned()] } else { names };
            let usual = Palette::of_names(&names)?;
            let colored = (0..).zip(all);
            Arc::new(colored.fold(usual, |palette, (tile, color)| palette.with_color(tile, color)))
        };
        let tiles = colors.iter().map(|color| {
            let Some(color) = *color else { return Ok(UNKNOWN) };
            let tile = palette.entities().iter().position(|entity| entity.color == color);
            tile.map(|tile| tile as Tile).ok_or_else(|| {
                LevelError::Content(format!(
                    "{} is the color of no tile; a cell is a pixel, or a square of one color",
                    color_name(color)
                ))
            })
        });
        let tiles = tiles.collect::<Result<_, _>>()?;
        Ok(Self::from_tiles((width / side) as usize, tiles, palette))
    }
}

/// Whether a picture consists of squares of one color each, or of none.
fn is_of_squares(picture: &RgbaImage, side: u32) -> bool {
    let mut pixels = picture.enumerate_pixels();
    picture.width().is_multiple_of(side)
        && picture.height().is_multiple_of(side)
        && pixels.all(|(x, y, &Rgba([red, green, blue, alpha]))| {
            let corner = picture.get_pixel(x / side * side, y / side * side).0;
            [red, green, blue] == corner[..3] && (alpha == 0) == (corner[3] == 0)
        })
}

/// The name of a color that nothing names.
fn color_name([red, green, blue]: [u8; 3]) -> String {
    format!("color_{red:02x}{green:02x}{blue:02x}")
}

/// A PNG contact sheet of several levels, row by row in the given order.
///
/// Levels may differ in size and palette; each is centered in its cell. `columns` is clamped to
/// 1..=`levels.len()`; `None` makes the sheet as square as possible. `art` is the tile size in
/// pixels, or a [`Tileset`](crate::Tileset).
///
/// # Errors
///
/// If `levels` is empty, the tile size is not in 1..=[`SCALE_MAX`](crate::SCALE_MAX), the sheet has
/// more than [`N_PIXELS_MAX`](crate::N_PIXELS_MAX) pixels, or the tileset has too few tiles.
pub fn contact_sheet<'a>(
    levels: &[Level],
    art: impl Into<Art<'a>>,
    columns: Option<usize>,
) -> Result<Vec<u8>, LevelError> {
    sheet_of(levels, art.into(), columns, |_, _| ())
}

/// The same for pictures beside other results: with smaller tiles, or only the first levels, if the
/// sheet would have too many pixels.
pub fn fitting_sheet<'a>(
    levels: &[Level],
    art: impl Into<Art<'a>>,
    columns: Option<usize>,
) -> Result<Vec<u8>, LevelError> {
    let (n, art) = room(levels, art.into(), columns);
    contact_sheet(&levels[..n], art, columns)
}

/// For how many of the first levels there is room on a sheet, and how they are drawn.
fn room<'a>(levels: &[Level], art: Art<'a>, columns: Option<usize>) -> (usize, Art<'a>) {
    let has_room = |n: usize, scale| {
        Layout::new(&levels[..n], scale, columns)
            .is_ok_and(|layout| check_size(layout.size().0, layout.size().1).is_ok())
    };
    let art = art.shrunk(|scale| has_room(levels.len(), scale));
    let n = (1..=levels.len()).rev().find(|&n| has_room(n, art.scale()));
    (n.unwrap_or(levels.len()), art)
}

/// The same as [`contact_sheet`] for levels that came from others of the same sizes: what did not change is pale. A level
/// without any change is drawn as it is.
pub fn sheet_of_changes<'a>(
    levels: &[Level],
    originals: &[Level],
    art: impl Into<Art<'a>>,
    columns: Option<usize>,
) -> Result<Vec<u8>, LevelError> {
    let art = art.into();
    let scale = art.scale();
    sheet_of(levels, art, columns, |index, picture| {
        let (level, original) = (&levels[index], &originals[index]);
        let kept = |x: u32, y: u32| {
            let (x, y) = ((x / scale) as usize, (y / scale) as usize);
            x < level.width() && y < level.height() && level.get(x, y) == original.get(x, y)
        };
        if level.tiles() != original.tiles() {
            for (_, _, pixel) in picture.enumerate_pixels_mut().filter(|&(x, y, _)| kept(x, y)) {
                for (own, paper) in pixel.0.iter_mut().zip(SHEET_COLOR.0) {
                    *own = ((u16::from(*own) + 2 * u16::from(paper)) / 3) as u8;
                }
            }
        }
    })
}

fn sheet_of(
    levels: &[Level],
    art: Art<'_>,
    columns: Option<usize>,
    mut finish: impl FnMut(usize, &mut RgbImage),
) -> Result<Vec<u8>, LevelError> {
    check_scale(art.scale())?;
    let layout = Layout::new(levels, art.scale(), columns)?;
    let (width, height) = layout.size();
    check_size(width, height)?;
    let mut sheet = RgbImage::from_pixel(width as u32, height as u32, SHEET_COLOR);
    let mut brush = Brush::new(art);
    for (index, level) in levels.iter().enumerate() {
        let mut picture = brush.draw(level)?;
        finish(index, &mut picture);
        let (left, top) = layout.corner(index, picture.width(), picture.height());
        paste(&mut sheet, &picture, left as u32, top as u32);
    }
    encode(&sheet)
}

struct Layout {
    cell_width: u64,
    cell_height: u64,
    gap: u64,
    columns: u64,
    rows: u64,
}

impl Layout {
    fn new(levels: &[Level], scale: u32, columns: Option<usize>) -> Result<Self, LevelError> {
        let gap = u64::from(scale);
        let width = levels.iter().map(Level::width).max().ok_or(LevelError::NoLevels)?;
        let height = levels.iter().map(Level::height).max().ok_or(LevelError::NoLevels)?;
        let (cell_width, cell_height) = (width as u64 * gap, height as u64 * gap);
        let n_levels = levels.len() as u64;
        let choices = match columns.map(|columns| (columns as u64).clamp(1, n_levels)) {
            Some(columns) => columns..=columns,
            None => 1..=n_levels,
        };
        // Of two equally square layouts choose the wider one, like pages and screens.
        let layouts = choices.rev().map(|columns| {
            let rows = n_levels.div_ceil(columns);
            Self { cell_width, cell_height, gap, columns, rows }
        });
        layouts
            .min_by_key(|layout| layout.size().0.max(layout.size().1))
            .ok_or(LevelError::NoLevels)
    }

    fn size(&self) -> (u64, u64) {
        (
            self.columns * (self.cell_width + self.gap) + self.gap,
            self.rows * (self.cell_height + self.gap) + self.gap,
        )
    }

    /// The top left corner of level `index`, which is `width` by `height` pixels large.
    fn corner(&self, index: usize, width: u32, height: u32) -> (u64, u64) {
        let column = index as u64 % self.columns;
        let row = index as u64 / self.columns;
        let left = self.gap + column * (self.cell_width + self.gap);
        let top = self.gap + row * (self.cell_height + self.gap);
        (
            left + (self.cell_width - u64::from(width)) / 2,
            top + (self.cell_height - u64::from(height)) / 2,
        )
    }
}

/// Limit for the pixels of a picture and for its metadata, such as a color profile, which can
/// unpack to any size.
const N_BYTES_MAX: u64 = 4 * N_TILES_MAX as u64;

pub(crate) fn decode(png: &[u8], mut limits: Limits) -> Result<DynamicImage, LevelError> {
    limits.max_alloc = Some(N_BYTES_MAX);
    let side_max = limits.max_image_width;
    let mut reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    reader.limits(limits);
    reader.decode().map_err(|error| match (error, side_max) {
        (ImageError::Limits(_), Some(max)) => LevelError::Content(format!(
            "the picture is too large: a side has at most {max} pixels"
        )),
        (ImageError::Limits(_), None) => LevelError::Content(format!(
            "the picture is too large: unpacked, it has at most {} MiB",
            N_BYTES_MAX >> 20
        )),
        (error, _) => LevelError::NotPng(error),
    })
}

/// Encodes a picture without PNG filters: tiles repeat, which makes the file many times smaller.
pub(crate) fn encode<P>(picture: &ImageBuffer<P, Vec<u8>>) -> Result<Vec<u8>, LevelError>
where
    P: PixelWithColorType<Subpixel = u8>,
{
    let mut bytes = Vec::new();
    let compression = CompressionType::Default;
    picture.write_with_encoder(PngEncoder::new_with_quality(
        &mut bytes,
        compression,
        FilterType::NoFilter,
    ))?;
    Ok(bytes)
}
