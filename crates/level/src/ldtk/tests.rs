use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::Palette;
use crate::testing::zelda;

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

/// A project of one level of 3 x 2 cells as LDtk saves it, with most fields left out.
fn saved(values: &Value, layer: &Value) -> Value {
    let mut instance = json!({
        "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "layerDefUid": 7,
        "intGridCsv": [1, 2, 0, 5, 1, 1],
    });
    instance.as_object_mut().expect("it is").extend(layer.as_object().expect("it is").clone());
    json!({
        "defs": {"layers": [
            {"uid": 3, "doc": null, "intGridValues": []},
            {"uid": 7, "doc": "ours", "intGridValues": values},
        ]},
        "levels": [{"identifier": "Cave", "layerInstances": [
            {"__type": "Entities", "__cWid": 3, "__cHei": 2, "layerDefUid": 3, "intGridCsv": []},
            instance,
        ]}],
        "worlds": [],
    })
}

fn named() -> Value {
    json!([
        {"value": 2, "identifier": "solid", "color": "#102030"},
        {"value": 1, "identifier": "empty", "color": "?"},
        {"value": 4, "identifier": null, "color": "#000000"},
        {"value": 5, "identifier": "solid", "color": "#000000"},
    ])
}

#[track_caller]
fn check_error(project: &Value, palette: Option<&Arc<Palette>>, expected: &str) {
    let error = read_ldtk(&project.to_string(), palette).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn values_are_entities_by_name() {
    let project = saved(&named(), &json!({})).to_string();
    let [(name, level)] = &read_ldtk(&project, None).expect("it is a project")[..] else {
        panic!("one level");
    };
    assert_eq!((name.as_str(), level.to_text().as_str()), ("Cave", ".#?\n#..\n"));
    assert_eq!(level.palette().color(0), [0x10, 0x20, 0x30]);
    assert_eq!((level.palette().name(0), level.palette().len()), ("solid", 2));
    let read = read_ldtk(&project, Some(&zelda())).expect("it is a project");
    assert_eq!(read[0].1.to_csv(), "0,1,-1\n1,0,0\n");
    let other = Arc::new(Palette::of_names(&["empty"]).expect("they are distinct"));
    let error = read_ldtk(&project, Some(&other)).unwrap_err().to_string();
    assert!(error.starts_with("the level has an entity `solid`"), "{error}");
}

#[test]
fn values_without_names_are_the_entities_in_order() {
    let project = saved(&json!([{"value": 1}, {"value": 2, "identifier": ""}]), &json!({}));
    let read = read_ldtk(&project.to_string(), Some(&zelda())).expect("it is a project");
    assert_eq!(read[0].1.to_csv(), "0,1,-1\n4,0,0\n");
    let error = read_ldtk(&project.to_string(), None).unwrap_err();
    assert!(matches!(error, LevelError::NoPalette), "{error}");
    let project = saved(&json!([]), &json!({"intGridCsv": [1, 1, 1, 1, 7, 1]}));
    let error = read_ldtk(&project.to_string(), Some(&zelda())).unwrap_err();
    let source = std::error::Error::source(&error).expect("there is a reason").to_string();
    assert_eq!(error.to_string(), "level `Cave`");
    assert_eq!(source, "row 2, column 2: `6` is no tile; expected 0 to 5, or -1 for unknown");
}

#[test]
fn levels_of_all_worlds_are_read() {
    let mut project = saved(&named(), &json!({}));
    let levels = project["levels"].take();
    project["levels"] = json!([]);
    project["worlds"] = json!([{"levels": levels}, {"levels": levels}]);
    assert_eq!(read_ldtk(&project.to_string(), None).expect("it is a project").len(), 2);
}

#[test]
fn projects_that_hold_no_levels_say_why() {
    let check =
        |layer: Value, expected: &str| check_error(&saved(&named(), &layer), None, expected);
    check(
        json!({"intGridCsv": [1, 1, 1, 4, 1, 1]}),
        "level `Cave`, row 2, column 1: value 4 has no name; enter that of its entity in the \
         settings of the layer, as other values have it",
    );
    check(json!({"intGridCsv": [1]}), "level `Cave` is 3 x 2 cells large, but has 1 cells");
    check(
        json!({"__type": "Tiles"}),
        "level `Cave` has no IntGrid layer; paint its cells there, as other layers are not read",
    );
    check(
        json!({"__cWid": 0}),
        "there are no tiles; a level has at least one row of at least one tile",
    );
    let large = "there are more than 16777216 tiles; split the level into smaller ones";
    check(json!({"__cWid": usize::MAX}), large);
    check(json!({"__cWid": 1 << 24}), large);
    let mut project = saved(&named(), &json!({}));
    project["levels"][0]["layerInstances"] = Value::Null;
    check_error(
        &project,
        None,
        "level `Cave` is in a file of its own; turn \"save levels separately\" off in the settings \
         of the project",
    );
    project["levels"] = json!([]);
    check_error(&project, None, "there are no levels; at least one is needed");
    for text in ["", "[]", "{}", r#"{"defs": {"layers": [{}]}}"#] {
        let error = read_ldtk(text, None).unwrap_err();
        assert!(matches!(error, LevelError::Json(_)), "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn any_layer_is_a_level_or_an_error(
        width in 0_usize..4,
        cells in proptest::collection::vec(-1_i64..7, 0..9),
        values in proptest::collection::vec((-1_i64..7, "[a-c]?", "#?[0-9a-fé]{0,6}"), 0..5),
        doc in "entities: .{0,9}|entities: [\\[\"a-c,\\]]{0,9}",
    ) {
        let values = values.iter().map(|(value, identifier, color)| {
            json!({"value": value, "identifier": identifier, "color": color})
        });
        let values = values.collect::<Vec<_>>();
        let mut project = saved(&json!(values), &json!({"__cWid": width, "intGridCsv": cells}));
        project["defs"]["layers"][1]["doc"] = json!(doc);
        for palette in [None, Some(&zelda())] {
            if let Ok(levels) = read_ldtk(&project.to_string(), palette) {
                prop_assert_eq!((levels[0].1.width(), levels[0].1.height()), (width, 2));
            }
        }
    }
}
