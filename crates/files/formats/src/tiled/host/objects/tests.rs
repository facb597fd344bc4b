use std::sync::Arc;

use marahel_level::Level;
use serde_json::{Value, json};

use crate::tests::{one, palette};
use crate::tiled::{TMJ, TMX};
use crate::{Empty, Format, Hints, NoFiles, write_into};

const MAP: &str = r#"<map width="5" height="3" tilewidth="16" tileheight="16" nextobjectid="9">
 <tileset firstgid="1" name="t" tilewidth="16" tileheight="16">
  <tile id="0" type="wall"/><tile id="1" type="floor"/></tileset>
 <layer id="1" name="ground" width="5" height="3"><data encoding="csv">
1,1,1,1,1,
1,2,2,2,1,
1,1,1,1,1
</data></layer>
 <objectgroup id="2" name="things">
  <object id="1" name="coin" x="20" y="20"><point/></object>
  <object id="2" type="water" x="32" y="18" rotation="0"><polygon points="0,0 32,0 32,9"/></object>
  <object id="3" name="light" x="1" y="1" width="300" height="200"/>
  <object id="4" name="coin" x="-500" y="1"/>
  <object id="5" name="switch" x="1" y="1"><properties><property name="of" type="object" value="2"/></properties></object>
 </objectgroup>
</map>
"#;

/// The same map in JSON, as Tiled breaks its lines.
fn json_map() -> String {
    let map = json!({
        "width": 5, "height": 3, "tilewidth": 16, "tileheight": 16, "nextobjectid": 9, "layers": [
            {"name": "ground", "type": "tilelayer", "width": 5, "height": 3,
                "data": [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1]},
            {"name": "things", "type": "objectgroup", "objects": [
                {"id": 1, "name": "coin", "x": 20, "y": 20, "point": true},
                {"id": 2, "type": "water", "x": 32, "y": 18, "rotation": 5, "width": 0, "height": 0,
                    "polygon": [{"x": 0, "y": 0}, {"x": 32, "y": 0}, {"x": 32, "y": 9}]},
                {"id": 4, "name": "coin", "x": -500, "y": 1},
            ]},
        ],
        "tilesets": [{"firstgid": 1, "tiles": [{"id": 0, "type": "wall"}, {"id": 1, "type": "floor"}]}],
    });
    serde_json::to_string_pretty(&map).expect("it is JSON")
}

fn written(map: &str, format: &Format, level: &Level) -> String {
    let hints = Hints::default();
    let levels = [("a", level)];
    write_into(map.as_bytes(), format, &hints, &NoFiles, &levels, &str::to_owned)
        .expect("it is written")
        .text
}

/// A level of walls, floor, coins, water, and such rows.
fn level(rows: &str) -> Level {
    let palette = palette(&["wall", "floor", "coin", "water"]);
    Level::from_text(rows, palette).expect("it is a level")
}

#[test]
fn an_unchanged_level_changes_no_byte() {
    for (map, format) in [(MAP.to_owned(), &TMX), (json_map(), &TMJ)] {
        let level = one(&map, format, &Hints::default()).expect("it is a map");
        assert_eq!(written(&map, format, &level), map);
        // Nor without what the level does not say.
        let empty = Hints { empty: Empty::Open, leaves_out_objects: true, ..Hints::default() };
        let bare = one(&map, format, &empty).expect("it is a map");
        assert_eq!(
            written(&map, format, &bare.renamed(Arc::clone(bare.palette())).expect("it is")),
            map
        );
    }
}

#[test]
fn objects_that_move_keep_their_numbers() {
    let new = written(MAP, &TMX, &level("#####\n#.~~#\n##*##\n"));
    assert!(new.contains(r#"<object id="1" name="coin" x="36" y="36"><point/></object>"#), "{new}");
    // Those that stay, that are out of the map, and that the level has no tile for.
    for line in MAP.lines().filter(|line| line.contains("<object ") && !line.contains(r#"id="1""#))
    {
        assert!(new.contains(line), "{line} in {new}");
    }
    assert!(new.contains(r#"nextobjectid="9""#), "{new}");
}

#[test]
fn a_long_object_makes_room_for_one_in_each_cell() {
    let new = written(MAP, &TMX, &level("#####\n#*.~#\n##~##\n"));
    assert!(!new.contains(r#"<object id="2""#), "{new}");
    for line in [
        r#"<object id="9" type="water" x="48" y="16" rotation="0" width="16" height="16">"#,
        r#"<object id="10" type="water" x="32" y="32" rotation="0" width="16" height="16">"#,
        r#"<property name="of" type="object" value="0"/>"#,
        r#"nextobjectid="11""#,
    ] {
        let attributes = |text: &str| {
            let mut words: Vec<String> = text.split([' ', '>']).map(str::to_owned).collect();
            words.sort_unstable();
            words
        };
        let has = new.lines().any(|new| {
            let new = attributes(new);
            attributes(line).iter().all(|word| new.contains(word))
        });
        assert!(has, "{line} in {new}");
    }
    assert!(!new.contains("<polygon"), "{new}");
    let hints =
        Hints { named: Some(palette(&["wall", "floor", "coin", "water"])), ..Hints::default() };
    let read = one(&new, &TMX, &hints).expect("it is a map");
    assert_eq!(read.to_text(), "#####\n#*.~#\n##~##\n");
    // As in JSON.
    let new = written(&json_map(), &TMJ, &level("#####\n#*.~#\n##~##\n"));
    assert_eq!(one(&new, &TMJ, &hints).expect("it is a map").to_text(), "#####\n#*.~#\n##~##\n");
    let map: Value = serde_json::from_str(&new).expect("it is JSON");
    assert_eq!(map["nextobjectid"], json!(11));
}
