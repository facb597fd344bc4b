use image::imageops;

use super::*;
use crate::tests::testing::zelda;

#[track_caller]
fn check_wrap(line: &str, n_letters: usize, expected: &[&str]) {
    assert_eq!(wrap(line, n_letters), expected);
}

fn captioned(text: &str, caption: &str) -> Captioned {
    let level = Level::from_text(text, zelda()).expect("it is a level");
    Captioned { level, caption: caption.to_owned() }
}

/// Number of pixels in the text color.
fn n_inked(picture: &RgbImage) -> usize {
    let ink = Rgb([INK.r(), INK.g(), INK.b()]);
    picture.pixels().filter(|&&pixel| pixel == ink).count()
}

#[test]
fn long_lines_break_after_words() {
    check_wrap("self(solid) -> self(empty)", 26, &["self(solid) -> self(empty)"]);
    check_wrap("self(solid) -> self(empty)", 25, &["self(solid) ->", "    self(empty)"]);
    check_wrap("a,bbbbbb,cccccccc|d", 10, &["a,bbbbbb,", "    cccccc", "    cc|d"]);
    check_wrap("  fired on 12, changed 3", 16, &["  fired on 12,", "      changed 3"]);
    check_wrap("one\n\ntwo", 10, &["one", "", "two"]);
    check_wrap("éééééééééé", 10, &["éééééééééé"]);
    check_wrap("éééééééééééé", 10, &["éééééééééé", "    éé"]);
    check_wrap(&" ".repeat(30), 10, &["", &" ".repeat(9)]);
    check_wrap("", 10, &[]);
}

#[test]
fn a_caption_stands_under_its_level() {
    let one = captioned("##\n##\n", "a rule");
    let frame = Frame::around(std::slice::from_ref(&one), Art::Drawn(4)).expect("it is small");
    assert_eq!(frame.size(), (WIDTH_MIN + 16, 8 + 4 + LINE_HEIGHT + 16));
    let picture = frame.draw(&one, &mut Brush::new(Art::Drawn(4))).expect("it is small");
    assert_eq!(picture.get_pixel(8, 8).0, zelda().color(1));
    assert_eq!(*picture.get_pixel(16, 8), SHEET_COLOR);
    let below = imageops::crop_imm(&picture, 0, 16, picture.width(), picture.height() - 16);
    assert!(n_inked(&below.to_image()) > 30, "the letters are there");
}

#[test]
fn all_pictures_have_the_size_of_the_largest() {
    let pair = [captioned("#\n#\n#\n", "short"), captioned("####\n", &"long, ".repeat(20))];
    let frame = Frame::around(&pair, Art::Drawn(16)).expect("they are small");
    assert_eq!((frame.width, frame.level_height), (WIDTH_MIN, 48));
    let sizes = pair.map(|one| {
        frame.draw(&one, &mut Brush::new(Art::Drawn(16))).expect("it is small").dimensions()
    });
    assert_eq!(sizes, [frame.size(); 2]);
    // 120 letters; each line after the first holds 36 of them.
    assert_eq!(frame.n_lines, 4);
}

#[test]
fn without_captions_there_is_no_border_and_levels_are_centered() {
    let pair = [captioned("###\n###\n###\n", ""), captioned("#\n", "")];
    let frame = Frame::around(&pair, Art::Drawn(2)).expect("they are small");
    assert_eq!(frame.size(), (6, 6));
    let picture = frame.draw(&pair[1], &mut Brush::new(Art::Drawn(2))).expect("it is small");
    assert_eq!(picture.get_pixel(2, 2).0, zelda().color(1));
    assert_eq!([(1, 2), (4, 3), (2, 1)].map(|(x, y)| *picture.get_pixel(x, y)), [SHEET_COLOR; 3]);
}

#[test]
fn pictures_that_are_too_large_are_refused() {
    let caption = "rule\n".repeat(1 << 18);
    let frame = Frame::around(&[captioned("#\n", &caption)], Art::Drawn(2));
    assert!(matches!(frame, Err(LevelError::Picture { .. })));
    let frame = Frame::around(&[captioned("#\n", "")], Art::Drawn(0));
    assert!(matches!(frame, Err(LevelError::Scale(0))));
}
