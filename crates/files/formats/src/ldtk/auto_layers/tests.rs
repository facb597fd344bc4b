use serde_json::json;

use super::*;

mod projects;

/// A project whose layer `walls` has 4 x 2 cells and these groups of rules, above a layer
/// `grass` that looks at it.
fn definitions(walls: &Value, grass: &Value) -> Value {
    let values = json!([{"value": 1, "groupUid": 0}, {"value": 2, "groupUid": 1}]);
    json!({
        "layers": [
            {"uid": 7, "identifier": "grass", "type": "AutoLayer", "gridSize": 8, "tilesetDefUid": 1,
                "autoSourceLayerDefUid": 8, "autoRuleGroups": grass, "biomeFieldUid": 30,
                "autoTilesKilledByOtherLayerUid": 9},
            {"uid": 8, "identifier": "walls", "type": "IntGrid", "gridSize": 8, "tilesetDefUid": 1,
                "intGridValues": values, "autoRuleGroups": walls},
            {"uid": 9, "identifier": "tiles", "type": "Tiles", "gridSize": 8, "tilesetDefUid": 1},
        ],
        "tilesets": [
            {"uid": 1, "relPath": "t.png", "pxWid": 32, "pxHei": 32, "tileGridSize": 8},
            {"uid": 2, "relPath": "u.png", "pxWid": 25, "pxHei": 25, "tileGridSize": 8, "spacing": 1,
                "padding": 2},
        ],
    })
}

fn level() -> Value {
    let layer = |uid: u32, cells: Value| {
        json!({
            "layerDefUid": uid, "__cWid": 4, "__cHei": 2, "__gridSize": 8, "seed": 3,
            "intGridCsv": cells, "gridTiles": [], "optionalRules": [],
        })
    };
    let cells = json!([1, 1, 0, 2, 0, 1, 0, 0]);
    json!({"layerInstances": [layer(7, json!([])), layer(8, cells), layer(9, json!([]))]})
}

fn group(rules: &[Value]) -> Value {
    json!({"uid": 50, "name": "g", "rules": rules})
}

/// A rule of one cell that places a tile.
fn rule(uid: u32, value: i64, tile: u32) -> Value {
    json!({"uid": uid, "size": 1, "pattern": [value], "tileRectsIds": [[tile]]})
}

/// `rule` with other entries.
fn changed(mut rule: Value, others: &Value) -> Value {
    for (key, value) in others.as_object().expect("an object") {
        rule[key] = value.clone();
    }
    rule
}

/// The tiles of a layer: rule, cell and number.
#[track_caller]
fn check(definitions: &Value, level: &Value, layer: usize, expected: &[(i64, i64, i64)]) {
    let mut layers = AutoLayers::of(definitions);
    let tiles = json!(layers.tiles(level));
    assert_eq!(layers.notes(), Vec::<String>::new());
    let tiles = tiles[layer].as_array().expect("a list").iter().map(|tile| {
        let number = |value: &Value| value.as_i64().expect("a number");
        (number(&tile["d"][0]), number(&tile["d"][1]), number(&tile["t"]))
    });
    assert_eq!(tiles.collect::<Vec<_>>(), expected);
}

#[test]
fn tiles_are_saved_as_ldtk_saves_them() {
    let soft = changed(rule(20, 2, 6), &json!({"alpha": 0.5, "flipX": true}));
    let definitions = definitions(&json!([group(&[rule(21, 1, 9), soft])]), &json!([]));
    let mut layers = AutoLayers::of(&definitions);
    let text = serde_json::to_string(&layers.tiles(&level())[1]).expect("it is JSON");
    // The weaker rule comes first. Its pattern also holds when it is flipped.
    assert_eq!(
        text,
        r#"[{"px":[24,0],"src":[16,8],"f":0,"t":6,"d":[20,3],"a":0.5},"#.to_owned()
            + r#"{"px":[24,0],"src":[16,8],"f":1,"t":6,"d":[20,3],"a":0.5},"#
            + r#"{"px":[0,0],"src":[8,16],"f":0,"t":9,"d":[21,0],"a":1},"#
            + r#"{"px":[8,0],"src":[8,16],"f":0,"t":9,"d":[21,1],"a":1},"#
            + r#"{"px":[8,8],"src":[8,16],"f":0,"t":9,"d":[21,5],"a":1}]"#
    );
}

#[test]
fn a_rule_that_breaks_leaves_nothing_for_those_after_it() {
    let groups = |breaks: bool| {
        let first = changed(rule(1, 1, 0), &json!({"breakOnMatch": breaks}));
        json!([group(&[first]), group(&[rule(2, 1_000_001, 1)])])
    };
    let all = [(2, 0, 1), (2, 1, 1), (2, 3, 1), (2, 5, 1), (1, 0, 0), (1, 1, 0), (1, 5, 0)];
    check(&definitions(&groups(false), &json!([])), &level(), 1, &all);
    let rest = [(2, 3, 1), (1, 0, 0), (1, 1, 0), (1, 5, 0)];
    check(&definitions(&groups(true), &json!([])), &level(), 1, &rest);
}

#[test]
fn a_rule_that_breaks_holds_once_even_if_it_is_flipped() {
    let both = json!({"flipX": true, "flipY": true, "breakOnMatch": true});
    let rules = [changed(rule(1, 2, 0), &both)];
    check(&definitions(&json!([group(&rules)]), &json!([])), &level(), 1, &[(1, 3, 0)]);
    let rules = [changed(rule(1, 2, 0), &json!({"flipX": true, "flipY": true}))];
    check(&definitions(&json!([group(&rules)]), &json!([])), &level(), 1, &[(1, 3, 0); 4]);
}

#[test]
fn inactive_rules_and_groups_place_nothing() {
    let rules = [changed(rule(1, 1, 0), &json!({"active": false})), rule(2, 2, 1)];
    check(&definitions(&json!([group(&rules)]), &json!([])), &level(), 1, &[(2, 3, 1)]);
    let off = changed(group(&rules), &json!({"active": false}));
    check(&definitions(&json!([off]), &json!([])), &level(), 1, &[]);
}

#[test]
fn optional_groups_are_those_that_the_level_chooses() {
    let optional = changed(group(&[rule(2, 2, 1)]), &json!({"isOptional": true}));
    let definitions = definitions(&json!([optional]), &json!([]));
    let mut level = level();
    check(&definitions, &level, 1, &[]);
    level["layerInstances"][1]["optionalRules"] = json!([50]);
    check(&definitions, &level, 1, &[(2, 3, 1)]);
}

#[test]
fn a_group_of_biomes_needs_the_field_of_the_level() {
    let of_biomes = |mode: u32| {
        let biomes = json!({"requiredBiomeValues": ["Ice", "Cave"], "biomeRequirementMode": mode});
        definitions(&json!([]), &json!([changed(group(&[rule(2, 2, 1)]), &biomes)]))
    };
    let level = |value: Value| {
        changed(level(), &json!({"fieldInstances": [{"defUid": 30, "__value": value}]}))
    };
    let tiles = [(2, 3, 1)];
    for (biomes, any, all) in [
        (json!(null), &[][..], &[][..]),
        (json!("Ice"), &tiles, &[]),
        (json!("Fire"), &[], &[]),
        (json!(["Fire", "Cave"]), &tiles, &[]),
        (json!(["Cave", "Ice"]), &tiles, &tiles),
    ] {
        check(&of_biomes(0), &level(biomes.clone()), 0, any);
        check(&of_biomes(1), &level(biomes), 0, all);
    }
}

#[test]
fn a_layer_looks_at_the_cells_of_another_one() {
    let definitions = definitions(&json!([]), &json!([group(&[rule(1, 1, 4)])]));
    check(&definitions, &level(), 0, &[(1, 0, 4), (1, 1, 4), (1, 5, 4)]);
    // Tiles that a person placed leave no room.
    let mut level = level();
    level["layerInstances"][2]["gridTiles"] = json!([{"px": [8, 0], "t": 1, "d": [1]}]);
    check(&definitions, &level, 0, &[(1, 0, 4), (1, 5, 4)]);
}

#[test]
fn a_level_may_have_another_tileset() {
    let mut level = level();
    level["layerInstances"][1]["overrideTilesetUid"] = json!(2);
    let definitions = definitions(&json!([group(&[rule(1, 2, 4)])]), &json!([]));
    let tiles = json!(AutoLayers::of(&definitions).tiles(&level));
    // Three tiles in a row, with gaps of a pixel, in a margin of two.
    assert_eq!(tiles[1][0]["src"], json!([11, 11]));
}

#[test]
fn modulos_choose_columns_and_rows() {
    let due = |others: Value| {
        let rule: Rule = serde_json::from_value(changed(rule(1, 1, 0), &others)).expect("a rule");
        let row = |y| (0..6).map(|x| if rule.is_due_at((x, y)) { '#' } else { '.' }).collect();
        (0..4).map(row).collect::<Vec<String>>()
    };
    assert_eq!(due(json!({})), ["######"; 4]);
    assert_eq!(due(json!({"xModulo": 3, "xOffset": 1})), [".#..#."; 4]);
    assert_eq!(due(json!({"yModulo": 2, "yOffset": 1})), ["......", "######", "......", "######"]);
    assert_eq!(
        due(json!({"xModulo": 2, "checker": "Horizontal"})),
        ["#.#.#.", ".#.#.#", "#.#.#.", ".#.#.#"]
    );
    assert_eq!(
        due(json!({"xModulo": 2, "yModulo": 2, "checker": "Vertical"})),
        ["#...#.", "..#...", "#...#.", "..#..."]
    );
    for modulo in [0, i64::MIN] {
        due(
            json!({"xModulo": modulo, "yModulo": modulo, "xOffset": i64::MIN, "checker": "Vertical"}),
        );
    }
}

#[test]
fn what_is_not_supported_is_named() {
    let noisy = changed(rule(1, 1, 0), &json!({"perlinActive": true}));
    let large = changed(rule(3, 1, 0), &json!({"size": 11}));
    let walls = json!([group(&[noisy.clone(), noisy.clone(), large, rule(2, 1, 0)])]);
    let mut definitions = definitions(&walls, &json!([group(&[noisy])]));
    let mut layers = AutoLayers::of(&definitions);
    let tiles = json!(layers.tiles(&level()));
    layers.tiles(&level());
    assert_eq!(tiles[1].as_array().map(Vec::len), Some(3), "other rules are run");
    let start = "automatic tiles are missing until LDtk applies its rules, as";
    assert_eq!(
        layers.notes(),
        [
            format!(
                "{start} LDtk knows no pattern of their size: layer `walls`, group `g`, rule 3"
            ),
            format!(
                "{start} only LDtk computes their Perlin noise: layer `grass`, group `g`, rule 1; \
                 layer `walls`, group `g`, rules 1, 1"
            ),
        ]
    );
    let note = |definitions: &Value, level: &Value| {
        let mut layers = AutoLayers::of(definitions);
        layers.tiles(level);
        layers.notes().join("\n").replace(start, "")
    };
    let mut bare = level();
    bare["layerInstances"].as_array_mut().expect("a list").remove(1);
    assert_eq!(
        note(&definitions, &bare),
        " the layer that its rules look at is missing: layer `grass`"
    );
    let mut short = level();
    short["layerInstances"][1]["__cWid"] = json!(5);
    assert!(note(&definitions, &short).contains("layer `walls` has not a value for each cell"));
    definitions["layers"][1]["autoRuleGroups"] = json!([{"rules": [{"uid": "a"}]}]);
    assert!(
        note(&definitions, &bare).contains("a rule is unknown"),
        "{}",
        note(&definitions, &bare)
    );
}

#[test]
fn too_many_tiles_and_steps_are_refused() {
    let definitions = definitions(&json!([group(&[rule(1, 1, 0)])]), &json!([]));
    let mut layers = AutoLayers::of(&definitions);
    layers.room.n_tiles = 2;
    assert_eq!(json!(layers.tiles(&level())[1]), json!([]));
    assert!(layers.notes()[0].contains("a project has at most 8388608 of them"));
    let mut layers = AutoLayers::of(&definitions);
    layers.room.n_steps = 20;
    layers.tiles(&level());
    assert!(layers.notes()[0].contains("all rules take more than"), "{:?}", layers.notes());
}
