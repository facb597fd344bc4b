use marahel_problem::Problem;

use super::{level, measured};

#[track_caller]
fn problem(settings: &str) -> Problem {
    super::problem("binary", settings).expect("the settings are right")
}

#[track_caller]
fn check(settings: &str, initial: &str, finished: &str, values: [f64; 2], playable: bool) {
    assert_eq!(measured(&problem(settings), initial, finished), (values, playable));
}

const SHORT: &str = "objectives.path = { range = [4, inf] }";

#[test]
fn the_path_is_compared_with_that_of_the_initial_level() {
    check(SHORT, "..##. #####", "..... ####.", [1.0, 4.0], true);
    check(SHORT, "..... #####", "..##. #####", [2.0, -3.0], false);
}

#[test]
fn a_playable_level_has_one_region() {
    check(SHORT, "##### #####", "....# #####", [1.0, 3.0], true);
    check(SHORT, "##### #####", "..... #####", [1.0, 4.0], true);
    check(SHORT, "#######", ".....#.", [2.0, 4.0], false);
    check(SHORT, "..", "##", [0.0, -1.0], false);
}

#[test]
fn two_sweeps_are_right_on_a_path() {
    let settings = format!("study.path = \"two-sweep\"\n{SHORT}");
    check(&settings, "..### #####", "..... ####.", [1.0, 4.0], true);
}

#[test]
fn a_level_is_described_by_its_counts_and_its_floor() {
    let problem = problem("");
    let described = problem.describe(level(&problem, "...# ##?.").view());
    assert_eq!(
        serde_json::Value::from(described),
        serde_json::json!({
            "counts": { "empty": 4, "solid": 3 },
            "regions": 2,
            "diameter": 2,
            "playable": false,
            "good": false,
        })
    );
}

#[test]
fn the_settings_of_the_released_code_can_be_written() {
    let released = problem(
        "study.path = \"two-sweep\"
         weights = { solid = 1, empty = 1 }
         [binary.objectives]
         regions = { range = [1, 1], zero_above = 11 }",
    );
    assert_eq!(released.objectives()[0].band.score(3.0), 0.8);
    assert_eq!(problem("").objectives()[0].band.score(5.5), 0.5);
}

#[test]
fn a_weight_that_is_left_out_has_its_default() {
    let problem = problem("weights = { solid = 3 }");
    let weights = [("solid".to_owned(), 3), ("empty".to_owned(), 1)];
    assert_eq!(problem.initial_weights(), weights);
}

#[test]
fn mistakes_in_settings_are_errors() {
    let none = "weights = { solid = 0, empty = 0 }";
    for settings in ["paht = \"exact\"", "weights = { sold = 1 }", none] {
        assert!(super::problem("binary", settings).is_err(), "{settings}");
    }
}

#[test]
fn a_level_can_be_asked_for_the_length_of_its_path() {
    let problem = problem("study.path = \"two-sweep\"");
    let problem = problem.with_dials(&["path".to_owned()]).expect("it is a control");
    let mut meter = problem.meter();
    meter.judge(level(&problem, "..... ####. ....#").view());
    // Its path has 5 steps, and 35 is the least to ask for.
    assert_eq!(meter.values().last(), Some(&30.0));
}
