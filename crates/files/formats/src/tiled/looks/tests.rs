use std::fmt::Write;

use marahel_level::Level;
use proptest::prelude::*;

use super::{bits, turn};
use crate::host::Written;
use crate::tests::{one, palette};
use crate::tiled::{TMJ, TMX};
use crate::{Format, Hints, NoFiles, write_into};

/// The looks of water (1) and grass (2) at corners; the number of a tile has the corners as its
/// bits, clockwise from the upper right.
fn land() -> String {
    let tiles = (0..16_u32).fold(String::new(), |mut tiles, tile| {
        let [upper_right, lower_right, lower_left, upper_left] =
            [1, 2, 4, 8].map(|bit| if tile & bit == 0 { 1 } else { 2 });
        let id = format!("0,{upper_right},0,{lower_right},0,{lower_left},0,{upper_left}");
        writeln!(tiles, r#"<wangtile tileid="{tile}" wangid="{id}"/>"#).unwrap();
        tiles
    });
    let classes = (0..16_u32).fold(String::new(), |mut classes, tile| {
        let class = if tile.count_ones() > 2 { "grass" } else { "water" };
        write!(classes, r#"<tile id="{tile}" type="{class}"/>"#).unwrap();
        classes
    });
    format!(
        r##"<tileset firstgid="1" name="land" tilewidth="16" tileheight="16" tilecount="20" columns="4">
 <image source="land.png" width="64" height="80"/>{classes}<tile id="16" type="house"/>
 <wangsets><wangset name="shore" type="corner" tile="-1">
  <wangcolor name="water" color="#0000ff" tile="0" probability="1"/>
  <wangcolor name="grass" color="#00ff00" tile="15" probability="1"/>
{tiles}</wangset></wangsets>
</tileset>"##
    )
}

/// A map of one layer with these tiles.
fn map(width: usize, gids: &[u32]) -> String {
    let height = gids.len() / width;
    let listed: Vec<String> = gids.iter().map(u32::to_string).collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="{width}" height="{height}" tilewidth="16" tileheight="16">
 {}
 <layer id="1" name="ground" width="{width}" height="{height}"><data encoding="csv">{}</data></layer>
</map>
"#,
        land(),
        listed.join(",")
    )
}

fn level(text: &str) -> Level {
    Level::from_text(text, palette(&["water", "grass", "house"])).expect("it is a level")
}

#[track_caller]
fn written(map: &str, format: &Format, level: &Level) -> Written {
    let levels = [("new", level)];
    write_into(map.as_bytes(), format, &Hints::default(), &NoFiles, &levels, &str::to_owned)
        .expect("it can be written")
}

/// The numbers of the only layer.
fn gids(map: &str) -> Vec<u32> {
    let (_, data) = map.split_once("encoding=\"csv\">").expect("there is a layer");
    let (data, _) = data.split_once('<').expect("it ends");
    data.split(',').map(|gid| gid.trim().parse().expect("a number")).collect()
}

#[test]
fn a_shore_gets_its_corners_and_edges() {
    let before = map(3, &[1; 9]);
    let new = level("~~~~\n~,,~\n~,,~\n~~~~\n");
    let after = written(&before, &TMX, &new);
    // Around the meadow, water has grass at the corners that touch it.
    let expected = [
        1 + 2,
        1 + 6,
        1 + 6,
        1 + 4, //
        1 + 3,
        16,
        16,
        1 + 12, //
        1 + 3,
        16,
        16,
        1 + 12, //
        1 + 1,
        1 + 9,
        1 + 9,
        1 + 8,
    ];
    assert_eq!(gids(&after.text), expected);
    assert_eq!(after.notes, [""; 0]);
}

#[test]
fn what_stays_keeps_its_looks_and_flips() {
    // A shore from side to side, one of whose tiles is mirrored by hand, and a hand-made mistake.
    let mirrored = (1 + 6) | 1 << 31;
    let before = map(4, &[1, 1, 1, 1, 7, 7, mirrored, 7, 16, 16, 16, 16, 16, 1, 16, 16]);
    let unchanged = one(&before, &TMX, &Hints::default()).expect("it is a map");
    assert_eq!(written(&before, &TMX, &unchanged).text.replace('\n', ""), before.replace('\n', ""));
    let new = level("~~~~\n~~~~\n,,,~\n,~,,\n");
    let after = gids(&written(&before, &TMX, &new).text);
    // Columns 3 and 4 lie beside the new water.
    assert_eq!(after[..2], [1, 1]);
    assert_eq!(after[4..6], [7, 7]);
    assert_eq!(after[13], 1, "the mistake is none of ours");
    assert_eq!(after[6], mirrored, "it still fits");
    assert_eq!(after[7], 1 + 4, "grass is at its lower left alone");
}

#[test]
fn a_look_that_a_tileset_lacks_is_told() {
    let look = r#"<wangtile tileid="6" wangid="0,1,0,2,0,2,0,1"/>"#;
    let before = map(3, &[1; 9]);
    assert!(before.contains(look));
    let before = before.replace(look, "");
    let after = written(&before, &TMX, &level("~~~\n,,,\n,,,\n"));
    assert_eq!(
        after.notes,
        [
            "terrains `shore` have no look for 3 cells, such as one with `water`, `water`, `grass`, `grass` at its \
          corners, clockwise from the upper left; the nearest look stands there"
        ]
    );
    // A narrow pond takes the corners of the meadow around it.
    let narrow = written(&map(3, &[1; 9]), &TMX, &level(",,,\n,~,\n,,,\n"));
    let misread =
        "looks of 4 cells show another tile, and are read back as that: `water` for `grass`";
    assert_eq!(narrow.notes, [misread]);
    // Cells that stay count, too, if their looks change.
    let pond = written(&map(3, &[16; 9]), &TMX, &level(",,,\n,~,\n,,,\n"));
    assert_eq!(pond.notes, [misread]);
    assert_eq!(gids(&narrow.text)[3..6], [1 + 12, 1, 1 + 3]);
}

#[test]
fn a_cell_that_changes_changes_the_looks_around_it_alone() {
    // Each look twice, with other numbers.
    let looks = land();
    let looks = looks.lines().filter(|line| line.starts_with("<wangtile"));
    let twice: Vec<String> = looks.map(|line| line.replace("tileid=\"", "tileid=\"1")).collect();
    let before = map(9, &[0; 81]).replace("</wangset>", &(twice.join("") + "</wangset>"));
    let looks = |cell: usize| {
        let mut rows = "~".repeat(81);
        rows.replace_range(cell..=cell, ",");
        let rows: Vec<&str> = (0..9).map(|row| &rows[row * 9..][..9]).collect();
        gids(&written(&before, &TMX, &level(&(rows.join("\n") + "\n"))).text)
    };
    let (first, second) = (looks(11), looks(69));
    assert!(first.contains(&1) && first.contains(&11));
    assert_eq!(first.iter().zip(&second).filter(|(first, second)| first != second).count(), 18);
}

#[test]
fn the_terrain_that_joins_two_is_named() {
    let sand = "<wangcolor name=\"sand\"/>\n<wangtile tileid=\"17\" wangid=\"0,1,0,3,0,3,0,1\"/>\
                <wangtile tileid=\"18\" wangid=\"0,3,0,2,0,2,0,3\"/></wangset>";
    let before = map(3, &[1; 9]).replace("</wangset>", sand);
    let is_pair = |line: &&str| {
        let sides = line.split("wangid=").nth(1).unwrap_or("");
        line.starts_with("<wangtile") && sides.contains(",1") && sides.contains(",2")
    };
    let before: Vec<&str> = before.lines().filter(|line| !is_pair(line)).collect();
    let before = before.join("\n");
    let notes = written(&before, &TMX, &level("~~~\n,,,\n,,,\n")).notes;
    let note = &notes[0];
    assert!(note.ends_with("; `sand` has looks with both, if it lies between them"), "{note}");
}

#[test]
fn other_tiles_do_not_end_a_shore_that_has_no_open_looks() {
    let before = map(3, &[1, 1, 1, 1, 17, 1, 16, 16, 16]);
    let after = written(&before, &TMX, &level("~~~\n~h~\n~~~\n"));
    assert_eq!(gids(&after.text), [1, 1, 1, 1, 17, 1, 1, 1, 1]);
}

#[test]
fn maps_in_json_get_the_same_looks() {
    let before = serde_json::json!({
        "width": 2, "height": 1, "tilewidth": 16, "tileheight": 16, "orientation": "orthogonal",
        "layers": [{"name": "ground", "type": "tilelayer", "width": 2, "height": 1, "data": [1, 1]}],
        "tilesets": [{"firstgid": 1, "name": "land", "tiles": [
            {"id": 0, "type": "water"}, {"id": 1, "type": "water"}, {"id": 2, "type": "grass"},
        ], "wangsets": [{
            "name": "shore", "type": "corner",
            "colors": [{"name": "water"}, {"name": "grass"}],
            "wangtiles": [
                {"tileid": 0, "wangid": [0, 1, 0, 1, 0, 1, 0, 1]},
                {"tileid": 1, "wangid": [0, 2, 0, 2, 0, 1, 0, 1]},
                {"tileid": 2, "wangid": [0, 2, 0, 2, 0, 2, 0, 2]},
            ],
        }]}],
    });
    let after = written(&before.to_string(), &TMJ, &level("~,\n"));
    let after: serde_json::Value = serde_json::from_str(&after.text).expect("it is JSON");
    assert_eq!(after["layers"][0]["data"], serde_json::json!([2, 3]));
}

proptest! {
    #[test]
    fn a_turn_is_the_bits_of_a_number(turned in 0..8_u32) {
        prop_assert_eq!(bits(turn(turned << 29 | 5)), turned << 29);
    }

    #[test]
    fn a_level_in_its_own_map_changes_nothing(
        width in 1..6_usize,
        cells in prop::collection::vec((1..18_u32, 0..8_u32), 36),
    ) {
        let cells = &cells[..cells.len() / width * width];
        let before = map(width, &cells.iter().map(|&(gid, turned)| gid | turned << 29).collect::<Vec<_>>());
        let level = one(&before, &TMX, &Hints::default()).expect("it is a map");
        prop_assert_eq!(gids(&written(&before, &TMX, &level).text), gids(&before));
    }
}
