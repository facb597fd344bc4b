use std::io::Write;

use base64::engine::general_purpose::STANDARD as PADDED;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use serde_json::{Value, json};

use crate::Hints;
use crate::tests::{one, told};
use crate::tiled::TMJ;

use super::*;

/// A map of 3 x 2 tiles with one layer.
fn map(layer: &Value) -> String {
    let mut ground = json!({"height": 2, "name": "ground", "type": "tilelayer", "width": 3});
    let fields = layer.as_object().expect("it is an object").clone();
    ground.as_object_mut().expect("it is an object").extend(fields);
    let tiles = json!([{"id": 0, "type": "empty"}, {"id": 1, "type": "solid"}]);
    json!({"layers": [ground], "tilesets": [{"firstgid": 1, "tiles": tiles}]}).to_string()
}

#[track_caller]
fn check(layer: &Value, expected: &str) {
    let level = one(&map(layer), &TMJ, &Hints::default()).expect("it is a map");
    assert_eq!(level.to_text(), expected);
}

#[track_caller]
fn check_error(layer: &Value, expected: &str) {
    let error = one(&map(layer), &TMJ, &Hints::default()).unwrap_err();
    assert_eq!(told(&error), expected);
}

/// The same for text of base64.
#[track_caller]
fn check_packed(text: &str, compression: &str, expected: &str) {
    let what = "the tiles of layer `ground` cannot be unpacked; they are not ";
    let layer = json!({"data": text, "compression": compression});
    check_error(&layer, &format!("{what}{expected}"));
}

#[test]
fn every_encoding_is_read() {
    check(&json!({"data": [2, 1, 2, 2, 0, 2]}), "#.#\n#.#\n");
    check(&json!({"data": [2, 1, 2, 2, 0, 2], "encoding": "csv"}), "#.#\n#.#\n");
    check(&json!({"data": "2,1, 2,\r\n2,0,2\n", "encoding": "csv"}), "#.#\n#.#\n");
    // In the packed ones some tiles are turned, which changes nothing.
    let packed = |compression: &str, text: &str| {
        let layer = json!({"data": text, "encoding": "base64", "compression": compression});
        check(&layer, "#.#\n#.#\n");
    };
    packed("", "AgAAgAEAAAACAABgAgAAAAAAAAACAAAQ");
    packed("zlib", "eJxjYmBoYGRgYGBiYEgAYjAA0gIAEAwA+g==");
    packed("gzip", "H4sIAAAAAAACA2NiYGhgZGBgYGJgSABiMADSAgCHGfj/GAAAAA==");
    // With the size in its head, and without.
    packed("zstd", "KLUv/SQYwQAAAgAAgAEAAAACAABgAgAAAAAAAAACAAAQLoLmuA==");
    packed("zstd", "KLUv/QRYwQAAAgAAgAEAAAACAABgAgAAAAAAAAACAAAQLoLmuA==");
}

#[test]
fn base64_may_be_wrapped_and_end_without_its_padding() {
    for text in
        ["AgAAgAEAAAACAABg\n  AgAAAAAAAAACAAAQ\n", "AgAAgAEA\r\nAAAC\tAABgAgAA\r\n\r\nAAAAAAACAAAQ"]
    {
        check(&json!({"data": text}), "#.#\n#.#\n");
    }
    for end in ["==", ""] {
        let text = format!("eJxjYmBoYGRgYGBi\nYEgAYjAA0gIAEAwA+g{end}");
        check(&json!({"data": text, "compression": "zlib"}), "#.#\n#.#\n");
    }
}

#[test]
fn numbers_that_are_no_tiles_have_a_place() {
    let numbers = "numbers of tiles are 0 to 4294967295";
    for number in [-1, 1 << 32, i64::MAX, i64::MIN] {
        check_error(
            &json!({"data": [1, 1, 1, 1, number, 1]}),
            &format!("layer `ground`, row 2, column 2: {number} is no tile; {numbers}"),
        );
    }
    let listed = |text: &str, expected: &str| {
        check_error(
            &json!({"data": text, "encoding": "csv"}),
            &format!("layer `ground`, {expected}"),
        );
    };
    listed("1,1,1,\n1,1,-1", &format!("row 2, column 3: -1 is no tile; {numbers}"));
    listed("1,1,1,\n1,1,1,\n", "row 2, column 3: a comma is followed by no tile; remove it");
    listed("1,1,1,,1,1", "row 1, column 3: a comma is followed by no tile; remove it");
    listed("1,1,wall,1,1,1", "row 1, column 3: `wall` is no number of a tile");
    listed("1,1,1\n1,1,1", "row 1, column 3: there is no comma between `1` and `1`");
    listed("1,1,1,1.5,1,1", "row 2, column 1: `1.5` is no number of a tile");
    let large = "99999999999999999999999";
    listed(&format!("{large},1"), &format!("row 1, column 1: `{large}` is no number of a tile"));
    listed(" \n", "row 1, column 1: there are no tiles");
}

#[test]
fn layers_have_as_many_tiles_as_they_say() {
    let size = "layer `ground` is 3 x 2 tiles large, but has";
    check_error(&json!({"data": [1, 1]}), &format!("{size} 2 tiles"));
    check_error(&json!({"data": []}), &format!("{size} 0 tiles"));
    check_error(&json!({"data": "1,1,1,1,1,1,1", "encoding": "csv"}), &format!("{size} 7 tiles"));
    check_error(&json!({"data": "AgAAgAEAAAA="}), &format!("{size} 2 tiles"));
    let none = "there are no tiles; a level has at least one row of at least one tile";
    check_error(&json!({"width": 0, "data": []}), none);
    let large = "there are more than 16777216 tiles; split the level into smaller ones";
    check_error(&json!({"width": 1 << 24, "data": []}), large);
    check_error(&json!({"width": usize::MAX, "data": []}), large);
    let neither = "the tiles of layer `ground` are neither a list of numbers nor a text in base64";
    check_error(&json!({}), neither);
    check_error(&json!({"data": null}), neither);
}

#[test]
fn what_is_not_packed_as_it_says_is_an_error() {
    check_packed("*", "", "base64");
    check_packed("AAAA", "", "whole numbers of four bytes");
    check_packed("AAAA", "zlib", "compressed by zlib");
    check_packed(
        "H4sIAAAAAAACA2NiYGhgZGBgYGJgSABiMADSAgCHGfj/GAAAAA==",
        "zlib",
        "compressed by zlib",
    );
    check_packed("eJxjYmBoYGRgYGBiYEgA", "zlib", "compressed by zlib");
    check_packed("AAAA", "gzip", "compressed by gzip");
    check_packed("KLUv", "zstd", "compressed by zstd");
    check_packed("KLUv/QRYwQAA", "zstd", "compressed by zstd");
    check_error(
        &json!({"data": "AAAA", "compression": "lzma"}),
        "the tiles of layer `ground` are compressed by `lzma`; choose CSV or another compression in \
         the properties of the map",
    );
    check_error(
        &json!({"data": "AAAA", "encoding": "hex"}),
        "the tiles of layer `ground` are in `hex`, which nobody knows; choose CSV or base64 in the \
         properties of the map",
    );
}

#[test]
fn much_in_little_is_not_unpacked() {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![0; 1 << 20]).expect("there is room");
    let zlib = PADDED.encode(encoder.finish().expect("there is room"));
    // A quarter of a million zeros.
    let zstd = "KLUv/QRoTAAACAABAPz/ORACAwAQAEAnD6Y=";
    for (bomb, compression) in [(zlib.as_str(), "zlib"), (zstd, "zstd")] {
        check_error(
            &json!({"data": bomb, "compression": compression}),
            "layer `ground` is 3 x 2 tiles large, but has 7 tiles",
        );
    }
}
