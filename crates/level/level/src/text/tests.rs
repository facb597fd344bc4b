use proptest::prelude::*;

use super::*;
use crate::tests::testing::zelda;

#[track_caller]
fn check(text: &str, expected: &str) {
    let level = Level::from_text(text, zelda()).expect("the text is a level");
    assert_eq!(level.to_text(), expected);
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    let error = Level::from_text(text, zelda()).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn every_character_of_the_palette_is_read_and_written() {
    check(".#@\nekd\n???\n", ".#@\nekd\n???\n");
}

#[test]
fn line_ends_of_all_systems_are_accepted() {
    check("#.\n.#", "#.\n.#\n");
    check("#.\r\n.#\r\n", "#.\n.#\n");
    check("#.\n.#\n\n\r\n", "#.\n.#\n");
    check("#.\r\n.#\r", "#.\n.#\n");
}

#[test]
fn errors_name_the_place_and_what_is_expected() {
    let empty = "there are no tiles; a level has at least one row of at least one tile";
    check_error("", empty);
    check_error("\r\n\n", empty);
    check_error("###\n##\n###\n", "row 2 has 2 tiles, but row 1 has 3; make all rows equally long");
    check_error("##\n\n##\n", "row 2 has 0 tiles, but row 1 has 2; make all rows equally long");
    check_error(
        "###\n#\t#\n",
        "row 2, column 2: '\\t' stands for no tile; expected one of \
         `.` empty, `#` solid, `@` player, `e` enemy, `k` key, `d` door, `?` unknown",
    );
}

#[test]
fn what_stands_on_targets_cannot_be_said() {
    let names = ["crate", "empty", "player", "solid", "target"];
    let sokoban = Arc::new(Palette::of_names(&names).unwrap());
    for (text, found) in [("#@\n-*\n", "`*` is a crate"), ("#-\n-+\n", "`+` is a player")] {
        let error = Level::from_text(text, sokoban.clone()).unwrap_err().to_string();
        let expected = format!("row 2, column 2: {found} on a target, but a cell here holds");
        assert!(
            error.starts_with(&expected) && error.ends_with("in cells of their own"),
            "{error}"
        );
    }
    let error = Level::from_text("*", zelda()).unwrap_err().to_string();
    assert!(error.contains("stands for no tile"), "{error}");
}

#[test]
fn columns_are_characters_not_bytes() {
    let error = Level::from_text("#é", zelda()).unwrap_err();
    assert!(error.to_string().starts_with("row 1, column 2: 'é'"));
    let snow = Palette::of_names(&["ice"]).unwrap().entities()[0].clone();
    let snow = crate::Entity { character: '❄', ..snow };
    let palette = Arc::new(Palette::new(vec![snow]).unwrap());
    assert_eq!(Level::from_text("❄?\n", palette).unwrap().width(), 2);
}

#[test]
fn a_row_holds_no_line_end() {
    let error = Level::from_rows(&["##", "#\n"], zelda()).unwrap_err();
    assert!(error.to_string().starts_with("row 2, column 2: '\\n'"));
    let none: [&str; 0] = [];
    assert!(matches!(Level::from_rows(&none, zelda()), Err(LevelError::Empty)));
}

proptest! {
    #[test]
    fn any_text_is_a_level_or_an_error(text in "([.#@ekd?]{3}\r?\n){0,3}[.#\r\n]*|\\PC*") {
        if let Ok(level) = Level::from_text(&text, zelda()) {
            let expected = text.replace('\r', "");
            let written = level.to_text();
            prop_assert_eq!(written.trim_end(), expected.trim_end_matches('\n'));
        }
    }
}
