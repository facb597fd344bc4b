//! Uses of tiles visible in drawings: enclosing tiles, obstacles, single tiles.

use marahel_level::{Tile, TileSet};

use crate::imitation::cells::{count, is_inside, places};
use crate::imitation::drawn::DrawnLevels;
use crate::imitation::flood::{largest, pieces, steps};

/// Minimum share of a tile's cells off the ways to call it impassable.
const OFF_MIN: f64 = 0.5;

/// Minimum share of the border of an enclosing tile.
const RING_MIN: f64 = 0.9;

impl DrawnLevels {
    /// Tiles that seem impassable: those that enclose the drawings, and those mostly outside of the
    /// largest piece of passable cells.
    pub(crate) fn found_shunned(&self) -> TileSet {
        let unsaid: Vec<Tile> =
            self.tiles().into_iter().filter(|&tile| self.is_unsaid(tile)).collect();
        let around: TileSet = unsaid.iter().copied().filter(|&tile| self.encloses(tile)).collect();
        let open = self.open().difference(around);
        // Without solid tiles there are no ways to be off.
        if open.len() == self.tiles().len() {
            return TileSet::EMPTY;
        }
        let pieces: Vec<Vec<bool>> = self.levels.iter().map(|level| largest(level, open)).collect();
        let off = unsaid.into_iter().filter(|tile| open.contains(*tile)).filter(|&tile| {
            let (mut n, mut n_off) = (0, 0);
            for (level, piece) in self.levels.iter().zip(&pieces) {
                for (_, &is_in) in
                    level.tiles().iter().zip(piece).filter(|&(&cell_tile, _)| cell_tile == tile)
                {
                    (n, n_off) = (n + 1, n_off + usize::from(!is_in));
                }
            }
            f64::from(n_off as u32) > OFF_MIN * f64::from(n)
        });
        let shunned = off.map(TileSet::only).fold(around, TileSet::union);
        // Something must remain passable: what surrounds houses is a field.
        if open.difference(shunned).is_empty() { TileSet::EMPTY } else { shunned }
    }

    /// Whether a set has nearly the same places in all drawings.
    pub(crate) fn is_in_place(&self, set: TileSet) -> bool {
        let Some((first, twins)) = self.levels.split_first() else { return false };
        let n = count(first, set);
        twins.iter().all(|twin| {
            let pairs = first.tiles().iter().zip(twin.tiles());
            let common = pairs.filter(|pair| set.contains(*pair.0) && set.contains(*pair.1));
            twin.width() == first.width() && 10 * common.count() >= 9 * n
        })
    }

    /// Whether each drawing has exactly one cell of a tile.
    pub(crate) fn is_single(&self, tile: Tile) -> bool {
        self.counts.iter().all(|counts| counts.get(tile) == 1)
    }

    /// Whether a tile makes up nearly all of the border of each drawing.
    pub(crate) fn encloses(&self, tile: Tile) -> bool {
        self.levels.iter().all(|level| {
            let place = |cell: usize| (cell % level.width(), cell / level.width());
            let border = (0..level.tiles().len()).filter(|&cell| !is_inside(level, place(cell)));
            let all: Vec<usize> = border.collect();
            let n = all.iter().filter(|&&cell| level.tiles()[cell] == tile).count();
            n as f64 >= RING_MIN * all.len() as f64
        })
    }

    /// Sum of the columns left of all cells of a tile, over all drawings.
    pub(crate) fn columns_before(&self, tile: Tile) -> usize {
        let cells = self.levels.iter().flat_map(|level| places(level, TileSet::only(tile)));
        cells.map(|(column, _)| column).sum()
    }

    /// The fewest steps between two tiles, summed over all drawings; `None` if some drawing has no
    /// way.
    pub(crate) fn steps_between(&self, from: Tile, to: Tile) -> Option<usize> {
        let of_levels = self.levels.iter().map(|level| {
            let steps = steps(level, TileSet::only(from), self.open());
            let there = level.tiles().iter().zip(steps).filter(|(tile, _)| **tile == to);
            there.filter_map(|(_, steps)| steps).min()
        });
        of_levels.sum()
    }

    /// Whether most cells of a tile are adjacent to others of it.
    pub(crate) fn lies_together(&self, tile: Tile) -> bool {
        let pieces = self.levels.iter().map(|level| pieces(level, TileSet::only(tile)).1.len());
        2 * pieces.sum::<usize>() <= self.n_cells(tile) as usize
    }

    /// The most common size in columns and rows; of equally common sizes the first.
    pub fn commonest_size(&self) -> (usize, usize) {
        let sizes: Vec<(usize, usize)> =
            self.levels.iter().map(|level| (level.width(), level.height())).collect();
        let commonest = sizes
            .iter()
            .rev()
            .max_by_key(|size| sizes.iter().filter(|sibling| sibling == size).count());
        commonest.copied().unwrap_or((1, 1))
    }

    /// Number of drawings.
    pub fn n_levels(&self) -> usize {
        self.levels.len()
    }

    /// The sizes of the smallest and the largest drawing by area, in columns and rows.
    pub fn sizes(&self) -> ((usize, usize), (usize, usize)) {
        let mut sizes: Vec<_> =
            self.levels.iter().map(|level| (level.width(), level.height())).collect();
        sizes.sort_by_key(|(width, height)| width * height);
        (sizes.first().copied().unwrap_or((1, 1)), sizes.last().copied().unwrap_or((1, 1)))
    }

    /// Names of tiles with their mean share of the cells, the most common first.
    pub fn shares_of_all(&self) -> Vec<(&str, f64)> {
        let tiles = self.tiles().into_iter();
        tiles.map(|tile| (self.name(tile), self.share(tile))).collect()
    }
}
