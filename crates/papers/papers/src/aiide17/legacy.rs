//! The metrics of the AIIDE'17 experiment as its code computed them, which is
//! not quite what they are called.
//!
//! They are kept to compare with the figures of the paper. What differs stands
//! at each function. Source: the analysis in the repository of Marahel, June
//! 2017, which wrote heat maps of levels of 50 by 50 cells. That it made the
//! published figures is inferred from its dates and the names of its files.

use marahel_level::{Tile, View};
use marahel_statistics::range::{Metric, empty_shares, surprise};

#[cfg(test)]
mod tests;

/// The metrics, by the names of the correct ones.
pub const LEGACY: &[Metric] = &[
    Metric {
        name: "empty_legacy",
        label: "white space as coded in 2017 (cells / 25)",
        value: |level, empty| {
            let n_empty = level.rows().flatten().filter(|&&tile| tile == empty).count();
            white_space(n_empty as u32).into()
        },
    },
    Metric {
        name: "isolated_legacy",
        label: "isolated components as coded in 2017",
        value: |level, empty| isolated(level, empty).into(),
    },
    Metric {
        name: "entropy_legacy",
        label: "entropy as coded in 2017",
        value: |level, empty| entropy(&empty_shares(level, empty)).into(),
    },
];

/// White space: empty cells by 25, a percentage only of 2500 cells.
fn white_space(n_empty: u32) -> f64 {
    f64::from(n_empty) / 25.0
}

/// Isolated components of empty cells and of all others, where the scan leaves
/// a row at the first new component that it meets there.
///
/// At most one component per row and kind is counted, so that levels with many
/// small pieces seem to have fewer.
fn isolated(level: View<'_>, empty: Tile) -> u32 {
    first_components(level, |tile| tile == empty) + first_components(level, |tile| tile != empty)
}

/// Entropy: twice the summand of the empty cells alone, and a window of one
/// kind sets the sum of the windows before it back to 0.
///
/// The sum is divided by the 25 windows of the experiment, whatever the level.
fn entropy(shares: &[f64]) -> f64 {
    let sum = shares.iter().fold(0.0, |sum, &share| match share {
        0.0 | 1.0 => 0.0,
        share => sum + 2.0 * surprise(share),
    });
    sum / 25.0
}

/// Number of rows in which the scan, from the left, meets a component of
/// members that it has not met before.
fn first_components(level: View<'_>, is_member: impl Fn(Tile) -> bool) -> u32 {
    let (width, height) = (level.width(), level.height());
    let mut ahead: Vec<bool> = level.rows().flatten().map(|&tile| is_member(tile)).collect();
    let mut reached = Vec::new();
    let mut n_components = 0;
    for y in 0..height {
        let row = y * width..(y + 1) * width;
        let Some(first) = row.into_iter().find(|&cell| ahead[cell]) else { continue };
        n_components += 1;
        ahead[first] = false;
        reached.push(first);
        while let Some(cell) = reached.pop() {
            for neighbor in level.beside(cell) {
                if ahead[neighbor] {
                    ahead[neighbor] = false;
                    reached.push(neighbor);
                }
            }
        }
    }
    n_components
}
