use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use marahel_level::TiledPicture;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::json::JSON;
use crate::tests::{Files, listed, names, one, only, painted_levels, told, wanting, zelda};
use crate::tiled::TMJ;
use crate::{Empty, Hints, LevelError, NoFiles, Origin, Reading, read};

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
            {"data": [10, 0, 0, 10, 0, 0], "height": 2, "id": 6, "name": "above", "type": "tilelayer",
                "visible": false, "width": 3},
        ],
        "orientation": "orthogonal", "tileheight": 16, "tilesets": [
            {"firstgid": 1, "name": "a", "tiles": [
                {"id": 0, "type": "empty"}, {"id": 1, "class": "solid"}, {"id": 3, "type": "solid"},
            ]},
            {"firstgid": 9, "name": "b", "tiles": [{"id": 1, "type": "player"}, {"id": 2, "probability": 0.5}]},
        ],
        "tilewidth": 16, "type": "map", "version": "1.10", "width": 3,
    });
    let ground = map["layers"][1]["layers"][0].as_object_mut().expect("it is an object");
    ground.extend(layer.as_object().expect("it is an object").clone());
    map
}

/// A map of such layers, of tiles with names.
fn layers(layers: &Value) -> Value {
    let mut map = map(&json!({}));
    map["layers"] = layers.clone();
    map
}

/// A layer of 3 x 1 tiles.
fn row(name: &str, data: [u32; 3]) -> Value {
    json!({"name": name, "type": "tilelayer", "width": 3, "height": 1, "data": data})
}

/// A map of tiles that only their tilesets describe.
fn of_tilesets(data: [u32; 6], tilesets: &Value) -> Value {
    let mut map = map(&json!({"data": data}));
    map["tilesets"] = tilesets.clone();
    map
}

fn layer(names: &[&str]) -> Hints {
    let layers = names.iter().map(|&name| name.to_owned()).collect();
    Hints { layers, empty: Empty::Open, ..Hints::default() }
}

/// What is known where nothing is, but cells without a tile are open.
fn open() -> Hints {
    layer(&[])
}

fn reading(map: &Value, known: &Hints) -> Result<Reading, LevelError> {
    read(map.to_string().as_bytes(), &TMJ, known, &NoFiles)
}

#[track_caller]
fn check(map: &Value, known: &Hints, expected: &str) {
    let level = only(reading(map, known).expect("it is a map"));
    assert_eq!(level.to_text(), expected);
}

#[track_caller]
fn check_error(map: &Value, known: &Hints, expected: &str) {
    let error = reading(map, known).unwrap_err();
    assert_eq!(told(&error), expected);
}

#[test]
fn layers_lie_over_each_other() {
    let map = layers(&json!([
        row("ground", [1, 1, 0]),
        {"name": "group", "type": "group", "layers": [row("walls", [0, 2, 0])]},
        row("people", [10, 0, 0]),
    ]));
    check(&map, &open(), "@#?\n");
    let about = reading(&map, &Hints::default()).expect("it is a map").about;
    assert_eq!(about.layers, ["ground", "walls", "people"]);
    assert_eq!((about.origin, about.left_out), (Some(Origin::Tiled), Vec::new()));
}

#[test]
fn layers_of_several_sizes_begin_at_one_corner() {
    let mut small = row("small", [2, 2, 2]);
    (small["width"], small["height"]) = (json!(1), json!(3));
    check(&layers(&json!([row("ground", [1, 1, 1]), small])), &open(), "#..\n#??\n#??\n");
}

#[test]
fn hidden_layers_are_left_out_and_told() {
    let map = map(&json!({"data": [1, 1, 1, 1, 1, 1]}));
    let about = reading(&map, &Hints::default()).expect("it is a map").about;
    assert_eq!(about.layers, ["things", "ground"]);
    assert_eq!(about.left_out, ["layer `above`, which is invisible"]);
    let mut map = layers(&json!([
        row("ground", [1, 1, 1]),
        {"name": "group", "type": "group", "visible": false, "layers": [row("walls", [0, 2, 0])]},
        {"name": "sky", "type": "imagelayer"},
    ]));
    check(&map, &open(), "...\n");
    let about = reading(&map, &Hints::default()).expect("it is a map").about;
    assert_eq!(
        about.left_out,
        ["layer `walls`, which is invisible", "layer `sky`, which is a picture"]
    );
    map["layers"][0]["visible"] = json!(false);
    check_error(&map, &open(), "there is no tile layer that is visible; a level needs one");
}

#[test]
fn chosen_layers_are_read_alone_and_even_if_they_are_hidden() {
    let map = layers(&json!([
        row("ground", [1, 1, 1]),
        {"name": "group", "type": "group", "visible": false, "layers": [
            row("walls", [0, 2, 0]), row("people", [10, 0, 0]),
        ]},
    ]));
    check(&map, &layer(&["walls"]), "?#?\n");
    check(&map, &layer(&["group"]), "@#?\n");
    check(&map, &layer(&["people", "ground"]), "@..\n");
    let about = reading(&map, &layer(&["walls"])).expect("it is a map").about;
    assert_eq!((about.layers, about.left_out), (vec!["walls".to_owned()], Vec::new()));
    check_error(
        &map,
        &layer(&["ground", "roof"]),
        "there is no layer `roof`; the layers are `ground`, `group`, `walls`, `people`",
    );
}

#[test]
fn maps_without_tile_layers_say_so() {
    let none = "there is no tile layer; a level needs one";
    for list in [json!([]), json!([{"type": "group"}])] {
        check_error(&layers(&list), &open(), none);
    }
    for text in ["", "[]", "{}", "<map/>", r#"{"layers":[{}]}"#, r#"{"layers":[],"tilesets":[1]}"#]
    {
        let error = one(text, &TMJ, &open()).unwrap_err();
        assert!(matches!(error, LevelError::Json(_)), "{text}: {error}");
    }
}

#[test]
fn groups_lie_in_each_other_only_so_deep() {
    let nested = |depth: usize| {
        let mut layer = row("ground", [1, 2, 1]);
        for _ in 0..depth {
            layer = json!({"name": "group", "type": "group", "layers": [layer]});
        }
        layers(&json!([layer])).to_string()
    };
    // What reads JSON does not go deeper than that itself.
    one(&nested(50), &TMJ, &open()).expect("it is a map");
    for depth in [65, 500] {
        assert!(one(&nested(depth), &TMJ, &open()).is_err());
    }
}

#[test]
fn cells_without_a_tile_get_a_name_unless_they_stay_open() {
    let map = layers(&json!([row("ground", [2, 0, 10])]));
    let reading_as = |known: &Hints| {
        let read = reading(&map, known).expect("it is a map");
        let empty = read.about.empty.clone();
        (names(&only(read)), empty)
    };
    let all = |names: [&str; 3]| names.map(str::to_owned).to_vec();
    let told = |empty: &str| Some(empty.to_owned());
    assert_eq!(reading_as(&Hints::default()), (all(["empty", "solid", "player"]), told("empty")));
    let named = Hints { empty: Empty::Named("gas".to_owned()), ..Hints::default() };
    assert_eq!(reading_as(&named), (all(["solid", "player", "gas"]), None));
    check(&map, &open(), "#?@\n");
    // Of what all levels have, it is what is likely to be nothing.
    let known = wanting(&["solid", "player", "floor", "air"]);
    assert_eq!(reading_as(&known), (all(["solid", "player", "air"]), told("air")));
    let known = wanting(&["solid", "player", "floor"]);
    assert_eq!(reading_as(&known), (all(["solid", "player", "floor"]), told("floor")));
    let known = wanting(&["solid", "player", "door"]);
    assert_eq!(reading_as(&known), (vec!["solid".to_owned(), "player".to_owned()], None));
}

#[test]
fn cells_without_a_tile_are_no_floor_where_floor_is_painted() {
    let tiles =
        json!([{"firstgid": 1, "tiles": [{"id": 0, "type": "floor"}, {"id": 1, "type": "wall"}]}]);
    let map = of_tilesets([1, 2, 0, 0, 0, 0], &tiles);
    check(&map, &wanting(&["wall", "floor"]), ".#?\n???\n");
    check(&map, &wanting(&["wall", "floor", "void"]), ".#v\nvvv\n");
}

#[test]
fn classes_are_matched_with_a_palette_by_name() {
    let map = map(&json!({"data": [2, 1, 4, 2, 0, 10]}));
    for known in [listed(&["player", "solid", "empty"]), wanting(&["player", "solid", "empty"])] {
        let level = only(reading(&map, &known).expect("it is a map"));
        assert_eq!(level.to_csv(), "1,2,1\n1,2,0\n");
    }
    let error = reading(&map, &listed(&["empty", "solid"])).unwrap_err().to_string();
    assert!(
        error.starts_with("the level has an entity `player`, which is not in the palette"),
        "{error}"
    );
    let error = reading(&map, &wanting(&["empty", "solid"])).unwrap_err().to_string();
    assert!(
        error.starts_with("the level has an entity `player`, which is not in the palette"),
        "{error}"
    );
}

#[test]
fn a_class_goes_before_the_property_name() {
    let tiles = json!([
        {"id": 0, "type": "wall", "properties": [{"name": "name", "type": "string", "value": "stone"}]},
        {"id": 1, "properties": [{"name": "name", "type": "string", "value": "floor"}]},
        {"id": 2, "properties": [{"name": "name", "type": "int", "value": 3}, {"name": "Name", "value": "key"}]},
        {"id": 3, "type": "", "class": "door"},
    ]);
    let map = of_tilesets([1, 2, 3, 4, 1, 1], &json!([{"firstgid": 1, "tiles": tiles}]));
    let read = reading(&map, &Hints::default()).expect("it is a map");
    assert_eq!(read.about.made_up, ["tile_2"]);
    assert_eq!(names(&only(read)), ["wall", "floor", "door", "tile_2"]);
}

#[test]
fn tiles_without_classes_are_counted_through_all_tilesets() {
    let sets = json!([{"firstgid": 17, "name": "a"}, {"firstgid": 20, "name": "b"}]);
    let map = of_tilesets([17, 18, 0, 20, 22, 17], &sets);
    let level =
        only(reading(&map, &Hints { empty: Empty::Open, ..listed_zelda() }).expect("it is a map"));
    assert_eq!((level.to_csv().as_str(), level.palette()), ("0,1,-1\n3,5,0\n", &zelda()));
    check_error(
        &of_tilesets([17, 18, 0, 23, 17, 17], &sets),
        &listed_zelda(),
        "row 2, column 1: `6` is no tile; expected 0 to 5",
    );
    let read = reading(&map, &Hints::default()).expect("it is a map");
    assert_eq!(read.about.made_up, ["tile_0", "tile_1", "tile_3", "tile_5"]);
    assert_eq!(names(&only(read)), ["tile_0", "tile_1", "tile_3", "tile_5", "empty"]);
}

fn listed_zelda() -> Hints {
    Hints { named: Some(zelda()), ..Hints::default() }
}

#[test]
fn tiles_that_nobody_names_have_made_up_names() {
    let map = map(&json!({"data": [2, 1, 11, 3, 11, 10]}));
    for known in [Hints::default(), Hints { keeps_names: true, ..listed_zelda() }] {
        let read = reading(&map, &known).expect("it is a map");
        assert_eq!(read.about.made_up, ["tile_10", "tile_2"]);
        assert_eq!(names(&only(read)), ["empty", "solid", "player", "tile_10", "tile_2"]);
    }
    for known in [listed_zelda(), wanting(&["empty", "solid", "player"])] {
        check_error(&map, &known, "nothing says what these tiles are: tile_10, tile_2");
    }
}

#[test]
fn numbers_with_a_sign_are_flipped_tiles() {
    let map = |number: i64| {
        json!({"width": 2, "height": 1, "tilesets": [{"firstgid": 1, "tiles": [{"id": 0, "type": "wall"}, {"id": 1, "type": "floor"}]}],
            "layers": [{"name": "l", "type": "tilelayer", "width": 2, "height": 1, "data": [number, 1]}]})
    };
    let flipped = map(-2_147_483_646);
    let level = one(&flipped.to_string(), &TMJ, &Hints::default()).expect("it is a map");
    assert_eq!(level.to_text(), ".#\n");
    let error = one(&map(-1).to_string(), &TMJ, &Hints::default()).unwrap_err().to_string();
    assert!(error.contains("-1 is no tile"), "{error}");
}

#[test]
fn as_many_kinds_as_a_level_has_and_cells_without_a_tile_are_read() {
    let gids: Vec<u32> = (0..=62).collect();
    let named: Vec<Value> = (0..62).map(|id| json!({"id": id, "type": format!("k{id}")})).collect();
    let map = |tiles: Value| {
        json!({"width": 63, "height": 1, "tilesets": [{"firstgid": 1, "tiles": tiles}],
            "layers": [{"name": "Ground", "type": "tilelayer", "width": 63, "height": 1, "data": gids}]})
        .to_string()
    };
    let read = |map: &str, hints: &Hints| crate::read(map.as_bytes(), &TMJ, hints, &NoFiles);
    let named = map(json!(named));
    let reading = read(&named, &Hints::default()).expect("it is a map");
    assert!(reading.about.is_open && reading.levels[0].level.tiles()[0] == marahel_level::UNKNOWN);
    let known = Hints { empty: crate::Empty::Named("air".to_owned()), ..Hints::default() };
    assert!(matches!(read(&named, &known), Err(LevelError::TooManyKinds(63))));
    let reading = read(&map(json!([])), &Hints::default()).expect("it is a map");
    assert_eq!(names(&reading.levels[0].level), ["Ground", "empty"]);
}

#[test]
fn tiles_out_of_all_tilesets_are_errors() {
    check_error(
        &of_tilesets([2, 1, 2, 2, 2, 2], &json!([{"firstgid": 2}])),
        &Hints::default(),
        "layer `ground`, row 1, column 2: tile 1 is in no tileset of the map",
    );
    check_error(
        &of_tilesets([0, 0, 0, 7, 0, 0], &json!([])),
        &listed_zelda(),
        "layer `ground`, row 2, column 1: tile 7 is in no tileset of the map",
    );
}

#[test]
fn only_flags_are_no_tile() {
    check(
        &map(&json!({"data": [2, 0xf000_0000_u32, 0x8000_0002_u32, 2, 2, 2]})),
        &open(),
        "#?#\n###\n",
    );
}

#[test]
fn tilesets_in_other_files_name_tiles() {
    let map = of_tilesets(
        [1, 2, 0, 4, 5, 1],
        &json!([{"firstgid": 1, "source": "sets/a.tsx"}, {"firstgid": 4, "source": "b.tsj"}]),
    );
    let named_files = Files::default()
        .with(
            "sets/a.tsx",
            r#"<tileset name="a"><tile id="0" type="wall"/><tile id="1" class="floor"/></tileset>"#,
        )
        .with(
            "b.tsj",
            r#"{"name": "b", "tiles": [{"id": 0, "type": "key"}, {"id": 1, "type": "door"}]}"#,
        );
    let read = |named_files: &Files| read(map.to_string().as_bytes(), &TMJ, &open(), named_files);
    let level = only(read(&named_files).expect("it is a map"));
    assert_eq!(level.to_text(), "#.?\nkd#\n");
    let error = |text: &str, expected: &str| {
        let error = read(&named_files.clone().with("b.tsj", text)).unwrap_err();
        assert_eq!(
            told(&error),
            format!("a file that it needs is b.tsj, which is no tileset: {expected}")
        );
    };
    error("<map/>", "the document is a <map>; a <tileset> of Tiled is expected");
    error("<tileset>", "not a tileset of Tiled in XML: the root node was opened but never closed");
    error("{", "EOF while parsing an object at line 1 column 1");
    // The place of a mistake, not that nothing fits.
    error(
        r#"{"tiles": [{"id": 0, "type": "key"}, {"id": 1, "type": 7}]}"#,
        "invalid type: integer `7`, expected a string at line 1 column 56",
    );
    error(
        r#"{"tiles": [{"id": 0, "properties": [{"name": 3}]}]}"#,
        "invalid type: integer `3`, expected a string at line 1 column 46",
    );
    error(
        r#"{"tiles": "none"}"#,
        "invalid type: string \"none\", expected a list, or an object with a field for each at \
         line 1 column 16",
    );
    error(
        "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 44\n",
        "this is a pointer of Git LFS, not the file itself; run git lfs pull",
    );
}

#[test]
fn tilesets_that_are_missing_are_an_error_where_they_are_needed() {
    let sets = json!([{"firstgid": 1, "tiles": [{"id": 0, "type": "wall"}]}, {"firstgid": 4, "source": "gone.tsx"}]);
    let map = |data| of_tilesets(data, &sets).to_string();
    let read = |text: &str, known: &Hints| read(text.as_bytes(), &TMJ, known, &Files::default());
    let error = read(&map([1, 1, 1, 4, 1, 1]), &Hints::default()).unwrap_err();
    assert_eq!(told(&error), "a file that it needs is gone.tsx, which is not there");
    // None of its tiles is used, or they are named in order.
    read(&map([1, 1, 1, 1, 1, 1]), &Hints::default()).expect("it is a map");
    let bare = of_tilesets(
        [1, 5, 1, 4, 1, 1],
        &json!([{"firstgid": 1}, {"firstgid": 4, "source": "gone.tsx"}]),
    );
    let level = only(read(&bare.to_string(), &listed_zelda()).expect("it is a map"));
    assert_eq!(level.to_csv(), "0,4,0\n3,0,0\n");
    // A legend names them.
    let legend = crate::Legend::parse(r#"{"tile_3": "key"}"#).expect("it is a legend");
    let level = only(
        read(&map([1, 1, 1, 4, 1, 1]), &Hints { legend, ..Hints::default() }).expect("it is a map"),
    );
    assert_eq!(names(&level), ["wall", "key"]);
}

#[test]
fn tilesets_that_cannot_be_read_here_get_made_up_names() {
    for (source, why) in [
        ("../game.tsx", "which is outside of the folder from which files are read"),
        ("game.tsx", "which is not at hand here"),
    ] {
        let map = of_tilesets([1, 2, 1, 1, 1, 1], &json!([{"firstgid": 1, "source": source}]));
        let read = |format, known: &Hints| match source {
            "game.tsx" => read(map.to_string().as_bytes(), format, known, &NoFiles),
            _ => read(map.to_string().as_bytes(), format, known, &Files::default()),
        };
        let found = read(&TMJ, &Hints::default()).expect("it is a map");
        assert_eq!(found.about.left_out[1], format!("tileset {source}, {why}"));
        assert_eq!(names(&only(found)), ["tile_0", "tile_1"]);
        // Nothing else says what they are where all levels have some entities.
        for format in [&TMJ, &JSON] {
            let error = read(format, &wanting(&["empty", "solid"])).unwrap_err();
            assert_eq!(told(&error), format!("a file that it needs is {source}, {why}"));
        }
    }
}

#[test]
fn old_versions_list_tiles_and_properties_by_number() {
    let sets = json!([{
        "firstgid": 1, "tiles": {"10": {"type": "door"}, "1": {"type": "solid"}, "x": {"type": "key"}},
        "tileproperties": {"0": {"name": "empty"}, "10": {"name": "other"}, "2": {"name": 7}},
        "tilepropertytypes": {"0": {"name": "string"}},
    }]);
    let map = of_tilesets([1, 2, 1, 11, 3, 1], &sets);
    let level = only(reading(&map, &Hints::default()).expect("it is a map"));
    assert_eq!(names(&level), ["empty", "solid", "door", "tile_2"]);
    assert_eq!(level.to_csv(), "0,1,0\n2,3,0\n");
}

/// A map of chunks of 2 x 2 tiles.
fn infinite(chunks: &[(i64, i64, [u32; 4])]) -> Value {
    let chunks = chunks
        .iter()
        .map(|(x, y, data)| json!({"x": x, "y": y, "width": 2, "height": 2, "data": data}));
    let chunks: Vec<Value> = chunks.collect();
    let mut map = layers(&json!([
        {"name": "ground", "type": "tilelayer", "width": 30, "height": 20, "chunks": chunks},
    ]));
    map["infinite"] = json!(true);
    map
}

#[test]
fn infinite_maps_are_what_is_painted_of_them() {
    check(&infinite(&[(-2, -2, [0, 0, 0, 2]), (0, 0, [1, 0, 0, 10])]), &open(), "#??\n?.?\n??@\n");
    check(&infinite(&[(1 << 40, -(1 << 50), [0, 2, 0, 1])]), &open(), "#\n.\n");
    check(&infinite(&[(0, 0, [0, 0, 0, 0]), (90, 90, [2, 1, 0, 0])]), &open(), "#.\n");
    // A later chunk, and a layer above, lie over what was there.
    check(&infinite(&[(0, 0, [2, 2, 2, 2]), (1, 0, [1, 1, 1, 1])]), &open(), "#..\n#..\n");
    let mut map = infinite(&[(0, 0, [2, 2, 2, 2])]);
    let mut above = map["layers"][0].clone();
    above["chunks"] = json!([{"x": 1, "y": 1, "width": 2, "height": 1, "data": [10, 10]}]);
    let none = json!({"name": "none", "type": "tilelayer", "width": 30, "height": 20});
    map["layers"] = json!([map["layers"][0], above, none]);
    check(&map, &open(), "##?\n#@@\n");
}

#[test]
fn infinite_maps_without_a_tile_are_no_level() {
    let none = "there are no tiles; a level has at least one row of at least one tile";
    check_error(&infinite(&[]), &open(), none);
    check_error(&infinite(&[(0, 0, [0, 0, 0, 0])]), &open(), none);
}

#[test]
fn chunks_in_the_distance_are_refused() {
    let large = "there are more than 16777216 tiles; split the level into smaller ones";
    let far = |x, y| infinite(&[(0, 0, [1, 1, 1, 1]), (x, y, [1, 1, 1, 1])]);
    for (x, y) in [(1 << 24, 0), (4096, -4096), (i64::MAX, i64::MIN), (i64::MIN, 0), (0, i64::MAX)]
    {
        check_error(&far(x, y), &open(), large);
    }
    let mut map = infinite(&[(0, 0, [1, 1, 1, 1])]);
    map["layers"][0]["chunks"][0]["width"] = json!(1 << 23);
    check_error(&map, &open(), "layer `ground` is 8388608 x 2 tiles large, but has 4 tiles");
    for width in [1 << 24, usize::MAX] {
        map["layers"][0]["chunks"][0]["width"] = json!(width);
        check_error(&map, &open(), large);
    }
}

#[test]
fn many_large_layers_are_refused() {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&vec![0; 4 << 24]).expect("there is room");
    let data = STANDARD.encode(encoder.finish().expect("there is room"));
    let layer = json!({"name": "l", "type": "tilelayer", "width": 4096, "height": 4096, "data": data,
        "encoding": "base64", "compression": "zlib"});
    check_error(
        &layers(&json!(vec![layer; 5])),
        &open(),
        "all layers together have more than 67108864 cells; choose fewer layers",
    );
}

#[test]
fn mistakes_in_chunks_have_a_place() {
    let mut map = infinite(&[(0, 0, [1, 1, 1, 1])]);
    map["layers"][0]["chunks"][0]["data"] = json!([1, 1, 1, -1]);
    check_error(
        &map,
        &open(),
        "layer `ground`, row 2, column 2: -1 is no tile; numbers of tiles are 0 to 4294967295",
    );
    map["layers"][0]["chunks"][0]["data"] = json!(null);
    let neither = "the tiles of layer `ground` are neither a list of numbers nor a text in base64";
    check_error(&map, &open(), neither);
    map["tilesets"][0]["firstgid"] = json!(2);
    map["layers"][0]["chunks"][0] = json!({"x": 0, "y": -2, "width": 1, "height": 1, "data": [1]});
    check_error(
        &map,
        &open(),
        "layer `ground`, row -1, column 1: tile 1 is in no tileset of the map",
    );
}

/// The layers of `marahel` are read with open cells.
#[test]
fn maps_of_ours_have_open_cells() {
    let level = marahel_level::Level::from_text("#.@\n?d.\n", zelda()).expect("it is a level");
    let map = level.to_tiled(&PICTURE);
    for known in
        [Hints::default(), listed_zelda(), Hints { target: Some(zelda()), ..Hints::default() }]
    {
        let read = read(map.as_bytes(), &TMJ, &known, &NoFiles).expect("it is a map");
        assert_eq!(read.about.empty, None);
        assert_eq!(only(read), level);
    }
    let known = Hints { empty: Empty::Named("key".to_owned()), ..Hints::default() };
    assert_eq!(one(&map, &JSON, &known).expect("it is a map").to_text(), "#.@\nkd.\n");
}

proptest! {
    #[test]
    fn maps_are_read_back_with_all_of_their_palette(level in painted_levels()) {
        let map = level.to_tiled(&PICTURE);
        for format in [&TMJ, &JSON] {
            let read = one(&map, format, &Hints::default()).expect("the map is a level");
            prop_assert_eq!(&read, &level);
            let named = Some(level.palette().clone());
            let read = one(&map, format, &Hints { named, ..Hints::default() });
            prop_assert_eq!(&read.expect("the map is a level"), &level);
        }
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
            if let Ok(read) = reading(&map, &Hints::default()) {
                let level = only(read);
                prop_assert_eq!((level.width(), level.height()), (width, 2));
                prop_assert!(!level.tiles().contains(&marahel_level::UNKNOWN));
            }
        }
    }

    #[test]
    fn any_chunks_are_a_level_or_an_error(
        corners in proptest::collection::vec((-5_i64..5, -5_i64..5), 0..4),
        far in (any::<i64>(), any::<i64>()),
        data in proptest::collection::vec(0_u32..12, 4),
    ) {
        let data: [u32; 4] = data.try_into().expect("these are four");
        let near: Vec<_> = corners.iter().map(|&(x, y)| (x, y, data)).collect();
        if let Ok(read) = reading(&infinite(&near), &open()) {
            let level = only(read);
            prop_assert!(level.width() <= 11 && level.height() <= 11);
        }
        let _ = reading(&infinite(&[&near[..], &[(far.0, far.1, data)]].concat()), &open());
    }
}
