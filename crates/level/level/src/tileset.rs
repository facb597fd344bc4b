//! Tilesets: pictures with one tile per entity, in order.

use image::{DynamicImage, Limits, Rgb, RgbImage, Rgba, RgbaImage, imageops};

use crate::ground::{PAPER, standings};
use crate::picture::check_scale;
use crate::png::{decode, encode};
use crate::terrain::Terrains;
use crate::{Art, LevelError, Palette, Tile};

#[cfg(test)]
mod tests;

/// Tiles per row of a generated tileset.
const N_COLUMNS: usize = 8;

/// A picture of square tiles without gaps, row by row from the top left, in the order of the
/// entities. Remaining pixels at the edges are unused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tileset {
    picture: RgbaImage,
    tile_size: u32,
}

impl Tileset {
    /// Reads a tileset from a PNG file with tiles of `tile_size` by `tile_size` pixels.
    pub fn from_png(png: &[u8], tile_size: u32) -> Result<Self, LevelError> {
        check_scale(tile_size)?;
        let picture = decode(png, Limits::default())?.into_rgba8();
        let tileset = Self { picture, tile_size };
        tileset.check(1)?;
        Ok(tileset)
    }

    /// The tileset of the drawings of a palette: terrains as they are far from their edges. `art`
    /// is the tile size in pixels, or says how tiles are drawn.
    pub fn of_palette<'a>(palette: &Palette, art: impl Into<Art<'a>>) -> Result<Self, LevelError> {
        let art = art.into();
        let tile_size = art.scale();
        check_scale(tile_size)?;
        let columns = palette.len().min(N_COLUMNS) as u32;
        let rows = (palette.len() as u32).div_ceil(columns);
        let picture = RgbaImage::new(columns * tile_size, rows * tile_size);
        let mut tileset = Self { picture, tile_size };
        let sprites = art.sprites(palette)?.into_iter().take(palette.len());
        for (tile, sprite) in (0..).zip(sprites) {
            let (left, top) = tileset.corner(tile);
            let sprite = DynamicImage::from(sprite).into_rgba8();
            imageops::replace(&mut tileset.picture, &sprite, left.into(), top.into());
        }
        Ok(tileset)
    }

    /// The picture as a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>, LevelError> {
        encode(&self.picture)
    }

    /// Side of a tile, in pixels.
    pub fn tile_size(&self) -> u32 {
        self.tile_size
    }

    /// Width of the picture, in pixels.
    pub fn width(&self) -> u32 {
        self.picture.width()
    }

    /// Height of the picture, in pixels.
    pub fn height(&self) -> u32 {
        self.picture.height()
    }

    /// Checks that there are at least `n_entities` tiles.
    pub fn check(&self, n_entities: usize) -> Result<(), LevelError> {
        let (columns, rows) = (self.columns(), self.picture.height() / self.tile_size);
        if u64::from(columns) * u64::from(rows) >= n_entities as u64 {
            return Ok(());
        }
        Err(LevelError::Content(format!(
            "the tileset has {columns} x {rows} tiles of {} pixels, but {n_entities} are needed, \
             one for each entity in order; choose another picture or another size of tiles",
            self.tile_size
        )))
    }

    /// The tiles of all entities; transparent parts show their usual ground.
    pub(crate) fn sprites(&self, palette: &Palette) -> Result<Vec<RgbImage>, LevelError> {
        self.check(palette.len())?;
        let sprites =
            (0..).zip(standings(&Terrains::of(palette), palette)).map(|(tile, standing)| {
                let color = standing.usual.map_or(PAPER, |ground| palette.color(ground));
                let plain = RgbImage::from_pixel(self.tile_size, self.tile_size, Rgb(color));
                let ground = standing.usual.map(|ground| self.over(ground, &plain));
                self.over(tile, ground.as_ref().unwrap_or(&plain))
            });
        Ok(sprites.collect())
    }

    /// A tile in front of `ground`.
    fn over(&self, tile: Tile, ground: &RgbImage) -> RgbImage {
        let (left, top) = self.corner(tile);
        RgbImage::from_fn(self.tile_size, self.tile_size, |x, y| {
            blend(*self.picture.get_pixel(left + x, top + y), *ground.get_pixel(x, y))
        })
    }

    fn corner(&self, tile: Tile) -> (u32, u32) {
        let (column, row) = (u32::from(tile) % self.columns(), u32::from(tile) / self.columns());
        (column * self.tile_size, row * self.tile_size)
    }

    fn columns(&self) -> u32 {
        self.picture.width() / self.tile_size
    }
}

pub(crate) fn blend(Rgba([red, green, blue, alpha]): Rgba<u8>, Rgb(ground): Rgb<u8>) -> Rgb<u8> {
    let (front, alpha) = ([red, green, blue], u32::from(alpha));
    Rgb(std::array::from_fn(|channel| {
        let (front, back) = (u32::from(front[channel]), u32::from(ground[channel]));
        ((front * alpha + back * (255 - alpha) + 127) / 255) as u8
    }))
}
