use marahel_problem::Problem;
use serde_json::{Value, json};

use super::{level, measured};

#[track_caller]
fn problem(settings: &str) -> Problem {
    super::problem("zelda", settings).expect("the settings are right")
}

/// The meter and the description agree with what is expected.
#[track_caller]
fn check(text: &str, values: [f64; 5], playable: bool) {
    let problem = problem("");
    assert_eq!(measured(&problem, text, text), (values, playable));
    let described = problem.describe(level(&problem, text).view());
    assert_eq!(described["solution"].as_f64(), Some(values[4]));
    assert_eq!(described["playable"], playable);
}

#[track_caller]
fn check_description(text: &str, field: &str, expected: &Value) {
    let problem = problem("");
    let described = problem.describe(level(&problem, text).view());
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
    let problem = problem(
        "weights = { solid = 25, empty = 50, player = 5, enemy = 10, key = 5, door = 5 }
         [zelda.objectives]
         player = { range = [1, 1], zero_above = 11 }
         enemies = { range = [2, 4], zero_above = 9 }",
    );
    assert_eq!(problem.initial_weights()[3], ("enemy".to_owned(), 10));
    assert_eq!(problem.objectives()[3].band.score(6.5), 0.5);
}

#[test]
fn mistakes_in_settings_are_errors() {
    let none = "weights = { solid = 0, empty = 0, player = 0, enemy = 0, key = 0, door = 0 }";
    for settings in ["objectives.keys = { range = [1, inf] }", "path = \"exact\"", none] {
        assert!(super::problem("zelda", settings).is_err(), "{settings}");
    }
}

#[test]
fn a_level_can_be_asked_for_the_lengths_of_both_ways() {
    let problem = problem("").with_dials(&["player_key", "key_door"].map(str::to_owned));
    let problem = problem.expect("they are controls");
    let distances = |text: &str| {
        let mut meter = problem.meter();
        meter.judge(level(&problem, text).view());
        let [.., to_key, to_door] = meter.values() else { panic!("there are two") };
        [*to_key, *to_door]
    };
    // The ways have 2 and 3 steps, and 11 is the least to ask for.
    assert_eq!(distances("@.ke.d"), [9.0, 8.0]);
    let [to_key, to_door] = distances("@#k..d");
    assert!(to_key.is_nan() && to_door == 8.0);
    assert!(distances("@.k").iter().all(|distance| distance.is_nan()));
}
