use serde_json::{Value, json};

use super::super::rules::{Layer, Rule};
use super::*;

/// A tileset of 4 x 2 tiles of 8 pixels, of which the last is opaque.
fn tileset() -> Tileset {
    serde_json::from_value(json!({
        "uid": 1, "relPath": "t.png", "pxWid": 32, "pxHei": 16, "tileGridSize": 8,
        "cachedPixelData": {"opaqueTiles": "00000001"},
    }))
    .expect("a tileset")
}

fn layer(others: &Value) -> Layer {
    with(json!({"uid": 1, "gridSize": 8}), others)
}

fn rule(others: &Value) -> Rule {
    with(json!({"uid": 10, "size": 1, "pattern": [1]}), others)
}

fn with<T: serde::de::DeserializeOwned>(mut value: Value, others: &Value) -> T {
    for (key, other) in others.as_object().expect("an object") {
        value[key] = other.clone();
    }
    serde_json::from_value(value).expect("it is complete")
}

/// The tiles in cell (2, 3): pixels relative to the cell, and numbers.
fn placed(rule: &Rule, flips: u8) -> Vec<(i32, i32, i32)> {
    placed_on(rule, &layer(&json!({})), flips)
}

fn placed_on(rule: &Rule, layer: &Layer, flips: u8) -> Vec<(i32, i32, i32)> {
    let mut tiles = Vec::new();
    Stamps::of(rule, layer, &tileset(), 5).place((2, 3), 17, flips, &mut tiles);
    assert!(tiles.iter().all(|tile| (tile.cell, tile.flips) == (17, flips)));
    tiles.iter().map(|tile| (tile.x - 16, tile.y - 24, tile.number)).collect()
}

#[test]
fn a_single_tile_lies_on_its_cell() {
    assert_eq!(placed(&rule(&json!({"tileRectsIds": [[6]]})), 3), [(0, 0, 6)]);
    // In projects before 1.5.
    assert_eq!(placed(&rule(&json!({"tileIds": [6], "tileMode": "Single"})), 0), [(0, 0, 6)]);
}

#[test]
fn one_of_several_tiles_is_chosen_by_cell_and_flips() {
    let rule = rule(&json!({"tileRectsIds": [[0], [1], [2], [3], [4], [5], [6], [7]]}));
    for flips in 0..4 {
        let number = number_of_cell(5 + 10 + i64::from(flips), (2, 3), 8) as i32;
        assert_eq!(placed(&rule, flips), [(0, 0, number)]);
    }
}

#[test]
fn the_pivot_of_a_stamp_lies_on_the_cell() {
    // 2 x 2 tiles.
    let stamp = |x: f64, y: f64| {
        let tiles = json!([[1, 2, 5, 6]]);
        rule(&json!({"tileRectsIds": tiles, "tileMode": "Stamp", "pivotX": x, "pivotY": y}))
    };
    let of_corner = [(0, 0, 1), (8, 0, 2), (0, 8, 5), (8, 8, 6)];
    assert_eq!(placed(&stamp(0.0, 0.0), 0), of_corner);
    assert_eq!(placed(&stamp(1.0, 1.0), 0), [(-8, -8, 1), (0, -8, 2), (-8, 0, 5), (0, 0, 6)]);
    assert_eq!(placed(&stamp(0.5, 0.0), 0), [(-4, 0, 1), (4, 0, 2), (-4, 8, 5), (4, 8, 6)]);
    // Flipped, it goes the other way.
    assert_eq!(placed(&stamp(0.0, 0.0), 1), [(0, 0, 1), (-8, 0, 2), (0, 8, 5), (-8, 8, 6)]);
    assert_eq!(placed(&stamp(0.0, 0.0), 2), [(0, 0, 1), (8, 0, 2), (0, -8, 5), (8, -8, 6)]);
    let old = rule(&json!({"tileIds": [1, 2, 5, 6], "tileMode": "Stamp"}));
    assert_eq!(placed(&old, 0), of_corner);
    let layer = layer(&json!({"tilePivotX": 0.5}));
    let moved = [(4, 0, 1), (12, 0, 2), (4, 8, 5), (12, 8, 6)];
    assert_eq!(placed_on(&stamp(0.0, 0.0), &layer, 0), moved);
}

#[test]
fn tiles_are_moved_by_an_offset_and_by_chance() {
    let tiles = json!([[1]]);
    let fixed = rule(&json!({"tileRectsIds": tiles, "tileXOffset": 3, "tileYOffset": -2}));
    assert_eq!(placed(&fixed, 0), [(3, -2, 1)]);
    assert_eq!(placed(&fixed, 3), [(-3, 2, 1)]);
    let range = json!({
        "tileRectsIds": tiles, "tileXOffset": 3, "tileRandomXMin": -4, "tileRandomXMax": 4,
        "tileRandomYMin": 1, "tileRandomYMax": 2,
    });
    let x = 3 - 4 + number_of_cell(15, (2, 3), 9) as i32;
    let y = 1 + number_of_cell(16, (2, 3), 2) as i32;
    assert_eq!(placed(&rule(&range), 0), [(x, y, 1)]);
}

#[test]
fn chance_is_a_part_of_all_cells() {
    let share = |chance: f64| {
        let rule = rule(&json!({"tileRectsIds": [[1]], "chance": chance}));
        let layer = layer(&json!({}));
        let stamps = Stamps::of(&rule, &layer, &tileset(), 5);
        (0..10_000).filter(|cell| stamps.has_luck((cell % 100, cell / 100))).count()
    };
    assert_eq!((share(0.0), share(1.0)), (0, 10_000));
    assert!((2800..3200).contains(&share(0.3)));
    assert!((50..150).contains(&share(0.01)));
}

#[test]
fn what_hides_a_cell_leaves_the_rules_after_it_without_effect() {
    let hides = |others: Value| {
        let rule = rule(&others);
        let layer = layer(&json!({}));
        Stamps::of(&rule, &layer, &tileset(), 5).place((0, 0), 0, 0, &mut Vec::new())
    };
    assert!(hides(json!({"tileRectsIds": [[1]], "breakOnMatch": true})));
    assert!(!hides(json!({"tileRectsIds": [[1]]})));
    assert!(hides(json!({"tileRectsIds": [[7]]})));
    assert!(!hides(json!({"tileRectsIds": [[7]], "alpha": 0.5})));
    assert!(!hides(json!({"tileRectsIds": [[7]], "tileYOffset": 1})));
}

#[test]
fn absurd_numbers_do_no_harm() {
    let (low, high) = (i64::MIN, i64::MAX);
    let rule = rule(&json!({
        "tileRectsIds": [[low, high]], "tileMode": "Stamp", "pivotX": 1e300, "tileXOffset": high,
        "tileRandomXMin": low, "tileRandomXMax": high, "tileRandomYMin": high, "tileRandomYMax": low,
    }));
    let layer = layer(&json!({"gridSize": high, "tilePivotY": -1e300}));
    let mut tiles = Vec::new();
    for flips in 0..4 {
        Stamps::of(&rule, &layer, &tileset(), high).place((high, low), 0, flips, &mut tiles);
    }
    assert_eq!(tiles.len(), 8);
    for tiles in [json!({}), json!({"tileRectsIds": []}), json!({"tileIds": []})] {
        assert!(
            Stamps::of(&with(json!({"uid": 1, "size": 1}), &tiles), &layer, &tileset(), 0)
                .is_empty()
        );
    }
}
