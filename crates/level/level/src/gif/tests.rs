use image::Rgb;

use super::*;
use crate::tests::testing::zelda;
use crate::{Level, Tileset};

fn levels(texts: &[&str]) -> Vec<Captioned> {
    let level = |text: &&str| Level::from_text(text, zelda()).expect("it is a level");
    texts.iter().map(|text| Captioned { level: level(text), caption: String::new() }).collect()
}

/// Pixels and duration of a picture.
type Picture = (Vec<u8>, u16);

/// The size and all frames.
#[track_caller]
fn decode(bytes: &[u8]) -> ((u16, u16), Vec<Picture>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("it is a GIF");
    let mut pictures = Vec::new();
    while let Some(picture) = decoder.read_next_frame().expect("the pictures are whole") {
        pictures.push((picture.buffer.to_vec(), picture.delay));
    }
    assert_eq!(decoder.repeat(), Repeat::Infinite);
    ((decoder.width(), decoder.height()), pictures)
}

#[test]
fn each_level_is_shown_as_it_is_drawn() {
    let levels = levels(&["#.@\n", "k?d\n"]);
    let bytes = animation(&levels, 16, |index| 10 * (index as u16 + 1)).expect("they are small");
    let (size, pictures) = decode(&bytes);
    assert_eq!(size, (48, 16));
    assert_eq!(pictures.iter().map(|picture| picture.1).collect::<Vec<_>>(), [10, 20]);
    for (one, (pixels, _)) in levels.iter().zip(&pictures) {
        let png = one.level.to_png(16).expect("it is small");
        let drawn = image::load_from_memory(&png).expect("it is a PNG").into_rgba8();
        assert_eq!(pixels, drawn.as_raw(), "not one color is lost");
    }
}

#[test]
fn many_colors_are_approached() {
    let tiles = image::RgbImage::from_fn(6 * 32, 32, |x, y| Rgb([x as u8, 8 * y as u8, 100]));
    let mut png = std::io::Cursor::new(Vec::new());
    tiles.write_to(&mut png, image::ImageFormat::Png).expect("it can be encoded");
    let tileset = Tileset::from_png(png.get_ref(), 32).expect("the tiles fit");
    let levels = levels(&[".#@\nekd\n"]);
    let first = animation(&levels, &tileset, |_| 1).expect("it is small");
    assert_eq!(first, animation(&levels, &tileset, |_| 1).expect("it is small"));
    let (_, pictures) = decode(&first);
    let drawn = image::load_from_memory(&levels[0].level.to_png(&tileset).expect("it is small"));
    let drawn = drawn.expect("it is a PNG").into_rgba8();
    let differences = pictures[0].0.iter().zip(drawn.as_raw()).map(|(&a, &b)| a.abs_diff(b));
    let largest = differences.max().expect("there are pixels");
    assert!(largest < 48, "a color is off by {largest}");
}

#[test]
fn what_cannot_be_shown_is_refused() {
    assert!(matches!(animation(&[], 16, |_| 1), Err(LevelError::NoLevels)));
    assert!(matches!(animation(&levels(&["."]), 0, |_| 1), Err(LevelError::Scale(0))));
    let wide = Level::new(70_000, 1, zelda());
    let wide = [Captioned { level: wide, caption: String::new() }];
    assert!(matches!(animation(&wide, 1, |_| 1), Err(LevelError::Picture { .. })));
}
