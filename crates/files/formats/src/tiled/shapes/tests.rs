use serde_json::{Value, json};

use crate::tests::{Files, listed, only, wanting};
use crate::tiled::{TMJ, TMX};
use crate::{Empty, Hints, NoFiles, Reading, read};

/// A map of 5 x 3 cells without tiles, of 16 x 16 pixels each, with such objects.
fn map(objects: &Value) -> Value {
    json!({
        "width": 5, "height": 3, "tilewidth": 16, "tileheight": 16, "tilesets": [],
        "layers": [
            {"name": "ground", "type": "tilelayer", "width": 5, "height": 3, "data": vec![0; 15]},
            {"name": "things", "type": "objectgroup", "objects": objects},
        ],
    })
}

fn reading(map: &Value, hints: &Hints) -> Reading {
    let hints = Hints { empty: Empty::Open, ..hints.clone() };
    read(map.to_string().as_bytes(), &TMJ, &hints, &NoFiles).expect("it is a map")
}

#[track_caller]
fn check(objects: &Value, expected: &str, left_out: &[&str]) {
    let reading = reading(&map(objects), &Hints::default());
    assert_eq!(reading.about.left_out, left_out);
    assert_eq!(only(reading).to_text(), expected);
}

#[test]
fn small_objects_take_the_cell_of_their_middle() {
    check(
        &json!([
            {"x": 17, "y": 15.9, "point": true, "type": "player", "name": "Bob"},
            {"x": 30, "y": 2, "width": 16, "height": 16, "name": "coin"},
            {"x": 72, "y": 40, "width": 4, "height": 4, "ellipse": true, "type": "key"},
            {"x": 0, "y": 48, "width": 23, "height": 23, "rotation": -90, "name": "door"},
        ]),
        "?@*??\n?????\nd???k\n",
        &[],
    );
}

#[test]
fn long_objects_take_their_cells_and_regions_are_left_out() {
    check(
        &json!([
            {"x": 8, "y": 2, "width": 40, "height": 9, "type": "wall"},
            {"x": 64, "y": -20, "width": 15, "height": 500, "name": "ladder"},
            {"x": 32, "y": 16, "polygon": [{"x": 0, "y": 0}, {"x": 16, "y": 16}, {"x": 0, "y": 32}], "name": "water"},
            {"x": 0, "y": 0, "width": 80, "height": 48, "name": "camera"},
            {"x": 0, "y": 32, "width": 24, "height": 24, "type": "zone"},
        ]),
        "?##?H\n??~?H\n??~?H\n",
        &["objects `camera`, which are regions", "objects `zone`, which are regions"],
    );
}

#[test]
fn objects_in_no_cell_are_told() {
    check(
        &json!([
            {"x": -9, "y": 0, "name": "coin"}, {"x": 1e300, "y": 0, "name": "key"},
            {"x": 0, "y": 0, "width": 1e300, "name": "water"}, {"x": 0, "y": 0, "visible": false, "name": "door"},
        ]),
        "?????\n?????\n?????\n",
        &[
            "object `coin` of layer `things`, which is out of the map",
            "object `key` of layer `things`, which has no cell",
            "object `water` of layer `things`, which has no cell",
        ],
    );
    let mut hexagonal = map(&json!([{"x": 0, "y": 0, "name": "coin"}]));
    hexagonal["orientation"] = json!("hexagonal");
    let about = reading(&hexagonal, &Hints::default()).about;
    assert_eq!(about.left_out, ["object `coin` of layer `things`, which has no cell"]);
}

#[test]
fn isometric_objects_are_measured_in_heights_of_tiles() {
    let mut isometric = map(&json!([{"x": 20, "y": 9, "point": true, "name": "coin"}]));
    (isometric["orientation"], isometric["tileheight"]) = (json!("isometric"), json!(8));
    let level = only(reading(&isometric, &Hints::default()));
    assert_eq!(level.to_text(), "?????\n??*??\n?????\n");
}

#[test]
fn objects_are_left_out_where_the_caller_says_so_or_has_no_such_tile() {
    let map = map(&json!([{"x": 0, "y": 0, "name": "coin"}, {"x": 16, "y": 0, "name": "camera"}]));
    let none = Hints { leaves_out_objects: true, ..Hints::default() };
    let reading_without = reading(&map, &none);
    assert_eq!(reading_without.about.left_out, [""; 0]);
    assert_eq!(only(reading_without).to_text(), "?????\n?????\n?????\n");
    let tiles = ["wall", "coin"];
    for known in [wanting(&tiles), listed(&tiles), Hints { keeps_names: true, ..listed(&tiles) }] {
        let reading = reading(&map, &known);
        assert_eq!(reading.about.left_out, ["objects `camera`, which no tile is called by"]);
        assert_eq!(only(reading).to_text(), "*????\n?????\n?????\n");
    }
}

#[test]
fn objects_with_a_name_each_are_left_out_together() {
    let object = |n: u32| json!({"x": n * 16, "y": 0, "name": format!("to {n}")});
    let mut map = map(&(0..63).map(object).collect());
    (map["height"], map["layers"][0]["height"]) = (json!(1), json!(1));
    (map["width"], map["layers"][0]["width"]) = (json!(63), json!(63));
    map["layers"][0]["data"] = json!(vec![0; 63]);
    let reading = reading(&map, &Hints::default());
    assert_eq!(
        reading.about.left_out,
        ["objects without a tile, because their names would be too many kinds of tiles"]
    );
    assert_eq!(only(reading).to_text(), format!("{}\n", "?".repeat(63)));
}

#[test]
fn objects_cover_only_so_many_cells() {
    let long = json!({"x": 0, "y": 0, "width": 16_000_000, "height": 1, "name": "wall"});
    let mut map = map(&json!(vec![long; 100]));
    (map["width"], map["layers"][0]["width"]) = (json!(1_000_000), json!(1_000_000));
    (map["height"], map["layers"][0]["height"]) = (json!(1), json!(1));
    map["layers"][0]["data"] = json!(vec![0; 1_000_000]);
    let error = read(map.to_string().as_bytes(), &TMJ, &Hints::default(), &NoFiles).unwrap_err();
    assert_eq!(error.to_string(), "all objects together cover more than 67108864 cells");
}

#[test]
fn shapes_are_the_same_in_xml() {
    let xml = r#"<map width="5" height="3" tilewidth="16" tileheight="16">
        <layer name="g" width="5" height="3"><data encoding="csv">0,0,0,0,0,0,0,0,0,0,0,0,0,0,0</data></layer>
        <objectgroup name="things">
         <object id="1" name="coin" x="2" y="2"><point/></object>
         <object id="2" name="water" x="32" y="16"><polygon points="0,0 16,16 0,32 broken"/></object>
         <object id="3" name="way" x="0" y="40"><polyline points="0,0 80,0"/></object>
         <object id="4" name="note" x="0" y="40"><text>here</text></object>
         <object id="5" template="key.tx" x="64" y="0"/>
        </objectgroup></map>"#;
    let template =
        r#"<template><object name="key"><polygon points="0,0 8,0 8,20"/></object></template>"#;
    let files = Files::default().with("key.tx", template);
    let hints = Hints { empty: Empty::Open, ..Hints::default() };
    let reading = read(xml.as_bytes(), &TMX, &hints, &files).expect("it is a map");
    assert_eq!(reading.about.left_out, ["objects of layer `things` without a tile: `note`, `way`"]);
    assert_eq!(only(reading).to_text(), "*???k\n??~??\n??~??\n");
}
