use serde_json::json;

use super::{in_json, in_xml};

const SET: &str = r##"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="land" tilewidth="16" tileheight="8" tilecount="2" columns="2">
 <tileoffset x="0" y="-2"/>
 <image source="art/land.png" width="32" height="8"/>
 <tile id="1" type="wall" probability="0.5">
  <properties><property name="hard" type="bool" value="true"/><property name="note">a
b</property></properties>
  <objectgroup draworder="index"><object id="1" x="1.5" y="0" visible="0"><polygon points="0,0 4,2.5"/></object></objectgroup>
  <animation><frame tileid="0" duration="100"/></animation>
 </tile>
 <wangsets><wangset name="w" type="corner" tile="-1"><wangcolor name="a" color="#ff0000" tile="-1" probability="1"/>
  <wangtile tileid="1" wangid="0,1,0,0,0,1,0,1"/></wangset></wangsets>
</tileset>
"##;

#[test]
fn a_tileset_is_the_same_in_json() {
    let expected = json!({
        "name": "land", "tilewidth": 16, "tileheight": 8, "tilecount": 2, "columns": 2,
        "tileoffset": {"x": 0, "y": -2}, "image": "../sets/art/land.png", "imagewidth": 32, "imageheight": 8,
        "margin": 0, "spacing": 0, "firstgid": 1,
        "tiles": [{
            "id": 1, "type": "wall", "probability": 0.5,
            "properties": [
                {"name": "hard", "type": "bool", "value": true},
                {"name": "note", "type": "string", "value": "a\nb"},
            ],
            "objectgroup": {"draworder": "index", "objects": [
                {"id": 1, "x": 1.5, "y": 0, "visible": false, "polygon": [{"x": 0, "y": 0}, {"x": 4, "y": 2.5}]},
            ]},
            "animation": [{"tileid": 0, "duration": 100}],
        }],
        "wangsets": [{
            "name": "w", "type": "corner", "tile": -1,
            "colors": [{"name": "a", "color": "#ff0000", "tile": -1, "probability": 1}],
            "wangtiles": [{"tileid": 1, "wangid": [0, 1, 0, 0, 0, 1, 0, 1]}],
        }],
    });
    assert_eq!(in_json(SET, 1, "../sets/land.tsx").expect("it is a tileset"), expected);
    let of_json =
        json!({"name": "s", "image": "s.png", "type": "tileset", "margin": 1}).to_string();
    let expected =
        json!({"name": "s", "image": "sets/s.png", "margin": 1, "spacing": 0, "firstgid": 1});
    assert_eq!(in_json(&of_json, 1, "sets/s.tsj").expect("it is a tileset"), expected);
}

#[test]
fn a_tileset_is_as_it_was_in_xml() {
    let embedded = in_xml(SET, 1, "sets/land.tsx").expect("it is a tileset");
    let expected = SET.trim().lines().skip(1).collect::<Vec<_>>().join("\n");
    let expected = expected.replacen("<tileset", "<tileset firstgid=\"1\"", 1);
    assert_eq!(embedded, expected.replace("art/land.png", "sets/art/land.png"));
    assert!(in_xml("{}", 1, "a.tsj").is_err());
}
