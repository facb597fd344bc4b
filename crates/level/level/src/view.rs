//! A borrowed rectangle of tiles.

use crate::Tile;

#[cfg(test)]
mod tests;

/// A borrowed rectangle of tiles inside a larger buffer.
///
/// Row `y` starts at `y * stride` of `tiles`, so that a level with a border can be viewed without a
/// copy.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    tiles: &'a [Tile],
    width: usize,
    height: usize,
    stride: usize,
}

impl<'a> View<'a> {
    /// A view of `height` rows of `width` tiles, `stride` apart.
    ///
    /// # Panics
    ///
    /// If a side is zero or `tiles` is too short.
    pub fn new(tiles: &'a [Tile], width: usize, height: usize, stride: usize) -> Self {
        assert!(width > 0 && height > 0 && width <= stride, "an empty or overlapping view");
        assert!(tiles.len() >= (height - 1) * stride + width, "too few tiles for the view");
        Self { tiles, width, height, stride }
    }

    /// Number of columns, at least 1.
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows, at least 1.
    #[inline]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of cells.
    #[inline]
    pub fn area(&self) -> usize {
        self.width * self.height
    }

    /// The tiles of row `y`, left to right.
    ///
    /// # Panics
    ///
    /// If `y` is below the last row.
    #[inline]
    pub fn row(&self, y: usize) -> &'a [Tile] {
        &self.tiles[y * self.stride..][..self.width]
    }

    /// All rows, top row first.
    pub fn rows(self) -> impl Iterator<Item = &'a [Tile]> {
        (0..self.height).map(move |y| self.row(y))
    }

    /// The cells to the left and the right, above and below a cell; row by row, cells are indices.
    pub fn beside(self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, x) = (self.width, cell % self.width);
        let sides = [
            (x > 0).then(|| cell - 1),
            (x + 1 < width).then_some(cell + 1),
            cell.checked_sub(width),
            (cell + width < self.area()).then_some(cell + width),
        ];
        sides.into_iter().flatten()
    }

    /// The eight cells around a cell, as [`beside`](Self::beside), without those outside.
    pub fn around(self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (x, y, width) = (cell % self.width, cell / self.width, self.width);
        let columns = x.saturating_sub(1)..(x + 2).min(width);
        let rows = y.saturating_sub(1)..(y + 2).min(self.height);
        let cells = rows.flat_map(move |y| columns.clone().map(move |x| y * width + x));
        cells.filter(move |&neighbor| neighbor != cell)
    }

    /// The tile in column `x` of row `y`.
    ///
    /// # Panics
    ///
    /// If the cell is outside the view.
    #[inline]
    pub fn get(&self, x: usize, y: usize) -> Tile {
        self.row(y)[x]
    }
}
