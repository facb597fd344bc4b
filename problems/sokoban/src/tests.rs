use level::Level;
use problem::{Listed, Problem};
use serde_json::json;

use crate::{Settings, Sokoban};

fn level(text: &str) -> Level {
    let rows: Vec<&str> = text.split_whitespace().collect();
    let problem = Sokoban::default();
    let palette = problem.palette();
    let tiles = rows.concat();
    let tiles = tiles.chars().map(|c| palette.tile_of(c).expect("a tile"));
    Level::from_tiles(rows[0].chars().count(), tiles.collect(), palette.clone())
}

fn problem(settings: &str) -> Sokoban {
    let settings: Settings = toml::from_str(settings).expect("the settings are right");
    Sokoban::new(&settings).expect("the settings are right")
}

#[track_caller]
fn check(settings: &str, text: &str, values: [f64; 4], playable: bool) {
    let (problem, level) = (problem(settings), level(text));
    let mut meter = problem.meter();
    let mut measured = [f64::NAN; 4];
    meter.start(level.view(), 0);
    let is_playable = meter.measure(level.view(), &mut measured);
    assert_eq!((measured, is_playable), (values, playable));
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
    let settings = "solver = { kind = \"optimal\", states = 2 }";
    check(settings, "@-$-.", [1.0, 1.0, 0.0, 0.0], false);
    let described = problem(settings).describe(level("@-$-.").view());
    assert_eq!(described["status"], "undecided");
    assert_eq!(described["optimal"], json!(null));
}

#[test]
fn the_released_solver_can_be_set() {
    let settings = "solver = { kind = \"released\" }";
    check(settings, "@-$-.", [1.0, 1.0, 0.0, 3.0], true);
}

#[test]
fn a_level_is_described_by_all_its_measures() {
    let described = Sokoban::default().describe(level("@$-. ####").view());
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
        })
    );
}

#[test]
fn the_settings_of_the_released_code_can_be_written() {
    let settings: Settings = toml::from_str(
        "solver = { kind = \"released\", states = 10000 }
         weights = { solid = 8, empty = 9, player = 1, crate = 1, target = 1 }
         [objectives]
         player = { range = [1, 1], zero_above = 11 }
         crate = { range = [2, 4], zero_above = 9 }
         difference = { range = [-inf, 0], zero_above = 10 }",
    )
    .expect("the settings are right");
    let text = toml::to_string(&settings).expect("settings can be written");
    assert_eq!(toml::from_str(&text), Ok(settings));
    assert_eq!(Sokoban::default().objectives()[2].band.score(2.5), 0.75);
}

#[test]
fn mistakes_in_settings_are_errors() {
    assert!(toml::from_str::<Settings>("solver = { kind = \"best\" }").is_err());
    assert!(toml::from_str::<Settings>("solver = { kind = \"optimal\", nodes = 5 }").is_err());
    let settings = toml::from_str("solver = { kind = \"optimal\", states = 0 }").expect("a number");
    assert!(Sokoban::new(&settings).is_err());
}

#[test]
fn a_level_can_be_asked_for_a_number_of_crates() {
    let problem = Sokoban::default();
    let mut values = [0.0];
    problem.meter().controls(level("@$. $.-").view(), &mut values);
    assert_eq!((problem.controls()[0].name, values), ("crates", [2.0]));
    problem.meter().controls(level("@-.").view(), &mut values);
    assert!(values[0].is_nan());
}
