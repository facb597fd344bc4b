use std::sync::Arc;

use marahel_level::{Level, LevelError, Palette};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::ldtk::LDTK;
use crate::tests::{Files, one, palette};
use crate::texts::TXT;
use crate::tiled::TMJ;
use crate::tiled::TMX;
use crate::{Hints, Legend, NoFiles, read};

/// A map of 4 x 3 tiles with a floor and things on it.
const MAP: &str = r#"<?xml version="1.0"?>
<map version="1.10" orientation="orthogonal" width="4" height="3" tilewidth="16" tileheight="16" nextobjectid="7">
 <properties><property name="music" value="crypt.ogg"/></properties>
 <tileset firstgid="1" name="t" tilewidth="16" tileheight="16">
  <image source="t.png" width="128" height="16"/>
  <tile id="0" type="wall"/><tile id="1" type="floor"/><tile id="2" type="coin"/><tile id="3" type="player"/>
  <tile id="4" type="key"/><tile id="5" type="wall"/>
 </tileset>
 <layer id="1" name="ground" width="4" height="3"><data encoding="csv">1,1,1,1,1,2147483650,2,1,1,6,1,1</data></layer>
 <layer id="2" name="things" width="4" height="3"><data encoding="csv">0,0,0,0,0,3,0,0,0,0,0,0</data></layer>
 <layer id="3" name="roof" visible="0" width="4" height="3"><data encoding="csv">7,7,7,7,7,7,7,7,7,7,7,8</data></layer>
 <objectgroup id="4" name="people"><object id="5" type="player" gid="4" x="34" y="31" width="16" height="16"/>
  <object id="6" name="light" x="1" y="1"/></objectgroup>
</map>
"#;

fn level(text: &str) -> Level {
    Level::from_text(text, palette(&["wall", "floor", "coin", "player", "key", "empty"]))
        .expect("it is a level")
}

#[track_caller]
fn written(map: &str, level: &Level, known: &Hints) -> String {
    let levels = [("new", level)];
    let written = write_into(map.as_bytes(), &TMX, known, &NoFiles, &levels, &str::to_owned);
    written.expect("it can be written").text
}

#[track_caller]
fn check_parts(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn tiles_go_to_the_layers_on_which_a_map_has_them() {
    let new = level("#####\n#*.@#\n#####\n#####\n");
    let map = written(MAP, &new, &Hints::default());
    check_parts(
        &map,
        &[
            r#"width="5" height="4" tilewidth="16""#,
            r#"<property name="music" value="crypt.ogg"/>"#,
            // New walls get their most common number; those that stay, and the turned floor below
            // the coin, are as they were.
            "<data encoding=\"csv\">\n1,1,1,1,1,\n1,2147483650,2,2,1,\n1,6,1,1,1,\n1,1,1,1,1\n</data>",
            "<data encoding=\"csv\">\n0,0,0,0,0,\n0,3,0,0,0,\n0,0,0,0,0,\n0,0,0,0,0\n</data>",
            // Layers that are not read stay, in the new size.
            "7,7,7,7,0,\n7,7,7,7,0,\n7,7,7,8,0,\n0,0,0,0,0",
            r#"<object id="5" type="player" gid="4" x="50" y="31" width="16" height="16"/>"#,
            r#"<object id="6" name="light" x="1" y="1"/>"#,
            r#"nextobjectid="7""#,
        ],
    );
    // The level has no light, so that one stays.
    let read = one(&map, &TMX, &Hints::default()).expect("it is a map");
    assert_eq!(read.to_text(), new.to_text().replacen('#', "l", 1));
    let known = Hints { leaves_out_objects: true, ..Hints::default() };
    let read = one(&map, &TMX, &known).expect("it is a map");
    assert_eq!(read.to_text(), new.to_text().replacen('@', ".", 1));
}

/// A gate, and a switch and a zone that refer to it; a flipped wall.
const REFERENCES: &str = r#"<map version="1.10" orientation="orthogonal" width="5" height="1" tilewidth="16" tileheight="16" nextobjectid="9">
 <tileset firstgid="1" name="t" tilewidth="16" tileheight="16">
  <tile id="0" type="wall"/><tile id="1" type="floor"/><tile id="2" type="door"/><tile id="3" type="lever"/></tileset>
 <layer id="1" name="ground" width="5" height="1"><data encoding="csv">2147483649,2,2,2,1</data></layer>
 <objectgroup id="2" name="things">
  <object id="5" gid="3" x="48" y="16" width="16" height="16"/>
  <object id="6" gid="4" x="16" y="16" width="16" height="16"><properties><property name="opens" type="object" value="5"/></properties></object>
  <object id="7" name="zone" x="16" y="16" width="32" height="16"><properties><property name="guards" type="object" value="5"/><property name="n" type="int" value="5"/></properties></object>
 </objectgroup>
</map>"#;

#[test]
fn what_stays_in_its_cell_is_as_it_was() {
    let palette = palette(&["wall", "floor", "door", "lever"]);
    let level = |text: &str| Level::from_text(text, Arc::clone(&palette)).expect("it is a level");
    let here = one(REFERENCES, &TMX, &Hints::default()).expect("it is a map");
    let [wall, floor, door, switch] = ["wall", "floor", "door", "lever"]
        .map(|name| palette.character(palette.tile(name).expect("it is there")));
    let row = |tiles: &[char]| tiles.iter().collect::<String>();
    let same = level(&row(&[wall, switch, floor, door, wall]));
    let named = |level: &Level| {
        level
            .indices()
            .concat()
            .iter()
            .map(|&tile| level.palette().name(tile as u8).to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(named(&here), named(&same));
    let unchanged = |text: &str| text.split_whitespace().collect::<String>();
    assert_eq!(unchanged(&written(REFERENCES, &same, &Hints::default())), unchanged(REFERENCES));
    // A thing that goes elsewhere keeps its number, so that others still refer to it.
    let moved =
        written(REFERENCES, &level(&row(&[wall, switch, door, floor, wall])), &Hints::default());
    check_parts(
        &moved,
        &[
            r#"<object id="5" gid="3" x="32" y="16""#,
            r#"type="object" value="5""#,
            "2147483649,2,2,2,1",
        ],
    );
    // Nothing refers to what is removed; copies have numbers of their own.
    let gone =
        written(REFERENCES, &level(&row(&[wall, switch, switch, floor, wall])), &Hints::default());
    check_parts(
        &gone,
        &[r#"<object id="9" gid="4" x="32""#, r#"type="int" value="5""#, r#"nextobjectid="10""#],
    );
    assert!(!gone.contains(r#"id="5""#) && !gone.contains(r#"type="object" value="5""#), "{gone}");
    assert_eq!(gone.matches(r#"type="object" value="0""#).count(), 3, "{gone}");
    // The same in JSON.
    let map = json!({"orientation": "orthogonal", "width": 2, "height": 1, "tilewidth": 16, "tileheight": 16, "nextobjectid": 8,
        "tilesets": [{"firstgid": 1, "tiles": [{"id": 0, "type": "floor"}, {"id": 1, "type": "door"}, {"id": 2, "type": "lever"}]}],
        "layers": [{"type": "tilelayer", "name": "l", "width": 2, "height": 1, "data": [1, 2_147_483_649_u32]},
            {"type": "objectgroup", "name": "o", "objects": [{"id": 5, "gid": 2, "x": 0, "y": 16, "width": 16, "height": 16},
                {"id": 6, "gid": 3, "x": 16, "y": 16, "width": 16, "height": 16, "properties": [{"name": "opens", "type": "object", "value": 5}]}]}]});
    for (tiles, ids, opens) in [
        ([door, switch], json!([5, 6]), 5),
        ([switch, door], json!([5, 6]), 5),
        ([floor, switch], json!([6]), 0),
    ] {
        let levels = [("new", &level(&row(&tiles)))];
        let text = write_into(
            map.to_string().as_bytes(),
            &TMJ,
            &Hints::default(),
            &NoFiles,
            &levels,
            &str::to_owned,
        );
        let new: Value =
            serde_json::from_str(&text.expect("it is written").text).expect("it is JSON");
        let objects = new["layers"][1]["objects"].as_array().expect("a list");
        let all: Vec<&Value> = objects.iter().map(|object| &object["id"]).collect();
        assert_eq!(json!(all), ids, "{new}");
        let opener = objects.last().expect("a lever");
        assert_eq!(opener["properties"][0]["value"], opens, "{new}");
        assert_eq!(new["nextobjectid"], 8);
    }
}

#[test]
fn only_the_layers_that_are_named_are_written() {
    let known = Hints { layers: vec!["things".to_owned()], ..Hints::default() };
    let new = level("@eee\neeee\n*eee\n")
        .renamed(palette(&["wall", "floor", "coin", "player", "key", "empty"]));
    let new = new.expect("it has these entities");
    let map = written(MAP, &new, &known);
    check_parts(
        &map,
        &["1,1,1,1,1,2147483650,2,1,1,6,1,1", "4,0,0,0,\n0,0,0,0,\n3,0,0,0", r#"<object id="5""#],
    );
}

#[test]
fn tiles_that_no_cell_has_lie_on_the_uppermost_layer() {
    let map = written(MAP, &level("####\n#k.#\n####\n"), &Hints::default());
    check_parts(&map, &["1,2,2,1", "0,5,0,0"]);
}

#[test]
fn tiles_are_called_as_in_the_legend() {
    let legend = Legend::parse(r#"{"tile_7": "lava", "coin": "gold"}"#).expect("it is a legend");
    let known = Hints { legend, ..Hints::default() };
    let new = Level::from_text("%*\n", palette(&["lava", "gold"])).expect("it is a level");
    check_parts(&written(MAP, &new, &known), &["8,3"]);
    let named = Hints { named: Some(palette(&["floor", "wall"])), ..Hints::default() };
    let bare = r#"<map><tileset firstgid="1"/><layer name="l" width="2" height="1"><data encoding="csv">1,1</data></layer></map>"#;
    let new = Level::from_text("#.\n", palette(&["wall", "floor"])).expect("it is a level");
    check_parts(&written(bare, &new, &named), &["2,1"]);
}

#[test]
fn a_tile_that_a_map_lacks_is_named() {
    let new = Level::from_text("~#\n", palette(&["water", "wall"])).expect("it is a level");
    let error = write_into(
        MAP.as_bytes(),
        &TMX,
        &Hints::default(),
        &NoFiles,
        &[("a", &new)],
        &str::to_owned,
    );
    let Err(LevelError::Unknown(name)) = error else { panic!("{error:?}") };
    assert_eq!(name, "water");
}

#[test]
fn open_cells_and_the_empty_tile_are_no_tile() {
    let map = written(MAP, &level("#?e\n###\n"), &Hints::default());
    check_parts(&map, &["1,0,0,\n1,1,1"]);
    let known = Hints { empty: crate::Empty::Named("key".to_owned()), ..Hints::default() };
    check_parts(&written(MAP, &level("#k\n"), &known), &["1,0"]);
}

#[test]
fn paths_lead_to_the_same_files_from_elsewhere() {
    let map = r#"<map width="1" height="1"><tileset firstgid="1" source="a&amp;b/t.tsx"/>
        <layer name="l" width="1" height="1"><data encoding="csv">1</data></layer>
        <imagelayer name="i"><image source="sky.png"/></imagelayer></map>"#;
    let named_files =
        Files::default().with("a&b/t.tsx", r#"<tileset><tile id="0" type="wall"/></tileset>"#);
    let level = Level::from_text("##\n", palette(&["wall"])).expect("it is a level");
    let moved = |path: &str| format!("../{path}");
    let map =
        write_into(map.as_bytes(), &TMX, &Hints::default(), &named_files, &[("a", &level)], &moved);
    check_parts(
        &map.expect("it can be written").text,
        &[
            r#"source="../a&amp;b/t.tsx""#,
            r#"source="../sky.png""#,
            r#"<map width="2" height="1">"#,
        ],
    );
}

#[test]
fn files_without_tile_layers_and_other_formats_are_refused() {
    let level = Level::from_text("#\n", palette(&["wall"])).expect("it is a level");
    let error = |file: &str, format, levels: &[(&str, &Level)]| {
        let known = Hints::default();
        write_into(file.as_bytes(), format, &known, &NoFiles, levels, &str::to_owned)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(error(MAP, &TMX, &[]), "a map of Tiled holds one level");
    assert!(error("#\n", &TXT, &[("a", &level)]).starts_with(
        "levels are written into a map of Tiled (json, tmj, tmx) or a project of LDtk (ldtk)"
    ));
    let bare = r#"<map width="1" height="1"><objectgroup name="o"/></map>"#;
    assert!(error(bare, &TMX, &[("a", &level)]).starts_with("there is no tile layer"));
    let bare = r#"{"defs": {"layers": []}, "levels": []}"#;
    assert!(error(bare, &LDTK, &[("a", &level)]).starts_with("no level of the project has"));
}

/// A project with a level of 3 x 2 cells: coins over the ground, and a ladder.
fn project() -> Value {
    let value =
        |value: u32, name: &str| json!({"value": value, "identifier": name, "color": "#000000"});
    let layer = |name: &str, uid: u32, kind: &str, cells: Value, entities: Value| {
        json!({
            "__identifier": name, "__type": kind, "__cWid": 3, "__cHei": 2, "__gridSize": 8, "layerDefUid": uid,
            "levelId": 1, "iid": name, "visible": true, "intGridCsv": cells, "autoLayerTiles": [{"t": 1}],
            "gridTiles": [], "entityInstances": entities,
        })
    };
    let ladder = json!({
        "__identifier": "ladder", "__grid": [2, 0], "__pivot": [0, 0], "px": [16, 0], "__worldX": 16, "__worldY": 0,
        "width": 8, "height": 16, "defUid": 9, "iid": "l", "fieldInstances": [{"__identifier": "wood"}],
    });
    json!({
        "jsonVersion": "1.5.3", "nextUid": 20, "worldLayout": "Free", "worldGridWidth": 1, "externalLevels": false,
        "toc": [{"identifier": "ladder", "instancesData": [{"iids": {}}]}],
        "defs": {
            "layers": [
                {"uid": 5, "identifier": "things", "intGridValues": [value(1, "coin"), value(2, "key")]},
                {"uid": 4, "identifier": "ground", "intGridValues": [value(1, "wall"), value(2, "floor")]},
            ],
            "entities": [{"uid": 9, "identifier": "ladder", "resizableX": false, "resizableY": true}],
            "tilesets": [{"uid": 3, "relPath": "t.png", "share": 225.882_352_941_176_46}],
        },
        "levels": [{
            "identifier": "Old", "iid": "o", "uid": 1, "pxWid": 24, "pxHei": 16, "worldX": 5, "worldY": 5,
            "fieldInstances": [], "__neighbours": [{}], "layerInstances": [
                layer("people", 6, "Entities", json!([]), json!([ladder])),
                layer("things", 5, "IntGrid", json!([0, 1, 0, 0, 0, 0]), json!([])),
                layer("ground", 4, "IntGrid", json!([1, 2, 2, 1, 1, 2]), json!([])),
            ],
        }],
        "worlds": [],
    })
}

#[test]
fn levels_take_the_place_of_those_of_a_project() {
    let entities = palette(&["wall", "floor", "coin", "key", "ladder"]);
    let level = |text: &str| Level::from_text(text, Arc::clone(&entities)).expect("it is a level");
    let (one, other) = (level("##*#\n#kH#\n##H#\n"), level("#.\n"));
    let levels = [("000007", &one), ("b", &other)];
    let moved = |path: &str| format!("up/{path}");
    let made = write_into(
        project().to_string().as_bytes(),
        &LDTK,
        &Hints::default(),
        &NoFiles,
        &levels,
        &moved,
    );
    let made = made.expect("it can be written").text;
    let read = read(made.as_bytes(), &LDTK, &Hints::default(), &NoFiles).expect("it is a project");
    let told: Vec<(String, String)> = read
        .levels
        .iter()
        .map(|found| (found.id.clone().expect("a name").to_string(), found.level.to_text()))
        .collect();
    assert_eq!(
        told,
        [("\"Level_000007\"".to_owned(), one.to_text()), ("\"b\"".to_owned(), other.to_text())]
    );
    let made: Value = serde_json::from_str(&made).expect("it is JSON");
    let first = &made["levels"][0];
    assert_eq!(
        (&first["pxWid"], &first["pxHei"], &first["uid"]),
        (&json!(32), &json!(24), &json!(1))
    );
    assert_eq!((&made["nextUid"], &made["levels"][1]["worldX"]), (&json!(21), &json!(40)));
    assert_eq!((&first["iid"], &made["levels"][1]["uid"]), (&json!("o"), &json!(20)));
    // What lay below the coin and the key stays; ladders get the length that they need.
    assert_eq!(
        first["layerInstances"][2]["intGridCsv"],
        json!([1, 1, 2, 1, 1, 2, 2, 1, 1, 1, 2, 1])
    );
    let ladders = &first["layerInstances"][0]["entityInstances"];
    assert_eq!(ladders.as_array().map(Vec::len), Some(1));
    assert_eq!((&ladders[0]["height"], &ladders[0]["px"]), (&json!(16), &json!([16, 8])));
    assert_eq!(ladders[0]["fieldInstances"], json!([{"__identifier": "wood"}]));
    assert_eq!((&ladders[0]["iid"], &ladders[0]["__worldX"]), (&json!("l"), &json!(11)));
    assert_eq!(first["layerInstances"][1]["autoLayerTiles"], json!([]));
    assert_eq!(
        (&made["defs"]["tilesets"][0]["relPath"], &made["toc"][0]["instancesData"]),
        (&json!("up/t.png"), &json!([]))
    );
    // Not 225.8823529411765, as a quicker reader of numbers has it.
    assert_eq!(made["defs"]["tilesets"][0]["share"], json!(225.882_352_941_176_46));
}

#[test]
fn objects_that_stay_where_tiles_change_are_counted() {
    let map = r#"<map width="4" height="2" tilewidth="8" tileheight="8">
        <tileset firstgid="1"><tile id="0" type="wall"/><tile id="1" type="floor"/></tileset>
        <layer name="ground" width="4" height="2"><data encoding="csv">1,1,2,2,2,2,2,2</data></layer>
        <objectgroup name="collision"><object id="1" x="0" y="0" width="16" height="8"/>
        <object id="2" x="16" y="0" width="16" height="16"/></objectgroup></map>"#;
    let note = |text: &str| {
        let level = Level::from_text(text, palette(&["wall", "floor"])).expect("it is a level");
        let levels = [("a", &level)];
        let known = Hints::default();
        let written = write_into(map.as_bytes(), &TMX, &known, &NoFiles, &levels, &str::to_owned);
        written.expect("it can be written").notes
    };
    assert_eq!(note("##..\n....\n"), Vec::<String>::new());
    let one = "1 object of layer `collision` stays where it was, although tiles changed there";
    assert_eq!(note("##..\n...#\n"), [one]);
    assert_eq!(note("##..\n#...\n"), Vec::<String>::new());
    let two = "2 objects of layer `collision` stay where they were, although tiles changed there";
    assert_eq!(note("....\n...#\n"), [two]);
}

/// A lever that opens a gate, a camera zone around it, and two coins, one under the gate. There are
/// a level without cells and a table of contents.
fn lever() -> Value {
    let entity = |name: &str, uid: u32, cell: [i32; 2], fields: Value| {
        json!({
            "__identifier": name, "__grid": cell, "__pivot": [0, 0], "px": [cell[0] * 8, cell[1] * 8],
            "__worldX": 100 + cell[0] * 8, "__worldY": cell[1] * 8, "width": 8, "height": 8, "defUid": uid,
            "iid": format!("{name}-{}", cell[0]), "fieldInstances": fields,
        })
    };
    let opens = json!([{"__identifier": "opens", "__type": "EntityRef", "__value": {
        "entityIid": "Gate-2", "layerIid": "T", "levelIid": "A", "worldIid": "W",
    }, "realEditorValues": [{"id": "V_String", "params": ["Gate-2"]}]}]);
    let mut camera = entity("Camera", 22, [0, 0], json!([]));
    (camera["width"], camera["height"]) = (json!(24), json!(16));
    let entities = json!([
        entity("Lever", 20, [0, 1], opens),
        entity("Coin", 23, [2, 1], json!([])),
        entity("Gate", 21, [2, 1], json!([])),
        camera,
        entity("Coin", 23, [3, 0], json!([])),
    ]);
    let definition = |name: &str, uid: u32, is_large: bool| json!({"uid": uid, "identifier": name, "resizableX": is_large, "resizableY": is_large});
    json!({
        "jsonVersion": "1.5.3", "iid": "W", "nextUid": 40, "worldLayout": "Free", "worldGridWidth": 8, "externalLevels": false,
        "toc": [{"identifier": "Lever", "instancesData": [{"iids": {"entityIid": "Lever-0"}, "worldX": 100, "worldY": 8}]}],
        "defs": {
            "layers": [{"uid": 6, "identifier": "Things"}, {"uid": 4, "identifier": "Walls", "intGridValues": [{"value": 1, "identifier": "wall"}]}],
            "entities": [definition("Lever", 20, false), definition("Gate", 21, false), definition("Camera", 22, true), definition("Coin", 23, false)],
        },
        "levels": [
            {"identifier": "Cave", "iid": "A", "uid": 1, "pxWid": 32, "pxHei": 16, "worldX": 100, "worldY": 0, "externalRelPath": null,
                "fieldInstances": [], "__neighbours": [{"levelIid": "B", "dir": "e"}], "layerInstances": [
                {"__identifier": "Things", "__type": "Entities", "__cWid": 4, "__cHei": 2, "__gridSize": 8, "layerDefUid": 6, "levelId": 1,
                    "iid": "T", "visible": true, "intGridCsv": [], "autoLayerTiles": [], "gridTiles": [], "entityInstances": entities},
                {"__identifier": "Walls", "__type": "IntGrid", "__cWid": 4, "__cHei": 2, "__gridSize": 8, "layerDefUid": 4, "levelId": 1,
                    "iid": "G", "visible": true, "intGridCsv": [1, 0, 0, 0, 0, 1, 0, 0], "autoLayerTiles": [{"t": 7}], "gridTiles": [], "entityInstances": []},
            ]},
            {"identifier": "Menu", "iid": "B", "uid": 2, "pxWid": 16, "pxHei": 16, "worldX": 132, "worldY": 0, "externalRelPath": null,
                "fieldInstances": [], "__neighbours": [{"levelIid": "A", "dir": "w"}], "layerInstances": []},
        ],
        "worlds": [],
    })
}

#[track_caller]
fn written_into(project: &Value, levels: &[(&str, &Level)]) -> (Value, Vec<String>) {
    let text = project.to_string();
    let known = Hints::default();
    let written = write_into(text.as_bytes(), &LDTK, &known, &NoFiles, levels, &str::to_owned);
    let Written { text, notes } = written.expect("it can be written");
    (serde_json::from_str(&text).expect("it is JSON"), notes)
}

/// The entities of the first level, by `iid` and cell.
fn things(project: &Value) -> Vec<(String, [i64; 2])> {
    let entities = project["levels"][0]["layerInstances"][0]["entityInstances"].as_array();
    let place =
        |value: &Value| [0, 1].map(|axis| value["__grid"][axis].as_i64().expect("a number"));
    let entities = entities.expect("a list").iter();
    entities.map(|one| (one["iid"].as_str().unwrap_or("").to_owned(), place(one))).collect()
}

#[test]
fn an_unchanged_level_changes_nothing_of_a_project() {
    for project in [lever(), project()] {
        // With line breaks, as LDtk saves it.
        let text = serde_json::to_string_pretty(&project).expect("it is JSON");
        let read = read(text.as_bytes(), &LDTK, &Hints::default(), &NoFiles);
        let read = read.expect("it is a project");
        let level = ("other", &read.levels[0].level);
        let known = Hints::default();
        let written =
            write_into(text.as_bytes(), &LDTK, &known, &NoFiles, &[level], &str::to_owned);
        let written = written.expect("it can be written");
        assert_eq!((written.text, written.notes), (text.clone(), Vec::new()));
        // A second level is a copy with identifiers of its own.
        let (made, _) = written_into(&project, &[level, level]);
        assert_eq!(made["levels"][0], project["levels"][0]);
        let copy = made["levels"].as_array().and_then(|levels| levels.last()).expect("a level");
        assert_eq!(copy["identifier"], "other");
        let made = made.to_string();
        let mut iids: Vec<&str> = made.split(r#""iid":""#).skip(1).collect();
        for rest in &mut iids {
            *rest = rest.split('"').next().unwrap_or("");
        }
        let n_iids = iids.len();
        iids.sort_unstable();
        iids.dedup();
        assert_eq!(iids.len(), n_iids);
    }
}

#[test]
fn entities_move_with_their_references_and_others_stay() {
    let palette = palette(&["wall", "empty", "Lever", "Gate", "Coin"]);
    let level = |names: [&str; 8]| {
        let tiles = names.map(|name| palette.tile(name).expect("it is there")).to_vec();
        Level::from_tiles(4, tiles, Arc::clone(&palette))
    };
    // The gate goes to the upper right, and the coin there to the lower left.
    let new = level(["wall", "empty", "empty", "Gate", "Lever", "wall", "Coin", "empty"]);
    let (made, notes) = written_into(&lever(), &[("new", &new)]);
    let named = |name: &str, cell| (name.to_owned(), cell);
    assert_eq!(
        things(&made),
        [
            named("Lever-0", [0, 1]),
            named("Coin-2", [2, 1]),
            named("Gate-2", [3, 0]),
            named("Camera-0", [0, 0]),
        ]
    );
    let entities = &made["levels"][0]["layerInstances"][0]["entityInstances"];
    assert_eq!(entities[0], lever()["levels"][0]["layerInstances"][0]["entityInstances"][0]);
    assert_eq!((&entities[2]["px"], &entities[2]["__worldX"]), (&json!([24, 0]), &json!(124)));
    assert_eq!(
        notes,
        ["1 entity of layer `Things` stays where it was, although tiles changed there"]
    );
    assert_eq!(made["levels"][1], lever()["levels"][1]);
    assert_eq!(made["toc"], lever()["toc"]);
    // Nothing refers to what is removed.
    let new = level(["wall", "empty", "empty", "empty", "empty", "wall", "Lever", "empty"]);
    let (made, _) = written_into(&lever(), &[("new", &new)]);
    assert_eq!(things(&made), [named("Lever-0", [2, 1]), named("Camera-0", [0, 0])]);
    let field = &made["levels"][0]["layerInstances"][0]["entityInstances"][0]["fieldInstances"][0];
    assert_eq!((&field["__value"], &field["realEditorValues"]), (&Value::Null, &json!([])));
    assert_eq!(made["toc"][0]["instancesData"][0]["worldX"], 116);
    // Those whose names the level does not have stay.
    let walls = Level::from_text("####\n#..#\n", crate::tests::palette(&["wall", "empty"]));
    let (made, notes) = written_into(&lever(), &[("new", &walls.expect("it is a level"))]);
    assert_eq!(things(&made), things(&lever()));
    assert_eq!(
        notes,
        ["3 entities of layer `Things` stay where they were, although tiles changed there"]
    );
}

#[test]
fn copies_of_a_level_refer_to_their_own_entities() {
    let read = read(lever().to_string().as_bytes(), &LDTK, &Hints::default(), &NoFiles);
    let level = &read.expect("it is a project").levels[0].level;
    let (made, _) = written_into(&lever(), &[("a", level), ("b", level)]);
    let copy = &made["levels"][2];
    assert_eq!(
        (&copy["uid"], &copy["worldX"], &made["nextUid"]),
        (&json!(40), &json!(160), &json!(41))
    );
    let layer = &copy["layerInstances"][0];
    let (opener, gate) = (&layer["entityInstances"][0], &layer["entityInstances"][2]);
    let expected = json!({"entityIid": gate["iid"], "layerIid": layer["iid"], "levelIid": copy["iid"], "worldIid": "W"});
    assert_eq!(opener["fieldInstances"][0]["__value"], expected);
    assert_eq!(opener["fieldInstances"][0]["realEditorValues"][0]["params"], json!([gate["iid"]]));
    assert_eq!(gate["__worldX"], 176);
}

#[test]
fn sizes_that_no_level_has_are_refused_as_in_reading() {
    let level = Level::from_text("#\n", palette(&["wall"])).expect("it is a level");
    for (key, value) in [
        ("__cHei", json!(300_000_000)),
        ("__cHei", json!(4_000_000_000_u64)),
        ("__cWid", json!(i64::MAX)),
        ("__cWid", json!(usize::MAX)),
        ("__cHei", json!(1)),
        ("__cHei", json!(0)),
    ] {
        let mut project = lever();
        for layer in project["levels"][0]["layerInstances"].as_array_mut().expect("a list") {
            layer[key] = value.clone();
        }
        let text = project.to_string();
        let known = Hints::default();
        let refused = read(text.as_bytes(), &LDTK, &known, &NoFiles).unwrap_err().to_string();
        let levels = [("a", &level)];
        let error = write_into(text.as_bytes(), &LDTK, &known, &NoFiles, &levels, &str::to_owned);
        assert_eq!(error.unwrap_err().to_string(), refused);
    }
}

#[test]
fn rules_of_a_project_place_tiles_on_new_levels() {
    let rule = |uid: u32, is_noisy: bool| json!({"uid": uid, "size": 1, "pattern": [1], "tileRectsIds": [[5]], "perlinActive": is_noisy});
    let mut project = project();
    let ground = &mut project["defs"]["layers"][1];
    for (key, value) in [
        ("type", json!("IntGrid")),
        ("gridSize", json!(8)),
        ("tilesetDefUid", json!(3)),
        (
            "autoRuleGroups",
            json!([{"uid": 30, "name": "walls", "rules": [rule(31, false), rule(32, true)]}]),
        ),
    ] {
        ground[key] = value;
    }
    let tileset =
        json!({"uid": 3, "relPath": "t.png", "pxWid": 32, "pxHei": 32, "tileGridSize": 8});
    project["defs"]["tilesets"][0] = tileset;
    for layer in project["levels"][0]["layerInstances"].as_array_mut().expect("a list") {
        layer["seed"] = json!(9_999_998);
    }
    let level = Level::from_text("#.\n.#\n", palette(&["wall", "floor"])).expect("it is a level");
    let written = write_into(
        project.to_string().as_bytes(),
        &LDTK,
        &Hints::default(),
        &NoFiles,
        &[("a", &level), ("b", &level)],
        &str::to_owned,
    );
    let written = written.expect("it can be written");
    let note = "automatic tiles are missing until LDtk applies its rules, as only LDtk computes their \
                Perlin noise: layer `ground`, group `walls`, rule 32";
    assert_eq!(written.notes, [note]);
    let made: Value = serde_json::from_str(&written.text).expect("it is JSON");
    for level in 0..2 {
        let layers = &made["levels"][level]["layerInstances"];
        let tile = |px: [u32; 2], cell: u32| json!({"px": px, "src": [8, 8], "f": 0, "t": 5, "d": [31, cell], "a": 1});
        assert_eq!(layers[2]["autoLayerTiles"], json!([tile([0, 0], 0), tile([8, 8], 3)]));
        assert_eq!(layers[1]["autoLayerTiles"], json!([]));
        // Chance differs from level to level.
        assert_eq!(layers[2]["seed"], json!([9_999_998, 7918][level]));
    }
}

/// A map of two layers in some encoding.
fn packed_map(encoding: &str, is_xml: bool) -> String {
    let classes = ["wall", "floor", "coin", "player", "key"];
    let (ground, things) = (vec![1_u32, 1, 2, 1, 2, 2], vec![0_u32, 0, 3, 0, 4, 0]);
    let base64 = |gids: &[u32], compression: &str| crate::tiled::packed(gids, compression);
    if !is_xml {
        let layer = |name: &str, gids: &[u32]| match encoding {
            "csv" | "" => {
                json!({"type": "tilelayer", "name": name, "width": 3, "height": 2, "data": gids})
            }
            compression => {
                let compression = compression.trim_start_matches("base64");
                json!({"type": "tilelayer", "name": name, "width": 3, "height": 2, "encoding": "base64",
                    "compression": compression, "data": base64(gids, compression)})
            }
        };
        let tiles: Vec<Value> =
            (0..).zip(classes).map(|(id, class)| json!({"id": id, "type": class})).collect();
        return json!({"width": 3, "height": 2, "tilesets": [{"firstgid": 1, "tiles": tiles}],
            "layers": [{"type": "group", "name": "all", "layers": [layer("g", &ground), layer("t", &things)]}]})
        .to_string();
    }
    let data = |gids: &[u32]| match encoding {
        "csv" => format!(
            "<data encoding=\"csv\">{}</data>",
            gids.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
        ),
        "" => format!(
            "<data>{}</data>",
            gids.iter().map(|gid| format!("<tile gid=\"{gid}\"/>")).collect::<Vec<_>>().concat()
        ),
        compression => {
            let compression = compression.trim_start_matches("base64");
            format!(
                "<data encoding=\"base64\" compression=\"{compression}\">{}</data>",
                base64(gids, compression)
            )
        }
    };
    let tiles =
        (0..).zip(classes).map(|(id, class)| format!("<tile id=\"{id}\" type=\"{class}\"/>"));
    let tiles: String = tiles.collect();
    let layer = |name: &str, gids: &[u32]| {
        format!("<layer name=\"{name}\" width=\"3\" height=\"2\">{}</layer>", data(gids))
    };
    format!(
        "<map width=\"3\" height=\"2\"><tileset firstgid=\"1\">{tiles}</tileset><group name=\"all\">{}{}</group></map>",
        layer("g", &ground),
        layer("t", &things)
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        width in 1_usize..7,
        height in 1_usize..7,
        seed in proptest::collection::vec(0_u8..6, 36),
        encoding in "csv|base64|base64zlib|base64gzip|base64zstd|",
        is_xml: bool,
    ) {
        let names = ["wall", "floor", "coin", "player", "key", "empty"];
        let palette = Arc::new(Palette::of_names(&names).expect("they are distinct"));
        let level = Level::from_tiles(width, seed[..width * height].to_vec(), palette);
        let format = if is_xml { &TMX } else { &TMJ };
        let map = packed_map(&encoding, is_xml);
        let map = write_into(map.as_bytes(), format, &Hints::default(), &NoFiles, &[("a", &level)], &str::to_owned);
        let map = map.expect("it can be written").text;
        let read = one(&map, format, &Hints::default()).expect("it is a map");
        let named = |level: &Level| -> Vec<String> {
            level.tiles().iter().map(|&tile| level.palette().name(tile).to_owned()).collect()
        };
        prop_assert_eq!(read.width(), level.width());
        prop_assert_eq!(named(&read), named(&level));
        // A copy of a copy has the same levels.
        let again = write_into(map.as_bytes(), format, &Hints::default(), &NoFiles, &[("a", &level)], &str::to_owned);
        let read = one(&again.expect("it can be written").text, format, &Hints::default()).expect("it is a map");
        prop_assert_eq!(named(&read), named(&level));
    }
}
