use std::sync::Arc;

use image::{ImageFormat, RgbaImage};

use super::*;
use crate::tests::testing::zelda;
use crate::{Art, N_PIXELS_MAX, Palette, SCALE_MAX, Tile};

fn level(text: &str) -> Level {
    Level::from_text(text, zelda()).expect("the text is a level")
}

#[track_caller]
fn decode(png: &[u8]) -> RgbImage {
    let picture = image::load_from_memory_with_format(png, ImageFormat::Png);
    picture.expect("the bytes are a PNG").to_rgb8()
}

#[track_caller]
fn check_layout(n: usize, columns: Option<usize>, expected: (u64, u64)) {
    let levels = vec![level("..\n..\n"); n];
    let layout = Layout::new(&levels, 1, columns).expect("there are levels");
    assert_eq!((layout.columns, layout.rows), expected);
}

#[test]
fn a_picture_of_plain_colors_is_a_level() {
    let plain = |scale: u32| {
        let colors = [[0, 0, 0], [9, 200, 9], [0, 0, 0], [0, 0, 0], [0, 0, 0], [9, 200, 9]];
        let pixel = |x, y| Rgb(colors[(y / scale * 3 + x / scale) as usize]);
        encode(&RgbImage::from_fn(3 * scale, 2 * scale, pixel)).expect("a picture")
    };
    for scale in [1, 4] {
        let level = Level::from_png(&plain(scale), None).expect("two colors");
        assert_eq!(level.palette().name(1), "color_09c809");
        assert_eq!(level.to_csv(), "0,1,0\n0,0,1\n");
        assert_eq!(
            Level::from_png(&plain(scale), Some(Arc::clone(level.palette()))).unwrap(),
            level
        );
    }
    let error = Level::from_png(&plain(1), Some(zelda())).expect_err("black is no tile");
    assert!(error.to_string().starts_with("color_000000 is the color of no tile"), "{error}");
    assert!(Level::from_png(b"GIF89a", None).is_err());
}

#[test]
fn transparent_pixels_are_unknown_whatever_color_they_hide() {
    let colors = [[9, 200, 9, 255], [1, 2, 3, 0], [250, 0, 0, 0], [9, 200, 9, 1]];
    for scale in [1, 3] {
        let pixel = |x: u32, y: u32| Rgba(colors[(y / scale * 2 + x / scale) as usize]);
        let png = encode(&RgbaImage::from_fn(2 * scale, 2 * scale, pixel)).expect("a picture");
        let level = Level::from_png(&png, None).expect("one color");
        assert_eq!(level.to_csv(), "0,-1\n-1,0\n");
        assert_eq!(level.palette().len(), 1);
        let again = Level::from_png(&png, Some(Arc::clone(level.palette())));
        assert_eq!(again.expect("one color"), level);
    }
    let clear = encode(&RgbaImage::new(2, 2)).expect("a picture");
    let level = Level::from_png(&clear, None).expect("it is a level");
    assert_eq!((level.to_csv().as_str(), level.palette().name(0)), ("-1\n", "empty"));
}

#[test]
fn smooth_pictures_say_what_to_do() {
    let smooth = RgbImage::from_fn(9, 7, |x, y| Rgb([x as u8, y as u8, 0]));
    let png = encode(&smooth).expect("a picture");
    let error = Level::from_png(&png, None).expect_err("there are too many colors");
    assert_eq!(
        error.to_string(),
        "there are 63 colors, but a level has at most 62 kinds of tiles; save the picture without smooth \
         edges, with a pixel or a square of one color for each tile"
    );
}

#[test]
fn every_tile_has_its_place_and_color() {
    let level = level("#.?\n.##\n");
    for scale in [1, 2, 5, 16] {
        let picture = decode(&level.to_png(Art::Plain(scale)).unwrap());
        assert_eq!(picture.dimensions(), (3 * scale, 2 * scale));
        for y in 0..2 {
            for x in 0..3 {
                let middle = picture.get_pixel(x * scale + scale / 2, y * scale + scale / 2);
                let tile = level.get(x as usize, y as usize);
                assert_eq!(middle.0, level.palette().color(tile), "({x}, {y}) at {scale}");
            }
        }
    }
}

#[test]
fn symbols_stand_on_the_floor_in_their_color() {
    for (character, name) in [('@', "player"), ('e', "enemy"), ('k', "key"), ('d', "door")] {
        let picture = decode(&level(&character.to_string()).to_png(Art::Plain(32)).unwrap());
        let palette = zelda();
        let color = palette.color(palette.tile(name).unwrap());
        let n_colored = picture.pixels().filter(|pixel| pixel.0 == color).count();
        assert!((60..600).contains(&n_colored), "{name}: {n_colored}");
        assert_eq!(picture.get_pixel(1, 1).0, palette.color(0), "{name}");
    }
}

#[test]
fn every_symbol_shows_its_color_and_its_ground() {
    let names = [
        "grass", "tree", "flower", "rock", "mountain", "village", "tower", "table", "statue",
        "fountain", "chest", "coin", "spikes", "ladder", "stairs", "entrance", "exit",
    ];
    let palette = Arc::new(Palette::of_names(&names).unwrap());
    for (tile, name) in names.iter().enumerate().skip(1) {
        let level = Level::from_tiles(1, vec![tile as Tile], palette.clone());
        let picture = decode(&level.to_png(Art::Plain(64)).unwrap());
        let share = |color| {
            let n_colored = picture.pixels().filter(|pixel| pixel.0 == color).count();
            n_colored as f64 / (64.0 * 64.0)
        };
        let (ink, ground) = (share(palette.color(tile as Tile)), share(palette.color(0)));
        assert!((0.02..0.6).contains(&ink), "{name}: {ink}");
        assert!((0.2..0.9).contains(&ground), "{name}: {ground}");
    }
}

#[test]
fn small_tiles_have_no_symbols() {
    let picture = decode(&level("@").to_png(5).unwrap());
    assert!(picture.pixels().all(|pixel| pixel.0 == zelda().color(2)));
}

#[test]
fn brightness_tells_solid_from_empty_and_both_from_symbols() {
    let brightness = |tile| zelda().color(tile).map(u32::from).iter().sum::<u32>() / 3;
    assert!(brightness(1) < 60 && brightness(0) > 230);
    for tile in 2..6 {
        assert!((80..200).contains(&brightness(tile)), "{}", zelda().name(tile));
    }
}

#[test]
fn a_sheet_centers_levels_of_different_sizes_and_palettes() {
    let binary = Arc::new(Palette::of_names(&["solid", "empty"]).unwrap());
    let small = Level::from_text("#\n", binary).unwrap();
    let sheet = decode(&contact_sheet(&[level("...\n...\n...\n"), small], 2, None).unwrap());
    // Two cells of 6 x 6 pixels between gaps of 2.
    assert_eq!(sheet.dimensions(), (18, 10));
    let floor = Rgb(zelda().color(0));
    let solid = Rgb(zelda().color(1));
    assert_eq!([(2, 2), (7, 7)].map(|(x, y)| *sheet.get_pixel(x, y)), [floor; 2]);
    assert_eq!([(12, 4), (13, 5)].map(|(x, y)| *sheet.get_pixel(x, y)), [solid; 2]);
    let around = [(1, 1), (8, 5), (11, 4), (14, 5), (17, 9)];
    assert_eq!(around.map(|(x, y)| *sheet.get_pixel(x, y)), [SHEET_COLOR; 5]);
}

#[test]
fn sheets_are_nearly_square_or_as_wide_as_asked() {
    check_layout(1, None, (1, 1));
    check_layout(2, None, (2, 1));
    check_layout(3, None, (2, 2));
    check_layout(5, None, (3, 2));
    check_layout(9, None, (3, 3));
    check_layout(5, Some(2), (2, 3));
    check_layout(5, Some(0), (1, 5));
    check_layout(5, Some(9), (5, 1));
}

#[test]
fn wide_levels_are_stacked() {
    let layout = Layout::new(&vec![level("........\n"); 6], 1, None).unwrap();
    assert_eq!((layout.columns, layout.rows), (1, 6));
}

#[test]
fn sizes_without_sense_are_errors() {
    let small = level(".");
    for scale in [0, SCALE_MAX + 1, u32::MAX] {
        assert!(matches!(small.to_png(scale), Err(LevelError::Scale(_))));
        let sheet = contact_sheet(std::slice::from_ref(&small), scale, None);
        assert!(matches!(sheet, Err(LevelError::Scale(_))));
    }
    assert!(matches!(contact_sheet(&[], 16, Some(1)), Err(LevelError::NoLevels)));
    let large = Level::new(1000, 1000, zelda());
    assert_eq!(
        large.to_png(16).unwrap_err().to_string(),
        format!(
            "a picture of 16000 x 16000 pixels has more than {N_PIXELS_MAX}; \
             draw fewer or smaller tiles"
        )
    );
    let sheet = contact_sheet(&vec![large; 70], 1, None);
    assert!(matches!(sheet, Err(LevelError::Picture { .. })));
}

#[test]
fn sheets_that_must_fit_have_smaller_tiles_or_fewer_levels() {
    let room = |levels: &[Level], art: Art<'_>| {
        let (n, art) = room(levels, art, Some(4));
        (n, art.scale())
    };
    let small = vec![level("..\n..\n"); 5];
    assert_eq!(room(&small, Art::Drawn(16)), (5, 16));
    let sheets = [fitting_sheet, contact_sheet].map(|sheet| sheet(&small, 16, Some(4)).unwrap());
    assert_eq!(sheets[0], sheets[1]);
    // 4 x 1001 x 2 + 2 pixels are in a row, of at most 67,108,864 in all; with 3 in place of 2 it is too many.
    assert_eq!(room(&vec![Level::new(1000, 1000, zelda()); 16], Art::Plain(16)), (16, 2));
    // Three of 4097 pixels in a row have room, and a second row has none.
    assert_eq!(room(&vec![Level::new(4096, 4096, zelda()); 16], Art::Drawn(3)), (3, 1));
    assert!(matches!(fitting_sheet(&[], 16, None), Err(LevelError::NoLevels)));
}

#[test]
fn plain_pictures_are_as_they_always_were() {
    let names = ["empty", "wall", "water", "road", "grass", "tree", "player", "gizmo"];
    let palette = Arc::new(Palette::of_names(&names).unwrap());
    let tiles = (0..64).map(|cell: u32| ((cell * 5 + cell / 8 * 3) % 9) as Tile);
    let tiles = tiles.map(|tile| if tile == 8 { UNKNOWN } else { tile }).collect();
    let level = Level::from_tiles(8, tiles, palette);
    // FNV-1a of the pixels, which terrains must not change.
    for (scale, expected) in
        [(5, 0x8502_f80f_4fba_3343), (8, 0x65e3_9aff_81e2_4a0a), (16, 0xddfb_7651_215a_c21a)]
    {
        let picture = decode(&level.to_png(Art::Plain(scale)).unwrap());
        let hash = picture.as_raw().iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        assert_eq!(hash, expected, "{scale}");
    }
}
