use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use marahel_level::{Level, UNKNOWN};
use proptest::prelude::*;

use crate::tests::{Files, names, one, only, painted_levels, told, zelda};
use crate::tiled::TMX;
use crate::{Empty, Hints, read};

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
 <layer id="6" name="above" width="1" height="1" visible="0"><data encoding="csv">1</data></layer>
</map>
"#
    )
}

fn open() -> Hints {
    Hints { empty: Empty::Open, ..Hints::default() }
}

#[track_caller]
fn check(data: &str, expected: &str) {
    check_map(&map(data), expected);
}

#[track_caller]
fn check_map(xml: &str, expected: &str) {
    let level = one(xml, &TMX, &open()).expect("it is a map");
    assert_eq!(level.to_text(), expected);
}

#[track_caller]
fn check_error(xml: &str, expected: &str) {
    let error = one(xml, &TMX, &open()).unwrap_err();
    assert_eq!(told(&error), expected);
}

#[test]
fn layers_are_read_in_every_encoding() {
    check("<data encoding=\"csv\">\n2,1,4,\r\n2,0,1\n</data>", "#.#\n#?.\n");
    check("<data encoding=\"csv\">2,1,<!-- two rows -->4,<![CDATA[2,0]]>,1</data>", "#.#\n#?.\n");
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
    base64("", "AgAAgAEAAAACAABg\r\n   AgAAAAAAAAACAAAQ");
    base64(r#" compression="zlib""#, "eJxjYmBoYGRgYGBiYEgAYjAA0gIAEAwA+g==");
    base64(r#" compression="gzip""#, "H4sIAAAAAAACA2NiYGhgZGBgYGJgSABiMADSAgCHGfj/GAAAAA==");
    base64(r#" compression="zstd""#, "KLUv/SQYwQAAAgAAgAEAAAACAABgAgAAAAAAAAACAAAQLoLmuA==");
}

#[test]
fn classes_are_matched_with_a_palette_by_name() {
    let text = map(r#"<data encoding="csv">2,1,4,2,0,1</data>"#);
    let known = Hints { named: Some(zelda()), ..open() };
    let level = one(&text, &TMX, &known).expect("it is a map");
    assert_eq!(level.to_csv(), "1,0,1\n1,-1,0\n");
}

#[test]
fn tiles_without_classes_are_the_entities_in_order() {
    let text = r#"<map><tileset firstgid="1" source="game.tsx"/>
        <layer width="3" height="1"><data encoding="csv">2,0,6</data></layer></map>"#;
    let known = Hints { named: Some(zelda()), ..open() };
    let level = one(text, &TMX, &known).expect("it is a map");
    assert_eq!(level.to_csv(), "1,-1,5\n");
    let read = |known: &Hints| read(text.as_bytes(), &TMX, known, &Files::default());
    assert_eq!(only(read(&known).expect("it is a map")), level);
    let error = read(&Hints::default()).unwrap_err();
    assert_eq!(told(&error), "a file that it needs is game.tsx, which is not there");
}

#[test]
fn tiles_of_maps_have_the_names_of_classes_or_properties() {
    let tiles = r#"<tile id="0" type="wall"><properties><property name="name" value="stone"/></properties></tile>
        <tile id="1"><properties><property name="name" value="floor"/></properties></tile>
        <tile id="2"><properties><property name="name">key</property></properties></tile>
        <tile id="3"><properties><property name="name" type="int" value="7"/></properties></tile>
        <tile id="4"/>"#;
    let text = format!(
        r#"<map><tileset firstgid="1">{tiles}</tileset>
        <layer width="5" height="1"><data encoding="csv">1,2,3,4,5</data></layer></map>"#
    );
    let level = one(&text, &TMX, &open()).expect("it is a map");
    assert_eq!(names(&level), ["wall", "floor", "key", "tile_3", "tile_4"]);
}

#[test]
fn infinite_maps_have_chunks() {
    let text = |data: &str| {
        format!(
            r#"<map infinite="1"><tileset firstgid="1"><tile id="0" type="empty"/><tile id="1" type="solid"/>
            </tileset><layer name="l" width="30" height="20">{data}</layer></map>"#
        )
    };
    check_map(
        &text(
            r#"<data encoding="csv"><chunk x="-16" y="-16" width="2" height="2">0,0,
            0,2</chunk><chunk x="-14" y="-14" width="1" height="1">1</chunk></data>"#,
        ),
        "#?\n?.\n",
    );
    check_map(
        &text(
            r#"<data encoding="base64"><chunk x="0" y="0" width="2" height="1">AQAAAAIAAAA=</chunk></data>"#,
        ),
        ".#\n",
    );
    check_map(
        &text(
            r#"<data><chunk x="0" y="0" width="2" height="1"><tile gid="2"/><tile gid="1"/></chunk></data>"#,
        ),
        "#.\n",
    );
    let none = "there are no tiles; a level has at least one row of at least one tile";
    check_error(&text(r#"<data encoding="csv"></data>"#), none);
    check_error(&text(""), none);
    check_error(
        &text(r#"<data encoding="csv"><chunk x="0" y="0">1</chunk></data>"#),
        "`width` of a <chunk> is ``, but should be a whole number",
    );
    check_error(
        &text(
            r#"<data encoding="csv"><chunk x="0" y="0" width="-2" height="-2">1,1,1,1</chunk></data>"#,
        ),
        "`width` of a <chunk> is `-2`, but should be a whole number",
    );
}

#[test]
fn objects_are_those_of_the_map() {
    let text = r#"<map width="3" height="2" tilewidth="16" tileheight="16">
        <tileset firstgid="1" tilewidth="16" tileheight="16"><tile id="0" type="coin"/><tile id="1" type="key"/>
        </tileset>
        <objectgroup name="things">
          <object gid="1" x="0" y="16" width="16" height="16"/>
          <object gid="2147483650" x="16" y="32" width="16" height="16"/>
          <object gid="1" x="32" y="32" class="boss"/>
          <object gid="1" x="32" y="16" visible="0"/>
          <object name="zone" x="0" y="0"/>
        </objectgroup></map>"#;
    check_map(text, "*??\n?kb\n");
    let error = text.replace("2147483650", "first");
    check_error(&error, "`gid` of a <object> is `first`, but should be a whole number");
}

#[test]
fn a_document_may_say_where_its_grammar_is() {
    let text = map(r#"<data encoding="csv">2,1,4,2,0,1</data>"#);
    for doctype in [
        r#"<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">"#,
        "<!DOCTYPE map>",
        "<!DOCTYPE map [ <!ELEMENT map ANY> ]>",
    ] {
        check_map(&text.replacen("<map", &format!("{doctype}<map"), 1), "#.#\n#?.\n");
    }
    let refused =
        "the document defines entities of XML, which are not read; remove its <!DOCTYPE ...>";
    for doctype in [
        "<!DOCTYPE map [<!ENTITY a '2'>]>",
        "<!DOCTYPE map [<!ENTITY a SYSTEM 'tiles.txt'>]>",
        "<!DOCTYPE map [<!ENTITY % a 'b'>]>",
    ] {
        check_error(&text.replacen("<map", &format!("{doctype}<map"), 1), refused);
    }
}

#[test]
fn a_mark_in_front_is_no_part_of_a_map() {
    let text = map(r#"<data encoding="csv">2,1,4,2,0,1</data>"#);
    check_map(&format!("\u{feff}{text}"), "#.#\n#?.\n");
    let latin =
        text.replace("ground", "Gr\u{fc}n").chars().map(|one| one as u8).collect::<Vec<_>>();
    let error = read(&latin, &TMX, &open(), &crate::NoFiles).unwrap_err();
    assert_eq!(told(&error), "not text in UTF-8");
}

#[test]
fn maps_that_are_no_levels_say_why() {
    let error = |data: &str, expected: &str| check_error(&map(data), expected);
    error(
        r#"<data encoding="csv">2,1</data>"#,
        "layer `ground` is 3 x 2 tiles large, but has 2 tiles",
    );
    let unknown = "the tiles of layer `ground` are neither a list of numbers nor a text in base64";
    for data in ["", r#"<data><tile gid="x"/></data>"#] {
        error(data, unknown);
    }
    error(
        r#"<data encoding="csv">2;1</data>"#,
        "layer `ground`, row 1, column 1: `2;1` is no number of a tile",
    );
    error(
        "<data encoding=\"csv\">\n2,1,4\n2,0,1\n</data>",
        "layer `ground`, row 1, column 3: there is no comma between `4` and `2`",
    );
    error(
        "<data encoding=\"csv\">\n2,1,4,\n2,0,1,\n</data>",
        "layer `ground`, row 2, column 3: a comma is followed by no tile; remove it",
    );
    error(
        r#"<data encoding="base64" compression="lzma">KLUv</data>"#,
        "the tiles of layer `ground` are compressed by `lzma`; choose CSV or another compression in \
         the properties of the map",
    );
    check_error("<map/>", "there is no tile layer; a level needs one");
    check_error("<tileset/>", "the document is a <tileset>; a <map> of Tiled is expected");
    check_error(
        "<map><layer height='1'/></map>",
        "`width` of a <layer> is ``, but should be a whole number",
    );
    check_error(
        "<map><tileset name='a'/><layer width='1' height='1'/></map>",
        "`firstgid` of a <tileset> is ``, but should be a whole number",
    );
    check_error(
        "<map><tileset firstgid='1'><tile id='-1'/></tileset><layer width='1' height='1'/></map>",
        "`id` of a <tile> is `-1`, but should be a whole number",
    );
    for width in ["16777217", "18446744073709551615"] {
        check_error(
            &format!("<map><layer width='{width}' height='2'/></map>"),
            "there are more than 16777216 tiles; split the level into smaller ones",
        );
    }
    for text in ["", "{}", "<map>", "<map></layer>", "<map>&a;</map>"] {
        let error = one(text, &TMX, &open()).unwrap_err().to_string();
        assert!(error.starts_with("not a map of Tiled in XML: "), "{error}");
    }
}

#[test]
fn groups_in_groups_end_in_an_error() {
    let nested = |depth: usize| {
        let layer = r#"<layer width="1" height="1"><data encoding="csv">1</data></layer>"#;
        let (begin, end) = ("<group>".repeat(depth), "</group>".repeat(depth));
        format!(
            r#"<map><tileset firstgid="1"><tile id="0" type="solid"/></tileset>{begin}{layer}{end}</map>"#
        )
    };
    check_map(&nested(60), "#\n");
    for depth in [65, 1000] {
        check_error(&nested(depth), "groups lie in each other, more of them than 64");
    }
    assert!(one(&nested(1 << 17), &TMX, &open()).is_err());
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
        let read = one(&map, &TMX, &Hints::default()).expect("it is a map");
        prop_assert_eq!(read, level);
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
        let _ = one(&changed, &TMX, &Hints::default());
    }
}

#[test]
fn elements_have_so_many_attributes() {
    let layer = r#"<layer width="1" height="1"><data encoding="csv">1</data></layer>"#;
    let text = |n: usize, more: &str| {
        let many = (0..n).map(|index| format!(" a{index} = '='\n")).collect::<Vec<_>>().concat();
        format!(
            r#"<map><tileset firstgid="1"><tile id="0" type="wall"/></tileset>{layer}{more}<objectgroup{many}/></map>"#
        )
    };
    // Text and comments may have as many signs as they like.
    let more =
        format!("<properties><property name='a'>{}</property></properties>", "= ".repeat(999));
    check_map(&text(256, &more), "#\n");
    check_error(&text(257, ""), "a <objectgroup> has more than 256 attributes");
    let prefixes = |n: usize| {
        (0..n).map(|index| format!("<g xmlns:a{index}='u'/>")).collect::<Vec<_>>().concat()
    };
    check_map(&text(0, &prefixes(256)), "#\n");
    check_error(&text(0, &prefixes(257)), "the document declares more than 256 prefixes of names");
}
