use proptest::prelude::*;

use super::*;
use crate::tests::testing::zelda;

#[track_caller]
fn check_error(csv: &str, expected: &str) {
    let error = Level::from_csv(csv, zelda()).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn rows_are_lines_of_indices() {
    let level = Level::from_text(".#@\ned?\n", zelda()).unwrap();
    assert_eq!(level.to_csv(), "0,1,2\n3,5,-1\n");
}

#[test]
fn spaces_and_line_ends_are_accepted() {
    let level = Level::from_csv("0, 1\r\n-1 ,5\r\n\r\n", zelda()).unwrap();
    assert_eq!(level.to_text(), ".#\n?d\n");
}

#[test]
fn a_comma_may_end_a_row() {
    for csv in ["0,1,\n-1,5,\n", "0,1,\r\n-1,5,\r\n", "0,1, \n-1,5\n", "0,1\n-1,5,"] {
        let level = Level::from_csv(csv, zelda()).expect("it is a level");
        assert_eq!(level.to_text(), ".#\n?d\n", "{csv:?}");
    }
}

#[test]
fn other_marks_may_stand_between_numbers() {
    for csv in ["0;1\n-1;5\n", "0;1;\n-1;5;\n", "0\t1\n-1\t5\n", " 0 1\n-1 5\n"] {
        let level = Level::from_csv(csv, zelda()).expect("it is a level");
        assert_eq!(level.to_text(), ".#\n?d\n", "{csv:?}");
    }
}

#[test]
fn errors_name_the_place_and_what_is_expected() {
    let range = "expected 0 to 5, or -1 for unknown";
    let numbers = "a table has only numbers and commas: the index of each tile, or -1 for unknown";
    check_error("0,0\n0,6\n", &format!("row 2, column 2: `6` is no tile; {range}"));
    check_error("-2\n", &format!("row 1, column 1: `-2` is no tile; {range}"));
    check_error("62\n", &format!("row 1, column 1: `62` is no tile; {range}"));
    check_error("0,,0\n", &format!("row 1, column 2: `` is no number; {numbers}"));
    check_error("0,0,,\n", &format!("row 1, column 3: `` is no number; {numbers}"));
    check_error(",\n", &format!("row 1, column 1: `` is no number; {numbers}"));
    check_error("0,1.5\n", &format!("row 1, column 2: `1.5` is no number; {numbers}"));
    check_error("width,7\n", &format!("row 1, column 1: `width` is no number; {numbers}"));
    check_error("0,0\n0\n", "row 2 has 1 tiles, but row 1 has 2; make all rows equally long");
    check_error("\n", "there are no tiles; a level has at least one row of at least one tile");
}

proptest! {
    #[test]
    fn any_text_is_a_level_or_an_error(text in "([0-6],[0-6]\n){0,3}[-0-9,\n]*|\\PC*") {
        if let Ok(level) = Level::from_csv(&text, zelda()) {
            prop_assert_eq!(level.height(), text.trim_end().lines().count());
        }
    }
}
