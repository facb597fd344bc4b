use marahel_problem::Problem;
use serde_json::json;

use super::{level, measured};

#[track_caller]
fn problem(settings: &str) -> Problem {
    super::problem("sokoban", settings).expect("the settings are right")
}

#[track_caller]
fn check(settings: &str, text: &str, values: [f64; 4], playable: bool) {
    assert_eq!(measured(&problem(settings), text, text), (values, playable));
}

#[test]
fn counts_difference_and_moves() {
    check("", "@-$-.", [1.0, 1.0, 0.0, 3.0], true);
    check("", "@-$-.$", [1.0, 2.0, 1.0, 0.0], false);
    check("", "..@@.", [2.0, 0.0, 3.0, 0.0], false);
    check("", "$@.", [1.0, 1.0, 0.0, 0.0], false);
}

#[test]
fn a_level_without_an_answer_is_not_playable() {
    let settings = "study.solver = { kind = \"optimal\", states = 2 }";
    check(settings, "@-$-.", [1.0, 1.0, 0.0, 0.0], false);
    let problem = problem(settings);
    let described = problem.describe(level(&problem, "@-$-.").view());
    assert_eq!(described["status"], "undecided");
    assert_eq!(described["optimal"], json!(null));
}

#[test]
fn the_released_solver_can_be_set() {
    let settings = "study.solver = { kind = \"released\" }";
    check(settings, "@-$-.", [1.0, 1.0, 0.0, 3.0], true);
}

#[test]
fn a_level_is_described_by_all_its_measures() {
    let problem = problem("");
    let described = problem.describe(level(&problem, "@$-. ####").view());
    assert_eq!(
        serde_json::Value::from(described),
        json!({
            "counts": { "crate": 1, "empty": 1, "player": 1, "solid": 4, "target": 1 },
            "regions": 1,
            "diameter": 3,
            "difference": 0,
            "optimal": 2,
            "status": "solved",
            "playable": true,
            "good": false,
        })
    );
}

#[test]
fn the_settings_of_the_released_code_can_be_written() {
    let problem = problem(
        "study.solver = { kind = \"released\", states = 10000 }
         weights = { solid = 8, empty = 9, player = 1, crate = 1, target = 1 }
         [sokoban.objectives]
         player = { range = [1, 1], zero_above = 11 }
         crate = { range = [2, 4], zero_above = 9 }
         difference = { range = [-inf, 0], zero_above = 10 }",
    );
    assert_eq!(problem.objectives()[2].band.score(2.5), 0.75);
}

#[test]
fn mistakes_in_settings_are_errors() {
    for solver in ["\"best\"", "\"optimal\", nodes = 5", "\"optimal\", states = 0"] {
        let settings = format!("study.solver = {{ kind = {solver} }}");
        assert!(super::problem("sokoban", &settings).is_err(), "{settings}");
    }
}

#[test]
fn a_level_can_be_asked_for_a_number_of_crates() {
    let problem = problem("").with_dials(&["crates".to_owned()]).expect("it is a control");
    let mut meter = problem.meter();
    meter.judge(level(&problem, "@$. $.-").view());
    assert_eq!(meter.values().last(), Some(&0.0), "two are among those that can be asked for");
    meter.judge(level(&problem, "@-.").view());
    assert!(meter.values().last().is_some_and(|value| value.is_nan()));
}
