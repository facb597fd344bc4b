//! Pins: cells that a level begins with and keeps.

use marahel_level::{N_ENTITIES_MAX, N_TILES_MAX, Tile, UNKNOWN};
use marahel_script::Size;

use crate::program::Program;

/// Fixed cells of a level: explorers read them and never change them.
///
/// [`Generator::pins`](crate::Generator::pins) makes them from a start map. [`open`](Self::open)
/// and [`pin`](Self::pin) set them one by one, as tiles of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pins {
    width: usize,
    height: usize,
    /// In row-major order; [`UNKNOWN`] for open cells.
    tiles: Vec<Tile>,
}

/// Why a start map does not fit a script.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PinsError {
    /// The script makes no levels of this size.
    #[error(
        "the script makes levels of {}, but this one would have {width}x{height} tiles; choose \
         another size, or change `min` and `max` of the script", sizes(*min, *max)
    )]
    Size {
        /// Columns of the map.
        width: usize,
        /// Rows of the map.
        height: usize,
        /// The smallest size of a level.
        min: Size,
        /// The largest size of a level.
        max: Size,
    },
    /// The script does not have the entity of a cell.
    #[error(
        "row {row}, column {column} of the start map: the script has no entity `{name}`; add it \
         to the `entities` of the script, or leave the cell open"
    )]
    Entity {
        /// Name of the entity.
        name: String,
        /// Column of the cell, from 1.
        column: usize,
        /// Row of the cell, from 1.
        row: usize,
    },
}

fn sizes(min: Size, max: Size) -> String {
    let text = |size: Size| format!("{}x{}", size.width, size.height);
    if min == max { text(min) } else { format!("{} to {}", text(min), text(max)) }
}

impl Pins {
    /// A start map whose cells are all open.
    ///
    /// # Panics
    ///
    /// If a side is zero or the area exceeds [`N_TILES_MAX`].
    pub fn open(width: usize, height: usize) -> Self {
        let mut pins = Self { width, height, tiles: Vec::new() };
        pins.reset(width, height);
        pins
    }

    /// Opens all cells, and sets a new size.
    ///
    /// # Panics
    ///
    /// As [`open`](Self::open).
    pub fn reset(&mut self, width: usize, height: usize) {
        let area = width.saturating_mul(height);
        assert!((1..=N_TILES_MAX).contains(&area), "a level has 1 to {N_TILES_MAX} tiles");
        (self.width, self.height) = (width, height);
        self.tiles.clear();
        self.tiles.resize(area, UNKNOWN);
    }

    /// Sets the cell in column `x` of row `y`; [`UNKNOWN`] opens it.
    ///
    /// # Panics
    ///
    /// If the cell is outside of the map, or the tile is not an entity.
    pub fn pin(&mut self, x: usize, y: usize, tile: Tile) {
        assert!(x < self.width && y < self.height, "({x}, {y}) is outside the start map");
        assert!(tile == UNKNOWN || usize::from(tile) < N_ENTITIES_MAX, "{tile} is no entity");
        self.tiles[y * self.width + x] = tile;
    }

    /// Numbers of columns and of rows.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The pinned cells: column, row and tile of each.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize, Tile)> {
        let pinned = self.tiles.iter().enumerate().filter(|&(_, &tile)| tile != UNKNOWN);
        pinned.map(|(index, &tile)| (index % self.width, index / self.width, tile))
    }
}

impl Program {
    /// The largest number of cells of its levels.
    pub fn area_max(&self) -> u64 {
        u64::from(self.max.width) * u64::from(self.max.height)
    }

    /// Checks that the script makes levels of this size.
    pub fn check_size(&self, width: usize, height: usize) -> Result<(), PinsError> {
        let (min, max) = (self.min, self.max);
        let fits_width = (min.width as usize..=max.width as usize).contains(&width);
        if fits_width && (min.height as usize..=max.height as usize).contains(&height) {
            return Ok(());
        }
        Err(PinsError::Size { width, height, min, max })
    }
}

#[cfg(test)]
mod tests;
