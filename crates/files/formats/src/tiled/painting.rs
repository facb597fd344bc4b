//! The cells of a level, painted layer by layer.

use std::ops::Range;

use marahel_level::{LevelError, checked_area};

use super::document::{Layer, LayerKind};
use super::tilesets::Tilesets;
use crate::naming::Grid;

/// The bits of the tile number; the others flip and rotate.
pub(super) const TILE_BITS: u32 = 0x0fff_ffff;

/// A rectangle of tile numbers, 0 for no tile, at any position.
pub(super) struct Patch {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) width: usize,
    pub(super) gids: Vec<u32>,
}

/// The canvas: the area of finite layers, or the used area of infinite ones.
pub(super) struct Painting {
    left: i64,
    top: i64,
    height: usize,
    grid: Grid,
}

impl Patch {
    fn tiles(&self) -> impl Iterator<Item = (i64, i64, u32)> {
        self.turned_tiles().map(|(column, row, gid)| (column, row, gid & TILE_BITS))
    }

    /// Whether its last column and row have no tile.
    pub(super) fn ends_empty(&self) -> bool {
        let last_row = self.gids.len().saturating_sub(self.width);
        let is_last = |index: usize| index >= last_row || (index + 1).is_multiple_of(self.width);
        let places = self.gids.iter().enumerate();
        places.filter(|(index, _)| is_last(*index)).all(|(_, gid)| gid & TILE_BITS == 0)
    }

    /// [`Self::tiles`] with the bits for flips and rotations.
    pub(super) fn turned_tiles(&self) -> impl Iterator<Item = (i64, i64, u32)> {
        let places = self.gids.iter().enumerate();
        places.filter(|(_, gid)| **gid & TILE_BITS != 0).map(|(index, &gid)| {
            let (row, column) = ((index / self.width) as i64, (index % self.width) as i64);
            (self.left.saturating_add(column), self.top.saturating_add(row), gid)
        })
    }
}

impl Painting {
    /// The canvas for layers of these rectangles. Infinite layers without tiles are an error;
    /// finite maps without tile layers use the size of the map.
    pub(super) fn around(
        layers: &[impl AsRef<[Patch]>],
        is_infinite: bool,
        size: (usize, usize),
    ) -> Result<Self, LevelError> {
        let patches = layers.iter().flat_map(AsRef::as_ref);
        let mut corners = Corners::default();
        for patch in patches {
            if is_infinite {
                patch.tiles().for_each(|(column, row, _)| corners.take(column, row));
            } else {
                let height = patch.gids.len() / patch.width;
                corners.take(0, 0);
                corners.take(patch.width as i64 - 1, height as i64 - 1);
            }
        }
        if corners.0.is_none() && !is_infinite && checked_area(size.0, size.1).is_ok() {
            corners.take(0, 0);
            corners.take(size.0 as i64 - 1, size.1 as i64 - 1);
        }
        let Some((left, top, right, bottom)) = corners.0 else { return Err(LevelError::Empty) };
        let (Some(width), Some(height)) = (length(left, right), length(top, bottom)) else {
            return Err(LevelError::TooLarge);
        };
        Ok(Self { left, top, ..Self::of_size(width, height)? })
    }

    /// Nothing painted on.
    pub(super) fn of_size(width: usize, height: usize) -> Result<Self, LevelError> {
        let grid = Grid::empty(None, width, checked_area(width, height)?);
        Ok(Self { left: 0, top: 0, height, grid })
    }

    /// The column and row of the first cell.
    pub(super) fn corner(&self) -> (i64, i64) {
        (self.left, self.top)
    }

    pub(super) fn width(&self) -> usize {
        self.grid.width
    }

    pub(super) fn area(&self) -> usize {
        self.grid.cells.len()
    }

    /// The part of some columns and rows in the level.
    pub(super) fn clamped(
        &self,
        columns: &Range<i64>,
        rows: &Range<i64>,
    ) -> (Range<i64>, Range<i64>) {
        let clamp = |cells: &Range<i64>, start: i64, n: usize| {
            let end = start.saturating_add(n as i64);
            cells.start.max(start)..cells.end.min(end)
        };
        (clamp(columns, self.left, self.width()), clamp(rows, self.top, self.height))
    }

    /// The index of a cell, if it is in the level.
    pub(super) fn cell(&self, column: i64, row: i64) -> Option<usize> {
        let column = offset(self.left, column).filter(|&column| column < self.width())?;
        let row = offset(self.top, row).filter(|&row| row < self.height)?;
        Some(row * self.width() + column)
    }

    /// Paints a layer over those before.
    pub(super) fn paint(
        &mut self,
        layer: &Layer,
        patches: &[Patch],
        tilesets: &mut Tilesets,
    ) -> Result<(), LevelError> {
        debug_assert_eq!(layer.kind(), LayerKind::Tiles);
        for (column, row, gid) in patches.iter().flat_map(Patch::tiles) {
            let kind = tilesets.kind(gid, "", &layer.name).ok_or_else(|| {
                LevelError::Content(format!(
                    "layer `{}`, row {}, column {}: tile {gid} is in no tileset of the map",
                    layer.name,
                    row.saturating_add(1),
                    column.saturating_add(1)
                ))
            })?;
            self.put(column, row, kind);
        }
        Ok(())
    }

    /// Puts a tile into a cell; returns whether that is in the level.
    pub(super) fn put(&mut self, column: i64, row: i64, kind: u32) -> bool {
        let cell = self.cell(column, row);
        cell.map(|cell| self.grid.put(cell, kind)).is_some()
    }

    pub(super) fn grid(self) -> Grid {
        self.grid
    }
}

/// The number of cells from `low` to `high`, both included.
fn length(low: i64, high: i64) -> Option<usize> {
    offset(low, high)?.checked_add(1)
}

/// How far `cell` is behind `start`, if it is not before.
fn offset(start: i64, cell: i64) -> Option<usize> {
    usize::try_from(i128::from(cell) - i128::from(start)).ok()
}

/// Left, top, right and bottom of the cells seen so far.
#[derive(Default)]
struct Corners(Option<(i64, i64, i64, i64)>);

impl Corners {
    fn take(&mut self, column: i64, row: i64) {
        let (left, top, right, bottom) = self.0.unwrap_or((column, row, column, row));
        let (left, top) = (left.min(column), top.min(row));
        self.0 = Some((left, top, right.max(column), bottom.max(row)));
    }
}
