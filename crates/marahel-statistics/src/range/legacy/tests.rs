use super::*;
use crate::range::tests::level;
use crate::range::windows::empty_shares;

#[track_caller]
fn check_isolated(text: &str, expected: u32, expected_legacy: u32) {
    let level = level(text);
    assert_eq!(crate::range::tests::naive::isolated(&level), u64::from(expected));
    assert_eq!(isolated(level.view(), 0), expected_legacy);
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
