//! Helpers of all readers: rows of tiles to levels, numbers to tiles.

use std::fmt::Display;
use std::sync::Arc;

use crate::{Level, LevelError, N_TILES_MAX, Palette, Tile, TileSet, UNKNOWN};

impl Level {
    /// A level from rows in some notation, top row first; `read_row` reads the row of an index,
    /// from 0.
    pub(crate) fn read_rows<R>(
        rows: impl Iterator<Item = R>,
        palette: Arc<Palette>,
        read_row: impl Fn(R, usize, &Palette) -> Result<Vec<Tile>, LevelError>,
    ) -> Result<Self, LevelError> {
        let mut tiles = Vec::new();
        let mut width = None;
        for (y, row) in rows.enumerate() {
            let row = read_row(row, y, &palette)?;
            let expected = *width.get_or_insert(row.len());
            if row.len() != expected {
                return Err(LevelError::Content(format!(
                    "row {} has {} tiles, but row 1 has {expected}; make all rows equally long",
                    y + 1,
                    row.len()
                )));
            }
            tiles.extend(row);
            if tiles.len() > N_TILES_MAX {
                return Err(LevelError::TooLarge);
            }
        }
        match width {
            Some(width) if width > 0 => Ok(Self::from_tiles(width, tiles, palette)),
            _ => Err(LevelError::Empty),
        }
    }

    /// The level in another palette, if there is one; entities are matched by name.
    ///
    /// # Errors
    ///
    /// As [`Level::renamed`].
    pub fn in_palette(self, palette: Option<Arc<Palette>>) -> Result<Self, LevelError> {
        match palette {
            Some(palette) if palette != self.palette => self.renamed(palette),
            _ => Ok(self),
        }
    }

    /// The level in another palette; entities are matched by name.
    ///
    /// # Errors
    ///
    /// If the other palette lacks a name, used or not.
    pub fn renamed(&self, palette: Arc<Palette>) -> Result<Self, LevelError> {
        let entities = self.palette.entities().iter();
        let tiles: Vec<Tile> = entities
            .map(|entity| {
                palette.tile(&entity.name).ok_or_else(|| {
                    LevelError::Content(format!(
                        "the level has an entity `{}`, which is not in the palette; expected only {}",
                        entity.name,
                        palette.legend()
                    ))
                })
            })
            .collect::<Result<_, _>>()?;
        let renamed = self.tiles.iter().map(|&tile| match tile {
            UNKNOWN => UNKNOWN,
            tile => tiles[usize::from(tile)],
        });
        Ok(Self::from_tiles(self.width, renamed.collect(), palette))
    }
}

impl Level {
    /// The level in a palette of the entities that it uses, in their order; unchanged if it uses
    /// none.
    #[must_use]
    pub fn without_unused(&self) -> Self {
        let used: TileSet = self.tiles.iter().copied().filter(|&tile| tile != UNKNOWN).collect();
        if used.is_empty() || used.len() == self.palette.len() {
            return self.clone();
        }
        let palette = Arc::new(self.palette.only(used));
        let mut numbers = vec![UNKNOWN; self.palette.len()];
        for (number, tile) in (0..).zip(used.iter()) {
            numbers[usize::from(tile)] = number;
        }
        let tiles = self.tiles.iter().map(|&tile| match tile {
            UNKNOWN => UNKNOWN,
            tile => numbers[usize::from(tile)],
        });
        Self::from_tiles(self.width, tiles.collect(), palette)
    }
}

/// The index of `tile` in files, -1 for unknown.
pub(crate) fn index_of(tile: Tile) -> i8 {
    if tile == UNKNOWN { -1 } else { tile as i8 }
}

/// The tile of the number `index` in row `y`, column `x` of a file.
pub(crate) fn tile_of(
    index: impl Into<i128>,
    x: usize,
    y: usize,
    palette: &Palette,
) -> Result<Tile, LevelError> {
    let index = index.into();
    match index {
        -1 => Ok(UNKNOWN),
        0.. if index < palette.len() as i128 => Ok(index as Tile),
        _ => Err(no_tile(index, x, y, palette)),
    }
}

/// The error for a value in row `y`, column `x` that is not the number of a tile.
pub(crate) fn no_tile(found: impl Display, x: usize, y: usize, palette: &Palette) -> LevelError {
    LevelError::Content(format!(
        "row {}, column {}: `{found}` is no tile; expected 0 to {}, or -1 for unknown",
        y + 1,
        x + 1,
        palette.len() - 1
    ))
}

/// Number of tiles of a level of this size, checked.
///
/// # Errors
///
/// If it is zero, or more than [`N_TILES_MAX`].
pub fn checked_area(width: usize, height: usize) -> Result<usize, LevelError> {
    match width.checked_mul(height) {
        Some(0) => Err(LevelError::Empty),
        Some(area @ 1..=N_TILES_MAX) => Ok(area),
        _ => Err(LevelError::TooLarge),
    }
}
