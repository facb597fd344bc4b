//! The shape of a level: neighbors, rectangles, mirror images.

use std::ops::RangeBounds;

use marahel_level::{Mirror, TileSet, View};

use super::regions::neighbors;
use crate::Counts;
use crate::counts::cells;

/// The Shannon entropy of the shares of all tiles, in bits.
pub(crate) fn entropy(counts: &Counts, n_cells: usize) -> f64 {
    let shares = (0..64).map(|tile| f64::from(counts.get(tile)) / n_cells as f64);
    let bits = shares.filter(|&share| share > 0.0).map(|share| share * libm::log2(share));
    // Starts at 0, so that a single tile gives 0 and not -0.
    bits.fold(0.0, |sum, bits| sum - bits)
}

/// Share of the cells at the edges, or only in the last row, that have one of the tiles.
pub(crate) fn share_along(level: View<'_>, tiles: TileSet, bottom_only: bool) -> f64 {
    let (width, height) = (level.width(), level.height());
    let (mut n, mut n_found) = (0, 0);
    for (y, row) in level.rows().enumerate() {
        for (x, &tile) in row.iter().enumerate() {
            let at_side = x == 0 || x == width - 1 || y == 0;
            if y == height - 1 || at_side && !bottom_only {
                n += 1;
                n_found += tiles.count(tile);
            }
        }
    }
    f64::from(n_found) / f64::from(n)
}

/// Number of cells with one of the tiles whose number of such neighbors is in `counts`.
pub(crate) fn n_with_exits(
    level: View<'_>,
    tiles: TileSet,
    offsets: &[(isize, isize)],
    counts: impl RangeBounds<u32>,
) -> u32 {
    let (width, height) = (level.width(), level.height());
    let places = cells(level, tiles).filter(|&cell| {
        let neighbors = neighbors(cell, width, height, offsets);
        let n = neighbors.map(|cell| tiles.count(level.get(cell % width, cell / width))).sum();
        counts.contains(&n)
    });
    places.count() as u32
}

/// Number of cells of the largest rectangle of the tiles. For each row, it finds how high each
/// column of tiles above it is, and the widest rectangle of each height.
pub(crate) fn largest_rectangle(level: View<'_>, tiles: TileSet, memory: &mut Vec<usize>) -> usize {
    let width = level.width();
    memory.clear();
    memory.resize(2 * (width + 1), 0);
    // A last column of height 0 closes all rectangles.
    let (heights, open) = memory.split_at_mut(width + 1);
    let mut largest = 0;
    for row in level.rows() {
        for (height, &tile) in heights.iter_mut().zip(row) {
            *height = if tiles.contains(tile) { *height + 1 } else { 0 };
        }
        // Columns with rectangles that may still grow; each is higher than the one before.
        let mut n_open = 0;
        for column in 0..=width {
            while n_open > 0 && heights[open[n_open - 1]] >= heights[column] {
                n_open -= 1;
                let height = heights[open[n_open]];
                let left = if n_open == 0 { 0 } else { open[n_open - 1] + 1 };
                largest = largest.max(height * (column - left));
            }
            open[n_open] = column;
            n_open += 1;
        }
    }
    largest
}

/// The share of the cells that equal their mirror image, by the better of two mirrors.
pub(crate) fn symmetry(level: View<'_>) -> f64 {
    let (mut sideways, mut upright) = (0, 0);
    for (y, row) in level.rows().enumerate() {
        let mirrored = level.row(level.height() - 1 - y);
        sideways += row.iter().zip(row.iter().rev()).filter(|(a, b)| a == b).count();
        upright += row.iter().zip(mirrored).filter(|(a, b)| a == b).count();
    }
    sideways.max(upright) as f64 / level.area() as f64
}

/// The share of the cells, or of those with one of the tiles, that equal all their mirror images;
/// NaN without such a cell.
pub(crate) fn share_mirrored(level: View<'_>, mirror: Mirror, tiles: Option<TileSet>) -> f64 {
    let size = (level.width(), level.height());
    let (mut n, mut n_equal) = (0, 0);
    for (y, row) in level.rows().enumerate() {
        for (x, &tile) in row.iter().enumerate() {
            if tiles.is_none_or(|tiles| tiles.contains(tile)) {
                let mut images = mirror.images((x, y), size);
                n += 1;
                n_equal += u32::from(images.all(|(x, y)| level.get(x, y) == tile));
            }
        }
    }
    f64::from(n_equal) / f64::from(n)
}

/// The share of equal pairs among horizontal and vertical neighbors.
pub(crate) fn same_neighbors(level: View<'_>) -> f64 {
    let (width, height) = (level.width(), level.height());
    let mut n_equal = 0;
    for (y, row) in level.rows().enumerate() {
        n_equal += row.windows(2).filter(|pair| pair[0] == pair[1]).count();
        if y + 1 < height {
            n_equal += row.iter().zip(level.row(y + 1)).filter(|(a, b)| a == b).count();
        }
    }
    let n_pairs = (width - 1) * height + width * (height - 1);
    if n_pairs == 0 { 1.0 } else { n_equal as f64 / n_pairs as f64 }
}
