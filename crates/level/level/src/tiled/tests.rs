use serde_json::{Value, json};

use super::*;
use crate::tests::testing::zelda;

const PICTURE: TiledPicture<'_> =
    TiledPicture { path: "tiles.png", width: 64, height: 32, tile_size: 8 };

#[test]
fn a_map_has_the_tiles_the_picture_and_the_entities() {
    let level = Level::from_text("#.@\n?d.\n", zelda()).expect("it is a level");
    let map: Value = serde_json::from_str(&level.to_tiled(&PICTURE)).expect("it is JSON");
    assert_eq!((&map["width"], &map["height"]), (&json!(3), &json!(2)));
    assert_eq!(map["layers"][0]["data"], json!([2, 1, 3, 0, 6, 1]));
    let tileset = &map["tilesets"][0];
    assert_eq!((&tileset["columns"], &tileset["tilecount"]), (&json!(8), &json!(32)));
    assert_eq!(tileset["image"], "tiles.png");
    let solid = json!({
        "id": 1,
        "properties": [
            {"name": "character", "type": "string", "value": "#"},
            {"name": "color", "type": "color", "value": "#ff2d2f36"},
        ],
        "type": "solid",
    });
    assert_eq!(tileset["tiles"][1], solid);
    assert_eq!(tileset["tiles"].as_array().map(Vec::len), Some(6));
}

#[test]
#[should_panic(expected = "a picture is at least as wide as a tile")]
fn a_picture_has_a_tile() {
    let level = Level::from_text("#", zelda()).expect("it is a level");
    level.to_tiled(&TiledPicture { tile_size: 65, ..PICTURE });
}
