use serde_json::{Value, json};

use super::*;
use crate::ldtk::LDTK;
use crate::tests::{only, palette, wanting};
use crate::tiled::TMJ;
use crate::{Format, Legend, NoFiles, read, write_into};

/// A map of a row of floor with targets on it, and crates above.
fn map(targets: [u32; 5], crates: [u32; 5]) -> Value {
    let layer = |name: &str, data: [u32; 5]| json!({"type": "tilelayer", "name": name, "width": 5, "height": 1, "data": data});
    json!({
        "orientation": "orthogonal", "width": 5, "height": 1, "tilewidth": 16, "tileheight": 16,
        "tilesets": [{"firstgid": 1, "tiles": [
            {"id": 0, "type": "floor"}, {"id": 1, "type": "target"}, {"id": 2, "type": "crate"},
        ]}],
        "layers": [layer("ground", [1; 5]), layer("marks", targets), layer("things", crates)],
    })
}

fn row(file: &Value, format: &Format, hints: &Hints) -> String {
    let reading = read(file.to_string().as_bytes(), format, hints, &NoFiles).expect("it is read");
    let level = only(reading);
    let tiles = level.tiles().iter().map(|&tile| level.palette().name(tile));
    tiles.collect::<Vec<_>>().join(" ")
}

/// A map whose targets and crates are objects of one layer, in this order.
fn map_of_objects(objects: &[(&str, u32)]) -> Value {
    let objects = (1..).zip(objects).map(|(id, (name, column))| {
        json!({"id": id, "type": name, "gid": if *name == "crate" { 3 } else { 2 },
            "x": column * 16, "y": 16, "width": 16, "height": 16})
    });
    let objects: Vec<Value> = objects.collect();
    let mut map = map([0; 5], [0; 5]);
    map["nextobjectid"] = json!(objects.len() + 1);
    map["layers"][2] = json!({"type": "objectgroup", "name": "things", "objects": objects});
    map
}

#[track_caller]
fn check(file: &Value, expected: &str) {
    assert_eq!(row(file, &TMJ, &Hints::default()), expected);
}

#[test]
fn objects_that_stand_alone_elsewhere_are_told_apart() {
    let both = [("target", 1), ("crate", 1)];
    let (target, one_crate) = (("target", 0), ("crate", 2));
    let of = |more: &[(&str, u32)]| map_of_objects(&[&both, more].concat());
    check(&of(&[target, one_crate]), "target crate_and_target crate floor floor");
    check(&of(&[target]), "target crate floor floor floor");
    check(&of(&[one_crate]), "floor crate crate floor floor");
}

#[test]
fn layers_of_tiles_are_told_apart_by_a_legend() {
    let map = map([2, 2, 0, 0, 0], [0, 3, 3, 0, 0]);
    check(&map, "target crate crate floor floor");
    let legend = Legend::parse(r#"{"crate_and_target": "home"}"#).expect("it is a legend");
    let hints = Hints { legend, ..Hints::default() };
    assert_eq!(row(&map, &TMJ, &hints), "target home crate floor floor");
}

#[test]
fn the_tiles_of_the_caller_say_what_is_told_apart() {
    let map = map([2, 2, 0, 0, 0], [0, 3, 3, 0, 0]);
    let without = wanting(&["floor", "target", "crate"]);
    assert_eq!(row(&map, &TMJ, &without), "target crate crate floor floor");
    for pair in ["crate_and_target", "crate_on_target"] {
        let with = wanting(&["floor", "target", "crate", pair]);
        assert_eq!(row(&map, &TMJ, &with), format!("target {pair} crate floor floor"));
    }
}

#[test]
fn what_shares_a_cell_says_its_things() {
    let map =
        map_of_objects(&[("target", 0), ("target", 1), ("crate", 1), ("crate", 2)]).to_string();
    let reading = read(map.as_bytes(), &TMJ, &Hints::default(), &NoFiles).expect("it is read");
    let mut parts = reading.about.said.parts;
    parts.sort();
    parts.dedup();
    let line = |name: &str, things: &[&str]| {
        (name.to_owned(), things.iter().map(|&thing| thing.to_owned()).collect::<Vec<_>>())
    };
    let expected = [
        line("crate", &["crate"]),
        line("crate_and_target", &["crate", "target"]),
        line("floor", &["floor"]),
        line("target", &["target"]),
    ];
    assert_eq!(parts, expected);
}

fn written(file: &Value, format: &Format, names: &[&str], tiles: &[u8]) -> Value {
    let level = Level::from_tiles(tiles.len(), tiles.to_vec(), palette(names));
    let text = file.to_string();
    let levels = [("new", &level)];
    let written =
        write_into(text.as_bytes(), format, &Hints::default(), &NoFiles, &levels, &str::to_owned);
    serde_json::from_str(&written.expect("it is written").text).expect("it is JSON")
}

const NAMES: [&str; 4] = ["floor", "target", "crate", "crate_and_target"];

#[test]
fn both_things_are_written_into_their_layers() {
    let map = map([2, 2, 0, 0, 0], [0, 3, 3, 0, 0]);
    let new = written(&map, &TMJ, &NAMES, &[0, 3, 1, 2, 3]);
    let data = |layer: usize| new["layers"][layer]["data"].clone();
    assert_eq!(data(0), json!([1, 1, 1, 1, 1]));
    assert_eq!(data(1), json!([0, 2, 2, 0, 2]));
    assert_eq!(data(2), json!([0, 3, 0, 3, 3]));
    assert_eq!(
        row(&new, &TMJ, &wanting(&NAMES)),
        "floor crate_and_target target crate crate_and_target"
    );
    // What is read is written back.
    let same = [1, 3, 2, 0, 0];
    assert_eq!(written(&map, &TMJ, &NAMES, &same), map);
    // Without a kind for both, the lower thing stays below the upper one.
    assert_eq!(written(&map, &TMJ, &NAMES[..3], &[1, 2, 2, 0, 0]), map);
}

#[test]
fn objects_of_one_layer_lie_on_each_other() {
    let map = map_of_objects(&[("crate", 2), ("target", 0), ("target", 1), ("crate", 1)]);
    assert_eq!(written(&map, &TMJ, &NAMES, &[1, 3, 2, 0, 0]), map);
    let new = written(&map, &TMJ, &NAMES, &[3, 0, 3, 1, 2]);
    let expected = "crate_and_target floor crate_and_target target crate";
    assert_eq!(row(&new, &TMJ, &wanting(&NAMES)), expected);
    // The objects that go elsewhere keep their numbers.
    let mut ids: Vec<_> = new["layers"][2]["objects"].as_array().expect("a list").iter().collect();
    ids.sort_by_key(|object| object["id"].as_u64());
    let ids = ids.iter().map(|object| (object["id"].clone(), object["type"].clone()));
    let expected =
        [(1, "crate"), (2, "target"), (3, "target"), (4, "crate"), (5, "target"), (6, "crate")];
    assert!(ids.eq(expected.map(|(id, name)| (json!(id), json!(name)))), "{new}");
}

/// A project of one level whose things are entities of one layer, on walls and targets.
fn project(entities: &[(&str, u32, i64)], cells: [u32; 5]) -> Value {
    let entities = entities.iter().map(|(name, uid, column)| {
        json!({"__identifier": name, "defUid": uid, "__grid": [column, 0], "__pivot": [0, 0], "px": [column * 8, 0],
            "width": 8, "height": 8, "iid": format!("{name}-{column}"), "fieldInstances": []})
    });
    let entities: Vec<Value> = entities.collect();
    let layer = |name: &str, uid: u32, kind: &str, cells: Value, entities: &[Value]| {
        json!({"__identifier": name, "__type": kind, "__cWid": 5, "__cHei": 1, "__gridSize": 8, "layerDefUid": uid,
            "levelId": 1, "iid": name, "visible": true, "intGridCsv": cells, "autoLayerTiles": [], "gridTiles": [],
            "entityInstances": entities})
    };
    json!({
        "jsonVersion": "1.5.3", "nextUid": 20, "worldLayout": "Free", "worldGridWidth": 1, "externalLevels": false,
        "defs": {
            "layers": [{"uid": 6, "identifier": "things"}, {"uid": 4, "identifier": "ground", "intGridValues": [
                {"value": 1, "identifier": "wall", "color": "#000000"}, {"value": 2, "identifier": "ice", "color": "#000000"},
            ]}],
            "entities": [{"uid": 8, "identifier": "crate"}, {"uid": 9, "identifier": "target"}],
        },
        "levels": [{"identifier": "One", "iid": "o", "uid": 1, "pxWid": 40, "pxHei": 8, "worldX": 0, "worldY": 0,
            "fieldInstances": [], "__neighbours": [], "layerInstances": [
                layer("things", 6, "Entities", json!([]), &entities),
                layer("ground", 4, "IntGrid", json!(cells), &[]),
            ]}],
        "worlds": [],
    })
}

#[test]
fn entities_lie_on_each_other_and_on_cells() {
    let things =
        [("crate", 8, 2), ("target", 9, 0), ("target", 9, 1), ("crate", 8, 1), ("crate", 8, 4)];
    let project = project(&things, [0, 0, 0, 2, 2]);
    let read = row(&project, &LDTK, &Hints::default());
    assert_eq!(read, "target crate_and_target crate ice crate");
    let names = ["empty", "target", "crate", "crate_and_target", "ice", "crate_and_ice"];
    let read = row(&project, &LDTK, &wanting(&names));
    assert_eq!(read, "target crate_and_target crate ice crate_and_ice");
    assert_eq!(written(&project, &LDTK, &names, &[1, 3, 2, 4, 5]), project);
    let new = written(&project, &LDTK, &names, &[3, 5, 0, 1, 2]);
    let expected = "crate_and_target crate_and_ice empty target crate";
    assert_eq!(row(&new, &LDTK, &wanting(&names)), expected);
    assert_eq!(new["levels"][0]["layerInstances"][1]["intGridCsv"], json!([0, 2, 0, 0, 0]));
}

#[test]
fn things_of_one_layer_of_tiles_cannot_share_a_cell() {
    let mut map = map([2, 3, 0, 0, 0], [0; 5]);
    map["layers"].as_array_mut().expect("a list").pop();
    let level = Level::from_tiles(5, vec![0, 1, 2, 3, 0], palette(&NAMES));
    let levels = [("new", &level)];
    let text = map.to_string();
    let written =
        write_into(text.as_bytes(), &TMJ, &Hints::default(), &NoFiles, &levels, &str::to_owned);
    assert_eq!(
        written.expect_err("there is one layer for both").to_string(),
        "`crate_and_target` is one thing on another, and the file has both on one layer; put them on two"
    );
}
