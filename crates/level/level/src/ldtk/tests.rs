use std::sync::Arc;

use serde_json::{Value, json};

use super::*;
use crate::Palette;
use crate::tests::testing::zelda;

#[track_caller]
fn project(levels: &[(&str, &Level)]) -> Value {
    let project = ldtk_project(levels, 8).expect("there are levels");
    serde_json::from_str(&project).expect("it is JSON")
}

fn level(text: &str, names: &[&str]) -> Level {
    let palette = Palette::of_names(names).expect("the names are distinct");
    Level::from_text(text, Arc::new(palette)).expect("it is a level")
}

#[test]
fn cells_are_indices_from_one() {
    let level = Level::from_text("#.@\n?d.\n", zelda()).expect("it is a level");
    let project = project(&[("000007", &level)]);
    let found = &project["levels"][0];
    assert_eq!(found["identifier"], "Level_000007");
    assert_eq!((&found["pxWid"], &found["pxHei"]), (&json!(24), &json!(16)));
    let layer = &found["layerInstances"][0];
    assert_eq!(layer["intGridCsv"], json!([2, 1, 3, 0, 6, 1]));
    assert_eq!((&layer["__cWid"], &layer["__cHei"]), (&json!(3), &json!(2)));
    let values = &project["defs"]["layers"][0]["intGridValues"];
    assert_eq!(values[1]["identifier"], "solid");
    assert_eq!((&values[1]["value"], &values[1]["color"]), (&json!(2), &json!("#2D2F36")));
}

#[test]
fn levels_of_several_palettes_share_values_by_name() {
    let one = level("#.\n", &["empty", "solid"]);
    let other = level("~#\n", &["solid", "water"]);
    let project = project(&[("a", &one), ("b", &other)]);
    let cells = |index: usize| &project["levels"][index]["layerInstances"][0]["intGridCsv"];
    assert_eq!(cells(0), &json!([2, 1]));
    assert_eq!(cells(1), &json!([3, 2]));
}

#[test]
fn names_are_identifiers_and_distinct() {
    let level = level("....\n", &["empty", "big door", "big-door", "1", "é"]);
    let project = project(&[("cave", &level), ("cave", &level), ("cave_2", &level), ("-", &level)]);
    let names = |list: &Value| -> Vec<String> {
        let list = list.as_array().expect("it is an array").iter();
        list.map(|one| one["identifier"].as_str().expect("it is a text").to_owned()).collect()
    };
    assert_eq!(names(&project["levels"]), ["cave", "cave_2", "cave_2_2", "Level__"]);
    assert_eq!(
        names(&project["defs"]["layers"][0]["intGridValues"]),
        ["empty", "big_door", "big_door_2", "Entity_1", "Entity__"]
    );
}

#[test]
fn levels_do_not_touch() {
    let large = level("...\n...\n", &["empty"]);
    let small = level(".\n", &["empty"]);
    let project =
        project(&[("a", &large), ("b", &small), ("c", &large), ("d", &small), ("e", &large)]);
    let place = |index: usize| {
        let level = &project["levels"][index];
        (level["worldX"].as_u64(), level["worldY"].as_u64())
    };
    // Three columns of 3 + 2 tiles and rows of 2 + 2 tiles, 8 pixels each.
    let expected = [(0, 0), (40, 0), (80, 0), (0, 32), (40, 32)];
    assert_eq!((0..5).map(place).collect::<Vec<_>>(), expected.map(|(x, y)| (Some(x), Some(y))));
}

#[test]
fn a_project_of_nothing_is_refused() {
    assert!(matches!(ldtk_project(&[], 16), Err(LevelError::NoLevels)));
}

#[test]
fn the_note_of_a_layer_says_the_names_that_identifiers_cannot_have() {
    let level = level("....\n", &["empty", "big door", "big-door", "é"]);
    let project = project(&[("cave", &level)]);
    let doc = project["defs"]["layers"][0]["doc"].as_str().expect("it is a text");
    let names = ldtk_names(doc);
    let expected = [
        ("Entity__", "é"),
        ("big_door", "big door"),
        ("big_door_2", "big-door"),
        ("empty", "empty"),
    ];
    let names: Vec<_> = names.iter().map(|(one, other)| (one.as_str(), other.as_str())).collect();
    assert_eq!(names, expected);
}

#[test]
fn other_notes_say_no_names() {
    for doc in ["", "walls and floors", "entities: ", "entities: [1]", "entities: {\"a\": \"b\"}"] {
        assert!(ldtk_names(doc).is_empty(), "{doc}");
    }
}
