use std::sync::Arc;

use image::{Rgb, RgbImage};
use proptest::prelude::*;

use super::*;
use crate::Art;
use crate::Palette;
use crate::Tile;
use crate::picture::Brush;

/// A tile of each terrain, and things.
const NAMES: [&str; 13] = [
    "grass", "wall", "water", "road", "bridge", "lava", "hedge", "sand", "player", "tree", "gizmo",
    "rope", "house",
];

fn palette() -> Arc<Palette> {
    Arc::new(Palette::of_names(&NAMES).expect("they differ"))
}

fn picture(level: &Level, scale: u32) -> RgbImage {
    Brush::new(Art::Drawn(scale)).draw(level).expect("it is small")
}

/// A level of `.` and `#`, which stand for two names.
fn level(text: &str, ground: &str, mass: &str) -> Level {
    let palette = Arc::new(Palette::of_names(&[ground, mass]).expect("they differ"));
    let rows: Vec<&str> = text.split_whitespace().collect();
    let tiles = rows.concat().bytes().map(|cell| Tile::from(cell == b'#')).collect();
    Level::from_tiles(rows[0].len(), tiles, palette)
}

fn columns(picture: &RgbImage) -> Vec<Vec<Rgb<u8>>> {
    let column = |x| (0..picture.height()).map(|y| *picture.get_pixel(x, y)).collect();
    (0..picture.width()).map(column).collect()
}

#[test]
fn a_straight_edge_has_no_seams() {
    for mass in ["wall", "lava", "road", "hedge", "bridge", "gizmo", "brick"] {
        for scale in [6, 8, 13, 16, 32] {
            // Only the cells beside the ground: within the mass, some have flecks.
            let across = picture(&level("##### ##### .....", "air", mass), scale);
            let columns = columns(&across);
            let mut edges = columns.iter().map(|column| &column[scale as usize..]);
            let first = edges.next();
            assert!(edges.all(|column| Some(column) == first), "{mass} at {scale}");
            let down = picture(&level(".## .## .## .##", "air", mass), scale);
            let rows = down.chunks_exact(down.width() as usize * 3);
            let mut edges = rows.map(|row| &row[..2 * scale as usize * 3]);
            let first = edges.next();
            assert!(edges.all(|row| Some(row) == first), "{mass} at {scale}");
        }
    }
}

#[test]
fn a_mass_has_an_edge_only_where_it_ends() {
    for scale in [6, 8, 16, 32] {
        // What is not in the level is like its border.
        let full = picture(&level("## ##", "floor", "wall"), scale);
        assert!(full.pixels().all(|pixel| pixel == full.get_pixel(0, 0)), "{scale}");
        let half = picture(&level("## ..", "floor", "wall"), scale);
        assert_eq!(half.get_pixel(3, 0), full.get_pixel(0, 0));
        let dark = half.get_pixel(3, scale - 1).0.map(u32::from).iter().sum::<u32>();
        let top = full.get_pixel(0, 0).0.map(u32::from).iter().sum::<u32>();
        assert!(dark < top, "the front is darker than the top: {dark} {top}");
    }
}

#[test]
fn walls_stand_out_from_floors_for_every_eye() {
    let brightness = |pixel: &Rgb<u8>| {
        let [red, green, blue] = pixel.0.map(f64::from);
        0.299 * red + 0.587 * green + 0.114 * blue
    };
    for (ground, mass) in [("floor", "wall"), ("empty", "solid"), ("grass", "wall")] {
        let drawn = picture(&level("...... ...... ..##.. ..##.. ...... ......", ground, mass), 8);
        let (floor, top) = (drawn.get_pixel(4, 4), drawn.get_pixel(24, 20));
        assert!((brightness(floor) - brightness(top)).abs() > 70.0, "{ground} {mass}");
    }
}

#[test]
fn things_stand_on_the_terrain_around_them() {
    let palette = palette();
    let tile = |name: &str| palette.tile(name).expect("it is there");
    let (player, road, grass) = (tile("player"), tile("road"), tile("grass"));
    let row = |middle| [[grass; 3], [road, middle, road], [grass; 3]].concat();
    let on_road = picture(&Level::from_tiles(3, row(player), Arc::clone(&palette)), 16);
    let road = picture(&Level::from_tiles(3, row(road), Arc::clone(&palette)), 16);
    // The symbol does not reach the edge of its cell, where the road goes on.
    let edge = |picture: &RgbImage| columns(picture)[16][16..32].to_vec();
    assert_eq!(edge(&on_road), edge(&road));
    assert_ne!(on_road, road);
}

#[test]
fn houses_that_join_are_one_building() {
    let drawn = |text: &str| picture(&level(text, "grass", "house"), 16);
    let wall = |text: &str| picture(&level(text, "grass", "wall"), 16);
    let (row, lone) = (drawn("..... .##.. ....."), drawn("..... .#... ....."));
    // The roof goes on where the next cell begins, as that of a wall does.
    let at_seam = |picture: &RgbImage| [31, 32].map(|x| *picture.get_pixel(x, 22));
    assert_eq!(at_seam(&row)[0], at_seam(&row)[1]);
    assert_eq!(at_seam(&wall("..... .##.. ....."))[0], at_seam(&wall("..... .##.. ....."))[1]);
    assert_ne!(lone.get_pixel(17, 17), row.get_pixel(17, 25), "a house alone is a symbol on grass");
}

#[test]
fn seen_from_the_side_the_air_is_one_color() {
    let level = level("...... ...... .##... ######", "sky", "dirt");
    let drawn = picture(&level, 16);
    let sky = level.palette().color(0);
    let n_sky = drawn.pixels().filter(|pixel| pixel.0 == sky).count();
    assert!(n_sky >= 16 * 16 * 16, "{n_sky}");
    // Grass grows on the dirt.
    let [red, green, blue] = drawn.get_pixel(8, 3 * 16).0;
    assert!(green > red && green > blue, "{red} {green} {blue}");
}

#[test]
fn what_is_kept_of_cells_is_bounded() {
    let mut cells = Cells::new(4096);
    assert_eq!(cells.n_max, 1);
    for texture in [0, 1, 0] {
        let cell = Cell { texture, ..Cell::INNER };
        let drawn = RgbImage::from_pixel(1, 1, Rgb([texture as u8; 3]));
        assert_eq!(*cells.get(cell, || drawn.clone()), drawn);
        assert_eq!(cells.pictures.len(), 1);
        assert_eq!(*cells.get(cell, || unreachable!("it is kept")), drawn);
    }
}

fn scenes() -> impl Strategy<Value = Level> {
    (3_usize..=8, 3_usize..=8).prop_flat_map(|(width, height)| {
        let tile = prop_oneof![9 => 0..NAMES.len() as Tile, 1 => Just(crate::UNKNOWN)];
        let tiles = proptest::collection::vec(tile, width * height);
        tiles.prop_map(move |tiles| Level::from_tiles(width, tiles, palette()))
    })
}

proptest! {
    #[test]
    fn a_level_is_drawn_the_same_every_time(first in scenes(), second in scenes()) {
        let second = Level::from_tiles(second.width(), second.tiles().to_vec(), first.palette().clone());
        let mut brush = Brush::new(Art::Drawn(9));
        brush.draw(&first).expect("it is small");
        prop_assert_eq!(brush.draw(&second).expect("it is small"), picture(&second, 9));
    }

    #[test]
    fn a_picture_is_composed_of_its_cells(level in scenes()) {
        let scale = 8;
        let drawn = picture(&level, scale);
        let scene = Scene::of(level.palette(), scale);
        let base = scene.base(&level);
        let base = View::new(&base, level.width(), level.height(), level.width());
        let mut composed = RgbImage::new(drawn.width(), drawn.height());
        for y in 0..level.height() {
            for x in 0..level.width() {
                let cell = scene.cell(base, (x, y));
                let (left, top) = (x as u32 * scale, y as u32 * scale);
                let below = scene.draw(cell);
                paste(&mut composed, &below, left, top);
                let tile = level.get(x, y);
                if let Some(thing) = scene.thing(tile).filter(|_| base.get(x, y) != tile) {
                    put(thing, &mut composed, left, top);
                }
            }
        }
        prop_assert_eq!(drawn, composed);
    }

    #[test]
    fn a_cell_does_not_depend_on_what_is_far_away(level in scenes(), tile in 0..NAMES.len() as Tile) {
        let mut other = level.clone();
        let (x, y) = (level.width() - 1, level.height() - 1);
        other.set(x, y, tile);
        let (before, after) = (picture(&level, 8), picture(&other, 8));
        for (column, row, pixel) in before.enumerate_pixels() {
            let cell = (column as usize / 8, row as usize / 8);
            if x - cell.0 > 2 || y - cell.1 > 2 {
                prop_assert_eq!(pixel, after.get_pixel(column, row), "{:?}", cell);
            }
        }
    }
}

/// Gravel is no known ground, so a rail that bends in it once had paper at its corners.
#[test]
fn round_corners_show_what_lies_around_them() {
    let bend = level("..... .###. .#... .....", "gizmo", "road");
    let color = Rgb(bend.palette().color(0));
    let drawn = picture(&bend, 16);
    for (x, y) in [(16, 16), (63, 16), (63, 31)] {
        assert_eq!(*drawn.get_pixel(x, y), color, "at {x}, {y}");
    }
}
