//! The cells that a pass works on: a rectangle with a border of outside cells.

mod pins;

use std::array;

use marahel_level::{OUT, Tile, TileSet, UNKNOWN, View};

use super::divider::Rect;
use crate::program::Layout;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    layout: Layout,
    width: usize,
    height: usize,
}

impl Shape {
    /// Offset from a cell to the one below it.
    pub(super) fn stride(self) -> usize {
        self.layout.stride
    }
}

/// A rectangle of cells within a border of [`OUT`], so that reading beyond the edge needs no test.
/// The number of cells of each tile is kept up to date.
///
/// A pinned cell has the bit [`PIN`] besides its tile. So the cells that no write changes, outside
/// or pinned, are those that are not below `OUT`, and levels without pins pay nothing for them.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    cells: Vec<u8>,
    shape: Shape,
    counts: [u32; 64],
    /// Whether there may be pinned cells.
    has_pins: bool,
}

const PIN: u8 = 64;

const TILE: u8 = PIN - 1;

impl Default for Grid {
    fn default() -> Self {
        Self { cells: Vec::new(), shape: Shape::default(), counts: [0; 64], has_pins: false }
    }
}

impl Grid {
    /// Sets the size, and all cells to unknown; allocates only to grow.
    pub(crate) fn reset(&mut self, layout: Layout, width: usize, height: usize) {
        self.take_shape(Shape { layout, width, height });
        for y in 0..height {
            let start = self.index(0, y);
            self.cells[start..start + width].fill(UNKNOWN);
        }
        self.counts = [0; 64];
        self.counts[usize::from(UNKNOWN)] = (width * height) as u32;
        self.has_pins = false;
    }

    /// Sets the size; the cells are then unspecified, and the border is outside.
    fn take_shape(&mut self, shape: Shape) {
        if self.shape == shape {
            return;
        }
        self.shape = shape;
        self.cells.clear();
        self.cells.resize((shape.height + 2 * shape.layout.border) * shape.layout.stride, OUT);
    }

    pub(crate) fn copy_part(&mut self, source: &Self, part: Rect) {
        self.take_shape(Shape { width: part.width, height: part.height, ..source.shape });
        self.counts = [0; 64];
        self.has_pins = source.has_pins;
        for y in 0..part.height {
            let from = source.index(part.x, part.y + y);
            let to = self.index(0, y);
            let row = &source.cells[from..from + part.width];
            self.cells[to..to + part.width].copy_from_slice(row);
            for &cell in row {
                self.counts[usize::from(cell & TILE)] += 1;
            }
        }
    }

    /// Writes all cells back to their place before [`copy_part`](Self::copy_part); `around` counts
    /// the tiles outside of the part.
    pub(super) fn paste_part(&self, target: &mut Self, part: Rect, around: &[u32; 64]) {
        for y in 0..part.height {
            let (from, to) = (self.index(0, y), target.index(part.x, part.y + y));
            let row = &self.cells[from..from + part.width];
            target.cells[to..to + part.width].copy_from_slice(row);
        }
        target.counts = array::from_fn(|tile| around[tile] + self.counts[tile]);
    }

    pub(crate) fn copy_view(&mut self, layout: Layout, level: View<'_>) {
        self.take_shape(Shape { layout, width: level.width(), height: level.height() });
        self.counts = [0; 64];
        self.has_pins = false;
        for (y, row) in level.rows().enumerate() {
            let start = self.index(0, y);
            self.cells[start..start + row.len()].copy_from_slice(row);
            for &cell in row {
                self.counts[usize::from(cell)] += 1;
            }
        }
    }

    pub(crate) fn copy_whole(&mut self, source: &Self) {
        self.shape = source.shape;
        self.cells.clone_from(&source.cells);
        self.counts = source.counts;
        self.has_pins = source.has_pins;
    }

    /// Takes the cells of another grid of the same shape, and leaves it with unspecified ones.
    pub(crate) fn take_cells(&mut self, source: &mut Self) {
        std::mem::swap(&mut self.cells, &mut source.cells);
        self.counts = source.counts;
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) fn width(&self) -> usize {
        self.shape.width
    }

    pub(crate) fn height(&self) -> usize {
        self.shape.height
    }

    pub(crate) fn size(&self) -> (usize, usize) {
        (self.shape.width, self.shape.height)
    }

    pub(crate) fn area(&self) -> usize {
        self.width() * self.height()
    }

    /// Offset from a cell to the one below it.
    pub(crate) fn stride(&self) -> usize {
        self.shape.stride()
    }

    /// Number of cells including the border.
    pub(crate) fn n_cells(&self) -> usize {
        self.cells.len()
    }

    #[inline]
    pub(crate) fn index(&self, x: usize, y: usize) -> usize {
        (y + self.shape.layout.border) * self.shape.layout.stride + x + self.shape.layout.border
    }

    #[inline]
    pub(crate) fn xy(&self, at: usize) -> (usize, usize) {
        let (at, stride) = (at as u32, self.shape.layout.stride as u32);
        let (row, column) = (at / stride, at % stride);
        (column as usize - self.shape.layout.border, row as usize - self.shape.layout.border)
    }

    /// Column and row of a cell; `None` beyond the edge.
    pub(super) fn place_of(&self, at: usize) -> Option<(usize, usize)> {
        let Layout { stride, border } = self.shape.layout;
        let (x, y) = ((at % stride).checked_sub(border)?, (at / stride).checked_sub(border)?);
        (x < self.width() && y < self.height()).then_some((x, y))
    }

    /// Steps from a cell to the nearest one beyond the edge.
    #[inline]
    pub(crate) fn to_outside(&self, at: usize) -> u32 {
        let (x, y) = self.xy(at);
        let (to_left, to_right) = (x + 1, self.width() - x);
        let (to_top, to_bottom) = (y + 1, self.height() - y);
        to_left.min(to_right).min(to_top).min(to_bottom) as u32
    }

    /// The tile of a cell; [`OUT`] beyond the edge.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> Tile {
        self.cells[at] & TILE
    }

    #[inline]
    pub(crate) fn at(&self, (x, y): (usize, usize)) -> Tile {
        self.get(self.index(x, y))
    }

    #[inline]
    pub(crate) fn near(&self, at: usize, offset: isize) -> Tile {
        self.cells[at.wrapping_add_signed(offset)] & TILE
    }

    #[inline]
    pub(crate) fn is_outside(&self, at: usize) -> bool {
        self.cells[at] == OUT
    }

    /// Writes a tile unless the cell is outside or pinned; returns whether the cell changed.
    #[inline]
    pub(crate) fn write(&mut self, at: usize, tile: Tile) -> bool {
        let was = self.cells[at];
        if was == tile || was >= OUT {
            return false;
        }
        self.cells[at] = tile;
        self.counts[usize::from(was)] -= 1;
        self.counts[usize::from(tile)] += 1;
        true
    }

    /// As [`write`](Self::write) for all cells of a neighborhood; returns how many changed.
    ///
    /// Which cells change is hard to predict, so each is written and counted without a branch.
    #[inline]
    pub(crate) fn write_each(&mut self, at: usize, offsets: &[isize], tile: Tile) -> u32 {
        let mut n_changed = 0;
        for &offset in offsets {
            let cell = &mut self.cells[at.wrapping_add_signed(offset)];
            let was = *cell;
            let changes = u32::from(was != tile) & u32::from(was < OUT);
            *cell = if changes != 0 { tile } else { was };
            self.counts[usize::from(was & TILE)] -= changes;
            n_changed += changes;
        }
        self.counts[usize::from(tile)] += n_changed;
        n_changed
    }

    #[inline]
    pub(crate) fn total(&self, set: TileSet) -> u32 {
        set.iter().map(|tile| self.counts[usize::from(tile)]).sum()
    }

    pub(crate) fn counts(&self) -> &[u32; 64] {
        &self.counts
    }

    /// Sets for each cell in memory whether its tile is in the set.
    pub(crate) fn mark(&self, set: TileSet, marks: &mut Vec<bool>) {
        marks.clear();
        if let (Some(only), 1) = (set.iter().next(), set.len()) {
            // Vectorized.
            marks.extend(self.cells.iter().map(|&cell| cell & TILE == only));
        } else {
            marks.extend(self.cells.iter().map(|&cell| set.contains(cell & TILE)));
        }
    }

    /// Writes the bits of the cells in memory whose tile is in the set, 64 to a word.
    pub(super) fn write_board(&self, set: TileSet, words: &mut [u64]) {
        // Fewer tiles are less work.
        let present = if set.len() > 2 { self.present() } else { set };
        let absent = present.difference(set);
        let is_in = set.len() <= 2 || 2 * absent.len() >= present.len();
        let (tiles, flip) =
            if is_in { (present.difference(absent), 0) } else { (absent, u64::MAX) };
        let mut parts = self.cells.chunks_exact(64);
        for (word, part) in words.iter_mut().zip(&mut parts) {
            *word = bits_of(part.try_into().expect("a part has 64 cells"), tiles) ^ flip;
        }
        let tail = parts.remainder();
        if !tail.is_empty() {
            let mut part = [OUT; 64];
            part[..tail.len()].copy_from_slice(tail);
            words[self.cells.len() / 64] = bits_of(&part, tiles) ^ flip;
        }
    }

    fn present(&self) -> TileSet {
        let counts = (0..OUT).zip(&self.counts);
        counts.filter(|&(_, &n)| n > 0).map(|(tile, _)| tile).chain([OUT]).collect()
    }

    pub(super) fn offset_max(&self) -> usize {
        self.shape.layout.border * (self.shape.layout.stride + 1)
    }

    /// The cells without the border; requires that none is pinned.
    pub(crate) fn view(&self) -> View<'_> {
        View::new(&self.cells[self.index(0, 0)..], self.width(), self.height(), self.stride())
    }
}

#[inline]
fn bits_of(cells: &[u8; 64], tiles: TileSet) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let eight = |index: usize| {
        let eight = cells[8 * index..][..8].try_into().expect("these are eight");
        u64::from_le_bytes(eight) & (u64::from(TILE) * EACH)
    };
    let cells: [u64; 8] = array::from_fn(eight);
    // Bit 6 of a byte: whether the cell has one of the tiles.
    let mut are_in = [0; 8];
    for tile in tiles.iter() {
        let tile = u64::from(tile) * EACH;
        are_in = array::from_fn(|index| {
            are_in[index] | !((cells[index] ^ tile) + u64::from(TILE) * EACH)
        });
    }
    // A product gathers the bits of eight bytes.
    (0..8).fold(0, |bits, index| {
        let gathered = (are_in[index] >> 6 & EACH).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits | gathered << (8 * index)
    })
}

#[cfg(test)]
mod tests;
