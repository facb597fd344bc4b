use std::io::Cursor;

use image::ImageFormat;

use super::*;
use crate::tests::testing::zelda;
use crate::{Art, Level};

/// A picture of 3 x 2 tiles of 4 pixels and one spare column; tile n has n in its red channel.
fn numbered() -> RgbaImage {
    RgbaImage::from_fn(13, 8, |x, y| Rgba([(x / 4 + y / 4 * 3) as u8, 9, 9, 255]))
}

fn tileset(picture: &RgbaImage, tile_size: u32) -> Result<Tileset, LevelError> {
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png).expect("it can be encoded");
    Tileset::from_png(png.get_ref(), tile_size)
}

#[track_caller]
fn check_error(found: Result<Tileset, LevelError>, expected: &str) {
    assert_eq!(found.unwrap_err().to_string(), expected);
}

#[test]
fn tiles_are_entities_row_by_row() {
    let tileset = tileset(&numbered(), 4).expect("tiles fit");
    let sprites = Art::from(&tileset).sprites(&zelda()).expect("there are enough");
    for (tile, sprite) in (0..6).zip(&sprites) {
        assert_eq!(sprite.dimensions(), (4, 4));
        assert!(sprite.pixels().all(|pixel| pixel.0 == [tile, 9, 9]), "tile {tile}");
    }
}

#[test]
fn levels_are_drawn_with_the_tiles() {
    let tileset = tileset(&numbered(), 4).expect("tiles fit");
    let level = Level::from_text("#d\n?k\n", zelda()).expect("it is a level");
    let png = level.to_png(&tileset).expect("there are enough");
    let picture = image::load_from_memory(&png).expect("it is a picture").into_rgb8();
    assert_eq!(picture.dimensions(), (8, 8));
    assert_eq!([(0, 0), (4, 3), (7, 7)].map(|(x, y)| picture.get_pixel(x, y).0[0]), [1, 5, 4]);
    assert_eq!(picture.get_pixel(2, 6).0, Palette::UNKNOWN_COLOR);
}

#[test]
fn the_floor_shows_through() {
    let mut picture = numbered();
    let player = 2; // in columns 8 to 11 of the first row
    picture.put_pixel(4 * player, 0, Rgba([200, 200, 200, 0]));
    picture.put_pixel(4 * player + 1, 0, Rgba([255, 9, 9, 51])); // a fifth
    let tileset = tileset(&picture, 4).expect("tiles fit");
    let sprites = tileset.sprites(&zelda()).expect("there are enough");
    let sprite = &sprites[player as usize];
    assert_eq!(sprite.get_pixel(0, 0).0, [0, 9, 9]);
    assert_eq!(sprite.get_pixel(1, 0).0, [51, 9, 9]);
    assert_eq!(sprite.get_pixel(2, 0).0, [2, 9, 9]);
}

#[test]
fn a_drawn_tileset_has_the_tiles_of_drawn_levels() {
    let names: Vec<String> = (0..19).map(|n| format!("entity {n}")).collect();
    let palette = Palette::of_names(&names).expect("they are distinct");
    let tileset = Tileset::of_palette(&palette, 8).expect("the size is usual");
    assert_eq!((tileset.width(), tileset.height()), (64, 24));
    for art in [Art::Drawn(8), Art::Plain(8)] {
        let tileset = Tileset::of_palette(&palette, art).expect("the size is usual");
        let sprites = tileset.sprites(&palette).expect("there are enough");
        assert_eq!(sprites, art.sprites(&palette).expect("the size is usual")[..19]);
    }
    let read = Tileset::from_png(&tileset.to_png().expect("it can be encoded"), 8);
    assert_eq!(read.expect("it is a tileset"), tileset);
}

#[test]
fn a_tileset_that_does_not_do_says_why() {
    let picture = numbered();
    check_error(
        tileset(&picture, 16),
        "the tileset has 0 x 0 tiles of 16 pixels, but 1 are needed, one for each entity in \
         order; choose another picture or another size of tiles",
    );
    check_error(tileset(&picture, 0), "a tile cannot be 0 pixels wide; choose 1 to 256");
    check_error(Tileset::from_png(b"GIF89a", 4), "the file is not a PNG picture");
    let few = tileset(&picture, 6).expect("some tiles fit");
    let level = Level::from_text("..\n", zelda()).expect("it is a level");
    let error = level.to_png(&few).unwrap_err().to_string();
    assert!(
        error.starts_with("the tileset has 2 x 1 tiles of 6 pixels, but 6 are needed"),
        "{error}"
    );
}
