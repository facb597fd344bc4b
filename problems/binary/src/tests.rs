use level::Level;
use problem::{Listed, Problem};

use crate::{Binary, Settings, Weights};

fn level(problem: &Binary, text: &str) -> Level {
    let rows: Vec<&str> = text.split_whitespace().collect();
    let palette = problem.palette();
    let tiles = rows.concat();
    let tiles = tiles.chars().map(|c| palette.tile_of(c).expect("a tile"));
    Level::from_tiles(rows[0].chars().count(), tiles.collect(), palette.clone())
}

fn problem(settings: &str) -> Binary {
    let settings: Settings = toml::from_str(settings).expect("the settings are right");
    Binary::new(&settings).expect("the settings are right")
}

#[track_caller]
fn check(settings: &str, initial: &str, finished: &str, values: [f64; 2], playable: bool) {
    let problem = problem(settings);
    let mut meter = problem.meter();
    let mut measured = [f64::NAN; 2];
    meter.start(level(&problem, initial).view(), 5);
    let is_playable = meter.measure(level(&problem, finished).view(), &mut measured);
    assert_eq!((measured, is_playable), (values, playable));
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
    let settings = format!("path = \"two-sweep\"\n{SHORT}");
    check(&settings, "..### #####", "..... ####.", [1.0, 4.0], true);
}

#[test]
fn a_level_is_described_by_its_counts_and_its_floor() {
    let problem = Binary::default();
    let described = problem.describe(level(&problem, "...# ##?.").view());
    assert_eq!(
        serde_json::Value::from(described),
        serde_json::json!({
            "counts": { "empty": 4, "solid": 3 },
            "regions": 2,
            "diameter": 2,
        })
    );
}

#[test]
fn the_settings_of_the_released_code_can_be_written() {
    let problem = problem(
        "path = \"two-sweep\"
         weights = { solid = 1, empty = 1 }
         [objectives]
         regions = { range = [1, 1], zero_above = 11 }",
    );
    assert_eq!(problem.objectives()[0].band.score(3.0), 0.8);
    assert_eq!(Binary::default().objectives()[0].band.score(5.5), 0.5);
    let settings = toml::to_string(&Settings::default()).expect("settings can be written");
    assert_eq!(toml::from_str(&settings), Ok(Settings::default()));
}

#[test]
fn a_weight_that_is_left_out_has_its_default() {
    let settings: Settings = toml::from_str("weights = { solid = 3 }").expect("a setting");
    assert_eq!(settings.weights, Weights { solid: 3, ..Settings::default().weights });
}

#[test]
fn mistakes_in_settings_are_errors() {
    assert!(toml::from_str::<Settings>("paht = \"exact\"").is_err());
    assert!(toml::from_str::<Settings>("weights = { sold = 1 }").is_err());
    let settings = toml::from_str("weights = { solid = 0, empty = 0 }").expect("numbers");
    assert!(Binary::new(&settings).is_err());
}

#[test]
fn a_level_can_be_asked_for_the_length_of_its_path() {
    let problem = problem("path = \"two-sweep\"");
    let mut values = [0.0];
    problem.meter().controls(level(&problem, "..... ####. ....#").view(), &mut values);
    assert_eq!((problem.controls()[0].name, values), ("path", [5.0]));
}
