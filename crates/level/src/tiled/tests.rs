use std::io::Write;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::testing::{painted_levels, zelda};
use crate::{LevelError, Palette};

const PICTURE: TiledPicture<'_> =
    TiledPicture { path: "tiles.png", width: 64, height: 32, tile_size: 8 };

/// A map of 3 x 2 tiles as Tiled saves it, with some fields left out.
fn map(layer: &Value) -> Value {
    let mut map = json!({
        "compressionlevel": -1, "height": 2, "infinite": false, "layers": [
            {"draworder": "topdown", "id": 4, "name": "things", "objects": [], "type": "objectgroup"},
            {"id": 5, "name": "group", "type": "group", "layers": [
                {"height": 2, "id": 2, "name": "ground", "opacity": 1, "type": "tilelayer", "width": 3},
            ]},
            {"data": [1], "height": 1, "id": 6, "name": "above", "type": "tilelayer", "width": 1},
        ],
        "orientation": "orthogonal", "tilesets": [
            {"firstgid": 1, "name": "a", "tiles": [
                {"id": 0, "type": "empty"}, {"id": 1, "class": "solid"}, {"id": 3, "type": "solid"},
            ]},
            {"firstgid": 9, "name": "b", "tiles": [{"id": 1, "type": "player"}, {"id": 2, "probability": 0.5}]},
        ],
        "type": "map", "version": "1.10", "width": 3,
    });
    let ground = map["layers"][1]["layers"][0].as_object_mut().expect("it is an object");
    ground.extend(layer.as_object().expect("it is an object").clone());
    map
}

/// The same, of tiles that no tileset describes.
fn bare_map(tilesets: &Value) -> Value {
    let mut map = map(&json!({"data": [1, 2, 0, 7, 1, 1]}));
    map["tilesets"] = tilesets.clone();
    map
}

#[track_caller]
fn check(layer: &Value, expected: &str) {
    let level = Level::from_tiled(&map(layer).to_string(), None).expect("it is a level");
    assert_eq!(level.to_text(), expected);
}

#[track_caller]
fn check_error(map: &Value, palette: Option<Arc<Palette>>, expected: &str) {
    let error = Level::from_tiled(&map.to_string(), palette).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

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
fn the_first_tile_layer_is_read_in_every_encoding() {
    // In the packed ones some tiles are turned, which changes nothing.
    check(&json!({"data": [2, 1, 4, 2, 0, 10]}), "#.#\n#?@\n");
    check(&json!({"data": [2, 1, 2, 2, 0, 2], "encoding": "csv"}), "#.#\n#?#\n");
    check(&json!({"data": "AgAAgAEAAAACAABgAgAAAAAAAAACAAAQ", "encoding": "base64"}), "#.#\n#?#\n");
    check(
        &json!({"data": "eJxjYmBoYGRgYGBiYEgAYjAA0gIAEAwA+g==", "encoding": "base64", "compression": "zlib"}),
        "#.#\n#?#\n",
    );
    check(
        &json!({"data": "H4sIAAAAAAACA2NiYGhgZGBgYGJgSABiMADSAgCHGfj/GAAAAA==", "encoding": "base64", "compression": "gzip"}),
        "#.#\n#?#\n",
    );
}

#[test]
fn classes_are_matched_with_a_palette_by_name() {
    let text = map(&json!({"data": [2, 1, 4, 2, 0, 10]})).to_string();
    let level = Level::from_tiled(&text, Some(zelda())).expect("it is a level");
    assert_eq!(level.to_csv(), "1,0,1\n1,-1,2\n");
    let binary = Arc::new(Palette::of_names(&["empty", "solid"]).expect("they are distinct"));
    let error = Level::from_tiled(&text, Some(binary)).unwrap_err().to_string();
    assert!(error.starts_with("the level has an entity `player`"), "{error}");
}

#[test]
fn tiles_without_classes_are_the_entities_in_order() {
    let map =
        bare_map(&json!([{"firstgid": 1, "source": "game.tsx"}, {"firstgid": 6, "name": "b"}]));
    let level = Level::from_tiled(&map.to_string(), Some(zelda())).expect("it is a level");
    assert_eq!(level.to_csv(), "0,1,-1\n1,0,0\n");
    check_error(
        &map,
        None,
        "the tileset is in game.tsx; embed it in the map, or say which entities its tiles are, \
         in order",
    );
    check_error(
        &bare_map(&json!([{"firstgid": 1, "tiles": []}])),
        None,
        "nothing names the entities of the tiles; add `entities`, or read with a palette",
    );
    check_error(
        &bare_map(&json!([{"firstgid": 1}])),
        Some(zelda()),
        "row 2, column 1: `6` is no tile; expected 0 to 5, or -1 for unknown",
    );
}

#[test]
fn tiles_that_are_no_entity_are_errors() {
    check_error(
        &map(&json!({"data": [1, 1, 1, 11, 1, 1]})),
        None,
        "row 2, column 1: tile 2 of its tileset has no class; \
         enter the name of its entity there, as other tiles have it",
    );
    check_error(
        &bare_map(&json!([{"firstgid": 2}])),
        Some(zelda()),
        "row 1, column 1: tile 1 is in no tileset of the map",
    );
}

#[test]
fn layers_that_cannot_be_read_say_why() {
    let error = |layer: Value, expected: &str| check_error(&map(&layer), None, expected);
    let packed = |text: &str, compression: &str| json!({"data": text, "compression": compression});
    error(json!({"data": [1, 1]}), "layer `ground` is 3 x 2 tiles large, but has 2 tiles");
    error(
        json!({"data": [1, 1, 1, 1, -1, 1]}),
        "layer `ground`, row 2, column 2: -1 is no tile; numbers of tiles are 0 to 4294967295",
    );
    error(
        json!({}),
        "the tiles of layer `ground` are neither a list of numbers nor a text in base64",
    );
    error(packed("*", ""), "the tiles of layer `ground` cannot be unpacked; they are not base64");
    error(
        packed("AAAA", ""),
        "the tiles of layer `ground` cannot be unpacked; they are not whole numbers of four bytes",
    );
    error(
        packed("AAAA", "zlib"),
        "the tiles of layer `ground` cannot be unpacked; they are not compressed by zlib",
    );
    error(
        packed("KLUv", "zstd"),
        "the tiles of layer `ground` are compressed by `zstd`; choose CSV, or base64 \
         uncompressed, by zlib or by gzip, in the properties of the map",
    );
    error(
        json!({"width": 0}),
        "there are no tiles; a level has at least one row of at least one tile",
    );
    let large = "there are more than 16777216 tiles; split the level into smaller ones";
    error(json!({"width": 1 << 24}), large);
    error(json!({"width": usize::MAX}), large);
    error(json!({"chunks": []}), "the map is infinite; turn that off in the properties of the map");
}

#[test]
fn much_in_little_is_not_unpacked() {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![0; 1 << 20]).expect("there is room");
    let bomb = STANDARD.encode(encoder.finish().expect("there is room"));
    check_error(
        &map(&json!({"data": bomb, "compression": "zlib"})),
        None,
        "layer `ground` is 3 x 2 tiles large, but has 7 tiles",
    );
}

#[test]
fn documents_that_are_no_maps_are_errors() {
    check_error(
        &json!({"infinite": true, "layers": []}),
        None,
        "the map is infinite; turn that off in the properties of the map",
    );
    check_error(
        &json!({"layers": [{"type": "imagelayer"}]}),
        None,
        "there is no tile layer; a level needs one",
    );
    for text in ["", "[]", "{}", "<map/>", r#"{"layers":[{}]}"#, r#"{"layers":[],"tilesets":[{}]}"#]
    {
        let error = Level::from_tiled(text, None).unwrap_err();
        assert!(matches!(error, LevelError::Json(_)), "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn maps_are_read_back_with_all_of_their_palette(level in painted_levels()) {
        let map = level.to_tiled(&PICTURE);
        let read = Level::from_tiled(&map, None).expect("the map is a level");
        prop_assert_eq!(&read, &level);
        let read = Level::from_tiled(&map, Some(level.palette().clone()));
        prop_assert_eq!(read.expect("the map is a level"), level);
    }

    #[test]
    fn any_layer_is_a_level_or_an_error(
        width in 0_usize..4,
        data in proptest::collection::vec(0_u32..12, 0..9),
        text in "[A-Za-z0-9+/]{0,16}={0,2}",
        compression in "|zlib|gzip|zstd",
    ) {
        for data in [json!(data), json!(text)] {
            let map = map(&json!({"width": width, "data": data, "compression": compression}));
            if let Ok(level) = Level::from_tiled(&map.to_string(), None) {
                prop_assert_eq!((level.width(), level.height()), (width, 2));
            }
        }
    }
}
