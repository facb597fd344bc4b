use serde_json::{Value, json};

use super::super::rules::{Layer, Rule};
use super::*;

/// A layer whose value 1 is of the group 0, and 2 and 3 of the group 1.
fn layer() -> Layer {
    let value = |value: u32, group: u32| json!({"value": value, "groupUid": group});
    let values = [value(1, 0), value(2, 1), value(3, 1)];
    let layer = json!({"uid": 1, "type": "IntGrid", "intGridValues": values});
    let mut layer: Layer = serde_json::from_value(layer).expect("a layer");
    layer.prepare();
    layer
}

fn rule(pattern: &[i64], others: &Value) -> Rule {
    let size = pattern.len().isqrt();
    let mut rule = json!({"uid": 1, "size": size, "pattern": pattern});
    for (key, value) in others.as_object().expect("an object") {
        rule[key] = value.clone();
    }
    serde_json::from_value(rule).expect("a rule")
}

fn cells<'a>(layer: &'a Layer, rows: &[&str]) -> Cells<'a> {
    let width = rows[0].len() as i64;
    let values = rows.concat().bytes().map(|byte| i32::from(byte - b'0')).collect();
    Cells::of(layer, width, rows.len() as i64, values).expect("a rectangle")
}

/// Where a pattern holds, as `#`.
#[track_caller]
fn check(rule: &Rule, directions: (i64, i64), level: &[&str], expected: &[&str]) {
    let layer = layer();
    let cells = cells(&layer, level);
    let pattern = Pattern::of(rule).expect("a size");
    let row = |y: i64| -> String {
        let holds = |x: i64| pattern.holds(&cells, (x, y), directions, &mut 0);
        (0..cells.width).map(|x| if holds(x) { '#' } else { '.' }).collect()
    };
    let rows: Vec<String> = (0..cells.height).map(row).collect();
    assert_eq!(rows, expected);
}

const PLAIN: (i64, i64) = (1, 1);
const LEVEL: [&str; 3] = ["0123", "1100", "0230"];

#[test]
fn a_number_asks_for_a_value_and_with_a_minus_for_another() {
    check(&rule(&[1], &json!({})), PLAIN, &LEVEL, &[".#..", "##..", "...."]);
    check(&rule(&[-1], &json!({})), PLAIN, &LEVEL, &["#.##", "..##", "####"]);
    check(&rule(&[0], &json!({})), PLAIN, &LEVEL, &["####", "####", "####"]);
}

#[test]
fn a_million_and_one_asks_for_anything_and_with_a_minus_for_nothing() {
    check(&rule(&[1_000_001], &json!({})), PLAIN, &LEVEL, &[".###", "##..", ".##."]);
    check(&rule(&[-1_000_001], &json!({})), PLAIN, &LEVEL, &["#...", "..##", "#..#"]);
}

#[test]
fn thousands_ask_for_a_group() {
    check(&rule(&[1000], &json!({})), PLAIN, &LEVEL, &[".#..", "##..", "...."]);
    check(&rule(&[2000], &json!({})), PLAIN, &LEVEL, &["..##", "....", ".##."]);
    check(&rule(&[-2000], &json!({})), PLAIN, &LEVEL, &["##..", "####", "#..#"]);
}

#[test]
fn a_pattern_looks_at_the_cells_around() {
    // A wall with something else on its right.
    let pattern = rule(&[0, 0, 0, 0, 1, -1, 0, 0, 0], &json!({}));
    let level = ["1101", "1011"];
    check(&pattern, PLAIN, &level, &[".#..", "#..."]);
    check(&pattern, (-1, 1), &level, &["...#", "..#."]);
    // The upper left corner, and flipped in each direction.
    let pattern = rule(&[-1, -1, 0, -1, 1, 0, 0, 0, 0], &json!({"outOfBoundsValue": 0}));
    let level = ["000", "011", "011"];
    check(&pattern, PLAIN, &level, &["...", ".#.", "..."]);
    check(&pattern, (-1, -1), &level, &["...", "...", "..#"]);
    check(&pattern, (-1, 1), &level, &["...", "..#", "..."]);
    check(&pattern, (1, -1), &level, &["...", "...", ".#."]);
}

#[test]
fn a_larger_pattern_has_its_cell_in_the_middle() {
    let mut numbers = [0; 25];
    (numbers[12], numbers[4], numbers[20]) = (1, 2, 3);
    let level = ["00002", "00000", "00100", "00000", "30000"];
    let expected = [".....", ".....", "..#..", ".....", "....."];
    check(&rule(&numbers, &json!({})), PLAIN, &level, &expected);
}

#[test]
fn outside_of_the_level_a_pattern_holds_only_with_a_value_for_it() {
    let numbers = [0, -2, 0, 0, 1, 0, 0, 0, 0];
    check(&rule(&numbers, &json!({})), PLAIN, &["11", "11"], &["..", "##"]);
    let none = json!({"outOfBoundsValue": null});
    check(&rule(&numbers, &none), PLAIN, &["11", "11"], &["..", "##"]);
    let water = json!({"outOfBoundsValue": 2});
    check(&rule(&numbers, &water), PLAIN, &["11", "11"], &["..", "##"]);
    let nothing = json!({"outOfBoundsValue": 0});
    check(&rule(&numbers, &nothing), PLAIN, &["11", "11"], &["##", "##"]);
}

#[test]
fn a_value_of_the_outside_counts_only_near_such_a_value() {
    // The pattern asks for water above, which is outside; LDtk looks for it within ten cells.
    let wet = rule(&[0, 2, 0, 0, 1, 0, 0, 0, 0], &json!({"outOfBoundsValue": 2}));
    check(&wet, PLAIN, &["11", "11"], &["..", ".."]);
    check(&wet, PLAIN, &["11", "12"], &["##", ".."]);
    let far = format!("{}2", "1".repeat(20));
    let near = format!("{}#.", ".".repeat(19));
    // Areas are 0..10, 10..20 and 20..30; the pattern of cell 19 reaches the third.
    check(&wet, PLAIN, &[&far, &"1".repeat(21)], &[&near, &format!("{}#", ".".repeat(20))]);
}

#[test]
fn sizes_are_odd_and_small_and_short_patterns_are_padded() {
    for size in [-1, 0, 2, 8, 11, i64::MAX] {
        let rule = rule(&[1], &json!({"size": size}));
        assert!(Pattern::of(&rule).is_none(), "{size}");
    }
    for size in [1, 3, 5, 7, 9] {
        assert!(Pattern::of(&rule(&[], &json!({"size": size}))).is_some(), "{size}");
    }
    check(&rule(&[0, 1], &json!({"size": 3})), PLAIN, &["10", "11"], &["..", "#."]);
    // Numbers that nothing has.
    for number in [i64::MIN, i64::MAX, 1001] {
        let mut n_steps = 0;
        let pattern = Pattern::of(&rule(&[number], &json!({}))).expect("a size");
        pattern.holds(&cells(&layer(), &["1"]), (0, 0), PLAIN, &mut n_steps);
    }
}
