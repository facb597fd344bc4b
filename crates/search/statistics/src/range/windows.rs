//! How evenly the empty cells are spread: a level in five by five windows.

use marahel_level::{Tile, View};

#[cfg(test)]
mod tests;

/// A level has at most this many windows along each axis.
pub(crate) const N_WINDOWS: usize = 5;

/// The share of `empty` cells in each window, column by column of windows,
/// from the top left.
///
/// Windows are as equal as whole cells allow. On an axis with fewer than
/// five cells each cell has a window of its own, so that no window is
/// without cells.
pub fn empty_shares(level: View<'_>, empty: Tile) -> Vec<f64> {
    let (n_columns, n_rows) = (level.width().min(N_WINDOWS), level.height().min(N_WINDOWS));
    let mut shares = Vec::with_capacity(n_columns * n_rows);
    for column in 0..n_columns {
        let left = column * level.width() / n_columns;
        let right = (column + 1) * level.width() / n_columns;
        for row in 0..n_rows {
            let top = row * level.height() / n_rows;
            let bottom = (row + 1) * level.height() / n_rows;
            let cells = (top..bottom).flat_map(|y| &level.row(y)[left..right]);
            let n_empty = cells.filter(|&&tile| tile == empty).count();
            shares.push(n_empty as f64 / ((right - left) * (bottom - top)) as f64);
        }
    }
    shares
}

/// Mean entropy of the windows, in bits: 0 where each is all empty or has no
/// empty cell, 1 where each is half empty.
pub(crate) fn entropy(shares: &[f64]) -> f64 {
    let sum: f64 = shares.iter().map(|&share| surprise(share) + surprise(1.0 - share)).sum();
    sum / shares.len() as f64
}

/// Share of the windows that are all empty or have no empty cell.
pub(crate) fn plain(shares: &[f64]) -> f64 {
    let n_plain = shares.iter().filter(|&&share| is_plain(share)).count();
    n_plain as f64 / shares.len() as f64
}

/// Whether a window with this share has one kind of cell.
pub(crate) fn is_plain(share: f64) -> bool {
    share == 0.0 || share == 1.0
}

/// What an outcome of this probability adds to an entropy, in bits.
pub fn surprise(probability: f64) -> f64 {
    // Skip impossible events: their logarithm is undefined.
    if probability == 0.0 { 0.0 } else { -probability * libm::log2(probability) }
}
