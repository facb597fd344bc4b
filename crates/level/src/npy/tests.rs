use proptest::prelude::*;

use super::*;
use crate::testing::{levels, zelda};

/// Shape and numbers of an array, read without the code that wrote it.
#[track_caller]
fn read(file: &[u8]) -> (Vec<usize>, Vec<i8>) {
    assert_eq!(&file[..8], b"\x93NUMPY\x01\x00");
    let n_text = usize::from(file[8]) + 256 * usize::from(file[9]);
    assert_eq!((10 + n_text) % 64, 0, "numbers are aligned");
    let text = std::str::from_utf8(&file[10..10 + n_text]).expect("the header is ASCII");
    assert!(text.ends_with('\n') && text.trim_end().ends_with('}'));
    let value = |key: &str| {
        let (_, rest) = text.split_once(&format!("'{key}': ")).expect("the key is there");
        rest.to_owned()
    };
    assert!(value("descr").starts_with("'|i1'"));
    assert!(value("fortran_order").starts_with("False"));
    let shape = value("shape");
    let shape = shape.strip_prefix('(').and_then(|shape| shape.split_once(')')).expect("a tuple").0;
    let shape = shape.split(", ").map(|side| side.parse().expect("a number")).collect();
    (shape, file[10 + n_text..].iter().map(|&byte| byte as i8).collect())
}

#[test]
fn one_level_has_two_sides() {
    let level = Level::from_text("#.@\n?d.\n", zelda()).expect("it is a level");
    assert_eq!(read(&level.to_npy()), (vec![2, 3], vec![1, 0, 2, -1, 5, 0]));
}

#[test]
fn levels_that_cannot_be_stacked_are_refused() {
    let level = |text| Level::from_text(text, zelda()).expect("it is a level");
    assert!(matches!(stack_npy(&[]), Err(LevelError::NoLevels)));
    let error = stack_npy(&[level("..\n"), level("..\n"), level(".\n.\n")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "level 3 is 1 x 2 tiles large, but level 1 is 2 x 1; write each to a file of its own"
    );
}

proptest! {
    #[test]
    fn arrays_hold_all_tiles(level in levels(), n in 1_usize..4) {
        let numbers: Vec<i8> = level.indices().concat();
        let (shape, found) = read(&level.to_npy());
        prop_assert_eq!(&shape, &[level.height(), level.width()]);
        prop_assert_eq!(&found, &numbers);
        let (shape, found) = read(&stack_npy(&vec![level.clone(); n]).expect("they are equal"));
        prop_assert_eq!(&shape, &[n, level.height(), level.width()]);
        prop_assert_eq!(found, numbers.repeat(n));
    }
}
