use std::sync::Arc;

use marahel_level::{Level, Palette, UNKNOWN};
use proptest::prelude::*;

use super::*;

/// The entities: `.` empty, `#` solid.
fn binary() -> Arc<Palette> {
    Arc::new(Palette::of_names(&["empty", "solid"]).expect("the names are distinct"))
}

#[track_caller]
fn level(text: &str) -> Level {
    Level::from_text(text, binary()).expect("it is a level")
}

#[track_caller]
fn check_isolated(text: &str, n_components: usize, expected: u32) {
    let level = level(text);
    assert_eq!(firsts_of(&components(&level, is_empty)), n_components);
    assert_eq!(isolated(level.view(), 0), expected);
}

/// Number of components.
fn firsts_of(firsts: &[usize]) -> usize {
    firsts.iter().enumerate().filter(|&(cell, &first)| cell == first).count()
}

#[test]
fn a_row_adds_one_component_of_each_kind() {
    check_isolated(".#.#.\n", 5, 2);
    check_isolated("....\n", 1, 1);
    check_isolated(".#\n#.\n", 4, 4);
}

#[test]
fn what_a_row_left_out_may_be_met_in_the_next() {
    check_isolated(
        "\
        .#.\n\
        .#.\n",
        3,
        3,
    );
    check_isolated(
        "\
        #.#.#.#\n\
        #######\n\
        .......\n",
        5,
        3,
    );
}

#[track_caller]
fn check_entropy(shares: &[f64], expected: f64) {
    assert!((entropy(shares) - expected).abs() < 1e-12, "{}", entropy(shares));
}

#[test]
fn entropy_takes_the_empty_cells_twice() {
    check_entropy(&[0.5; 25], 1.0);
    // -2 (1/4) log2 (1/4) = 1, and -2 (3/4) log2 (3/4) = 1.5 (2 - log2 3)
    check_entropy(&[0.25; 25], 1.0);
    check_entropy(&[0.75; 25], 1.5 * (2.0 - 3.0_f64.log2()));
}

#[test]
fn a_window_of_one_kind_takes_the_sum_back_to_zero() {
    let mut shares = [0.5; 25];
    shares[9] = 1.0;
    check_entropy(&shares, 15.0 / 25.0);
    shares[24] = 0.0;
    check_entropy(&shares, 0.0);
}

#[test]
fn small_levels_are_divided_by_the_windows_of_a_large_one() {
    let level = level("..\n.#\n");
    check_entropy(&empty_shares(level.view(), 0), 0.0);
    check_entropy(&[0.5, 0.5], 2.0 / 25.0);
}

#[test]
fn white_space_is_a_percentage_of_2500_cells() {
    assert_eq!(white_space(2500), 100.0);
    assert_eq!(white_space(25), 1.0);
}

fn is_empty(tile: Tile) -> bool {
    tile == 0
}

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

/// Of the components of one kind that have not been met in rows
/// above, a row adds only one.
fn isolated_legacy(level: &Level) -> u64 {
    let firsts = components(level, is_empty);
    let mut n_components = 0;
    for kind in [true, false] {
        let mut met: Vec<usize> = Vec::new();
        for y in 0..level.height() {
            let cells = y * level.width()..(y + 1) * level.width();
            let cell = cells.into_iter().find(|&cell| {
                is_empty(level.tiles()[cell]) == kind && !met.contains(&firsts[cell])
            });
            if let Some(cell) = cell {
                met.push(firsts[cell]);
                n_components += 1;
            }
        }
    }
    n_components
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

fn entropy_legacy(level: &Level) -> f64 {
    let mut sum = 0.0;
    for (n_empty, n) in windows_of(level) {
        let p = f64::from(n_empty) / f64::from(n);
        sum += -2.0 * p * p.log2();
        if n_empty == 0 || n_empty == n {
            sum = 0.0;
        }
    }
    sum / 25.0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The metrics again, written as plainly as the code of the time.
    #[test]
    fn metrics_are_those_of_the_code_of_the_time(
        (width, tiles) in (1_usize..=13, 1_usize..=13).prop_flat_map(|(width, height)| {
            let tile = prop_oneof![5 => Just(0), 5 => Just(1), 1 => Just(UNKNOWN)];
            (Just(width), prop::collection::vec(tile, width * height))
        })
    ) {
        let level = Level::from_tiles(width, tiles, binary());
        let shares = empty_shares(level.view(), 0);
        prop_assert!((entropy(&shares) - entropy_legacy(&level)).abs() < 1e-9);
        prop_assert_eq!(u64::from(isolated(level.view(), 0)), isolated_legacy(&level));
        prop_assert!(isolated_legacy(&level) <= firsts_of(&components(&level, is_empty)) as u64);
    }
}
