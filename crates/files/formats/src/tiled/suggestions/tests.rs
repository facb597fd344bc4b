use serde_json::{Value, json};

use crate::tests::{Files, listed, names, only, told, wanting};
use crate::tiled::TMJ;
use crate::{Hints, Legend, NoFiles, Reading, read};

/// A map of a row of tiles from such tilesets.
fn row(gids: &[u32], tilesets: &Value) -> Value {
    json!({
        "width": gids.len(), "height": 1, "tilewidth": 16, "tileheight": 16, "tilesets": tilesets,
        "layers": [{"name": "ground", "type": "tilelayer", "width": gids.len(), "height": 1, "data": gids}],
    })
}

fn reading(map: &Value, hints: &Hints) -> Reading {
    read(map.to_string().as_bytes(), &TMJ, hints, &NoFiles).expect("it is a map")
}

/// The name of the tile in each cell.
fn cells(map: &Value, hints: &Hints) -> Vec<String> {
    let level = only(reading(map, hints));
    level.tiles().iter().map(|&tile| level.palette().name(tile).to_owned()).collect()
}

/// A set of corners between two terrains: tiles 0 to 4.
fn coast() -> Value {
    json!({"name": "Coast", "type": "corner", "colors": [{"name": "sea"}, {"name": "Dry Sand"}, {"name": " "}],
    "wangtiles": [
        {"tileid": 0, "wangid": [0, 1, 0, 1, 0, 1, 0, 1]}, {"tileid": 1, "wangid": [0, 2, 0, 2, 0, 2, 0, 1]},
        {"tileid": 2, "wangid": [0, 2, 0, 2, 0, 1, 0, 1]}, {"tileid": 3, "wangid": [0, 3, 0, 3, 0, 3, 0, 3]},
        {"tileid": 4, "wangid": [0, 0, 0, 0, 0, 0, 0, 0]},
    ]})
}

#[test]
fn a_tile_is_called_by_its_class_then_terrain_then_properties_then_shape() {
    let solid = json!([{"name": "solid", "type": "bool", "value": true}]);
    let sign = json!([{"name": "type", "type": "string", "value": "sign"}, {"name": "solid", "value": true}]);
    let tilesets = json!([{"firstgid": 1, "tilecount": 9, "wangsets": [coast()], "tiles": [
        {"id": 0, "type": "lake", "properties": solid}, {"id": 1, "properties": sign},
        {"id": 4, "properties": sign}, {"id": 5, "properties": solid},
        {"id": 6, "objectgroup": {"objects": [{"id": 1, "x": 0, "y": 0}]}},
        {"id": 7, "objectgroup": {"objects": []}},
        {"id": 8, "properties": [{"name": "collides", "type": "bool", "value": false}],
            "objectgroup": {"objects": [{"id": 1}]}},
    ]}, {"firstgid": 20}]);
    let map = row(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 20], &tilesets);
    let expected = [
        "lake",
        "Dry Sand",
        "sea",
        "terrain_2",
        "sign",
        "solid",
        "solid",
        "passable",
        "passable",
        "tile_19",
    ];
    assert_eq!(cells(&map, &Hints::default()), expected);
    assert_eq!(reading(&map, &Hints::default()).about.made_up, ["tile_19"]);
    // A legend names each of them by what the file calls it, or by its number.
    let legend = r#"{"Dry Sand": "beach", "passable": ["walkable", "way"], "terrain_2": "lava", "tile_2": "coast"}"#;
    let hints = Hints { legend: Legend::parse(legend).expect("it is one"), ..Hints::default() };
    let expected =
        ["lake", "beach", "coast", "lava", "sign", "solid", "solid", "way", "way", "tile_19"];
    assert_eq!(cells(&map, &hints), expected);
}

#[test]
fn terrains_without_a_name_are_counted_through_all_tilesets() {
    let set = |number: u32| {
        json!({"name": "a", "type": "edge", "colors": [{"name": ""}, {}],
            "wangtiles": [{"tileid": number, "wangid": [1, 0, 1, 0, 1, 0, 1, 0]},
                {"tileid": 2, "wangid": [2, 0, 0, 0, 0, 0, 0, 0]}]})
    };
    // Tile 2 is in several sets; the first says what it is.
    let tilesets = json!([
        {"firstgid": 1, "wangsets": [set(0), set(1)]}, {"firstgid": 10, "wangsets": [set(0)]},
    ]);
    let map = row(&[1, 2, 3, 10, 12], &tilesets);
    let expected = ["terrain_0", "terrain_2", "terrain_1", "terrain_4", "terrain_5"];
    assert_eq!(cells(&map, &Hints::default()), expected);
}

#[test]
fn terrains_of_one_name_are_one_kind_however_old_their_tileset() {
    let old = json!({"firstgid": 10, "terrains": [{"name": "sand"}, {"name": "sea"}],
        "tiles": {"3": {"terrain": [1, 1, -1, 1]}}, "tileproperties": {"4": {"type": "rock"}}});
    let map = row(&[1, 13, 14], &json!([{"firstgid": 1, "wangsets": [coast()]}, old]));
    let level = only(reading(&map, &Hints::default()));
    assert_eq!(names(&level), ["sea", "rock"]);
    assert_eq!(level.to_csv(), "0,0,1\n");
}

#[test]
fn properties_name_tiles_where_the_caller_says_so() {
    let tile = |id: u32, property: &str, value: Value| json!({"id": id, "type": "thing", "properties": [{"name": property, "value": value}]});
    let tilesets = json!([{"firstgid": 1, "tiles": [
        tile(0, "material", json!("wood")), tile(1, "material", json!(7)), tile(2, "material", json!(true)),
        tile(3, "material", json!(false)), tile(4, "material", json!(" ")), tile(5, "cost", json!(2.5)),
    ]}]);
    let map = row(&[1, 2, 3, 4, 5, 6], &tilesets);
    let names_from = ["cost", "material"].map(str::to_owned).to_vec();
    let hints = Hints { names_from, ..Hints::default() };
    assert_eq!(
        cells(&map, &hints),
        ["wood", "material_7", "material", "thing", "thing", "cost_2.5"]
    );
    assert_eq!(cells(&map, &Hints::default()), ["thing"; 6]);
}

#[test]
fn properties_are_the_same_in_xml() {
    let xml = r#"<tileset name="a"><tile id="0"><properties>
        <property name="solid" type="bool" value="true"/></properties></tile>
        <tile id="1"><properties><property name="solid" type="bool" value="false"/></properties></tile>
        <tile id="2"><properties><property name="type" type="int" value="4"/></properties></tile>
        <tile id="3"><objectgroup draworder="index"><object id="1" x="0" y="0"/></objectgroup></tile>
        <tile id="4"><objectgroup/></tile></tileset>"#;
    let map = row(&[1, 2, 3, 4, 5], &json!([{"firstgid": 1, "source": "a.tsx"}]));
    let files = Files::default().with("a.tsx", xml);
    let read = read(map.to_string().as_bytes(), &TMJ, &Hints::default(), &files);
    let level = only(read.expect("it is a map"));
    assert_eq!(names(&level), ["solid", "passable", "type_4"]);
    assert_eq!(level.to_csv(), "0,1,2,0,1\n");
}

#[test]
fn a_list_goes_before_what_a_tileset_suggests() {
    let map = row(&[2, 1, 3], &json!([{"firstgid": 1, "wangsets": [coast()]}]));
    assert_eq!(cells(&map, &listed(&["a", "b", "c"])), ["b", "a", "c"]);
    // A guessed list does not if it has such a name.
    let guessed = |names: &[&str]| Hints { keeps_names: true, ..listed(names) };
    assert_eq!(cells(&map, &guessed(&["a", "b", "c"])), ["b", "a", "c"]);
    assert_eq!(cells(&map, &guessed(&["a", "b", "sea"])), ["Dry Sand", "sea", "sea"]);
    let error = read(map.to_string().as_bytes(), &TMJ, &wanting(&["sea"]), &NoFiles).unwrap_err();
    assert!(told(&error).contains("an entity `Dry Sand`"), "{error}");
}

#[test]
fn too_many_kinds_are_called_by_their_layers() {
    let gids: Vec<u32> = (1..=70).collect();
    let mut map = row(&gids, &json!([{"firstgid": 1, "tiles": [{"id": 0, "type": "wall"}]}]));
    let mut above = map["layers"][0].clone();
    above["name"] = json!("Tree Tops");
    let mut data = vec![0; 70];
    // The second tile is first seen in the lower layer.
    (data[0], data[5]) = (80, 2);
    above["data"] = json!(data);
    map["layers"].as_array_mut().expect("it is a list").push(above);
    let about = reading(&map, &Hints::default()).about;
    assert_eq!(
        (about.made_up.as_slice(), about.is_by_layer),
        (&["ground".to_owned(), "Tree Tops".to_owned()][..], true)
    );
    let lines = about.told(&crate::Advice { layer: "", folder: "", legend: "--legend", empty: "" });
    assert!(lines[0].contains("are called ground, Tree Tops by their layers, since"), "{lines:?}");
    let cells_of = |hints: &Hints| cells(&map, hints);
    let expected = cells_of(&Hints::default());
    assert_eq!(expected[..6], ["Tree Tops", "ground", "ground", "ground", "ground", "ground"]);
    // A legend names some of them by number, and layers.
    let legend = Legend::parse(r#"{"tile_4": "coin", "ground": "grass"}"#).expect("it is one");
    let hints = Hints { legend, ..Hints::default() };
    assert_eq!(cells_of(&hints)[..6], ["Tree Tops", "grass", "grass", "grass", "coin", "grass"]);
    // Nothing helps where all have names.
    let tiles: Vec<Value> =
        (0..70).map(|id| json!({"id": id, "type": format!("kind{id}")})).collect();
    let map = row(&gids, &json!([{"firstgid": 1, "tiles": tiles}]));
    let error = read(map.to_string().as_bytes(), &TMJ, &Hints::default(), &NoFiles).unwrap_err();
    assert_eq!(told(&error), "there are 70 kinds of tiles, but a level has at most 62");
}
