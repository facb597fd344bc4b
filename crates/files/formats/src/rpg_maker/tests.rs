use serde_json::json;

use crate::json::JSON;
use crate::tests::{names, told};
use crate::{Hints, NoFiles, Reading, read};

/// A map of 3 x 1 cells with these six layers.
fn map(layers: [[i64; 3]; 6]) -> String {
    let events = json!([null, {"id": 1, "name": "EV001", "x": 0, "y": 0}]);
    let data = layers.concat();
    json!({"tilesetId": 1, "width": 3, "height": 1, "data": data, "events": events}).to_string()
}

fn reading(text: &str, layers: &[&str]) -> Result<Reading, String> {
    let layers = layers.iter().map(|&layer| layer.to_owned()).collect();
    let hints = Hints { layers, ..Hints::default() };
    read(text.as_bytes(), &JSON, &hints, &NoFiles).map_err(|error| told(&error))
}

#[test]
fn layers_lie_over_each_other_and_shapes_of_a_tile_are_one_tile() {
    // The second tile is another shape of the first; the next kind begins 48 numbers later.
    let text = map([[2816, 2863, 2864], [0; 3], [0, 0, 5], [0; 3], [15; 3], [0, 0, 7]]);
    let reading = reading(&text, &[]).expect("it is a map");
    let level = &reading.levels[0].level;
    assert_eq!(
        (level.to_csv().as_str(), names(level)),
        ("0,0,1\n", owned(&["tile_2816", "tile_5"]))
    );
    assert_eq!(reading.about.layers, ["1", "2", "3", "4"]);
    assert_eq!(reading.about.left_out, ["events: `EV001`"]);
}

#[test]
fn a_layer_may_be_chosen() {
    let text = map([[2816, 2863, 2864], [0; 3], [0, 0, 5], [0; 3], [15; 3], [0, 0, 7]]);
    for (layers, csv, expected) in [
        (["1"], "0,0,1\n", ["tile_2816", "tile_2864"]),
        (["regions"], "1,1,0\n", ["region_7", "empty"]),
    ] {
        let reading = reading(&text, &layers).expect("it is a map");
        let level = &reading.levels[0].level;
        assert_eq!((level.to_csv().as_str(), names(level)), (csv, owned(&expected)));
    }
    let expected = "there is no layer `5`; the layers are `1`, `2`, `3`, `4`, `regions`";
    assert_eq!(reading(&text, &["5"]).expect_err("it has four"), expected);
}

#[test]
fn a_map_has_six_layers() {
    let text = json!({"tilesetId": 1, "width": 3, "height": 2, "data": [1, 2]}).to_string();
    let expected = "the map is 3 x 2 cells large, but its 6 layers have 2 cells";
    assert_eq!(reading(&text, &[]).expect_err("it is short"), expected);
    let mut long: serde_json::Value =
        serde_json::from_str(&map([[1, 2, 3]; 6])).expect("it is JSON");
    long["data"].as_array_mut().expect("a list").extend([json!(9), json!(9), json!(9)]);
    let level = reading(&long.to_string(), &[]).expect("what is too much is not seen");
    assert_eq!(names(&level.levels[0].level), owned(&["tile_1", "tile_2", "tile_3"]));
    let text = json!({"tilesetId": 1, "width": 1_u64 << 40, "height": 2, "data": []}).to_string();
    assert!(reading(&text, &[]).expect_err("it is large").starts_with("there are more than"));
}

fn owned(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}
