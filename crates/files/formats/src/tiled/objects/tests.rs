use proptest::prelude::*;
use serde_json::{Value, json};

use crate::tests::{Files, listed, names, only};
use crate::tiled::TMJ;
use crate::{Empty, Hints, NoFiles, Reading, read};

/// A map of 5 x 3 cells of 16 pixels with these objects. Its tiles are `#`, `*`, `@` and, as
/// large as two cells, `T`.
fn map(objects: &Value) -> Value {
    let tiles = json!([
        {"id": 0, "type": "wall"}, {"id": 1, "type": "coin"}, {"id": 2, "type": "player"},
        {"id": 3, "type": "tower", "imagewidth": 32, "imageheight": 32},
    ]);
    json!({
        "width": 5, "height": 3, "tilewidth": 16, "tileheight": 16, "orientation": "orthogonal",
        "tilesets": [{"firstgid": 1, "tilewidth": 16, "tileheight": 16, "tiles": tiles}],
        "layers": [
            {"name": "ground", "type": "tilelayer", "width": 5, "height": 3, "data": vec![0; 15]},
            {"name": "things", "type": "objectgroup", "draworder": "topdown", "objects": objects},
        ],
    })
}

fn reading(map: &Value) -> Reading {
    let known = Hints { empty: Empty::Open, ..Hints::default() };
    read(map.to_string().as_bytes(), &TMJ, &known, &NoFiles).expect("it is a map")
}

#[track_caller]
fn check(map: &Value, expected: &str) {
    assert_eq!(only(reading(map)).to_text(), expected);
}

#[track_caller]
fn check_one(object: &Value, expected: &str) {
    check(&map(&json!([object])), expected);
}

#[track_caller]
fn check_left_out(map: &Value, expected: &[&str]) {
    assert_eq!(reading(map).about.left_out, expected);
}

#[test]
fn a_tile_object_stands_in_the_cell_of_its_foot() {
    let size = |x: f64, y: f64, width: f64, height: f64| json!({"gid": 3, "x": x, "y": y, "width": width, "height": height});
    check_one(&size(16.0, 32.0, 16.0, 16.0), "?????\n?@???\n?????\n");
    // One that is larger than a cell, one that is smaller, and one that is off the grid.
    check_one(&size(32.0, 48.0, 16.0, 32.0), "?????\n?????\n??@??\n");
    check_one(&size(24.0, 48.0, 32.0, 48.0), "?????\n?????\n??@??\n");
    check_one(&size(52.0, 28.0, 8.0, 8.0), "?????\n???@?\n?????\n");
    check_one(&size(13.5, 29.25, 16.0, 16.0), "?????\n?@???\n?????\n");
}

#[test]
fn an_object_without_a_size_is_as_large_as_its_tile() {
    check_one(&json!({"gid": 3, "x": 16, "y": 32}), "?????\n?@???\n?????\n");
    check_one(&json!({"gid": 4, "x": 8, "y": 48}), "?????\n?????\n?T???\n");
    check_one(
        &json!({"gid": 4, "x": 4, "y": 48, "width": 16, "height": 16}),
        "?????\n?????\nT????\n",
    );
}

#[test]
fn the_alignment_of_a_tileset_says_where_its_place_is() {
    let corners = [
        ("topleft", 32, 16),
        ("top", 40, 16),
        ("topright", 48, 16),
        ("left", 32, 24),
        ("center", 40, 24),
        ("right", 48, 24),
        ("bottomleft", 32, 32),
        ("bottom", 40, 32),
        ("bottomright", 48, 32),
        ("unspecified", 32, 32),
        ("", 32, 32),
    ];
    for (alignment, x, y) in corners {
        let mut map = map(&json!([{"gid": 3, "x": x, "y": y, "width": 16, "height": 16}]));
        map["tilesets"][0]["objectalignment"] = json!(alignment);
        let text = only(reading(&map)).to_text();
        assert_eq!(text, "?????\n??@??\n?????\n", "{alignment}");
    }
}

#[test]
fn objects_turn_around_their_place() {
    let turned = |degrees: i32, expected: &str| {
        let object =
            json!({"gid": 3, "x": 32, "y": 32, "width": 16, "height": 16, "rotation": degrees});
        check_one(&object, expected);
    };
    turned(0, "?????\n??@??\n?????\n");
    turned(90, "?????\n?????\n??@??\n");
    turned(180, "?????\n?????\n?@???\n");
    turned(-90, "?????\n?@???\n?????\n");
    turned(360, "?????\n??@??\n?????\n");
}

#[test]
fn flags_turn_a_tile_and_change_nothing() {
    for flags in [0x8000_0000_u32, 0x4000_0000, 0xf000_0000] {
        check_one(&json!({"gid": flags | 3, "x": 0, "y": 16}), "@????\n?????\n?????\n");
    }
}

#[test]
fn lower_objects_lie_over_upper_ones_unless_the_layer_has_an_order() {
    let objects = json!([{"gid": 3, "x": 0, "y": 18}, {"gid": 2, "x": 0, "y": 16}]);
    let mut map = map(&objects);
    check(&map, "@????\n?????\n?????\n");
    map["layers"][1]["draworder"] = json!("index");
    check(&map, "*????\n?????\n?????\n");
}

#[test]
fn objects_lie_over_the_layers_below_theirs() {
    let mut map = map(&json!([{"gid": 3, "x": 0, "y": 16}, {"gid": 2, "x": 16, "y": 16}]));
    let mut above = map["layers"][0].clone();
    map["layers"][0]["data"] = json!(vec![1; 15]);
    above["data"][0] = json!(1);
    map["layers"].as_array_mut().expect("it is a list").push(above);
    check(&map, "#*###\n#####\n#####\n");
}

#[test]
fn hidden_objects_are_left_out() {
    let objects = json!([
        {"gid": 3, "x": 0, "y": 16, "visible": false}, {"gid": 2, "x": 16, "y": 16, "visible": true},
    ]);
    let mut map = map(&objects);
    check(&map, "?*???\n?????\n?????\n");
    map["layers"][1]["visible"] = json!(false);
    check_left_out(&map, &["layer `things`, which is invisible"]);
}

#[test]
fn the_class_of_an_object_names_its_tile() {
    let objects = json!([
        {"gid": 2, "x": 0, "y": 16, "type": "boss"}, {"gid": 2, "x": 16, "y": 16, "class": "imp"},
        {"gid": 2, "x": 32, "y": 16, "name": "Goldie"},
    ]);
    let read = reading(&map(&objects));
    assert_eq!(read.about.made_up, [""; 0]);
    assert_eq!(names(&only(read)), ["coin", "boss", "imp"]);
}

#[test]
fn where_a_list_names_tiles_the_class_of_an_object_is_one_of_it() {
    let mut map =
        map(&json!([{"gid": 2, "x": 0, "y": 16, "type": "boss"}, {"gid": 3, "x": 16, "y": 16}]));
    map["tilesets"] = json!([{"firstgid": 1, "tilewidth": 16, "tileheight": 16}]);
    let read = |names: &[&str]| {
        let known = Hints { empty: Empty::Open, ..listed(names) };
        read(map.to_string().as_bytes(), &TMJ, &known, &NoFiles)
    };
    let level = only(read(&["wall", "coin", "player", "boss"]).expect("it is a map"));
    assert_eq!(level.to_csv(), "3,2,-1,-1,-1\n-1,-1,-1,-1,-1\n-1,-1,-1,-1,-1\n");
    let error = read(&["wall", "coin", "player"]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the level has an entity `boss`, which is not in the palette; expected only `#` wall, `*` coin, `@` player, `?` unknown"
    );
}

#[test]
fn what_is_no_tile_or_nowhere_is_told() {
    let objects = json!([
        {"x": 0, "y": 0, "name": "zone", "text": {"text": "here"}}, {"x": 0, "y": 0},
        {"x": 0, "y": 0, "type": "door", "name": "a", "polyline": [{"x": 0, "y": 0}]},
        {"x": 0, "y": 0, "name": "zone", "text": {}}, {"x": 0, "y": 0, "name": "way", "text": {}},
        {"gid": 2, "x": 80, "y": 16, "name": "right"}, {"gid": 2, "x": -1e300, "y": 16},
        {"gid": 2, "x": 64, "y": 48},
    ]);
    let map = map(&objects);
    check(&map, "?????\n?????\n????*\n");
    check_left_out(
        &map,
        &[
            "object `right` of layer `things`, which is out of the map",
            "object without a name of layer `things`, which has no cell",
            "objects of layer `things` without a tile: `door`, `way`, `zone`, ...",
        ],
    );
}

#[test]
fn isometric_maps_measure_in_heights_of_tiles() {
    let mut map = map(&json!([{"gid": 3, "x": 48, "y": 32}, {"gid": 2, "x": 16, "y": 16}]));
    (map["orientation"], map["tilewidth"]) = (json!("isometric"), json!(32));
    check(&map, "*????\n??@??\n?????\n");
    for orientation in ["hexagonal", "staggered"] {
        map["orientation"] = json!(orientation);
        check(&map, "?????\n?????\n?????\n");
        check_left_out(&map, &["object without a name of layer `things`, which has no cell"]);
    }
}

#[test]
fn maps_without_a_size_of_tiles_have_no_places_for_objects() {
    let mut map = map(&json!([{"gid": 3, "x": 16, "y": 16, "type": "hero"}]));
    for side in [json!(0), json!(-16)] {
        map["tilewidth"] = side;
        check_left_out(&map, &["object `hero` of layer `things`, which has no cell"]);
    }
}

#[test]
fn objects_alone_fill_a_map_of_its_size() {
    let mut map = map(&json!([{"gid": 3, "x": 16, "y": 32}]));
    map["layers"] = json!([map["layers"][1]]);
    check(&map, "?????\n?@???\n?????\n");
}

#[test]
fn objects_out_of_what_is_painted_of_an_infinite_map_are_left_out() {
    let mut map =
        map(&json!([{"gid": 3, "x": -16, "y": 0}, {"gid": 2, "x": 32, "y": 0, "name": "far"}]));
    map["infinite"] = json!(true);
    let chunk = json!({"x": -2, "y": -1, "width": 3, "height": 1, "data": [1, 1, 1]});
    map["layers"][0] = json!({"name": "ground", "type": "tilelayer", "chunks": [chunk]});
    check(&map, "#@#\n");
    check_left_out(&map, &["object `far` of layer `things`, which is out of the map"]);
}

/// The tileset of templates and their map.
const TILESET: &str = r#"<tileset tilewidth="16" tileheight="16"><tile id="0" type="wall"/>
    <tile id="1" type="coin"/><tile id="2" type="player"/></tileset>"#;

/// A map of templates, with what lies beside it.
fn of_templates(objects: &Value, named_files: &Files) -> Reading {
    let mut map = map(objects);
    map["tilesets"] = json!([{"firstgid": 1, "source": "sets/tiles.tsx"}]);
    let known = Hints { empty: Empty::Open, ..Hints::default() };
    let named_files = named_files.clone().with("sets/tiles.tsx", TILESET);
    read(map.to_string().as_bytes(), &TMJ, &known, &named_files).expect("it is a map")
}

fn template(attributes: &str, source: &str) -> String {
    format!(
        r#"<template><tileset firstgid="1" source="{source}"/><object {attributes}/></template>"#
    )
}

#[test]
fn templates_say_what_objects_do_not() {
    let named_files = Files::default()
        .with("tpl/hero.tx", template(r#"gid="3" width="16" height="32""#, "../sets/tiles.tsx"))
        .with("tpl/boss.tx", template(r#"gid="2" type="boss""#, "../sets/tiles.tsx"))
        .with("tpl/ghost.tx", template(r#"gid="2" visible="0""#, "../sets/tiles.tsx"))
        .with(
            "tpl/coin.tj",
            r#"{"type": "template", "tileset": {"firstgid": 1, "source": "../sets/tiles.tsx"},
                "object": {"gid": 2, "width": 16, "height": 16, "visible": true, "id": 1}}"#,
        )
        .with("zone.tx", r#"<template><object name="zone" width="16"/></template>"#);
    let objects = json!([
        {"template": "tpl/hero.tx", "x": 0, "y": 32}, {"template": "tpl/boss.tx", "x": 16, "y": 32},
        {"template": "tpl/boss.tx", "x": 32, "y": 32, "type": "imp"},
        {"template": "tpl/ghost.tx", "x": 0, "y": 16},
        {"template": "tpl/ghost.tx", "x": 16, "y": 16, "visible": true},
        {"template": "tpl/coin.tj", "x": 32, "y": 16}, {"template": "zone.tx", "x": 0, "y": 0},
        {"template": "tpl/hero.tx", "x": 48, "y": 32, "gid": 1},
    ]);
    let read = of_templates(&objects, &named_files);
    assert_eq!(read.about.left_out, [""; 0]);
    let level = only(read);
    assert_eq!(level.to_text(), "z**??\n@bi#?\n?????\n");
    assert_eq!(names(&level), ["wall", "coin", "player", "zone", "boss", "imp"]);
}

#[test]
fn templates_that_cannot_be_read_are_told() {
    let named_files = Files::default().with("bad.tx", "<map/>").with("cut.tj", "{");
    let objects =
        ["gone.tx", "bad.tx", "cut.tj", "../out.tx"].map(|path| json!({"template": path}));
    assert_eq!(
        of_templates(&json!(objects), &named_files).about.left_out,
        [
            "an object of template `gone.tx`, which is not there",
            "an object of template `bad.tx`, which is no template: the document is a <map>; a <template> of Tiled is expected",
            "an object of template `cut.tj`, which is no template: EOF while parsing an object at line 1 column 1",
            "an object of template `../out.tx`, which is outside of the folder from which files are read",
        ]
    );
}

#[test]
fn a_tileset_without_classes_is_the_same_one_for_templates() {
    let bare = r#"<tileset tilewidth="16" tileheight="16"/>"#;
    let mut map =
        map(&json!([{"template": "tpl/coin.tx", "x": 0, "y": 16}, {"gid": 2, "x": 16, "y": 16}]));
    for source in ["sets/tiles.tsx", "./sets/tiles.tsx", "tpl/../sets/tiles.tsx", "sets\\tiles.tsx"]
    {
        map["tilesets"] = json!([{"firstgid": 1, "source": source}]);
        let named_files = Files::default()
            .with("sets/tiles.tsx", bare)
            .with("tpl/coin.tx", template(r#"gid="2""#, "../sets/tiles.tsx"));
        let known = Hints { empty: Empty::Open, ..Hints::default() };
        let found = read(map.to_string().as_bytes(), &TMJ, &known, &named_files);
        assert_eq!(names(&only(found.expect("it is a map"))), ["tile_1"], "{source}");
    }
}

#[test]
fn templates_of_tilesets_that_the_map_does_not_name_have_their_classes() {
    let set = |name: &str| format!(r#"<tileset><tile id="1" type="{name}"/></tileset>"#);
    let named_files = Files::default()
        .with("one.tsx", set("key"))
        .with("other.tsx", set("door"))
        .with("one.tx", template(r#"gid="2" width="16" height="16""#, "one.tsx"))
        .with("other.tx", template(r#"gid="2" width="16" height="16""#, "other.tsx"));
    let objects = ["one.tx", "other.tx", "one.tx"].iter().zip([0, 16, 32]);
    let objects: Vec<Value> =
        objects.map(|(path, x)| json!({"template": path, "x": x, "y": 16})).collect();
    let level = only(of_templates(&json!(objects), &named_files));
    assert_eq!(level.to_text(), "kdk??\n?????\n?????\n");
}

#[test]
fn tiles_of_such_tilesets_are_none_of_a_list() {
    let named_files = Files::default()
        .with("a/one.tsx", r#"<tileset><tile id="0" type="key"/></tileset>"#)
        .with("key.tx", template(r#"gid="1" width="16" height="16""#, "a/one.tsx"))
        .with("bare.tx", template(r#"gid="7" width="16" height="16""#, "a/one.tsx"));
    let read = |path: &str, known: &Hints| {
        let mut map =
            map(&json!([{"template": path, "x": 16, "y": 16}, {"gid": 2, "x": 0, "y": 16}]));
        map["tilesets"] = json!([{"firstgid": 1, "tilewidth": 16, "tileheight": 16}]);
        read(map.to_string().as_bytes(), &TMJ, known, &named_files)
    };
    let known = Hints { empty: Empty::Open, ..listed(&["wall", "coin", "key"]) };
    let level = only(read("key.tx", &known).expect("it is a map"));
    assert_eq!(level.to_text().lines().next(), Some("*k???"));
    let error = read("bare.tx", &known).unwrap_err().to_string();
    assert_eq!(error, "nothing says what these tiles are: one_6");
    let found = read("bare.tx", &Hints::default()).expect("it is a map");
    assert_eq!(found.about.made_up, ["one_6", "tile_1"]);
}

proptest! {
    #[test]
    fn any_object_is_somewhere_or_nowhere(
        gid in prop_oneof![-3_i64..9, any::<i64>()],
        numbers in proptest::collection::vec(prop_oneof![-99.0..99.0, any::<f64>()], 5),
        orientation in "orthogonal|isometric|staggered|",
        alignment in "top|left|center|bottomright|none",
    ) {
        let mut map = map(&json!([{
            "gid": gid, "x": numbers[0], "y": numbers[1], "width": numbers[2], "height": numbers[3],
            "rotation": numbers[4],
        }]));
        map["orientation"] = json!(orientation);
        map["tilesets"][0]["objectalignment"] = json!(alignment);
        let known = Hints { empty: Empty::Open, ..Hints::default() };
        if let Ok(read) = read(map.to_string().as_bytes(), &TMJ, &known, &NoFiles) {
            let level = only(read);
            prop_assert_eq!((level.width(), level.height()), (5, 3));
            prop_assert!(level.tiles().iter().filter(|tile| **tile != marahel_level::UNKNOWN).count() <= 1);
        }
    }
}
