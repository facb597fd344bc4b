use std::fmt::Write;
use std::sync::Arc;

use marahel_level::{Level, LevelPainter};
use proptest::prelude::*;

use super::TiledTileset;
use crate::tests::{Files, only, palette};
use crate::tiled::{TMJ, TMX};
use crate::{Hints, Legend, read, write_into};

/// Water and grass, which meet at corners: the number of a tile has the corners with grass as its
/// bits, clockwise from the upper right. Then a tree and a plain road.
fn land() -> String {
    let looks = (0..16_u32).fold(String::new(), |mut looks, tile| {
        let [upper_right, lower_right, lower_left, upper_left] =
            [1, 2, 4, 8].map(|bit| if tile & bit == 0 { 1 } else { 2 });
        let id = format!("0,{upper_right},0,{lower_right},0,{lower_left},0,{upper_left}");
        writeln!(looks, r#"<wangtile tileid="{tile}" wangid="{id}"/>"#).unwrap();
        looks
    });
    format!(
        r##"<tileset name="land" tilewidth="2" tileheight="2" tilecount="20" columns="4">
 <image source="pictures/land.png" width="8" height="10"/>
 <tile id="16" type="tree"/><tile id="17" type="road"/>
 <wangsets><wangset name="shore" type="corner" tile="-1">
  <wangcolor name="water" color="#0000ff" tile="0"/><wangcolor name="grass" color="#00ff00" tile="15"/>
{looks}</wangset></wangsets>
</tileset>"##
    )
}

/// Tiles of one color each: red is ten times the number; the first row of pixels has more blue.
fn picture() -> Vec<u8> {
    let picture = image::RgbaImage::from_fn(8, 10, |x, y| {
        let tile = x / 2 + y / 2 * 4;
        let alpha = if tile == 16 && x % 2 == 0 { 0 } else { 255 };
        image::Rgba([10 * tile as u8, 0, if y % 2 == 0 { 200 } else { 100 }, alpha])
    });
    let mut png = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut png, image::ImageFormat::Png).expect("it can be encoded");
    png.into_inner()
}

fn files() -> Files {
    Files::default().with("sets/land.tsx", land()).with("sets/pictures/land.png", picture())
}

fn tileset() -> TiledTileset {
    TiledTileset::read("sets/land.tsx", &Hints::default(), &files()).expect("it is a tileset")
}

fn level(text: &str) -> Level {
    let palette = palette(&["water", "grass", "tree", "road", "empty"]);
    Level::from_text(text, palette).expect("it is a level")
}

fn names(level: &Level) -> Vec<&str> {
    level.tiles().iter().map(|&tile| level.palette().name(tile)).collect()
}

/// The numbers on each layer of a map.
fn layers(map: &str) -> Vec<Vec<u32>> {
    let layers = map.split("encoding=\"csv\">").skip(1).filter_map(|rest| rest.split('<').next());
    let numbers = |layer: &str| layer.split(',').map(|gid| gid.trim().parse().unwrap()).collect();
    layers.map(numbers).collect()
}

#[test]
fn things_stand_on_the_ground_around_them() {
    let level = level(",,,\n,&,\n,,,\n");
    let map = tileset().to_tmx(&level, "../sets/land.tsx").expect("it has all tiles");
    assert_eq!(layers(&map.text), [[16; 9], [0, 0, 0, 0, 17, 0, 0, 0, 0]]);
    assert!(map.text.contains(r#"source="../sets/land.tsx""#), "{}", map.text);
    assert_eq!(map.notes, [""; 0]);
}

#[test]
fn a_tile_that_a_tileset_lacks_is_told_with_those_that_it_has() {
    let set = tileset();
    let lava = Level::from_text("L\n", palette(&["Lava", "grass"])).expect("it is a level");
    let error = set.to_tmx(&lava, "land.tsx").expect_err("it has no lava");
    assert_eq!(
        error.to_string(),
        "the tileset has no tile called `Lava`; it has `grass`, `road`, `tree`, `water`"
    );
    let map = set.to_tmx(&level(".\n"), "land.tsx");
    assert!(map.is_ok_and(|map| layers(&map.text) == [[0]]), "what is empty needs no tile");
    let files = files();
    let missing = TiledTileset::read("sets/sea.tsx", &Hints::default(), &files);
    assert_eq!(missing.expect_err("no file").to_string(), "sets/sea.tsx, which is not there");
}

#[test]
fn looks_of_the_dual_grid_lie_on_corners() {
    let mut set = tileset();
    set.is_dual = true;
    // One cell of grass, which is too narrow for looks that lie on cells.
    let map = set.to_tmx(&level("~~~\n~,~\n~&~\n"), "land.tsx").expect("it has all tiles");
    assert_eq!(map.notes, [""; 0]);
    assert!(map.text.contains(r#"offsetx="-1" offsety="-1""#), "{}", map.text);
    let [terrain, things] = &layers(&map.text)[..] else { panic!("{}", map.text) };
    assert_eq!(terrain[5..7], [1 + 2, 1 + 4], "its lower right, and its lower left");
    assert_eq!((terrain.len(), things.len()), (16, 16));
    assert_eq!(things[9], 17, "it has a column more");
}

#[test]
fn a_picture_shows_what_the_map_shows() {
    let set = tileset().with_pictures(&files()).expect("it has a picture");
    let level = level("~~\n&~\n");
    let pixels = set.paint(&level).expect("it has all tiles");
    let pixel = |x: usize, y: usize| &pixels[3 * (y * 4 + x)..][..3];
    assert_eq!(pixels.len(), 4 * 4 * 3);
    assert_eq!(pixel(3, 0), [0, 0, 200]);
    assert_eq!(pixel(3, 1), [0, 0, 100]);
    assert_eq!(pixel(1, 2), [160, 0, 200], "the tree");
    assert_eq!(pixel(0, 2), [0, 0, 200], "beside it is water");
    let no_picture = tileset().with_pictures(&Files::default()).expect_err("no picture");
    assert_eq!(
        no_picture.to_string(),
        "a file that it needs is sets/pictures/land.png, which is not there"
    );
}

/// The same where water is nothing at all, and tile 18 is the water.
fn open_files() -> Files {
    let open = land().replace("wangid=\"", "wangid=\",").replace(",1", ",0").replace("\",", "\"");
    let open = open.replace(r#"<tile id="16""#, r#"<tile id="18" type="water"/><tile id="16""#);
    let open = open.replace(r#"<wangtile tileid="0" wangid="0,0,0,0,0,0,0,0"/>"#, "");
    Files::default().with("sets/land.tsx", open.replace(r#"name="water""#, r#"name="deep""#))
}

#[test]
fn ground_lies_below_open_looks() {
    let files = open_files();
    let set = TiledTileset::read("sets/land.tsx", &Hints::default(), &files);
    let map = set.expect("it is a tileset").to_tmx(&level("~~~~\n~,,,\n~,,,\n"), "land.tsx");
    let [below, ground] = &layers(&map.expect("it has all tiles").text)[..] else { panic!() };
    assert_eq!(below[..], [0, 0, 0, 0, 0, 19, 19, 19, 0, 19, 0, 0]);
    assert_eq!(ground[..], [19, 19, 19, 19, 19, 3, 7, 7, 19, 4, 16, 16]);
}

#[test]
fn a_terrain_goes_before_a_tile_of_its_name_and_a_legend_names_both() {
    let files =
        Files::default().with("land.tsx", land().replace(r#"type="road""#, r#"type="water""#));
    let known = Hints {
        legend: Legend::parse(r#"{"water": "sea", "grass": "meadow"}"#).expect("it is a legend"),
        ..Hints::default()
    };
    let set = TiledTileset::read("land.tsx", &known, &files).expect("it is a tileset");
    let level = Level::from_text("~,\n~,\n", palette(&["sea", "meadow"]));
    let level = level.or_else(|_| Level::from_text("sm\nsm\n", palette(&["sea", "meadow"])));
    let map = set.to_tmx(&level.expect("it is a level"), "land.tsx").expect("it has all tiles");
    assert_eq!(layers(&map.text), [[1 + 3, 16, 1 + 3, 16]]);
}

proptest! {
    #[test]
    fn maps_of_broad_terrains_are_read_as_they_were(
        width in 2..6_usize,
        cells in prop::collection::vec(0..2_u8, 25),
        is_xml: bool,
    ) {
        // Each cell three times as wide and high, so that corners can show it.
        let rows = cells.chunks_exact(width).flat_map(|row| {
            let row: Vec<u8> = row.iter().flat_map(|&tile| [tile, tile, tile]).collect();
            [row.clone(), row.clone(), row]
        });
        let cells: Vec<u8> = rows.flatten().collect();
        let n_cells = cells.len();
        let level = Level::from_tiles(3 * width, cells, palette(&["water", "grass"]));
        let set = tileset();
        let map = if is_xml { set.to_tmx(&level, "sets/land.tsx") } else { set.to_tmj(&level, "sets/land.tsx") };
        let map = map.expect("it has all tiles");
        let format = if is_xml { &TMX } else { &TMJ };
        let again = only(read(map.text.as_bytes(), format, &Hints::default(), &files()).expect("it is a map"));
        // Grass lies over water, so each cell of grass is whole; water may be covered at three corners.
        for (cell, (before, after)) in names(&level).into_iter().zip(names(&again)).enumerate() {
            prop_assert!(before == after || before == "water", "cell {}", cell);
        }
        let differing = names(&level).into_iter().zip(names(&again)).filter(|(before, after)| before != after);
        let n_differing = differing.count();
        prop_assert!(n_differing <= n_cells * 4 / 9, "the corners of each part of water");
        let cells = if n_differing == 1 { "cell" } else { "cells" };
        let note = format!("looks of {n_differing} {cells} show another tile, and are read back as that: `grass` for `water`");
        prop_assert_eq!(map.notes, if n_differing > 0 { vec![note] } else { Vec::new() });
    }

    #[test]
    fn maps_of_a_dual_grid_are_read_as_they_were(
        width in 2..9_usize,
        cells in prop::collection::vec(0..4_u8, 40),
        is_xml: bool,
        is_open: bool,
    ) {
        let cells = cells[..cells.len() / width * width].to_vec();
        let palette = palette(&["water", "grass", "tree", "road"]);
        let level = Level::from_tiles(width, cells, Arc::clone(&palette));
        let files = if is_open { open_files() } else { files() };
        let mut set = TiledTileset::read("sets/land.tsx", &Hints::default(), &files).expect("it is a tileset");
        set.is_dual = true;
        let format = if is_xml { &TMX } else { &TMJ };
        let map = if is_xml { set.to_tmx(&level, "sets/land.tsx") } else { set.to_tmj(&level, "sets/land.tsx") };
        let map = map.expect("it has all tiles");
        prop_assert_eq!(&map.notes, &[""; 0]);
        let known = Hints::default();
        let read = |text: &str| only(read(text.as_bytes(), format, &known, &files).expect("it is a map"));
        let again = read(&map.text);
        prop_assert_eq!(again.width(), width);
        prop_assert_eq!(names(&level), names(&again));
        // It can be written into, and what changes nothing changes no byte.
        let into = |level: &Level| {
            let levels = [("a", level)];
            write_into(map.text.as_bytes(), format, &known, &files, &levels, &str::to_owned)
        };
        prop_assert_eq!(&into(&level).expect("it can be written").text, &map.text);
        let turned: Vec<u8> = level.tiles().iter().rev().copied().collect();
        let turned = Level::from_tiles(width, turned, palette);
        let new = into(&turned).expect("it can be written");
        let again = read(&new.text);
        prop_assert_eq!(names(&turned), names(&again));
    }
}
