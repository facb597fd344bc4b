//! A level: a flat grid of tiles with its palette, and its file formats.
//!
//! The key type is [`Level`]; a [`View`] is a borrowed rectangle of tiles, used in hot loops. A
//! tile is the index of an entity in the [`Palette`]. Problems define what tiles mean, `marahel`
//! makes levels, and callers handle files.
//!
//! Levels are read from and written to text, JSON and CSV, and written as projects of
//! the editor LDtk and maps of the editor Tiled, one module each; the crate `formats` reads the
//! files of these editors. The feature `png` adds pictures, `gif` animations and captions.
//!
//! ```
//! use std::sync::Arc;
//! use marahel_level::{Level, Palette};
//!
//! let palette = Arc::new(Palette::of_names(&["empty", "solid"])?);
//! let mut level = Level::from_text("####\n#..#\n####\n", palette)?;
//! level.set(2, 1, marahel_level::UNKNOWN);
//! assert_eq!(level.to_csv(), "1,1,1,1\n1,0,-1,1\n1,1,1,1\n");
//! # Ok::<(), marahel_level::LevelError>(())
//! ```

#![warn(missing_docs)]

mod conventions;
mod csv;
mod error;
mod json;
mod ldtk;
mod looks;
mod mirror;
mod palette;
mod role;
mod rows;
mod text;
mod tile;
mod tiled;
mod view;
mod words;

#[cfg(feature = "png")]
mod art;
#[cfg(feature = "png")]
mod below;
#[cfg(feature = "png")]
mod blob;
#[cfg(feature = "png")]
mod ground;
#[cfg(feature = "png")]
mod picture;
#[cfg(feature = "png")]
mod png;
#[cfg(feature = "png")]
mod sampling;
#[cfg(feature = "png")]
mod scene;
#[cfg(feature = "png")]
mod scene_tile;
#[cfg(feature = "png")]
mod scenery;
#[cfg(feature = "png")]
mod shape;
#[cfg(feature = "png")]
mod sprite;
#[cfg(feature = "png")]
mod surface;
#[cfg(feature = "png")]
mod terrain;
#[cfg(feature = "png")]
mod tileset;

#[cfg(feature = "gif")]
mod caption;
#[cfg(feature = "gif")]
mod gif;
#[cfg(feature = "gif")]
mod strip;

#[cfg(test)]
mod tests;

pub use csv::is_table_of_numbers;
pub use error::{LevelError, Unread, first_of};
pub use ldtk::{ldtk_level_names, ldtk_names, ldtk_project};
pub use looks::{Look, Picture, SYMBOLS};
pub use mirror::Mirror;
pub use palette::{Entity, Palette, PaletteError};
pub use role::Role;
pub use rows::{Numbering, check_count, checked_area};
pub use tile::{N_ENTITIES_MAX, N_LEVELS_MAX, N_TILES_MAX, OUT, Tile, TileSet, UNKNOWN};
pub use tiled::TiledPicture;
pub use view::View;

#[cfg(feature = "png")]
pub use art::{Art, LevelPainter};
#[cfg(feature = "png")]
pub use picture::{N_PIXELS_MAX, SCALE_MAX};
#[cfg(feature = "png")]
pub use png::{contact_sheet, fitting_sheet, sheet_of_changes};
#[cfg(feature = "png")]
pub use scene_tile::SceneTile;
#[cfg(feature = "png")]
pub use tileset::Tileset;

#[cfg(feature = "gif")]
pub use caption::Captioned;
#[cfg(feature = "gif")]
pub use gif::animation;
#[cfg(feature = "gif")]
pub use strip::strip;

use std::sync::Arc;

/// A level: `width * height` tiles in row-major order, top row first, and the palette that names
/// them. Cells that were never set hold [`UNKNOWN`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    width: usize,
    height: usize,
    tiles: Vec<Tile>,
    palette: Arc<Palette>,
}

impl Level {
    /// A level of the given size with every cell [`UNKNOWN`].
    ///
    /// # Panics
    ///
    /// If a side is zero or the area exceeds [`N_TILES_MAX`].
    pub fn new(width: usize, height: usize, palette: Arc<Palette>) -> Self {
        let area = width.saturating_mul(height);
        assert!(area <= N_TILES_MAX, "a level has at most {N_TILES_MAX} tiles");
        Self::from_tiles(width, vec![UNKNOWN; area], palette)
    }

    /// A level from rows of `width` tiles each.
    ///
    /// # Panics
    ///
    /// If there are no tiles, the last row is incomplete, the area exceeds [`N_TILES_MAX`], or a
    /// tile is neither in the palette nor [`UNKNOWN`].
    pub fn from_tiles(width: usize, tiles: Vec<Tile>, palette: Arc<Palette>) -> Self {
        assert!(
            width > 0 && !tiles.is_empty() && tiles.len().is_multiple_of(width),
            "{} tiles do not make rows of {width}",
            tiles.len()
        );
        assert!(tiles.len() <= N_TILES_MAX, "a level has at most {N_TILES_MAX} tiles");
        assert!(
            tiles.iter().all(|&tile| tile == UNKNOWN || usize::from(tile) < palette.len()),
            "a tile is not in the palette"
        );
        Self { width, height: tiles.len() / width, tiles, palette }
    }

    /// A level with a copy of the tiles of `view`.
    pub fn from_view(view: View<'_>, palette: Arc<Palette>) -> Self {
        let tiles = view.rows().flatten().copied().collect();
        Self::from_tiles(view.width(), tiles, palette)
    }

    /// Number of columns, at least 1.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows, at least 1.
    pub fn height(&self) -> usize {
        self.height
    }

    /// All tiles in row-major order, top row first.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The entities of the tiles.
    pub fn palette(&self) -> &Arc<Palette> {
        &self.palette
    }

    /// The tile in column `x` (from the left) of row `y` (from the top).
    ///
    /// # Panics
    ///
    /// Outside the level.
    pub fn get(&self, x: usize, y: usize) -> Tile {
        self.tiles[self.index(x, y)]
    }

    /// Puts `tile` in column `x` of row `y`.
    ///
    /// # Panics
    ///
    /// Outside the level, or if the tile is neither in the palette nor [`UNKNOWN`].
    pub fn set(&mut self, x: usize, y: usize, tile: Tile) {
        assert!(tile == UNKNOWN || usize::from(tile) < self.palette.len());
        let index = self.index(x, y);
        self.tiles[index] = tile;
    }

    /// The whole level as a borrowed view.
    pub fn view(&self) -> View<'_> {
        View::new(&self.tiles, self.width, self.height, self.width)
    }

    fn index(&self, x: usize, y: usize) -> usize {
        assert!(x < self.width && y < self.height, "({x}, {y}) is outside the level");
        y * self.width + x
    }
}
