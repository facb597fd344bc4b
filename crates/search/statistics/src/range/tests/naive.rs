//! The metrics again, written as plainly as they are defined, to compare with.

use marahel_level::{Level, Tile};

use crate::range::tests::levels;
use crate::range::windows;
use proptest::prelude::*;

/// For each cell the first cell of its component of cells of the same kind:
/// what all cells agree on that pass the smallest number on.
fn components(level: &Level, kind: impl Fn(Tile) -> bool) -> Vec<usize> {
    let (width, n) = (level.width(), level.tiles().len());
    let kinds: Vec<bool> = level.tiles().iter().map(|&tile| kind(tile)).collect();
    let mut firsts: Vec<usize> = (0..n).collect();
    loop {
        let before = firsts.clone();
        for cell in 0..n {
            for neighbor in 0..n {
                let columns = (cell % width).abs_diff(neighbor % width);
                let rows = (cell / width).abs_diff(neighbor / width);
                if columns + rows == 1 && kinds[cell] == kinds[neighbor] {
                    firsts[cell] = firsts[cell].min(firsts[neighbor]);
                }
            }
        }
        if firsts == before {
            return firsts;
        }
    }
}

fn is_empty(tile: Tile) -> bool {
    tile == 0
}

/// Number of components of either kind.
pub(crate) fn isolated(level: &Level) -> u64 {
    let firsts = components(level, is_empty);
    firsts.iter().enumerate().filter(|&(cell, &first)| cell == first).count() as u64
}

/// The window of each cell along an axis of `n` cells.
fn window_of(place: usize, n: usize) -> usize {
    let n_windows = n.min(5);
    (0..n_windows).find(|window| place < (window + 1) * n / n_windows).expect("it is in one")
}

/// Numbers of empty cells and of all cells of each window, column by column.
fn windows_of(level: &Level) -> Vec<(u32, u32)> {
    let (n_columns, n_rows) = (level.width().min(5), level.height().min(5));
    let mut counts = vec![(0, 0); n_columns * n_rows];
    for y in 0..level.height() {
        for x in 0..level.width() {
            let window = window_of(x, level.width()) * n_rows + window_of(y, level.height());
            counts[window].0 += u32::from(is_empty(level.get(x, y)));
            counts[window].1 += 1;
        }
    }
    counts
}

fn entropy(level: &Level) -> f64 {
    let mut sum = 0.0;
    let windows = windows_of(level);
    for &(n_empty, n) in &windows {
        for count in [n_empty, n - n_empty] {
            if count > 0 {
                let p = f64::from(count) / f64::from(n);
                sum += p * (1.0 / p).log2();
            }
        }
    }
    sum / windows.len() as f64
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn metrics_are_what_they_are_called(level in levels()) {
        let shares = windows::empty_shares(level.view(), 0);
        let expected: Vec<f64> =
            windows_of(&level).iter().map(|&(n, of)| f64::from(n) / f64::from(of)).collect();
        prop_assert_eq!(&shares, &expected);
        prop_assert!((windows::entropy(&shares) - entropy(&level)).abs() < 1e-9);
    }
}
