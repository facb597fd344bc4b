use serde_json::{Value, json};

use crate::json::JSON;
use crate::tests::{listed, names, one, told};
use crate::{Hints, Legend};

/// A level of 3 x 2 cells of 16 pixels with these layers, the topmost first.
fn level(layers: &Value) -> String {
    let mut level = json!({"ogmoVersion": "3.4.0", "width": 48, "height": 32, "layers": layers});
    for layer in level["layers"].as_array_mut().expect("it is a list") {
        let fields =
            json!({"gridCellsX": 3, "gridCellsY": 2, "gridCellWidth": 16, "gridCellHeight": 16});
        for (name, value) in fields.as_object().expect("it is an object") {
            let fields = layer.as_object_mut().expect("it is an object");
            fields.entry(name.clone()).or_insert(value.clone());
        }
    }
    level.to_string()
}

#[track_caller]
fn check(layers: &Value, hints: &Hints, expected: &str, expected_names: &[&str]) {
    let level = one(&level(layers), &JSON, hints).expect("it is a level");
    assert_eq!((level.to_csv().as_str(), names(&level)), (expected, owned(expected_names)));
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn tiles_are_read_in_each_form() {
    for layer in [
        json!({"name": "a", "tileset": "t", "data": [1, 1, 0, 1, -1, 1]}),
        json!({"name": "a", "tileset": "t", "data2D": [[1, 1, 0], [1, -1, 1]]}),
    ] {
        let expected = ["tile_1", "tile_0", "empty"];
        check(&json!([layer]), &Hints::default(), "0,0,1\n0,2,0\n", &expected);
    }
    for layer in [
        json!({"name": "a", "dataCoords": [[1, 0], [1, 0], [0, 0], [1, 0], [-1], [1, 0]]}),
        json!({"name": "a", "dataCoords2D": [[[1, 0], [1, 0], [0, 0]], [[1, 0], [-1], [1, 0]]]}),
    ] {
        let expected = ["tile_1_0", "tile_0_0", "empty"];
        check(&json!([layer]), &Hints::default(), "0,0,1\n0,2,0\n", &expected);
    }
    for layer in [
        json!({"name": "walls", "grid": ["1", "1", "w", "1", "0", "1"]}),
        json!({"name": "walls", "grid2D": [["1", "1", "w"], ["1", "0", "1"]]}),
    ] {
        let expected = ["walls_1", "walls_w", "empty"];
        check(&json!([layer]), &Hints::default(), "0,0,1\n0,2,0\n", &expected);
    }
}

#[test]
fn layers_lie_over_each_other_and_entities_stand_in_cells() {
    let layers = json!([
        {"name": "things", "entities": [{"name": "hero", "x": 20, "y": 16}, {"name": "hero", "x": 64, "y": 0}]},
        {"name": "fine", "gridCellsX": 6, "gridCellsY": 4, "data": [0]},
        {"name": "notes", "decals": []},
        {"name": "top", "tileset": "t", "data": [-1, -1, 1, -1, -1, -1]},
        {"name": "ground", "tileset": "t", "data": [0, 0, 0, 0, 0, 0]}
    ]);
    let reading = crate::read(level(&layers).as_bytes(), &JSON, &Hints::default(), &crate::NoFiles);
    let reading = reading.expect("it is a level");
    assert_eq!(names(&reading.levels[0].level), ["tile_0", "tile_1", "hero"]);
    assert_eq!(reading.levels[0].level.to_csv(), "0,0,1\n0,2,0\n");
    assert_eq!(
        reading.about.left_out,
        [
            "layer `notes`, which has no tiles",
            "layer `fine`, which has cells of another size",
            "entity `hero`, which is out of the level"
        ]
    );
    let top = Hints { layers: vec!["top".to_owned()], ..Hints::default() };
    check(&layers, &top, "1,1,0\n1,1,1\n", &["tile_1", "empty"]);
    let legend = Legend::parse(r#"{"tile_1": "wall"}"#).expect("it is a legend");
    check(&layers, &Hints { legend, ..top }, "1,1,0\n1,1,1\n", &["wall", "empty"]);
    let hints = Hints { keeps_names: true, ..listed(&["floor", "wall"]) };
    check(&layers, &hints, "0,0,1\n0,2,0\n", &["floor", "wall", "hero"]);
}

#[test]
fn what_is_wrong_is_told() {
    let error = |layers: &Value, hints: &Hints| {
        told(&one(&level(layers), &JSON, hints).expect_err("it is wrong"))
    };
    let short = json!([{"name": "a", "data": [1]}]);
    let expected = "layer `a` is 3 x 2 cells large, but has 1 cells";
    assert_eq!(error(&short, &Hints::default()), expected);
    let roof = Hints { layers: vec!["roof".to_owned()], ..Hints::default() };
    assert_eq!(error(&short, &roof), "there is no layer `roof`; the layers are `a`");
    let things = json!([{"name": "a", "entities": []}]);
    let expected = "there is no layer of tiles or of a grid; a level needs one";
    assert_eq!(error(&things, &Hints::default()), expected);
    let huge = json!([{"name": "a", "gridCellsX": 1_u64 << 40, "data": []}]);
    assert!(error(&huge, &Hints::default()).starts_with("there are more than"));
}
