//! Pictures of new maps, drawn from the pictures of their tileset.

use std::collections::BTreeMap;
use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits, RgbImage, Rgba, RgbaImage};
use marahel_level::LevelError;

use super::document::Tileset;
use super::looks::turn;
use super::new_map::NewMap;
use super::painting::TILE_BITS;
use crate::NamedFiles;
use crate::named_files::joined;

#[cfg(test)]
mod tests;

/// What is seen where a map has no tile, as where our own pictures have none.
const PAPER: [u8; 3] = [250, 248, 242];

#[derive(Debug)]
pub(super) struct TilePictures {
    sheet: Option<Sheet>,
    /// Pictures of single tiles.
    own: BTreeMap<u32, RgbaImage>,
    /// Pixels by which all are drawn further right and down.
    offset: (f64, f64),
}

#[derive(Debug)]
struct Sheet {
    picture: RgbaImage,
    tile_size: (u32, u32),
    margin: u32,
    spacing: u32,
    columns: u32,
}

struct Part<'a> {
    picture: &'a RgbaImage,
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl TilePictures {
    /// Reads the pictures of a tileset, whose file has this name.
    pub(super) fn read(
        tileset: &Tileset,
        file: &str,
        named_files: &dyn NamedFiles,
    ) -> Result<Self, LevelError> {
        let read = |path: &str| picture(&joined(file, path), named_files);
        let tile_size = (tileset.tilewidth as u32, tileset.tileheight as u32);
        let sheet = match tileset.image.as_str() {
            "" => None,
            path => {
                let picture = read(path)?;
                let columns = tileset.columns(f64::from(picture.width())).max(1);
                let (margin, spacing) = (tileset.margin, tileset.spacing);
                Some(Sheet { picture, tile_size, margin, spacing, columns })
            }
        };
        let mut own = BTreeMap::new();
        for (id, tile) in tileset.told_tiles() {
            if !tile.image.is_empty() {
                own.insert(id, read(&tile.image)?);
            }
        }
        let offset = (tileset.tileoffset.x, tileset.tileoffset.y);
        Ok(Self { sheet, own, offset })
    }

    /// The picture of a map; it is `width` x `height` cells large, from the first cell on.
    pub(super) fn draw(&self, map: &NewMap, width: usize, height: usize) -> RgbImage {
        let (tile_width, tile_height) = map.tile_size;
        let size = (width as u32 * tile_width, height as u32 * tile_height);
        let mut canvas = RgbImage::from_pixel(size.0, size.1, image::Rgb(PAPER));
        for layer in &map.layers {
            let (right, down) = layer.offset(map.tile_size);
            let (right, down) = (right + self.offset.0, down + self.offset.1);
            for (cell, &gid) in layer.gids.iter().enumerate().filter(|(_, gid)| **gid != 0) {
                let Some(part) = self.part((gid & TILE_BITS) - 1) else { continue };
                let (column, row) = (cell % map.width, cell / map.width);
                // A tile that is larger than a cell rises from its lower left.
                let left = column as f64 * f64::from(tile_width) + right;
                let bottom = (row + 1) as f64 * f64::from(tile_height) + down;
                part.draw(&mut canvas, left as i64, bottom as i64, gid);
            }
        }
        canvas
    }

    fn part(&self, id: u32) -> Option<Part<'_>> {
        if let Some(picture) = self.own.get(&id) {
            let (width, height) = picture.dimensions();
            return Some(Part { picture, left: 0, top: 0, width, height });
        }
        self.sheet.as_ref()?.part(id)
    }
}

impl Sheet {
    fn part(&self, id: u32) -> Option<Part<'_>> {
        let (width, height) = self.tile_size;
        let place = |index: u32, side: u32| {
            index.checked_mul(side.checked_add(self.spacing)?)?.checked_add(self.margin)
        };
        let left = place(id % self.columns, width)?;
        let top = place(id / self.columns, height)?;
        let is_there = left.checked_add(width)? <= self.picture.width()
            && top.checked_add(height)? <= self.picture.height();
        is_there.then_some(Part { picture: &self.picture, left, top, width, height })
    }
}

impl Part<'_> {
    /// Draws it, turned as a number says, above a lower left corner.
    fn draw(&self, canvas: &mut RgbImage, left: i64, bottom: i64, gid: u32) {
        let turn = turn(gid);
        let (width, height) =
            if turn.is_diagonal { (self.height, self.width) } else { (self.width, self.height) };
        let top = bottom - i64::from(height);
        for y in 0..height {
            let Some(row) = within(top + i64::from(y), canvas.height()) else { continue };
            for x in 0..width {
                let Some(column) = within(left + i64::from(x), canvas.width()) else { continue };
                let (from_x, from_y) = turn.source((x, y), (width, height));
                let pixel = self.picture.get_pixel(self.left + from_x, self.top + from_y);
                blend(canvas.get_pixel_mut(column, row), *pixel);
            }
        }
    }
}

fn within(place: i64, length: u32) -> Option<u32> {
    u32::try_from(place).ok().filter(|&place| place < length)
}

fn blend(image::Rgb(below): &mut image::Rgb<u8>, Rgba([red, green, blue, alpha]): Rgba<u8>) {
    let alpha = u32::from(alpha);
    for (below, above) in below.iter_mut().zip([red, green, blue]) {
        let sum = u32::from(above) * alpha + u32::from(*below) * (255 - alpha);
        *below = ((sum + 127) / 255) as u8;
    }
}

fn picture(path: &str, named_files: &dyn NamedFiles) -> Result<RgbaImage, LevelError> {
    let bytes = named_files.read(path).map_err(|unread| LevelError::Unread {
        files: vec![(path.to_owned(), unread)],
        tiles: Vec::new(),
    })?;
    let mut reader = ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
    reader.limits(Limits::default());
    let picture = reader.decode().map_err(|error| {
        LevelError::Content(format!("the picture {path}, which is no PNG: {error}"))
    })?;
    Ok(picture.into_rgba8())
}
