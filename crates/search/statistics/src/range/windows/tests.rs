use super::*;
use crate::range::tests::level;

#[track_caller]
fn check(text: &str, expected_shares: &[f64], expected_entropy: f64) {
    let shares = empty_shares(level(text).view(), 0);
    assert_eq!(shares, expected_shares);
    let entropy = entropy(&shares);
    assert!((entropy - expected_entropy).abs() < 1e-12, "{entropy}");
}

#[test]
fn small_levels_have_a_window_for_each_cell() {
    check(".", &[1.0], 0.0);
    check("?", &[0.0], 0.0);
    check(".#\n..\n", &[1.0, 1.0, 0.0, 1.0], 0.0);
}

#[test]
fn windows_come_column_by_column() {
    let row = "..########\n..########\n";
    // Ten columns make five windows of two, two rows a window each.
    check(row, &[1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.0);
}

#[test]
fn half_empty_windows_have_one_bit() {
    check(".#.#.#.#.#\n", &[0.5; 5], 1.0);
}

#[test]
fn a_quarter_has_the_entropy_of_a_quarter() {
    // -(1/4) log2 (1/4) - (3/4) log2 (3/4) = 2 - (3/4) log2 3
    let quarter = 2.0 - 0.75 * 3.0_f64.log2();
    let text = ".#.#.#.#.#\n##########\n".repeat(5);
    check(&text, &[0.25; 25], quarter);
    let text = "#.#.#.#.#.\n..........\n".repeat(5);
    check(&text, &[0.75; 25], quarter);
}

#[test]
fn windows_differ_by_at_most_a_cell() {
    // Seven columns: windows of one, one, two, one, two.
    check("..#.##.\n", &[1.0, 1.0, 0.5, 0.0, 0.5], 0.4);
}

#[test]
fn plain_windows_have_one_kind() {
    assert_eq!(plain(&[0.0, 1.0, 0.5, 0.9]), 0.5);
    assert_eq!(plain(&[0.0]), 1.0);
}
