use std::sync::Arc;

use marahel_level::{Level, UNKNOWN};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::range::tests::{binary, level, levels};

/// A further metric: one more than the number of columns.
const WIDER: Metric = Metric {
    name: "wider",
    label: "columns and one",
    value: |level, _| (level.width() + 1).into(),
};

fn row(level: &Level, more: &'static [Metric]) -> Value {
    let palette = level.palette();
    let roles = Roles::of(palette, None, None).expect("no name is given");
    let problems = marahel_config::BUILT_IN.with_defaults();
    let measures = Measures::new(palette, roles, more, &problems);
    let row = measures.row(7, level.view(), &mut measures.memory());
    assert_eq!(row.len(), measures.columns.len());
    measures.columns.iter().cloned().zip(row).collect::<serde_json::Map<_, _>>().into()
}

#[test]
fn a_level_has_its_metrics() {
    let row = row(&level("..#.\n##?#\n"), &[WIDER]);
    let expected = json!({
        "seed": 7, "width": 4, "height": 2,
        "empty": 0.375, "isolated": 3, "entropy": 0.0, "plain_windows": 1.0,
        "regions": 2, "diameter": 1, "count_empty": 3, "count_solid": 4,
        "wider": 5,
    });
    assert_eq!(row, expected);
}

#[test]
fn a_level_of_one_entity_has_metrics() {
    let palette = Arc::new(Palette::of_names(&["grass"]).expect("there is a name"));
    let row = row(&Level::from_tiles(1, vec![0], palette), &[WIDER]);
    let expected = json!({
        "seed": 7, "width": 1, "height": 1,
        "empty": 1.0, "isolated": 1, "entropy": 0.0, "plain_windows": 1.0,
        "regions": 1, "diameter": 0, "count_grass": 1,
        "wider": 2,
    });
    assert_eq!(row, expected);
}

#[test]
fn a_level_that_was_never_set_has_metrics() {
    let row = row(&Level::new(3, 2, binary()), &[]);
    assert_eq!(
        (&row["empty"], &row["isolated"], &row["regions"]),
        (&json!(0.0), &json!(1), &json!(0))
    );
}

/// A level of the named entities, drawn in the characters of their palette.
fn drawn(names: &[&str], text: &str) -> Level {
    let palette = Palette::of_names(names).expect("the names are distinct");
    Level::from_text(text, Arc::new(palette)).expect("it is a level")
}

#[test]
fn a_dungeon_has_the_measures_of_zelda() {
    // The order of the entities is not that of the problem.
    let names = ["solid", "player", "key", "empty", "enemy", "door"];
    let row = row(&drawn(&names, "@.k\ne#d\n"), &[]);
    let measured = ["player_key", "key_door", "solution", "nearest_enemy", "playable"];
    assert_eq!(
        measured.map(|key| row[key].clone()),
        [json!(2), json!(1), json!(3), json!(1), json!(true)]
    );
}

#[test]
fn a_way_that_there_is_not_has_no_length() {
    let names = ["solid", "player", "key", "empty", "enemy", "door"];
    let row = row(&drawn(&names, "@#k\ne#d\n"), &[]);
    assert_eq!((&row["player_key"], &row["key_door"]), (&Value::Null, &json!(1)));
    assert_eq!((&row["solution"], &row["playable"]), (&json!(0), &json!(false)));
}

#[test]
fn a_puzzle_has_the_measures_of_sokoban() {
    let names = ["empty", "solid", "player", "crate", "target"];
    let row = row(&drawn(&names, "@$.\n"), &[]);
    let measured = ["difference", "optimal", "status", "playable"];
    assert_eq!(
        measured.map(|key| row[key].clone()),
        [json!(0), json!(1), json!("solved"), json!(true)]
    );
}

#[test]
fn other_entities_are_no_problem() {
    let row = row(&drawn(&["empty", "solid", "player", "key", "door"], "@.k\n"), &[]);
    assert!(row.get("solution").is_none());
}

proptest! {
    #[test]
    fn components_and_paths_are_those_of_the_problem(level in levels()) {
        let row = row(&level, &[]);
        prop_assert_eq!(row["isolated"].as_u64(), Some(crate::range::tests::naive::isolated(&level)));
        let problem = &marahel_config::BUILT_IN.with_defaults()[0];
        let described = problem.describe(level.view());
        prop_assert_eq!(&row["regions"], &described["regions"]);
        prop_assert_eq!(&row["diameter"], &described["diameter"]);
        let n_unknown = u64::from(Counts::of(level.view()).get(UNKNOWN));
        let counts = ["count_empty", "count_solid"].map(|key| row[key].as_u64().unwrap_or(0));
        prop_assert_eq!(counts[0] + counts[1] + n_unknown, level.tiles().len() as u64);
    }
}
