use std::fmt::Write;

use marahel_level::{Level, UNKNOWN};
use proptest::prelude::*;

use crate::Format;
use crate::json::JSON;
use crate::json::JSONL;
use crate::pictures::PNG;
use crate::tests::{listed, names, one, only, painted_levels, palette, told, wanting, zelda};
use crate::texts::CSV;
use crate::texts::TXT;
use crate::tiled::TMJ;
use crate::tiled::TMX;
use crate::{NoFiles, read, read_line};

use super::*;

/// An XML map of 3 x 1 tiles, two with a class.
fn map(data: &str) -> String {
    format!(
        r#"<map><tileset firstgid="1"><tile id="0" type="wall"/><tile id="1" type="coin"/></tileset>
        <layer width="3" height="1"><data encoding="csv">{data}</data></layer></map>"#
    )
}

#[track_caller]
fn check(text: &str, format: &Format, known: &Hints, expected: &str) {
    assert_eq!(one(text, format, known).expect("it is a level").to_text(), expected);
}

#[track_caller]
fn check_error(text: &str, format: &Format, known: &Hints, expected: &str) {
    assert_eq!(told(&one(text, format, known).unwrap_err()), expected);
}

#[test]
fn text_and_numbers_need_names() {
    let none = "nothing says which entities the tiles are";
    let nothing = Hints::default();
    check_error("#.\n", &TXT, &nothing, none);
    check_error("0,1\n", &CSV, &nothing, none);
    check_error(r#"{"tiles": [[0, 1]]}"#, &JSON, &nothing, none);
    check_error(r##"{"map": ["#."]}"##, &JSON, &nothing, none);
    let known = listed(&["floor", "wall"]);
    check("#.\n", &TXT, &known, "#.\n");
    check("0,1\n", &CSV, &known, ".#\n");
    check(r#"{"tiles": [[0, 1]]}"#, &JSON, &known, ".#\n");
}

#[test]
fn characters_are_those_of_all_levels_but_numbers_are_not() {
    let known = wanting(&["floor", "wall"]);
    check("#.\n", &TXT, &known, "#.\n");
    check(r##"{"map": ["#."]}"##, &JSON, &known, "#.\n");
    check_error("0,1\n", &CSV, &known, "nothing says which entities the tiles are");
    // Numbers of one list, in levels of another.
    let known = Hints { named: Some(palette(&["wall", "floor"])), ..known };
    let level = one("0,1\n", &CSV, &known).expect("it is a level");
    assert_eq!(level.to_csv(), "1,0\n");
}

#[test]
fn characters_in_doubt_are_refused_unless_a_list_says_what_there_is() {
    let names = ["empty", "solid", "player", "crate", "target"];
    check_error(
        "###\n#.#\n###\n",
        &TXT,
        &wanting(&names),
        "`.` may be target or empty, which depends on what other entities there are",
    );
    check("###\n#.#\n###\n", &TXT, &listed(&names), "###\n#.#\n###\n");
}

#[test]
fn names_of_a_file_go_before_a_list_if_they_are_to_be_kept() {
    let json = r#"{"entities": ["wall", "floor"], "tiles": [[0, 1]]}"#;
    let known = listed(&["floor", "wall", "key"]);
    let read = |known: &Hints| one(json, &JSON, known).expect("it is a level");
    assert_eq!(read(&known).to_csv(), "1,0\n");
    let keeping = Hints { keeps_names: true, ..known };
    assert_eq!(read(&keeping).to_csv(), "0,1\n");
    let bare = r#"{"tiles": [[0, 1]]}"#;
    assert_eq!(one(bare, &JSON, &keeping).expect("it is a level").to_text(), ".#\n");
}

#[test]
fn numbers_can_get_made_up_names() {
    let legend = Legend::parse(r#"{"tile_1": "wall"}"#).expect("it is a legend");
    let known = Hints { makes_up_names: true, legend, ..Hints::default() };
    let level = one("0,1,61\n", &CSV, &known).expect("it is a level");
    assert_eq!(names(&level), ["tile_0", "wall", "tile_61"]);
    let json = one(r#"{"tiles": [[0, 1]]}"#, &JSON, &known).expect("it is a level");
    assert_eq!(names(&json), ["tile_0", "wall"]);
    check_error(
        "-2,1\n",
        &CSV,
        &known,
        "row 1, column 1: `-2` is no tile; expected 0 to 61, or -1 for unknown",
    );
}

#[test]
fn numbers_may_be_large_if_they_are_few() {
    let legend = Legend::parse(r#"{"tile_1": "wall", "tile_115": "coin", "tile_116": "coin"}"#);
    let hints = Hints { legend: legend.expect("it is a legend"), ..Hints::default() };
    let expected = ["tile_0", "wall", "coin"];
    for (text, format) in [
        ("1,0\n115,116\n", &CSV),
        ("1;0\r\n115;116\r\n", &CSV),
        ("1\t0\n115\t116\n", &CSV),
        ("  1   0\n115 116\n", &TXT),
        ("1,0,\n115,116,\n", &TXT),
        (r#"{"tiles": [[1, 0], [115, 116]]}"#, &JSON),
    ] {
        let level = one(text, format, &hints).expect("it is a level");
        assert_eq!(names(&level), expected, "{text}");
        assert_eq!((level.to_csv().as_str(), level.width()), ("1,0\n2,2\n", 2), "{text}");
    }
    // As many as characters for them, and no more.
    let many = (0..=N_ENTITIES_MAX).map(|number| (number * 5).to_string()).collect::<Vec<_>>();
    let many = many.join(",");
    check_error(&many, &CSV, &hints, "there are 63 kinds of tiles, but a level has at most 62");
    check_error(
        "1,0,3\n",
        &CSV,
        &listed(&["a", "b"]),
        "row 1, column 3: `3` is no tile; expected 0 to 1, or -1 for unknown",
    );
}

#[test]
fn texts_of_numbers_are_no_pictures_of_digits() {
    let made_up = Hints { makes_up_names: true, ..Hints::default() };
    for text in ["1,1,1\n1,0,2\n", "1 1 1\n1 0 2\n", "1, 1, 1\n\n1, 0, 2\n"] {
        let levels = read(text.as_bytes(), &TXT, &made_up, &NoFiles).expect("a table").levels;
        assert_eq!(levels[0].level.width(), 3, "{text}");
        check_error(text, &TXT, &Hints::default(), "nothing says which entities the tiles are");
    }
    check("1,0\n", &TXT, &listed(&["floor", "wall"]), "#.\n");
    // Unless these are the characters of tiles, or it is no table.
    let digits = Legend::parse(r#"{"1": "wall", " ": "floor"}"#).expect("it is a legend");
    let digits = Hints { legend: digits, ..Hints::default() };
    assert_eq!(one("1 1\n1 1\n", &TXT, &digits).expect("it is a level").width(), 3);
    for text in ["111\n101\n", "1\n0\n", "1,a\n"] {
        assert!(!crate::is_table(text, &made_up), "{text}");
    }
}

#[test]
fn cells_without_a_tile_get_a_name_in_text_only_if_one_is_given() {
    let named =
        |name: &str| Hints { empty: Empty::Named(name.to_owned()), ..listed(&["floor", "wall"]) };
    check("#?\n", &TXT, &listed(&["floor", "wall"]), "#?\n");
    check("#?\n", &TXT, &named("floor"), "#.\n");
    check("1,-1\n", &CSV, &named("floor"), "#.\n");
    // The list has no tile of this name.
    let error = one("1,-1\n", &CSV, &named("door")).unwrap_err().to_string();
    assert!(
        error.starts_with("the level has an entity `door`, which is not in the palette"),
        "{error}"
    );
}

#[test]
fn cells_without_a_tile_are_air_where_air_is_painted() {
    let text = map("1,0,2").replace("coin", "air");
    let read = read(text.as_bytes(), &TMX, &Hints::default(), &NoFiles).expect("it is a map");
    assert_eq!(read.about.empty.as_deref(), Some("air"));
    assert_eq!(names(&only(read)), ["wall", "air"]);
    let same = one(&map("1,0,1"), &TMX, &Hints::default()).expect("it is a map");
    assert_eq!(names(&same), ["wall", "empty"]);
}

#[test]
fn a_name_for_cells_without_a_tile_can_be_that_of_a_tile() {
    let known = Hints { empty: Empty::Named("coin".to_owned()), ..Hints::default() };
    let level = one(&map("1,0,2"), &TMX, &known).expect("it is a map");
    assert_eq!(level.to_csv(), "0,1,1\n");
}

/// A map of `n` tiles with classes in one row, and a cell without a tile.
fn row_of(n: usize) -> String {
    let (mut tiles, mut data) = (String::new(), String::new());
    for id in 0..n {
        write!(tiles, r#"<tile id="{id}" type="kind {id}"/>"#).expect("there is room");
        write!(data, "{},", id + 1).expect("there is room");
    }
    format!(
        r#"<map><tileset firstgid="1">{tiles}</tileset>
        <layer width="{}" height="1"><data encoding="csv">{data}0</data></layer></map>"#,
        n + 1
    )
}

#[test]
fn cells_without_a_tile_need_room_for_a_name() {
    let read = |n: usize| one(&row_of(n), &TMX, &Hints::default());
    assert_eq!(names(&read(61).expect("there is room")).len(), 62);
    // Without room they stay open.
    let level = read(62).expect("there are as many as can be");
    assert_eq!((names(&level).len(), level.get(62, 0)), (62, UNKNOWN));
    // Unused names are dropped to make room.
    let unused = row_of(62).replace("62,0", "61,0");
    let level = one(&unused, &TMX, &Hints::default()).expect("there is room");
    assert_eq!(level.palette().tile("empty"), Some(61));
}

#[test]
fn a_legend_gives_tiles_of_maps_other_names() {
    let legend = Legend::parse(r#"{"wall": "solid", "tile_2": "key"}"#).expect("it is a legend");
    let known = Hints { legend, ..Hints::default() };
    let level = one(&map("1,2,3"), &TMX, &known).expect("it is a map");
    assert_eq!(names(&level), ["solid", "coin", "key"]);
}

#[test]
fn names_that_all_levels_should_have_but_lack_are_told() {
    let known = wanting(&["wall", "coin"]);
    check(&map("1,2,1"), &TMX, &known, "#*#\n");
    check_error(&map("1,3,4"), &TMX, &known, "nothing says what these tiles are: tile_2, tile_3");
    let error = one(&map("1,2,1"), &TMX, &wanting(&["wall"])).unwrap_err().to_string();
    assert!(
        error.starts_with("the level has an entity `coin`, which is not in the palette"),
        "{error}"
    );
    // Unused tiles of a file need no match.
    check(&map("1,1,1"), &TMX, &wanting(&["wall"]), "###\n");
}

#[test]
fn levels_of_lines_are_read_one_by_one() {
    let known = listed(&["floor", "wall"]);
    let found = read_line(r#"{"id": 7, "tiles": [[0, 1]]}"#, &known).expect("it is a level");
    assert_eq!((found.id, found.level.to_text().as_str()), (Some(7.into()), ".#\n"));
    let error = read_line("[", &known).unwrap_err().to_string();
    assert!(error.starts_with("not a JSON object: "), "{error}");
    let error = read_line("[]", &known).unwrap_err().to_string();
    assert!(error.starts_with("this is no level that is read; "), "{error}");
    assert!(matches!(
        read_line(r#"{"tiles": [[0]]}"#, &Hints::default()),
        Err(LevelError::NoPalette)
    ));
}

#[test]
fn tiles_that_are_taken_by_their_numbers_are_told_of_each_kind_of_map() {
    let map = r#"{"layers": [{"name": "l", "type": "tilelayer", "width": 2, "height": 1, "data": [1, 2]}],
        "tilesets": [{"firstgid": 1}]}"#;
    for format in [&TMJ, &JSON] {
        for (keeps_names, is_counted) in [(true, true), (false, false)] {
            let known = Hints { keeps_names, ..listed(&["floor", "wall"]) };
            let read = read(map.as_bytes(), format, &known, &NoFiles).expect("it is a map");
            assert_eq!(read.about.is_counted, is_counted);
            assert_eq!(read.levels[0].level.to_text(), ".#\n");
        }
    }
}

#[test]
fn numbers_in_json_are_named_by_a_legend() {
    let legend = Legend::parse(r#"{"tile_0": "wall", "tile_1": "coin"}"#).expect("it is a legend");
    let known = Hints { legend, ..Hints::default() };
    let found = read_line(r#"{"tiles": [[0, 1]]}"#, &known).expect("it is a level");
    assert_eq!(found.level.to_text(), "#*\n");
}

#[test]
fn documents_hold_levels_and_maps_one_after_the_other() {
    let level = r#"{"id": "a", "entities": ["wall"], "tiles": [[0]]}"#;
    let map = r#"{"layers": [{"name": "l", "type": "tilelayer", "width": 1, "height": 1, "data": [1]}],
        "tilesets": [{"firstgid": 1, "tiles": [{"id": 0, "type": "coin"}]}]}"#;
    for text in [format!("[{level}, {map}]"), format!("{level}\n{map}"), format!("{level}[{map}]")]
    {
        let read =
            read(text.as_bytes(), &JSON, &Hints::default(), &NoFiles).expect("they are levels");
        let found: Vec<_> = read.levels.iter().map(|found| names(&found.level)).collect();
        assert_eq!(found, [["wall"], ["coin"]]);
    }
    let error = read(format!("[{level}, 3]").as_bytes(), &JSON, &Hints::default(), &NoFiles);
    let error = told(&error.unwrap_err());
    assert!(error.starts_with("level 2: this is no level that is read; "), "{error}");
    for text in ["", "[]", " "] {
        check_error(text, &JSON, &Hints::default(), "there are no levels; at least one is needed");
    }
}

#[test]
fn what_is_not_text_is_refused_where_text_is_expected() {
    let bytes = [0xff, 0xfe, b'#', 0];
    for format in Format::all_read() {
        if !format.is_binary {
            let error = read(&bytes, format, &listed(&["wall"]), &NoFiles).unwrap_err();
            assert_eq!(error.to_string(), "not text in UTF-8");
        }
    }
}

#[test]
fn colors_of_pictures_have_names_or_those_of_a_legend() {
    let level = Level::from_text("#.\n.?\n", palette(&["wall", "floor"])).expect("it is a level");
    let png = level.to_png(1).expect("it is small");
    let [red, green, blue] = level.palette().color(0);
    let wall = format!("color_{red:02x}{green:02x}{blue:02x}");
    let legend = Legend::parse(&format!("{{\"{wall}\": \"stone\"}}")).expect("it is a legend");
    let found =
        read(&png, &PNG, &Hints { legend, ..Hints::default() }, &NoFiles).expect("it is a level");
    assert_eq!(found.about.made_up.len(), 2);
    let read_level = only(found);
    assert_eq!(
        read_level.palette().tile("stone").map(|tile| read_level.palette().color(tile)),
        Some([red, green, blue])
    );
    // The color of unknown tiles is not the color of an entity.
    let error = read(&png, &PNG, &listed(&["wall", "floor"]), &NoFiles).unwrap_err().to_string();
    assert!(error.starts_with("color_ff00ff is the color of no tile"), "{error}");
}

proptest! {
    #[test]
    fn every_format_is_read_back_with_the_palette(level in painted_levels()) {
        let known = Hints { named: Some(Arc::clone(level.palette())), ..Hints::default() };
        let texts = [
            (&CSV, level.to_csv().into_bytes()),
            (&JSON, level.to_json().into_bytes()),
            (&JSONL, level.to_json_line(3).into_bytes()),
            (&TXT, level.to_text().into_bytes()),
        ];
        for (format, bytes) in texts {
            let found = read(&bytes, format, &known, &NoFiles).expect("it was written");
            prop_assert_eq!(&only(found), &level, "{:?}", format);
        }
    }

    #[test]
    fn any_bytes_are_levels_or_an_error(bytes: Vec<u8>, text in "\\PC*", format in 0..Format::ALL.len()) {
        let format = Format::ALL[format];
        for known in [Hints::default(), Hints { named: Some(zelda()), ..Hints::default() }] {
            let _ = read(&bytes, format, &known, &NoFiles);
            let _ = read(text.as_bytes(), format, &known, &NoFiles);
        }
    }
}

#[test]
fn characters_of_one_name_are_one_tile() {
    let legend = Legend::parse(r#"{"x": "wall", ".": "floor", "-": "wall", "|": "wall"}"#);
    let legend = legend.expect("it is a legend");
    let hints = Hints { legend: legend.clone(), ..Hints::default() };
    for (text, format) in [("xx-\nx.|\n", &TXT), (r#"["xx-", "x.|"]"#, &JSON)] {
        let reading = crate::read(text.as_bytes(), format, &hints, &NoFiles).expect("a level");
        assert_eq!(reading.about.made_up, [""; 0]);
        assert_eq!(crate::tests::names(&reading.levels[0].level), ["wall", "floor"]);
    }
    // A legend adds characters, and numbers, to those of a script.
    let named = Some(crate::tests::palette(&["grass", "water"]));
    let legend = Legend::parse(r#"{"w": "water", "tile_7": "water"}"#).expect("it is a legend");
    let known = Hints { named: named.clone(), keeps_names: true, legend, ..Hints::default() };
    for (text, format) in
        [("w?\n~,\n", &TXT), (r#"{"map": ["w?", "~,"]}"#, &JSON), ("7,-1\n1,0\n", &CSV)]
    {
        let level = crate::tests::one(text, format, &known).expect("a level");
        let level = level.in_palette(named.clone()).expect("it has these names");
        assert_eq!(level.to_text(), "~?\n~,\n", "{text}");
    }
}
