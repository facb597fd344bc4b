use image::{Rgba, RgbaImage};
use marahel_level::LevelError;

use super::{PAPER, Part, Sheet, TilePictures};
use crate::tests::Files;
use crate::tiled::document::Tileset;
use crate::tiled::new_map::{NewLayer, NewMap};

/// A picture in which each pixel is its column and row.
fn numbered(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| Rgba([x as u8, y as u8, 0, 255]))
}

fn sheet(picture: RgbaImage, margin: u32, spacing: u32, columns: u32) -> Sheet {
    let tileset = Tileset { tilewidth: 2.0, margin, spacing, columns, ..Tileset::default() };
    let columns = tileset.columns(f64::from(picture.width()));
    Sheet { picture, tile_size: (2, 3), margin, spacing, columns }
}

#[test]
fn tiles_lie_between_gaps() {
    let sheet = sheet(numbered(9, 10), 1, 1, 0);
    let place = |id| sheet.part(id).map(|Part { left, top, .. }| (left, top));
    assert_eq!(place(0), Some((1, 1)));
    assert_eq!(place(2), Some((7, 1)));
    assert_eq!(place(4), Some((4, 5)));
    assert_eq!(place(6), None, "beyond the picture");
    assert_eq!(place(u32::MAX), None);
}

#[test]
fn turned_tiles_are_drawn_as_tiled_turns_them() {
    let pictures = TilePictures {
        sheet: Some(Sheet {
            picture: numbered(2, 2),
            tile_size: (2, 2),
            margin: 0,
            spacing: 0,
            columns: 1,
        }),
        own: [].into(),
        offset: (0.0, 0.0),
    };
    let draw = |gid: u32| {
        let layer = NewLayer { name: "level", gids: vec![gid], is_dual: false };
        let map = NewMap { width: 1, height: 1, tile_size: (2, 2), layers: vec![layer] };
        let picture = pictures.draw(&map, 1, 1);
        picture.pixels().map(|pixel| (pixel.0[0], pixel.0[1])).collect::<Vec<_>>()
    };
    assert_eq!(draw(1), [(0, 0), (1, 0), (0, 1), (1, 1)]);
    assert_eq!(draw(1 | 1 << 31), [(1, 0), (0, 0), (1, 1), (0, 1)], "mirrored");
    assert_eq!(draw(1 | 1 << 30), [(0, 1), (1, 1), (0, 0), (1, 0)], "upside down");
    assert_eq!(draw(1 | 5 << 29), [(0, 1), (0, 0), (1, 1), (1, 0)], "a quarter to the right");
}

#[test]
fn a_large_tile_rises_from_its_cell_and_is_cut_at_the_border() {
    let own = [(0, RgbaImage::from_pixel(1, 5, Rgba([9, 9, 9, 255])))].into();
    let pictures = TilePictures { sheet: None, own, offset: (1.0, 0.0) };
    let layer = NewLayer { name: "level", gids: vec![0, 0, 1, 7], is_dual: false };
    let map = NewMap { width: 2, height: 2, tile_size: (2, 2), layers: vec![layer] };
    let picture = pictures.draw(&map, 2, 2);
    let is_drawn = |x, y| picture.get_pixel(x, y).0 != PAPER;
    assert!((0..4).all(|y| is_drawn(1, y)));
    assert!((0..4).all(|y| !is_drawn(0, y) && !is_drawn(2, y)));
}

#[test]
fn a_picture_that_is_none_is_named() {
    let tileset = Tileset { image: "a.png".to_owned(), ..Tileset::default() };
    let files = Files::default().with("sets/a.png", "no picture");
    let error = TilePictures::read(&tileset, "sets/a.tsx", &files).expect_err("it is no PNG");
    assert!(
        matches!(&error, LevelError::Content(what) if what.starts_with("the picture sets/a.png, which is no PNG"))
    );
}
