use super::*;
use crate::tests::testing::zelda;
use crate::{Level, N_PIXELS_MAX};

#[track_caller]
fn draw(n_levels: usize, width: usize) -> RgbImage {
    draw_in(n_levels, width, None)
}

#[track_caller]
fn draw_in(n_levels: usize, width: usize, columns: Option<usize>) -> RgbImage {
    let level = Level::new(width, 1, zelda());
    let levels = vec![Captioned { level, caption: "rule".to_owned() }; n_levels];
    let png = strip(&levels, 4, columns).expect("it is small enough");
    image::load_from_memory(&png).expect("it is a PNG").into_rgb8()
}

#[test]
fn a_strip_goes_to_the_right_and_then_down() {
    let (width, height) = draw(1, 9).dimensions();
    assert_eq!(draw(3, 9).dimensions(), (3 * width, height));
    let n = WIDTH_MAX / width;
    assert_eq!(draw(n as usize + 1, 9).dimensions(), (n * width, 2 * height));
    let (width, height) = draw(1, 900).dimensions();
    assert_eq!(draw(2, 900).dimensions(), (width, 2 * height));
}

#[test]
fn columns_can_be_chosen() {
    let (width, height) = draw(1, 9).dimensions();
    assert_eq!(draw_in(4, 9, Some(2)).dimensions(), (2 * width, 2 * height));
    assert_eq!(draw_in(3, 9, Some(0)).dimensions(), (width, 3 * height));
    assert_eq!(draw_in(3, 9, Some(8)).dimensions(), (3 * width, height));
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    assert!(matches!(strip(&[], 16, None), Err(LevelError::NoLevels)));
    let level = Level::new(1000, 1000, zelda());
    let levels = vec![Captioned { level, caption: String::new() }; 20];
    let error = strip(&levels, 2, None).unwrap_err();
    assert!(
        matches!(error, LevelError::Picture { width, height } if width * height > N_PIXELS_MAX)
    );
}
