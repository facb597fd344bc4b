//! What the documentation of other programs says of their files.

use std::path::Path;

use serde_json::Value;

use crate::program::Scratch;

/// What a field may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Int,
    Number,
    Bool,
    Text,
    /// `#rrggbb` or, for Tiled, `#aarrggbb`.
    Color,
    Array,
    Object,
    Null,
    One(&'static [&'static str]),
    /// Of the kind or null.
    Maybe(&'static Kind),
}

use Kind::{Array, Bool, Color, Int, Maybe, Null, Number, Object, One, Text};

type Fields = &'static [(&'static str, Kind)];

/// Demands all of the fields, each of its kind, and nothing else.
#[track_caller]
fn check(object: &Value, fields: Fields) {
    let map = object.as_object().unwrap_or_else(|| panic!("no object: {object}"));
    for (name, kind) in fields {
        let value = map.get(*name).unwrap_or_else(|| panic!("no `{name}` in {object}"));
        assert!(is(value, kind), "`{name}` is no {kind:?}: {value}");
    }
    for name in map.keys() {
        assert!(fields.iter().any(|(known, _)| known == name), "unknown field `{name}`");
    }
}

fn is(value: &Value, kind: &Kind) -> bool {
    match kind {
        Int => value.is_i64() || value.is_u64(),
        Number => value.is_number(),
        Bool => value.is_boolean(),
        Text => value.is_string(),
        Color => value.as_str().is_some_and(|text| {
            let digits = text.strip_prefix('#').unwrap_or_default();
            matches!(digits.len(), 6 | 8) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        }),
        Array => value.is_array(),
        Object => value.is_object(),
        Null => value.is_null(),
        One(texts) => value.as_str().is_some_and(|text| texts.contains(&text)),
        Maybe(kind) => value.is_null() || is(value, kind),
    }
}

fn int(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("no whole number: {value}"))
}

fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no array: {value}"))
}

/// Demands a map as the JSON map format of Tiled 1.10 describes it, in all
/// fields that it has for fixed orthogonal maps, beside a picture of its tiles
/// as large as it says.
#[track_caller]
pub(crate) fn check_tiled(map: &Value, folder: &Path) {
    check(
        map,
        &[
            ("compressionlevel", Int),
            ("height", Int),
            ("infinite", Bool),
            ("layers", Array),
            ("nextlayerid", Int),
            ("nextobjectid", Int),
            ("orientation", One(&["orthogonal"])),
            ("renderorder", One(&["right-down", "right-up", "left-down", "left-up"])),
            ("tiledversion", Text),
            ("tileheight", Int),
            ("tilesets", Array),
            ("tilewidth", Int),
            ("type", One(&["map"])),
            ("version", One(&["1.10"])),
            ("width", Int),
        ],
    );
    let [tileset] = array(&map["tilesets"]) else { panic!("one tileset") };
    check_tileset(tileset, folder);
    assert_eq!(
        (&map["tilewidth"], &map["tileheight"]),
        (&tileset["tilewidth"], &tileset["tileheight"])
    );
    let last = int(&tileset["firstgid"]) + int(&tileset["tilecount"]) - 1;
    for layer in array(&map["layers"]) {
        check(
            layer,
            &[
                ("data", Array),
                ("height", Int),
                ("id", Int),
                ("name", Text),
                ("opacity", Number),
                ("type", One(&["tilelayer"])),
                ("visible", Bool),
                ("width", Int),
                ("x", Int),
                ("y", Int),
            ],
        );
        assert_eq!((&layer["width"], &layer["height"]), (&map["width"], &map["height"]));
        assert_eq!((int(&layer["x"]), int(&layer["y"])), (0, 0));
        assert!((1..int(&map["nextlayerid"])).contains(&int(&layer["id"])));
        let data = array(&layer["data"]);
        assert_eq!(data.len() as u64, int(&layer["width"]) * int(&layer["height"]));
        assert!(data.iter().all(|gid| int(gid) <= last));
    }
}

fn check_tileset(tileset: &Value, folder: &Path) {
    check(
        tileset,
        &[
            ("columns", Int),
            ("firstgid", Int),
            ("image", Text),
            ("imageheight", Int),
            ("imagewidth", Int),
            ("margin", Int),
            ("name", Text),
            ("spacing", Int),
            ("tilecount", Int),
            ("tileheight", Int),
            ("tiles", Array),
            ("tilewidth", Int),
        ],
    );
    assert_eq!(int(&tileset["firstgid"]), 1);
    let picture = folder.join(tileset["image"].as_str().expect("it is a text"));
    let (width, height) = image::image_dimensions(&picture).expect("the picture is there");
    assert_eq!(int(&tileset["imagewidth"]), u64::from(width));
    assert_eq!(int(&tileset["imageheight"]), u64::from(height));
    let n_fit = |side: &str, tile: &str| {
        let (margin, spacing) = (int(&tileset["margin"]), int(&tileset["spacing"]));
        (int(&tileset[side]) - 2 * margin + spacing) / (int(&tileset[tile]) + spacing)
    };
    assert_eq!(int(&tileset["columns"]), n_fit("imagewidth", "tilewidth"));
    let rows = n_fit("imageheight", "tileheight");
    assert_eq!(int(&tileset["tilecount"]), int(&tileset["columns"]) * rows);
    for (index, tile) in (0..).zip(array(&tileset["tiles"])) {
        check(tile, &[("id", Int), ("properties", Array), ("type", Text)]);
        assert_eq!(int(&tile["id"]), index);
        assert!(index < int(&tileset["tilecount"]));
        for property in array(&tile["properties"]) {
            check(
                property,
                &[("name", Text), ("type", One(&["string", "color"])), ("value", Text)],
            );
            assert!(property["type"] == "string" || is(&property["value"], &Color));
        }
    }
}

/// Demands a project as the JSON format of LDtk 1.5.3 describes it, in all of
/// its fields, with levels that refer to what it defines and do not touch.
#[track_caller]
pub(crate) fn check_project(project: &Value) {
    check(project, PROJECT);
    check(&project["__header__"], HEADER);
    check(&project["defs"], DEFINITIONS);
    let [definition] = array(&project["defs"]["layers"]) else { panic!("one layer") };
    check(definition, LAYER_DEFINITION);
    let values = array(&definition["intGridValues"]);
    for (value, number) in values.iter().zip(1..) {
        check(value, INT_GRID_VALUE);
        assert_eq!(int(&value["value"]), number);
        check_identifier(&value["identifier"]);
    }
    let mut uids = vec![int(&definition["uid"])];
    let mut iids = vec![&project["iid"], &project["dummyWorldIid"]];
    for level in array(&project["levels"]) {
        check(level, LEVEL);
        check_identifier(&level["identifier"]);
        uids.push(int(&level["uid"]));
        let [layer] = array(&level["layerInstances"]) else { panic!("one layer") };
        check(layer, LAYER_INSTANCE);
        iids.extend([&level["iid"], &layer["iid"]]);
        assert_eq!(layer["levelId"], level["uid"]);
        assert_eq!(layer["layerDefUid"], definition["uid"]);
        assert_eq!(layer["__identifier"], definition["identifier"]);
        let (columns, rows) = (int(&layer["__cWid"]), int(&layer["__cHei"]));
        let grid_size = int(&layer["__gridSize"]);
        assert_eq!(
            (int(&level["pxWid"]), int(&level["pxHei"])),
            (columns * grid_size, rows * grid_size)
        );
        let cells = array(&layer["intGridCsv"]);
        assert_eq!(cells.len() as u64, columns * rows);
        assert!(cells.iter().all(|cell| int(cell) <= values.len() as u64));
    }
    assert!(uids.iter().all(|&uid| uid < int(&project["nextUid"])));
    check_distinct(uids);
    check_distinct(iids.into_iter().map(Value::to_string).collect());
    check_distinct(
        array(&project["levels"]).iter().map(|level| level["identifier"].to_string()).collect(),
    );
    check_apart(array(&project["levels"]));
}

#[track_caller]
fn check_identifier(name: &Value) {
    let name = name.as_str().expect("it is a text");
    assert!(name.starts_with(|letter: char| letter.is_ascii_alphabetic()), "{name}");
    assert!(name.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_'), "{name}");
}

#[track_caller]
fn check_distinct<T: Ord>(mut all: Vec<T>) {
    let n = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), n);
}

/// Demands that no two levels touch, as none has neighbors.
#[track_caller]
fn check_apart(levels: &[Value]) {
    let side = |level: &Value, start: &str, length: &str| {
        let start = int(&level[start]);
        (start, start + int(&level[length]))
    };
    let are_apart = |one: (u64, u64), other: (u64, u64)| one.1 < other.0 || other.1 < one.0;
    for (index, one) in levels.iter().enumerate() {
        assert!(array(&one["__neighbours"]).is_empty());
        for other in &levels[..index] {
            let x = are_apart(side(one, "worldX", "pxWid"), side(other, "worldX", "pxWid"));
            let y = are_apart(side(one, "worldY", "pxHei"), side(other, "worldY", "pxHei"));
            assert!(x || y);
        }
    }
}

const HEADER: Fields = &[
    ("fileType", One(&["LDtk Project JSON"])),
    ("app", Text),
    ("doc", Text),
    ("schema", Text),
    ("appAuthor", Text),
    ("appVersion", Text),
    ("url", Text),
];

const PROJECT: Fields = &[
    ("__header__", Object),
    ("appBuildId", Number),
    ("backupLimit", Int),
    ("backupOnSave", Bool),
    ("backupRelPath", Maybe(&Text)),
    ("bgColor", Color),
    ("customCommands", Array),
    ("defaultEntityHeight", Int),
    ("defaultEntityWidth", Int),
    ("defaultGridSize", Int),
    ("defaultLevelBgColor", Color),
    ("defaultLevelHeight", Maybe(&Int)),
    ("defaultLevelWidth", Maybe(&Int)),
    ("defaultPivotX", Number),
    ("defaultPivotY", Number),
    ("defs", Object),
    ("dummyWorldIid", Text),
    ("exportLevelBg", Bool),
    ("exportTiled", Bool),
    ("externalLevels", Bool),
    ("flags", Array),
    ("identifierStyle", One(&["Capitalize", "Uppercase", "Lowercase", "Free"])),
    ("iid", Text),
    ("imageExportMode", One(&["None", "OneImagePerLayer", "OneImagePerLevel", "LayersAndLevels"])),
    ("jsonVersion", One(&["1.5.3"])),
    ("levelNamePattern", Text),
    ("levels", Array),
    ("minifyJson", Bool),
    ("nextUid", Int),
    ("pngFilePattern", Maybe(&Text)),
    ("simplifiedExport", Bool),
    ("toc", Array),
    ("tutorialDesc", Maybe(&Text)),
    ("worldGridHeight", Maybe(&Int)),
    ("worldGridWidth", Maybe(&Int)),
    ("worldLayout", One(&["Free", "GridVania", "LinearHorizontal", "LinearVertical"])),
    ("worlds", Array),
];

const DEFINITIONS: Fields = &[
    ("entities", Array),
    ("enums", Array),
    ("externalEnums", Array),
    ("layers", Array),
    ("levelFields", Array),
    ("tilesets", Array),
];

const LAYER_DEFINITION: Fields = &[
    ("__type", One(&["IntGrid"])),
    ("autoRuleGroups", Array),
    ("autoSourceLayerDefUid", Maybe(&Int)),
    ("autoTilesKilledByOtherLayerUid", Maybe(&Int)),
    ("biomeFieldUid", Maybe(&Int)),
    ("canSelectWhenInactive", Bool),
    ("displayOpacity", Number),
    ("doc", Maybe(&Text)),
    ("excludedTags", Array),
    ("gridSize", Int),
    ("guideGridHei", Int),
    ("guideGridWid", Int),
    ("hideFieldsWhenInactive", Bool),
    ("hideInList", Bool),
    ("identifier", Text),
    ("inactiveOpacity", Number),
    ("intGridValues", Array),
    ("intGridValuesGroups", Array),
    ("parallaxFactorX", Number),
    ("parallaxFactorY", Number),
    ("parallaxScaling", Bool),
    ("pxOffsetX", Int),
    ("pxOffsetY", Int),
    ("renderInWorldView", Bool),
    ("requiredTags", Array),
    ("tilePivotX", Number),
    ("tilePivotY", Number),
    ("tilesetDefUid", Maybe(&Int)),
    ("type", One(&["IntGrid"])),
    ("uiColor", Maybe(&Color)),
    ("uiFilterTags", Array),
    ("uid", Int),
    ("useAsyncRender", Bool),
];

const INT_GRID_VALUE: Fields = &[
    ("color", Color),
    ("groupUid", Int),
    ("identifier", Maybe(&Text)),
    ("tile", Maybe(&Object)),
    ("value", Int),
];

const LEVEL: Fields = &[
    ("__bgColor", Color),
    ("__bgPos", Null),
    ("__neighbours", Array),
    ("__smartColor", Color),
    ("bgColor", Maybe(&Color)),
    ("bgPivotX", Number),
    ("bgPivotY", Number),
    ("bgPos", Maybe(&Text)),
    ("bgRelPath", Maybe(&Text)),
    ("externalRelPath", Maybe(&Text)),
    ("fieldInstances", Array),
    ("identifier", Text),
    ("iid", Text),
    ("layerInstances", Array),
    ("pxHei", Int),
    ("pxWid", Int),
    ("uid", Int),
    ("useAutoIdentifier", Bool),
    ("worldDepth", Int),
    ("worldX", Int),
    ("worldY", Int),
];

const LAYER_INSTANCE: Fields = &[
    ("__cHei", Int),
    ("__cWid", Int),
    ("__gridSize", Int),
    ("__identifier", Text),
    ("__opacity", Number),
    ("__pxTotalOffsetX", Int),
    ("__pxTotalOffsetY", Int),
    ("__tilesetDefUid", Maybe(&Int)),
    ("__tilesetRelPath", Maybe(&Text)),
    ("__type", One(&["IntGrid"])),
    ("autoLayerTiles", Array),
    ("entityInstances", Array),
    ("gridTiles", Array),
    ("iid", Text),
    ("intGridCsv", Array),
    ("layerDefUid", Int),
    ("levelId", Int),
    ("optionalRules", Array),
    ("overrideTilesetUid", Maybe(&Int)),
    ("pxOffsetX", Int),
    ("pxOffsetY", Int),
    ("seed", Int),
    ("visible", Bool),
];

/// `format!` panics if a width is above 65,535.
#[test]
fn rows_and_names_may_be_long() {
    let row = format!("#@$.{}#\n", "-".repeat(70_000));
    let scratch = Scratch::new().with("wide.txt", row);
    let exported = scratch.marahel("export wide.txt --format jsonl").ok().stdout;
    assert!(exported.contains("\"width\":70005") || exported.contains("\"width\": 70005"));
    scratch.evolve("score --problem sokoban wide.txt").ok();
    let name = "n".repeat(70_000);
    scratch.write("table.csv", format!("{name},b\n0.5,0.2\n0.3,0.4\n"));
    let table = scratch.evolve("analyze table.csv").ok().stdout;
    assert!(table.contains(&name) && table.lines().count() > 5);
    let script = format!(
        "{{\"metadata\": {{\"min\": 9, \"max\": 9}}, \"entities\": [\"a\", \"{name}\"], \
         \"explorers\": [{{\"rules\": [\"-> self(a)\"]}}]}}"
    );
    scratch.write("long.json", script);
    scratch.marahel("range long.json --count 5").fails(1, &["70000 bytes; at most 256"]);
}
