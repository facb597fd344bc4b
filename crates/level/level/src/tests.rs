pub(crate) mod testing;

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::tests::testing::{levels, zelda};

#[test]
fn a_new_level_is_unknown_everywhere() {
    let level = Level::new(3, 2, zelda());
    assert_eq!((level.width(), level.height()), (3, 2));
    assert_eq!(level.to_text(), "???\n???\n");
}

#[test]
fn x_counts_from_the_left_and_y_from_the_top() {
    let mut level = Level::new(3, 2, zelda());
    level.set(2, 0, 1);
    level.set(0, 1, 2);
    assert_eq!(level.to_text(), "??#\n@??\n");
    assert_eq!((level.get(2, 0), level.get(0, 1)), (1, 2));
}

#[test]
fn a_view_is_copied_into_a_level() {
    let level = Level::from_text("####\n#@e#\n#kd#\n####\n", zelda()).unwrap();
    let inside = View::new(&level.tiles()[5..], 2, 2, 4);
    let copy = Level::from_view(inside, zelda());
    assert_eq!(copy.to_text(), "@e\nkd\n");
}

#[test]
#[should_panic(expected = "5 tiles do not make rows of 3")]
fn rows_are_complete() {
    Level::from_tiles(3, vec![0; 5], zelda());
}

#[test]
#[should_panic(expected = "not in the palette")]
fn tiles_are_in_the_palette() {
    Level::from_tiles(1, vec![6], zelda());
}

#[test]
#[should_panic(expected = "at most 16777216 tiles")]
fn the_area_is_bounded_without_overflow() {
    Level::new(2, usize::MAX / 2 + 2, zelda());
}

#[test]
#[should_panic(expected = "(3, 0) is outside the level")]
fn reading_outside_panics() {
    Level::new(3, 2, zelda()).get(3, 0);
}

#[test]
fn entities_that_no_cell_has_can_be_left_out() {
    let level = Level::from_text("#d?\n?##\n", zelda()).expect("it is a level");
    let fewer = level.without_unused();
    let names: Vec<&str> = fewer.palette().entities().iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["solid", "door"]);
    assert_eq!(fewer.to_csv(), "0,1,-1\n-1,0,0\n");
    assert_eq!(fewer.to_text(), level.to_text());
    for same in [fewer, Level::new(2, 1, zelda())] {
        assert_eq!(same.without_unused(), same);
    }
}

#[test]
fn an_area_is_that_of_a_level() {
    assert_eq!(checked_area(3, 2).expect("there is room"), 6);
    assert_eq!(checked_area(1, N_TILES_MAX).expect("there is room"), N_TILES_MAX);
    for (width, height) in [(0, 0), (0, 5), (usize::MAX, 0)] {
        assert!(matches!(checked_area(width, height), Err(LevelError::Empty)));
    }
    for (width, height) in [(1, N_TILES_MAX + 1), (2, usize::MAX / 2 + 2), (usize::MAX, usize::MAX)]
    {
        assert!(matches!(checked_area(width, height), Err(LevelError::TooLarge)));
    }
}

proptest! {
    #[test]
    fn what_names_its_entities_is_read_back_without_a_palette(level in levels(), seed: u64) {
        let line = level.to_json_line(seed);
        let start = format!("{{\"seed\":{seed},");
        prop_assert!(line.starts_with(&start) && !line.contains('\n'));
        for json in [level.to_json(), line] {
            prop_assert_eq!(&Level::from_json(&json, None).expect("it is a level"), &level);
        }
    }

    #[test]
    fn every_format_is_read_back_with_the_palette(level in levels()) {
        let palette = || Arc::clone(level.palette());
        for read in [
            Level::from_text(&level.to_text(), palette()),
            Level::from_csv(&level.to_csv(), palette()),
            Level::from_json(&level.to_json(), Some(palette())),
        ] {
            prop_assert_eq!(&read.expect("it was written"), &level);
        }
    }

    #[test]
    fn a_level_without_unused_entities_looks_the_same(level in levels()) {
        let fewer = level.without_unused();
        prop_assert_eq!(fewer.to_text(), level.to_text());
        prop_assert_eq!(&fewer.renamed(Arc::clone(level.palette())).expect("it has these"), &level);
        let n_used = fewer.tiles().iter().filter(|tile| **tile != UNKNOWN).collect::<BTreeSet<_>>().len();
        prop_assert!(n_used == 0 || fewer.palette().len() == n_used);
    }
}
