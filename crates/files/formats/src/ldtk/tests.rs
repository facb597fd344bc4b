use marahel_level::ldtk_project;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::ldtk::LDTK;
use crate::tests::{
    Files, listed, names, one, only, painted_levels, palette, told, wanting, zelda,
};
use crate::{Empty, Legend, NoFiles};

/// A project of one level of 3 x 2 cells as LDtk saves it, with most fields left out.
fn saved(values: &Value, layer: &Value) -> Value {
    let mut instance = json!({
        "__identifier": "Cells", "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 16,
        "layerDefUid": 7, "intGridCsv": [1, 2, 0, 5, 1, 1],
    });
    instance.as_object_mut().expect("it is").extend(layer.as_object().expect("it is").clone());
    json!({
        "defs": {
            "entities": [
                {"uid": 20, "identifier": "Hero", "color": "#010203", "width": 16, "height": 16},
                {"uid": 21, "identifier": "Ladder", "color": "#040506", "resizableY": true},
                {"uid": 22, "identifier": "Region", "resizableX": true, "resizableY": true},
            ],
            "layers": [
                {"uid": 3, "identifier": "Things", "doc": null, "intGridValues": []},
                {"uid": 7, "identifier": "Cells", "doc": "ours", "intGridValues": values},
                {"uid": 8, "identifier": "Other", "doc": null, "intGridValues": [{"value": 1}, {"value": 2}]},
            ],
        },
        "jsonVersion": "1.5.3",
        "levels": [{"identifier": "Cave", "layerInstances": [
            {"__identifier": "Things", "__type": "Entities", "__cWid": 3, "__cHei": 2, "__gridSize": 16,
                "layerDefUid": 3, "intGridCsv": [], "entityInstances": []},
            instance,
        ]}],
        "worlds": [],
    })
}

fn named() -> Value {
    json!([
        {"value": 2, "identifier": "solid", "color": "#102030"},
        {"value": 1, "identifier": "empty", "color": "?"},
        {"value": 4, "identifier": null, "color": "#000000"},
        {"value": 5, "identifier": "solid", "color": "#000000"},
    ])
}

/// A project in which all cells are empty, with these entities.
fn with_entities(entities: &Value) -> Value {
    let mut project = saved(&named(), &json!({"intGridCsv": [1, 1, 1, 1, 1, 1]}));
    project["levels"][0]["layerInstances"][0]["entityInstances"] = entities.clone();
    project
}

fn entity(name: &str, uid: i64, cell: [i64; 2]) -> Value {
    json!({
        "__identifier": name, "defUid": uid, "__grid": cell, "__pivot": [0, 0],
        "px": [cell[0].saturating_mul(16), cell[1].saturating_mul(16)], "width": 16, "height": 16,
    })
}

fn open() -> Hints {
    Hints { empty: Empty::Open, ..Hints::default() }
}

fn layer(names: &[&str]) -> Hints {
    Hints { layers: names.iter().map(|&name| name.to_owned()).collect(), ..open() }
}

fn reading(project: &Value, known: &Hints) -> Result<Reading, LevelError> {
    crate::read(project.to_string().as_bytes(), &LDTK, known, &NoFiles)
}

#[track_caller]
fn check(project: &Value, known: &Hints, expected: &str) {
    let level = only(reading(project, known).expect("it is a project"));
    assert_eq!(level.to_text(), expected);
}

#[track_caller]
fn check_error(project: &Value, known: &Hints, expected: &str) {
    let error = reading(project, known).unwrap_err();
    assert_eq!(told(&error), expected);
}

#[test]
fn values_are_entities_by_name() {
    let project = saved(&named(), &json!({}));
    let read = reading(&project, &open()).expect("it is a project");
    assert_eq!(read.levels[0].id, Some(json!("Cave")));
    assert_eq!(
        (read.about.origin, read.about.layers.as_slice()),
        (Some(crate::Origin::Ldtk), &["Cells".to_owned()][..])
    );
    let level = only(read);
    assert_eq!(level.to_text(), ".#?\n#..\n");
    assert_eq!(level.palette().color(0), [0x10, 0x20, 0x30]);
    assert_eq!((level.palette().name(0), level.palette().len()), ("solid", 2));
    for known in
        [Hints { named: Some(zelda()), ..open() }, Hints { target: Some(zelda()), ..open() }]
    {
        let level = only(reading(&project, &known).expect("it is a project"));
        assert_eq!(level.to_csv(), "0,1,-1\n1,0,0\n");
    }
    let error = reading(&project, &listed(&["empty"])).unwrap_err().to_string();
    assert!(error.starts_with("the level has an entity `solid`"), "{error}");
}

#[test]
fn values_without_names_are_the_entities_in_order() {
    let project = saved(&json!([{"value": 1}, {"value": 2, "identifier": ""}]), &json!({}));
    let known = Hints { named: Some(zelda()), ..open() };
    let level = only(reading(&project, &known).expect("it is a project"));
    assert_eq!(level.to_csv(), "0,1,-1\n4,0,0\n");
    let read = reading(&project, &Hints::default()).expect("it is a project");
    assert_eq!(read.about.made_up, ["tile_1", "tile_2", "tile_5"]);
    assert_eq!(names(&only(read)), ["tile_1", "tile_2", "tile_5", "empty"]);
    for (value, number) in
        [(7, "6"), (-1, "4294967295"), (i64::MIN, "4294967295"), (i64::MAX, "4294967295")]
    {
        check_error(
            &saved(&json!([]), &json!({"intGridCsv": [1, 1, 1, 1, value, 1]})),
            &known,
            &format!("level `Cave`: row 2, column 2: `{number}` is no tile; expected 0 to 5"),
        );
    }
}

#[test]
fn a_value_without_a_name_among_others_has_a_made_up_one() {
    let project = saved(&named(), &json!({"intGridCsv": [1, 1, 1, 4, 1, 9]}));
    let read = reading(&project, &Hints::default()).expect("it is a project");
    assert_eq!(read.about.made_up, ["tile_4", "tile_9"]);
    assert_eq!(names(&only(read)), ["empty", "tile_4", "tile_9"]);
    check_error(
        &project,
        &wanting(&["empty", "solid"]),
        "nothing says what these tiles are: tile_4, tile_9",
    );
    let legend = Legend::parse(r#"{"tile_4": "solid", "tile_9": "key"}"#).expect("it is a legend");
    let level =
        only(reading(&project, &Hints { legend, ..Hints::default() }).expect("it is a project"));
    assert_eq!(level.to_text(), "...\n#.k\n");
}

/// A project with a layer of values without names over one with names.
fn of_two_layers(upper: &Value) -> Value {
    let mut project = saved(&named(), &json!({}));
    let layers = project["levels"][0]["layerInstances"].as_array_mut().expect("it is a list");
    let mut other = layers[1].clone();
    (other["__identifier"], other["layerDefUid"]) = (json!("Other"), json!(8));
    other["intGridCsv"] = json!([0, 0, 2, 0, 0, 1]);
    other.as_object_mut().expect("it is").extend(upper.as_object().expect("it is").clone());
    layers.insert(0, other);
    project
}

#[test]
fn layers_lie_over_each_other_the_first_on_top() {
    let project = of_two_layers(&json!({}));
    let read = reading(&project, &Hints::default()).expect("it is a project");
    assert_eq!(read.about.layers, ["Cells", "Other"]);
    assert_eq!(read.about.made_up, ["tile_2", "tile_1"]);
    let level = only(read);
    assert_eq!(level.to_csv(), "1,0,2\n0,1,3\n");
    assert_eq!(names(&level), ["solid", "empty", "tile_2", "tile_1"]);
}

#[test]
fn hidden_layers_and_those_of_other_sizes_are_left_out_and_told() {
    let project = of_two_layers(&json!({"visible": false}));
    let read = reading(&project, &Hints::default()).expect("it is a project");
    assert_eq!(read.about.left_out, ["layer `Other`, which is invisible"]);
    check(&project, &layer(&["Cells"]), ".#?\n#..\n");
    check(&project, &layer(&["Other"]), "??t\n??i\n");
    let none =
        "no level has an IntGrid layer that is read; paint cells in one, as tiles are not read";
    // Hidden cells are read if no others are there.
    check(&saved(&named(), &json!({"visible": false})), &open(), ".#?\n#..\n");
    check_error(&project, &layer(&["Things"]), none);
    check_error(
        &project,
        &layer(&["Roof"]),
        "there is no layer `Roof`; the layers are `Things`, `Cells`, `Other`",
    );
    // The uppermost layer of cells has the size of the level.
    let project = of_two_layers(&json!({"__cWid": 1, "__cHei": 2, "intGridCsv": [1, 2]}));
    let read = reading(&project, &Hints::default()).expect("it is a project");
    assert_eq!(read.about.left_out[0], "layer `Cells`, which has cells of another size");
    assert_eq!(only(read).height(), 2);
}

#[test]
fn values_without_names_of_several_layers_are_called_by_their_layers() {
    let mut project = of_two_layers(&json!({}));
    project["defs"]["layers"][1]["intGridValues"] = json!([{"value": 1}, {"value": 2}]);
    let read = reading(&project, &open()).expect("it is a project");
    assert_eq!(read.about.made_up, ["Cells_1", "Cells_2", "Cells_5", "Other_2", "Other_1"]);
    let known = Hints { named: Some(zelda()), ..open() };
    check_error(
        &project,
        &known,
        "nothing says what these tiles are: Cells_1, Cells_2, Cells_5, Other_2, Other_1",
    );
}

#[test]
fn entities_stand_in_their_cells() {
    let project = with_entities(&json!([
        entity("Hero", 20, [1, 1]),
        entity("Ladder", 21, [2, 0]),
        entity("Hero", 20, [9, 0]),
        entity("Hero", 20, [-1, 0]),
        entity("Hero", 20, [0, i64::MAX]),
    ]));
    check(&project, &open(), "..L\n.H.\n");
    let level = only(reading(&project, &open()).expect("it is a project"));
    assert_eq!(level.palette().color(2), [1, 2, 3]);
    let read = reading(&project, &open()).expect("it is a project");
    assert_eq!(read.about.layers, ["Cells", "Things"]);
    check(&project, &layer(&["Cells"]), "...\n...\n");
}

#[test]
fn entities_that_can_be_made_longer_cover_cells() {
    let mut ladder = entity("Ladder", 21, [1, 0]);
    ladder["height"] = json!(32);
    check(&with_entities(&json!([ladder])), &open(), ".L.\n.L.\n");
    // Its place is its foot.
    (ladder["__grid"], ladder["px"], ladder["__pivot"]) =
        (json!([1, 1]), json!([24, 32]), json!([0.5, 1]));
    check(&with_entities(&json!([ladder])), &open(), ".L.\n.L.\n");
    // One that is much too long ends with the level.
    ladder["height"] = json!(1_i64 << 40);
    check(&with_entities(&json!([ladder])), &open(), ".L.\n.L.\n");
    let mut region = entity("Region", 22, [0, 0]);
    (region["width"], region["height"]) = (json!(48), json!(32));
    let read = reading(&with_entities(&json!([region])), &open()).expect("it is a project");
    assert_eq!(read.about.left_out, ["entities `Region`, which are regions"]);
    assert_eq!(only(read).to_text(), "...\n...\n");
    // A thing of one cell, though it could be larger.
    check(&with_entities(&json!([entity("Region", 22, [0, 1])])), &open(), "...\nR..\n");
}

#[test]
fn entities_without_a_definition_or_a_grid_have_a_cell() {
    let mut thing = entity("Thing", 99, [2, 1]);
    check(&with_entities(&json!([thing])), &open(), "...\n..T\n");
    (thing["width"], thing["height"]) = (json!(64), json!(64));
    let mut project = with_entities(&json!([thing]));
    for size in [0, -16] {
        project["levels"][0]["layerInstances"][0]["__gridSize"] = json!(size);
        check(&project, &open(), "...\n..T\n");
    }
}

#[test]
fn entities_that_no_tile_is_called_by_are_left_out_where_names_are_given() {
    let project = with_entities(&json!([entity("Hero", 20, [1, 1]), entity("Ladder", 21, [2, 0])]));
    let known = wanting(&["empty", "solid", "Hero"]);
    let read = reading(&project, &known).expect("it is a project");
    assert_eq!(read.about.left_out, ["entities `Ladder`, which no tile is called by"]);
    assert_eq!(only(read).to_text(), "...\n.H.\n");
    let legend = Legend::parse(r#"{"Hero": "player", "Ladder": "solid"}"#).expect("it is a legend");
    let known = Hints { legend, ..wanting(&["empty", "solid", "player"]) };
    check(&project, &known, "..#\n.@.\n");
}

#[test]
fn levels_of_all_worlds_are_read() {
    let mut project = saved(&named(), &json!({}));
    let levels = project["levels"].take();
    project["levels"] = json!([]);
    project["worlds"] = json!([{"levels": levels}, {"levels": levels}]);
    assert_eq!(reading(&project, &open()).expect("it is a project").levels.len(), 2);
}

#[test]
fn levels_without_cells_are_left_out_if_others_have_some() {
    let mut project = saved(&named(), &json!({}));
    let mut bare = project["levels"][0].clone();
    bare["identifier"] = json!("Menu");
    bare["layerInstances"] = json!([]);
    let levels = project["levels"].as_array_mut().expect("it is a list");
    levels.push(bare.clone());
    bare["identifier"] = json!("Cut");
    levels.push(bare);
    let read = reading(&project, &open()).expect("it is a project");
    let lacking =
        "levels without an IntGrid layer that is read, where cells are painted: `Menu`, `Cut`";
    assert_eq!(read.about.left_out, [lacking]);
    assert_eq!(only(read).to_text(), ".#?\n#..\n");
}

#[test]
fn levels_may_be_in_files_of_their_own() {
    let mut project = saved(&named(), &json!({}));
    let layers = project["levels"][0]["layerInstances"].take();
    project["levels"][0]["externalRelPath"] = json!("game/Cave.ldtkl");
    let level = json!({"identifier": "Cave", "layerInstances": layers}).to_string();
    let read = |files: &Files| crate::read(project.to_string().as_bytes(), &LDTK, &open(), files);
    for path in ["game/Cave.ldtkl", "Cave.ldtkl"] {
        let files = Files::default().with(path, &level);
        assert_eq!(only(read(&files).expect("it is a project")).to_text(), ".#?\n#..\n", "{path}");
    }
    let error = |files: &Files| told(&read(files).unwrap_err());
    let none = Files::default();
    assert_eq!(error(&none), "level `Cave` is in game/Cave.ldtkl, which is not there");
    let bare = none.clone().with("game/Cave.ldtkl", r#"{"identifier": "Cave"}"#);
    assert_eq!(error(&bare), "level `Cave` is in game/Cave.ldtkl, which has no layers");
    let cut = error(&none.with("game/Cave.ldtkl", "{"));
    assert!(cut.starts_with("level `Cave` is in game/Cave.ldtkl, which is no level: EOF"), "{cut}");
}

#[test]
fn levels_whose_files_are_missing_are_left_out_if_others_are_there() {
    let mut project = saved(&named(), &json!({}));
    let other =
        json!({"identifier": "Gone", "layerInstances": null, "externalRelPath": "g/Gone.ldtkl"});
    let bare = json!({"identifier": "Bare", "layerInstances": null});
    project["levels"].as_array_mut().expect("it is a list").extend([other, bare]);
    let read = reading(&project, &open()).expect("it is a project");
    assert_eq!(
        read.about.left_out,
        [
            "level `Gone`, which is in g/Gone.ldtkl, which is not at hand here",
            "level `Bare`, which has no layers",
        ]
    );
    assert_eq!(read.levels.len(), 1);
}

#[test]
fn projects_of_old_versions_say_so() {
    let mut project = saved(&named(), &json!({}));
    let old = |version: &str| {
        format!(
            "the project is of LDtk {version}, which wrote another form; open it in LDtk 1.0 or later and save \
             it there"
        )
    };
    for version in ["0.5.0", "0.7.2", "0.0.1-beta", "0.7"] {
        project["jsonVersion"] = json!(version);
        check_error(&project, &open(), &old(version));
    }
    for version in ["0.8.1", "0.9.3-alpha", "1.0.0", "9.9.9", "x", ""] {
        project["jsonVersion"] = json!(version);
        check(&project, &open(), ".#?\n#..\n");
    }
    project["jsonVersion"] = json!("0.8.0");
    project["defs"]["layers"] = json!(null);
    check_error(&project, &open(), &old("0.8.0"));
}

#[test]
fn projects_that_hold_no_levels_say_why() {
    let check =
        |layer: Value, expected: &str| check_error(&saved(&named(), &layer), &open(), expected);
    check(json!({"intGridCsv": [1]}), "level `Cave` is 3 x 2 cells large, but has 1 cells");
    check(
        json!({"__type": "Tiles"}),
        "no level has an IntGrid layer that is read; paint cells in one, as tiles are not read",
    );
    check(
        json!({"__cWid": 0}),
        "there are no tiles; a level has at least one row of at least one tile",
    );
    let large = "there are more than 16777216 tiles; split the level into smaller ones";
    check(json!({"__cWid": usize::MAX}), large);
    check(json!({"__cWid": 1 << 24}), large);
    let mut project = saved(&named(), &json!({}));
    project["levels"][0]["layerInstances"] = Value::Null;
    check_error(&project, &open(), "level `Cave` has no layers");
    project["levels"] = json!([]);
    check_error(&project, &open(), "there are no levels; at least one is needed");
    for text in ["", "[]", "{}", r#"{"defs": {"layers": [{}]}}"#] {
        let error = one(text, &LDTK, &open()).unwrap_err();
        assert!(matches!(error, LevelError::Json(_)), "{text}: {error}");
    }
}

#[test]
fn projects_of_ours_have_their_names_and_open_cells() {
    let palette = palette(&["empty", "big door", "é"]);
    let level = marahel_level::Level::from_tiles(2, vec![0, 1, 2, marahel_level::UNKNOWN], palette);
    let project = ldtk_project(&[("a", &level), ("b", &level)], 16).expect("there are levels");
    let read = crate::read(project.as_bytes(), &LDTK, &Hints::default(), &NoFiles);
    let read = read.expect("it is a project");
    assert_eq!(read.about.empty, None);
    let ids = read.levels.iter().map(|found| found.id.clone().expect("it has a name"));
    assert_eq!(ids.collect::<Vec<_>>(), ["a", "b"]);
    assert!(read.levels.iter().all(|found| found.level == level));
}

proptest! {
    #[test]
    fn projects_are_read_back(level in painted_levels(), n in 1_usize..4) {
        let project = ldtk_project(&vec![("cave", &level); n], 16).expect("there are levels");
        let read = |known: &Hints| {
            let read = crate::read(project.as_bytes(), &LDTK, known, &NoFiles);
            read.expect("it is a project").levels.into_iter().map(|found| found.level).collect::<Vec<_>>()
        };
        let with_palette = Hints { named: Some(level.palette().clone()), ..Hints::default() };
        prop_assert_eq!(read(&with_palette), vec![level.clone(); n]);
        for read in read(&Hints::default()) {
            prop_assert_eq!(read.in_palette(Some(level.palette().clone())).expect("it has its names"), level.clone());
        }
    }

    #[test]
    fn any_layer_is_a_level_or_an_error(
        width in 0_usize..4,
        cells in proptest::collection::vec(-1_i64..7, 0..9),
        values in proptest::collection::vec((-1_i64..7, "[a-c]?", "#?[0-9a-fé]{0,6}"), 0..5),
        doc in "entities: .{0,9}|entities: [\\[\"a-c,\\]]{0,9}",
    ) {
        let values = values.iter().map(|(value, identifier, color)| {
            json!({"value": value, "identifier": identifier, "color": color})
        });
        let values = values.collect::<Vec<_>>();
        let mut project = saved(&json!(values), &json!({"__cWid": width, "intGridCsv": cells}));
        project["defs"]["layers"][1]["doc"] = json!(doc);
        for known in [Hints::default(), Hints { named: Some(zelda()), ..Hints::default() }] {
            if let Ok(read) = reading(&project, &known) {
                let level = only(read);
                prop_assert_eq!((level.width(), level.height()), (width, 2));
            }
        }
    }

    #[test]
    fn any_entity_is_somewhere_or_nowhere(
        numbers in proptest::collection::vec(prop_oneof![-40_i64..40, any::<i64>()], 7),
        pivot in (any::<f64>(), -1.0..2.0),
        uid in 20_i64..24,
    ) {
        let mut thing = entity("Thing", uid, [numbers[0], numbers[1]]);
        (thing["px"], thing["__pivot"]) = (json!([numbers[2], numbers[3]]), json!([pivot.0, pivot.1]));
        (thing["width"], thing["height"]) = (json!(numbers[4]), json!(numbers[5]));
        let mut project = with_entities(&json!([thing]));
        project["levels"][0]["layerInstances"][0]["__gridSize"] = json!(numbers[6]);
        if let Ok(read) = reading(&project, &open()) {
            prop_assert_eq!(only(read).tiles().len(), 6);
        }
    }
}
