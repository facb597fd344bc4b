use super::{Picture, SYMBOLS};
use crate::shape::shape_of;

#[test]
fn each_symbol_has_a_shape() {
    assert!(SYMBOLS.iter().all(|name| shape_of(name).is_some()));
}

#[test]
fn pictures_are_stretched_to_the_size_that_is_asked_for() {
    let picture = Picture { width: 2, pixels: vec![[1; 4], [2; 4], [3; 4], [4; 4]] };
    assert_eq!((picture.pixel(0, 0, 1), picture.pixel(7, 0, 8)), ([1; 4], [2; 4]));
    assert_eq!((picture.pixel(3, 4, 8), picture.pixel(7, 7, 8)), ([3; 4], [4; 4]));
}

#[test]
fn what_is_no_png_is_refused() {
    assert!(Picture::from_png(b"GIF89a").is_err());
}
