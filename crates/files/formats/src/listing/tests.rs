use serde_json::{Value, json};

use crate::tests::{names, one, only};
use crate::tiled::TMJ;
use crate::{Format, Hints, Legend, NoFiles, PNG, legend_of, read};

fn legend(map: &str, format: &Format) -> (String, usize) {
    legend_of(map.as_bytes(), format, &Hints::default(), &NoFiles).expect("it is a map")
}

/// A map of a row of tiles.
fn row(gids: &[u32], tilesets: &Value) -> String {
    let map = json!({
        "width": gids.len(), "height": 1, "tilewidth": 16, "tileheight": 16, "tilesets": tilesets,
        "layers": [{"name": "Ground", "type": "tilelayer", "width": gids.len(), "height": 1, "data": gids}],
    });
    map.to_string()
}

#[test]
fn a_legend_has_a_line_for_each_kind_with_its_place() {
    let tilesets = json!([
        {"firstgid": 1, "name": "land", "image": "art/land.png", "columns": 4, "tilewidth": 16, "tileheight": 8,
            "margin": 1, "spacing": 2, "tiles": [{"id": 0, "type": "wall"}, {"id": 1, "type": "wall"}],
            "wangsets": [{"name": "a", "type": "corner", "colors": [{"name": "Dry \"Sand\""}],
                "wangtiles": [{"tileid": 6, "wangid": [0, 1, 0, 1, 0, 1, 0, 1]}]}]},
        {"firstgid": 20, "name": "things", "tiles": [{"id": 2, "image": "coin.png", "imagewidth": 8, "imageheight": 8}]},
    ]);
    let map = row(&[1, 2, 7, 7, 7, 4, 22, 0], &tilesets);
    let (text, n) = legend(&map, &TMJ);
    assert_eq!(
        text,
        r#"{"tiles": {
"tile_6": {"name":"Dry \"Sand\"","cells":3,"tileset":"land","id":6,"picture":"art/land.png","x":37,"y":11},
"wall": {"name":"wall","cells":2,"tileset":"land","id":0,"picture":"art/land.png","x":1,"y":1},
"tile_21": {"name":"tile_21","cells":1,"tileset":"things","id":2,"picture":"coin.png","x":0,"y":0},
"tile_3": {"name":"tile_3","cells":1,"tileset":"land","id":3,"picture":"art/land.png","x":55,"y":1}
}}
"#
    );
    assert_eq!(n, 4);
    // It is a legend as it is, and after editing.
    let text = text.replace(r#""name":"tile_21""#, r#""name":["coin", "collectable"]"#);
    let hints = Hints { legend: Legend::parse(&text).expect("it is a legend"), ..Hints::default() };
    let level = one(&map, &TMJ, &hints).expect("it is a map");
    assert_eq!(names(&level), ["wall", "Dry \"Sand\"", "tile_3", "coin", "empty"]);
}

#[test]
fn a_legend_is_written_of_what_is_too_much_to_read() {
    let gids: Vec<u32> = (1..=70).collect();
    let tiles: Vec<Value> = (0..70).map(|id| json!({"id": id, "type": format!("k{id}")})).collect();
    let named = row(&gids, &json!([{"firstgid": 1, "tiles": tiles}]));
    assert!(one(&named, &TMJ, &Hints::default()).is_err());
    assert_eq!(legend(&named, &TMJ).1, 70);
    // As it is, it names as many kinds as are read without it.
    let map = row(&gids, &json!([{"firstgid": 1}]));
    let (text, n) = legend(&map, &TMJ);
    assert!(
        text.contains(r#""tile_69": {"name":"Ground","cells":1,"tileset":"","id":69}"#),
        "{text}"
    );
    assert_eq!(n, 70);
    let hints = Hints { legend: Legend::parse(&text).expect("it is a legend"), ..Hints::default() };
    assert_eq!(names(&one(&map, &TMJ, &hints).expect("it is a map")), ["Ground"]);
}

#[test]
fn old_tilesets_have_the_columns_of_their_picture() {
    let tilesets = json!([{"firstgid": 1, "name": "old", "image": "old.png", "imagewidth": 64, "tilewidth": 16, "tileheight": 16}]);
    let (text, _) = legend(&row(&[6], &tilesets), &TMJ);
    assert!(text.contains(r#""id":5,"picture":"old.png","x":16,"y":16"#), "{text}");
    // Sizes at extremes are some place.
    let tilesets = json!([{"firstgid": 1, "image": "old.png", "columns": 2, "tilewidth": 1e308, "tileheight": -1e308, "margin": u32::MAX}]);
    assert!(legend(&row(&[6], &tilesets), &TMJ).0.contains(r#""id":5"#));
}

#[test]
fn pictures_have_a_legend_and_tables_have_none() {
    let level =
        marahel_level::Level::from_text("#.\n", crate::tests::zelda()).expect("it is a level");
    let png = level.to_png(1).expect("it is small");
    let (text, n) = legend_of(&png, &PNG, &Hints::default(), &NoFiles).expect("it is a picture");
    assert!(
        n == 2 && text.contains(r#""color_2d2f36": {"name":"color_2d2f36","cells":1}"#),
        "{text}"
    );
    only(read(&png, &PNG, &Hints::default(), &NoFiles).expect("it is a picture"));
    let error = legend_of(
        b"0,1\n",
        Format::called("csv").expect("it is a format"),
        &Hints::default(),
        &NoFiles,
    )
    .unwrap_err()
    .to_string();
    assert!(error.starts_with("it has no kinds of tiles to list"), "{error}");
}

/// The names of all cells.
#[track_caller]
fn cells(text: &str, format: &Format, legend: Legend) -> Vec<String> {
    let hints = Hints { legend, ..Hints::default() };
    let level = one(text, format, &hints).expect("it is a level");
    let name = |&tile: &u8| level.palette().name(tile).to_owned();
    level.tiles().iter().map(name).collect()
}

#[test]
fn a_legend_that_nobody_edits_changes_nothing() {
    let value =
        |value: u32, name: &str| json!({"value": value, "identifier": name, "color": "#000000"});
    let layer = |uid: u32, csv: Value| json!({"__identifier": "L", "__type": "IntGrid", "__cWid": 3, "__cHei": 1, "__gridSize": 8, "layerDefUid": uid, "intGridCsv": csv});
    let ldtk = json!({
        "jsonVersion": "1.5.3", "levels": [{"identifier": "A", "layerInstances": [
            layer(1, json!([1, 0, 0])), layer(2, json!([1, 1, 2])),
        ]}],
        "defs": {"layers": [
            {"uid": 1, "identifier": "Things", "intGridValues": [value(1, "coin")]},
            {"uid": 2, "identifier": "Walls", "intGridValues": [{"value": 1}, value(2, "door")]},
        ]},
    });
    let ldtk = ldtk.to_string();
    let map = row(
        &[1, 2, 3],
        &json!([{"firstgid": 1, "tiles": [{"id": 0, "type": "Stone Wall"}, {"id": 2, "type": "none"}]}]),
    );
    // The class of an object goes before what its tile is called, in a legend, too.
    let objects = json!({
        "orientation": "orthogonal", "width": 3, "height": 1, "tilewidth": 8, "tileheight": 8,
        "tilesets": [{"firstgid": 1, "tiles": [{"id": 0, "properties": [{"name": "solid", "value": true}]}]}],
        "layers": [
            {"type": "tilelayer", "name": "a", "width": 3, "height": 1, "data": [1, 2, 2]},
            {"type": "objectgroup", "name": "b", "objects": [
                {"gid": 1, "type": "troll", "x": 16, "y": 8, "width": 8, "height": 8},
            ]},
        ],
    });
    let objects = objects.to_string();
    let game = "=\nLEGEND\n=\n# = Wall\n. = Crate and Target\n\nLEVELS\n\n#.\n";
    for (text, ending, n) in
        [(&*ldtk, "ldtk", 3), (&*map, "tmj", 3), (&*objects, "tmj", 3), (game, "txt", 2)]
    {
        let format = Format::called(ending).expect("it is a format");
        let (written, n_kinds) = legend(text, format);
        assert_eq!(n_kinds, n, "{written}");
        let written = Legend::parse(&written).expect("it is a legend");
        assert_eq!(cells(text, format, written), cells(text, format, Legend::default()));
    }
}
