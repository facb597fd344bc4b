use level::Level;
use problem::{Listed, Problem};
use serde_json::{Value, json};

use crate::{Settings, Zelda};

fn level(text: &str) -> Level {
    let rows: Vec<&str> = text.split_whitespace().collect();
    let problem = Zelda::default();
    let palette = problem.palette();
    let tiles = rows.concat();
    let tiles = tiles.chars().map(|c| palette.tile_of(c).expect("a tile"));
    Level::from_tiles(rows[0].chars().count(), tiles.collect(), palette.clone())
}

/// The meter and the description agree with what is expected.
#[track_caller]
fn check(text: &str, values: [f64; 5], playable: bool) {
    let (problem, level) = (Zelda::default(), level(text));
    let mut meter = problem.meter();
    let mut measured = [f64::NAN; 5];
    meter.start(level.view(), 0);
    let is_playable = meter.measure(level.view(), &mut measured);
    assert_eq!((measured, is_playable), (values, playable));
    let described = problem.describe(level.view());
    assert_eq!(described["solution"].as_f64(), Some(values[4]));
    assert_eq!(described["playable"], playable);
}

#[track_caller]
fn check_description(text: &str, field: &str, expected: &Value) {
    let described = Zelda::default().describe(level(text).view());
    assert_eq!(&described[field], expected, "{field} of {text}");
}

#[test]
fn the_solution_goes_over_the_key_to_the_door() {
    check("@.ke.d", [1.0, 1.0, 1.0, 1.0, 5.0], true);
    check("k.@.d", [1.0, 1.0, 1.0, 0.0, 6.0], true);
}

#[test]
fn the_door_is_no_way_to_the_key() {
    check("@dk", [1.0, 1.0, 1.0, 0.0, 0.0], false);
    check("@dk ...", [1.0, 1.0, 1.0, 0.0, 5.0], true);
}

#[test]
fn there_must_be_one_of_each() {
    check("@kd@", [2.0, 1.0, 1.0, 0.0, 0.0], false);
    check("@k.", [1.0, 1.0, 0.0, 0.0, 0.0], false);
    check("?", [0.0; 5], false);
}

#[test]
fn missing_ways_are_told_from_missing_tiles() {
    check_description("@#kd", "player_key", &json!(-1));
    check_description("@#kd", "key_door", &json!(1));
    check_description("@k", "key_door", &json!(null));
    check_description("@.#e", "nearest_enemy", &json!(-1));
    check_description("@.e#e", "nearest_enemy", &json!(2));
    check_description("@e@", "nearest_enemy", &json!(null));
}

#[test]
fn doors_and_walls_part_regions_and_enemies_do_not() {
    check_description("..d..#.e.", "regions", &json!(3));
    check_description("..d..#.e.", "diameter", &json!(2));
}

#[test]
fn the_settings_of_paper_and_released_code_can_be_written() {
    let settings: Settings = toml::from_str(
        "weights = { solid = 25, empty = 50, player = 5, enemy = 10, key = 5, door = 5 }
         [objectives]
         player = { range = [1, 1], zero_above = 11 }
         enemies = { range = [2, 4], zero_above = 9 }",
    )
    .expect("the settings are right");
    let problem = Zelda::new(&settings).expect("the settings are right");
    assert_eq!(problem.initial_weights()[3], ("enemy".to_owned(), 10));
    assert_eq!(problem.objectives()[3].band.score(6.5), 0.5);
    let text = toml::to_string(&settings).expect("settings can be written");
    assert_eq!(toml::from_str(&text), Ok(settings));
}

#[test]
fn mistakes_in_settings_are_errors() {
    assert!(toml::from_str::<Settings>("[objectives]\nkeys = { range = [1, inf] }").is_err());
    let settings: Settings = toml::from_str(
        "weights = { solid = 0, empty = 0, player = 0, enemy = 0, key = 0, door = 0 }",
    )
    .expect("numbers");
    assert!(Zelda::new(&settings).is_err());
}

#[test]
fn a_level_can_be_asked_for_the_lengths_of_both_ways() {
    let problem = Zelda::default();
    let names: Vec<_> = problem.controls().iter().map(|control| control.name).collect();
    assert_eq!(names, ["player_key", "key_door"]);
    let mut values = [0.0; 2];
    problem.meter().controls(level("@.ke.d").view(), &mut values);
    assert_eq!(values, [2.0, 3.0]);
    problem.meter().controls(level("@#k..d").view(), &mut values);
    assert!(values[0].is_nan() && values[1] == 3.0);
    problem.meter().controls(level("@.k").view(), &mut values);
    assert!(values.iter().all(|value| value.is_nan()));
}
