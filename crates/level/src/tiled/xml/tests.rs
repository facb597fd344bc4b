use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use proptest::prelude::*;

use super::*;
use crate::UNKNOWN;
use crate::testing::{painted_levels, zelda};

/// A map of 3 x 2 tiles as Tiled saves it, with a layer in a group.
fn map(data: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.10.2" orientation="orthogonal" width="3" height="2" infinite="0">
 <tileset firstgid="1" name="a" tilewidth="16" tileheight="16" tilecount="4" columns="4">
  <image source="tiles.png" width="64" height="16"/>
  <tile id="0" type="empty"/>
  <tile id="1" class="solid"><properties><property name="note">two
lines</property></properties></tile>
  <tile id="3" type="solid"/>
 </tileset>
 <tileset firstgid="9" source="game.tsx"/>
 <objectgroup id="4" name="things"/>
 <group id="5" name="group">
  <layer id="2" name="ground" width="3" height="2">{data}</layer>
 </group>
 <layer id="6" name="above" width="1" height="1"><data encoding="csv">1</data></layer>
</map>
"#
    )
}

#[track_caller]
fn check(data: &str, expected: &str) {
    let level = Level::from_tmx(&map(data), None).expect("it is a map");
    assert_eq!(level.to_text(), expected);
}

#[track_caller]
fn check_error(xml: &str, expected: &str) {
    let error = Level::from_tmx(xml, None).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn the_first_tile_layer_is_read_in_every_encoding() {
    check("<data encoding=\"csv\">\n2,1,4,\r\n2,0,1\n</data>", "#.#\n#?.\n");
    check(
        r#"<data><tile gid="2"/><tile gid="1"/><tile gid="4"/>
        <tile gid="2147483650"/><tile/><tile gid="1"/></data>"#,
        "#.#\n#?.\n",
    );
    let base64 = |compression: &str, text: &str| {
        check(
            &format!("<data encoding=\"base64\"{compression}>\n   {text}\n  </data>"),
            "#.#\n#?#\n",
        );
    };
    base64("", "AgAAgAEAAAACAABgAgAAAAAAAAACAAAQ");
    base64(r#" compression="zlib""#, "eJxjYmBoYGRgYGBiYEgAYjAA0gIAEAwA+g==");
    base64(r#" compression="gzip""#, "H4sIAAAAAAACA2NiYGhgZGBgYGJgSABiMADSAgCHGfj/GAAAAA==");
}

#[test]
fn classes_are_matched_with_a_palette_by_name() {
    let text = map(r#"<data encoding="csv">2,1,4,2,0,1</data>"#);
    let level = Level::from_tmx(&text, Some(zelda())).expect("it is a map");
    assert_eq!(level.to_csv(), "1,0,1\n1,-1,0\n");
}

#[test]
fn tiles_without_classes_are_the_entities_in_order() {
    let text = r#"<map><tileset firstgid="1" source="game.tsx"/>
        <layer width="3" height="1"><data encoding="csv">2,0,6</data></layer></map>"#;
    let level = Level::from_tmx(text, Some(zelda())).expect("it is a map");
    assert_eq!(level.to_csv(), "1,-1,5\n");
    check_error(
        text,
        "the tileset is in game.tsx; embed it in the map, or say which entities its tiles are, \
         in order",
    );
}

#[test]
fn maps_that_are_no_levels_say_why() {
    let error = |data: &str, expected: &str| check_error(&map(data), expected);
    error(
        r#"<data encoding="csv">2,1,4,9,0,1</data>"#,
        "row 2, column 1: the tileset of this tile is in game.tsx; embed it in the map",
    );
    error(
        r#"<data encoding="csv">2,1,3,2,0,1</data>"#,
        "row 1, column 3: tile 2 of its tileset has no class; enter the name of its entity there, \
         as other tiles have it",
    );
    error(
        r#"<data encoding="csv">2,1</data>"#,
        "layer `ground` is 3 x 2 tiles large, but has 2 tiles",
    );
    let unknown = "the tiles of layer `ground` are neither a list of numbers nor a text in base64";
    for data in ["", "<data encoding=\"csv\">2;1</data>", "<data encoding=\"hex\">2</data>"] {
        error(data, unknown);
    }
    error(
        r#"<data encoding="base64" compression="zstd">KLUv</data>"#,
        "the tiles of layer `ground` are compressed by `zstd`; choose CSV, or base64 \
         uncompressed, by zlib or by gzip, in the properties of the map",
    );
    let infinite = "the map is infinite; turn that off in the properties of the map";
    error(r#"<data encoding="csv"><chunk x="0" y="0">1</chunk></data>"#, infinite);
    check_error(r#"<map infinite="1"/>"#, infinite);
    check_error("<map/>", "there is no tile layer; a level needs one");
    check_error("<tileset/>", "the document is a <tileset>; a <map> of Tiled is expected");
    check_error(
        "<map><layer height='1'/></map>",
        "`width` of a <layer> is ``, but should be a whole number",
    );
    check_error(
        "<map><layer width='16777217' height='1'/></map>",
        "there are more than 16777216 tiles; split the level into smaller ones",
    );
    for text in ["", "{}", "<map>", "<!DOCTYPE map [<!ENTITY a 'b'>]><map>&a;</map>"] {
        check_error(text, "not a map of Tiled in XML");
    }
}

#[test]
fn groups_in_groups_end_in_an_error() {
    let text = format!("<map>{}{}</map>", "<group>".repeat(1 << 17), "</group>".repeat(1 << 17));
    assert!(Level::from_tmx(&text, None).is_err());
}

/// The map of a level as Tiled would save it.
fn saved(level: &Level, encoding: &str) -> String {
    let gid = |&tile: &u8| if tile == UNKNOWN { 0 } else { u32::from(tile) + 1 };
    let gids: Vec<u32> = level.tiles().iter().map(gid).collect();
    let bytes: Vec<u8> = gids.iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let list = |begin: &str, end: &str| {
        let gids = gids.iter().map(|gid| format!("{begin}{gid}{end}"));
        gids.collect::<Vec<_>>().concat()
    };
    let packed = |compression: &str, bytes: &[u8]| {
        let text = STANDARD.encode(bytes);
        format!(r#"<data encoding="base64" compression="{compression}">{text}</data>"#)
    };
    let data = match encoding {
        "csv" => {
            let list = list("", ",\n");
            format!(r#"<data encoding="csv">{}</data>"#, list.trim_end_matches(",\n"))
        }
        "zlib" => {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&bytes).expect("there is room");
            packed("zlib", &encoder.finish().expect("there is room"))
        }
        "gzip" => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&bytes).expect("there is room");
            packed("gzip", &encoder.finish().expect("there is room"))
        }
        "base64" => packed("", &bytes),
        _ => format!("<data>{}</data>", list("<tile gid=\"", "\"/>")),
    };
    let escaped =
        |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let tiles = level.palette().entities().iter().enumerate().map(|(id, entity)| {
        let [red, green, blue] = entity.color;
        format!(
            r##"<tile id="{id}" type="{}"><properties><property name="character" value="{}"/>
            <property name="color" type="color" value="#ff{red:02x}{green:02x}{blue:02x}"/>
            </properties></tile>"##,
            escaped(&entity.name),
            escaped(&entity.character.to_string()),
        )
    });
    let (width, height) = (level.width(), level.height());
    format!(
        r#"<map><tileset firstgid="1">{}</tileset>
        <layer name="l" width="{width}" height="{height}">{data}</layer></map>"#,
        tiles.collect::<String>()
    )
}

proptest! {
    #[test]
    fn maps_are_read_with_all_of_their_palette(
        level in painted_levels(),
        encoding in "csv|base64|zlib|gzip|tiles",
    ) {
        let map = saved(&level, &encoding);
        prop_assert_eq!(Level::from_tmx(&map, None).expect("it is a map"), level);
    }

    #[test]
    fn any_change_is_a_level_or_an_error(
        level in painted_levels(),
        encoding in "csv|base64|zlib|gzip|tiles",
        begin: prop::sample::Index,
        length in 0_usize..9,
        other in "[0-9<>/\"&=a-z -]{0,4}",
    ) {
        let map: Vec<char> = saved(&level, &encoding).chars().collect();
        let begin = begin.index(map.len());
        let end = (begin + length).min(map.len());
        let changed: String =
            map[..begin].iter().copied().chain(other.chars()).chain(map[end..].iter().copied()).collect();
        let _ = Level::from_tmx(&changed, None);
    }
}
