use crate::terrains::{Matching, Sides, TerrainSet};
use serde_json::{Value, json};

use super::{Transformations, WangId};
use crate::tiled::document::Tileset;
use crate::tiled::xml;

fn of_json(tileset: &Value) -> Tileset {
    serde_json::from_value(tileset.clone()).expect("it is a tileset")
}

fn of_xml(content: &str) -> Tileset {
    let text =
        format!("<tileset name=\"a\" tilewidth=\"16\" tileheight=\"16\">{content}</tileset>");
    xml::read::<Tileset>(&text, "tileset").expect("it is a tileset")
}

/// Each look of a set: its tile, its sides, its probability.
fn looks(set: &TerrainSet) -> Vec<(u32, [u8; 8], f64)> {
    set.looks.iter().map(|look| (look.tile, look.sides.0, look.probability)).collect()
}

#[test]
fn sets_are_the_same_in_json_and_xml() {
    let json = of_json(&json!({
        "tiles": [{"id": 5, "probability": 0.25}],
        "wangsets": [
            {"name": "Ground", "type": "corner", "tile": -1,
                "colors": [
                    {"name": "Grass", "color": "#00ff00", "probability": 1, "tile": 5},
                    {"name": "Water", "color": "#0000ff", "probability": 0.5, "tile": -1},
                ],
                "wangtiles": [
                    {"tileid": 5, "wangid": [0, 1, 0, 1, 0, 1, 0, 1]},
                    {"tileid": 2, "wangid": [0, 2, 0, 1, 0, 1, 0, 1]},
                ]},
            {"name": "Road", "type": "mixed", "colors": [], "wangtiles": []},
        ],
        "transformations": {"hflip": true, "vflip": false, "rotate": true, "preferuntransformed": true},
    }));
    let xml = of_xml(
        r##"<transformations hflip="1" vflip="0" rotate="1" preferuntransformed="1"/>
        <tile id="5" probability="0.25"/>
        <wangsets>
         <wangset name="Ground" type="corner" tile="-1">
          <wangcolor name="Grass" color="#00ff00" tile="5" probability="1"/>
          <wangcolor name="Water" color="#0000ff" tile="-1" probability="0.5"/>
          <wangtile tileid="5" wangid="0,1,0,1,0,1,0,1"/>
          <wangtile tileid="2" wangid="0,2,0,1,0,1,0,1"/>
         </wangset>
         <wangset name="Road" type="mixed"/>
        </wangsets>"##,
    );
    let sets = json.terrain_sets();
    assert_eq!(sets, xml.terrain_sets());
    assert_eq!(sets[0].terrains, ["Grass", "Water"]);
    assert_eq!(
        looks(&sets[0]),
        [(2, [0, 2, 0, 1, 0, 1, 0, 1], 1.0), (5, [0, 1, 0, 1, 0, 1, 0, 1], 0.25)]
    );
    let kinds: Vec<_> = sets.iter().map(|set| (set.name.as_str(), set.matching)).collect();
    assert_eq!(kinds, [("Ground", Matching::Corners), ("Road", Matching::Both)]);
    let turned =
        Transformations { hflip: true, vflip: false, rotate: true, preferuntransformed: true };
    assert_eq!((json.transformations, xml.transformations), (turned, turned));
}

#[test]
fn old_sets_have_colors_of_edges_and_of_corners() {
    let xml = of_xml(
        r##"<wangsets><wangset name="Old" tile="0">
          <wangcornercolor name="Grass" color="#00ff00" tile="-1" probability="1"/>
          <wangcornercolor name="Path" color="#00ff00" tile="-1" probability="1"/>
          <wangedgecolor name="" color="#ff0000" tile="-1" probability="1"/>
          <wangedgecolor name="Path" color="#ff0000" tile="-1" probability="1"/>
          <wangtile tileid="0" wangid="0x12101020"/>
          <wangtile tileid="1" wangid="0x00000002"/>
          <wangtile tileid="2" wangid="0x00000001" hflip="1"/>
          <wangtile tileid="3" wangid="0x00000003"/>
         </wangset></wangsets>"##,
    );
    let sets = xml.terrain_sets();
    assert_eq!(sets[0].terrains, ["", "Path", "Grass"]);
    // A corner of color 2 and an edge of color 2 are both path.
    assert_eq!(
        looks(&sets[0]),
        [(0, [0, 2, 0, 3, 0, 3, 2, 3], 1.0), (1, [2, 0, 0, 0, 0, 0, 0, 0], 1.0)]
    );
    assert_eq!(sets[0].matching, Matching::Both);
    let only = |color: &str, id: &str| {
        let xml = of_xml(&format!(
            "<wangsets><wangset name=\"o\"><{color} name=\"a\"/><wangtile tileid=\"0\" \
             wangid=\"{id}\"/></wangset></wangsets>"
        ));
        xml.terrain_sets()[0].matching
    };
    assert_eq!(only("wangcornercolor", "0x10101010"), Matching::Corners);
    assert_eq!(only("wangedgecolor", "0x01010101"), Matching::Edges);
}

#[test]
fn old_terrains_lie_at_corners() {
    let xml = of_xml(
        r#"<terraintypes><terrain name="sand" tile="0"/><terrain name="sea" tile="9"/></terraintypes>
        <tile id="3" terrain="0,1,,1" probability="0.5"/><tile id="4" terrain="0,0,0,7"/>
        <tile id="5" terrain=",,,"/><tile id="6" terrain="1,1,1,1,1"/>"#,
    );
    let mut json = json!({
        "terrains": [{"name": "sand", "tile": 0}, {"name": "sea", "tile": 9}],
        "tiles": [{"id": 3, "terrain": [0, 1, -1, 1], "probability": 0.5},
            {"id": 4, "terrain": [0, 0, 0, 7]}, {"id": 5, "terrain": [-1, -1, -1, -1]},
            {"id": 6, "terrain": [1, 1, 1, 1, 1]}, {"id": 7, "terrain": "0"}],
    });
    let sets = xml.terrain_sets();
    assert_eq!(sets, of_json(&json).terrain_sets());
    assert_eq!((sets.len(), sets[0].matching), (1, Matching::Corners));
    assert_eq!(sets[0].terrains, ["sand", "sea"]);
    let [sand_and_sea, nothing] = &sets[0].looks[..] else { panic!("{:?}", sets[0].looks) };
    // Clockwise from above: upper right, lower right, lower left, upper left.
    assert_eq!(sand_and_sea.sides, Sides([0, 2, 0, 2, 0, 0, 0, 1]));
    assert_eq!((sand_and_sea.tile, sand_and_sea.probability), (3, 0.5));
    assert_eq!((nothing.tile, nothing.sides.terrain()), (5, None));
    // Before Tiled 1.2, tiles were fields.
    json["tiles"] = json!({"3": {"terrain": [0, 1, -1, 1], "probability": 0.5}, "5": {"terrain": [-1, -1, -1, -1]}});
    assert_eq!(of_json(&json).terrain_sets(), sets);
}

#[test]
fn what_is_no_look_is_left_out() {
    for text in [
        "",
        "0,1,0",
        "0,1,0,1,0,1,0,1,0",
        "0,1,0,1,0,1,0,256",
        "0,1,0,1,0,1,0,-1",
        "0x",
        "0x112345678",
    ] {
        assert!(WangId::parse(text).0.is_none(), "{text}");
    }
    let set = of_json(
        &json!({"wangsets": [{"name": "a", "type": 3, "colors": [{"name": "b", "probability": "x"}],
        "wangtiles": [
            {"tileid": 0, "wangid": [0, 1, 0, 1, 0, 1, 0, 2]}, {"tileid": 1, "wangid": [1]},
            {"tileid": 2, "wangid": [1, 1, 1, 1, 1, 1, 1, 1, 1]}, {"tileid": 3},
            {"tileid": 4, "wangid": [0, -1, 0, 1, 0, 1, 0, 2]}, {"tileid": 5, "wangid": "0,1,0,1,0,1,0,1"},
            {"tileid": 5, "wangid": 0x0000_0010},
        ]}], "margin": "wide", "transformations": 3, "image": null}),
    );
    let sets = set.terrain_sets();
    assert_eq!(looks(&sets[0]), [(5, [0, 1, 0, 0, 0, 0, 0, 0], 1.0)]);
    assert_eq!(sets[0].terrains, ["b"]);
    assert_eq!((set.margin, set.image.as_str()), (0, ""));
}

#[test]
fn sets_with_very_many_terrains_keep_those_that_tiled_can_count() {
    let colors: Vec<Value> =
        (0..1000).map(|number| json!({"name": format!("t{number}")})).collect();
    let set = of_json(&json!({"wangsets": [{"name": "a", "type": "corner", "colors": colors,
        "wangtiles": [{"tileid": 0, "wangid": [0, 254, 0, 254, 0, 254, 0, 254]},
            {"tileid": 1, "wangid": [0, 255, 0, 255, 0, 255, 0, 255]}]}]}));
    let sets = set.terrain_sets();
    assert_eq!(sets[0].terrains.len(), 254);
    assert_eq!(looks(&sets[0]), [(0, [0, 254, 0, 254, 0, 254, 0, 254], 1.0)]);
}
