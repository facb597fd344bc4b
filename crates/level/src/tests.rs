use proptest::prelude::*;

use super::*;
use crate::testing::{levels, painted_levels, zelda};

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

proptest! {
    #[test]
    fn what_names_its_entities_is_read_back_without_a_palette(
        level in levels(), seed: u64, n in 1_usize..4,
    ) {
        let line = level.to_json_line(seed);
        let start = format!("{{\"seed\":{seed},");
        prop_assert!(line.starts_with(&start) && !line.contains('\n'));
        for json in [level.to_json(), line] {
            prop_assert_eq!(&Level::from_json(&json, None).expect("it is a level"), &level);
        }
        let project = ldtk_project(&vec![("cave", &level); n], 16).expect("there are levels");
        let read = read_ldtk(&project, None).expect("it is a project");
        prop_assert_eq!(read.into_iter().map(|(_, read)| read).collect::<Vec<_>>(), vec![level; n]);
    }

    #[test]
    fn every_format_is_read_back_with_the_palette(level in painted_levels()) {
        let palette = || Arc::clone(level.palette());
        let project = ldtk_project(&[("cave", &level)], 16).expect("there are levels");
        for read in [
            Level::from_text(&level.to_text(), palette()),
            Level::from_csv(&level.to_csv(), palette()),
            Level::from_json(&level.to_json(), Some(palette())),
            read_ldtk(&project, Some(&palette())).map(|mut levels| levels.remove(0).1),
        ] {
            prop_assert_eq!(&read.expect("it was written"), &level);
        }
    }
}
