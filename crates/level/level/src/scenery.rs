//! Drawing scenes: each look of a cell is drawn once and then copied.

use image::RgbImage;

use crate::picture::paste;
use crate::scene::{Cell, Scene, put};
use crate::surface::N_TEXTURES;
use crate::{Level, OUT, View};

/// Draws levels of one palette.
pub(crate) struct Scenery {
    scene: Scene,
    cells: Cells,
}

impl Scenery {
    pub(crate) fn new(scene: Scene) -> Self {
        Self { cells: Cells::new(scene.scale), scene }
    }

    pub(crate) fn draw(&mut self, level: &Level, picture: &mut RgbImage) {
        let Self { scene, cells } = self;
        let base = scene.base(level);
        let base = View::new(&base, level.width(), level.height(), level.width());
        for (y, row) in level.view().rows().enumerate() {
            for (x, &tile) in row.iter().enumerate() {
                let (left, top) = (x as u32 * scene.scale, y as u32 * scene.scale);
                let cell = scene.cell(base, (x, y));
                paste(picture, cells.get(cell, || scene.draw(cell)), left, top);
                if let Some(thing) = scene.thing(tile).filter(|_| base.get(x, y) != tile) {
                    put(thing, picture, left, top);
                }
            }
        }
    }
}

struct Cells {
    /// 0, or one more than the place of the picture.
    places: Vec<u32>,
    pictures: Vec<RgbImage>,
    n_max: usize,
}

/// Maximum number of pixels of all pictures of cells that are kept.
const N_PIXELS_KEPT_MAX: u64 = 1 << 24;

impl Cells {
    /// Tiles, unknown ones and paper.
    const N_BASES: usize = OUT as usize + 1;

    /// Looks of one tile on one ground: only the last set of neighbors has textures; each is in the
    /// light or in shade.
    const N_LOOKS: usize = 2 * (u8::MAX as usize + N_TEXTURES as usize);

    /// For pictures of cells of this size.
    fn new(scale: u32) -> Self {
        let n_max = (N_PIXELS_KEPT_MAX / u64::from(scale).pow(2)) as usize;
        let places = vec![0; Self::N_BASES * Self::N_BASES * Self::N_LOOKS];
        Self { places, pictures: Vec::new(), n_max }
    }

    /// The picture of a cell, which `draw` makes if it is not known.
    fn get(&mut self, cell: Cell, draw: impl FnOnce() -> RgbImage) -> &RgbImage {
        let number = Self::number(cell);
        if self.places[number] == 0 {
            if self.pictures.len() >= self.n_max {
                self.pictures.clear();
                self.places.fill(0);
            }
            self.pictures.push(draw());
            self.places[number] = self.pictures.len() as u32;
        }
        &self.pictures[self.places[number] as usize - 1]
    }

    fn number(cell: Cell) -> usize {
        let look = usize::from(cell.neighbors.0) + cell.texture as usize;
        let ground = usize::from(cell.tile) * Self::N_BASES + usize::from(cell.under);
        ground * Self::N_LOOKS + 2 * look + usize::from(cell.is_shaded)
    }
}

#[cfg(test)]
mod tests;
