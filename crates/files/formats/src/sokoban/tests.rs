use proptest::prelude::*;

use crate::tests::{palette, told, zelda};
use crate::texts::TXT;
use crate::{Hints, Legend, NoFiles, Origin, Reading, read};

use super::*;

/// The texts and titles of the puzzles of a collection.
#[track_caller]
fn check(text: &str, expected: &[(Option<&str>, &str)]) {
    let reading = puzzles(text).expect("it is a collection").expect("each cell has one thing");
    assert_eq!(reading.about.origin, Some(Origin::Sokoban));
    let found: Vec<_> = reading
        .levels
        .iter()
        .map(|found| {
            let id = found.id.as_ref().map(|id| id.as_str().expect("it is a text"));
            (id, found.level.to_text())
        })
        .collect();
    let found: Vec<_> = found.iter().map(|(id, text)| (*id, text.as_str())).collect();
    assert_eq!(found, expected);
}

#[track_caller]
fn check_one(text: &str, expected: &str) {
    check(text, &[(None, expected)]);
}

#[track_caller]
fn check_none(text: &str) {
    assert!(puzzles(text).is_none(), "{text}");
}

fn read_text(text: &str, known: &Hints) -> Result<Reading, LevelError> {
    read(text.as_bytes(), &TXT, known, &NoFiles)
}

const MICRO: &str = "#####\n#@$.#\n#####\n";

#[test]
fn rows_may_end_at_the_last_wall() {
    check_one("  ###\n###.##\n#@$ #\n#####", "--###-\n###.##\n#@$-#-\n#####-\n");
    check_one("#####\n#@$.#   \n#####\n\n", "#####\n#@$.#\n#####\n");
}

#[test]
fn floor_has_several_characters() {
    for floor in [' ', '-', '_'] {
        check_one(&format!("######\n#@{floor}$.#\n######\n"), "######\n#@-$.#\n######\n");
    }
}

#[test]
fn puzzles_stand_among_titles_and_comments() {
    let text = format!(
        "; Made by somebody\n; for fun\n\n{MICRO}Title: First\nAuthor: Somebody\n\n{MICRO}\n\nLevel 3\n\n{MICRO}"
    );
    check(&text, &[(Some("First"), MICRO), (None, MICRO), (Some("Level 3"), MICRO)]);
    check(&format!("1\n{MICRO}2\n{MICRO}"), &[(Some("1"), MICRO), (Some("2"), MICRO)]);
    check(&format!("# 1\n\n{MICRO}"), &[(Some("# 1"), MICRO)]);
    check(&format!("title: a: b \n{MICRO}TITLE:c\n"), &[(Some("c"), MICRO)]);
}

#[test]
fn line_ends_of_all_systems_are_accepted() {
    let text = format!("{MICRO}\n{MICRO}");
    for text in [text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
        let reading = read_text(&text, &Hints::default()).expect("it is a collection");
        let levels: Vec<_> = reading.levels.iter().map(|found| found.level.to_text()).collect();
        assert_eq!(levels, [MICRO; 2]);
    }
}

#[test]
fn run_lengths_are_read() {
    check_one("5#\n#@$.#\n5#\n", MICRO);
    check_one("5#|#@$.#|5#", MICRO);
    check("5#|#@$.#|5#\n6#|#@$-.#|6#|\n", &[(None, MICRO), (None, "######\n#@$-.#\n######\n")]);
    check_one("13#\n#@$.8-#\n13#\n", "#############\n#@$.--------#\n#############\n");
}

#[test]
fn much_in_little_is_no_puzzle() {
    check_none("99999999999999999999#@$.");
    check_none("16777217#|#@$.#");
    check_none(&format!("{MICRO}{}", "16777000#\n".repeat(1000)));
    let wide = "9000000#|#@$.#|5#";
    assert_eq!(
        puzzles(wide).expect("it is a puzzle").unwrap_err().to_string(),
        LevelError::TooLarge.to_string()
    );
}

#[test]
fn what_is_no_puzzle_is_no_collection() {
    // Nobody, nothing to push, other characters, and two who push.
    for text in ["", "#####\n#.$.#\n#####\n", "#####\n#@..#\n#####\n", "#####\n#@$e#\n#####\n"] {
        check_none(text);
    }
    check_none("######\n#@$.@#\n######\n");
    // A dungeon whose floor is `.`, with a chest or a monster.
    check_none("#######\n#.@...#\n#..$..#\n#.....#\n#######\n");
    // One puzzle, and something else.
    check_none(&format!("{MICRO}\n###\n#.#\n###\n"));
}

#[test]
fn targets_are_as_many_as_crates_or_a_few_more() {
    check_one("######\n#@$ .#\n#  ..#\n######\n", "######\n#@$-.#\n#--..#\n######\n");
    check_none("######\n#@$...#\n#   ..#\n######\n");
}

#[test]
fn things_on_targets_have_names_of_their_own() {
    let reading = puzzles("######\n#@$.*#\n######\n").expect("it is one").expect("it is sound");
    let level = &reading.levels[0].level;
    assert_eq!(
        (level.to_text().as_str(), level.palette().name(level.get(4, 1))),
        ("######\n#@$.*#\n######\n", "crate_on_target")
    );
    let reading = puzzles("#####\n#+$ #\n#####\n").expect("it is one").expect("it is sound");
    let level = &reading.levels[0].level;
    assert_eq!(level.palette().name(level.get(1, 1)), "player_on_target");
    assert_eq!(level.palette().tile("crate_on_target"), None);
}

#[test]
fn things_on_targets_are_refused_where_no_tile_is_called_so() {
    let known = |names: &[&str]| Hints { target: Some(palette(names)), ..Hints::default() };
    let sokoban = known(&["empty", "solid", "player", "crate", "target"]);
    let error = |text: &str| told(&read_text(text, &sokoban).unwrap_err());
    assert_eq!(
        error("; one\n######\n#@$.*#\n######\n"),
        "line 3, row 2, column 5: `*` is a crate on a target, but a cell here holds one thing; put them in \
         cells of their own"
    );
    assert!(
        error("#####\n#+$ #\n#####\n")
            .starts_with("line 2, row 2, column 2: `+` is a player on a target")
    );
    // Others of a collection are read.
    let reading =
        read_text(&format!("######\n#@$.*#\n######\n\n{MICRO}"), &sokoban).expect("one is read");
    assert_eq!(reading.levels.len(), 1);
    let [left_out] = &reading.about.left_out[..] else { panic!("one is left out") };
    assert!(
        left_out.starts_with("puzzle 1: line 2, row 2, column 5: `*` is a crate on a target"),
        "{left_out}"
    );
    let more = known(&["floor", "wall", "player", "crate", "target", "crate_on_target"]);
    let reading = read_text("######\n#@$.*#\n######\n", &more).expect("it is a puzzle");
    assert_eq!(reading.levels[0].level.to_csv(), "1,1,1,1,1,1\n1,2,3,4,5,1\n1,1,1,1,1,1\n");
}

#[test]
fn rows_without_a_wall_are_of_other_levels_and_plain_texts_stay_so() {
    let text = "#@$.#\n@.$$.\n#$@.#\n";
    assert!(puzzles(text).is_none());
    // What is plain in the characters of a palette is read so, whatever a part of it looks like.
    let names = ["empty", "solid", "player", "crate", "target"];
    let known = Hints { named: Some(crate::tests::palette(&names)), ..Hints::default() };
    for text in [text, "#@$.#\n-----\n#-$.#\n", "#####\n#@$.#\n#####\n"] {
        let read = read_text(text, &known).expect("it is a level");
        assert_eq!(read.levels[0].level.to_text(), text);
        assert_eq!(read.about.origin, None);
    }
}

#[test]
fn only_where_all_things_of_a_puzzle_are_known_it_is_one() {
    let no_crate = Hints { target: Some(zelda()), ..Hints::default() };
    let error = read_text(MICRO, &no_crate).unwrap_err().to_string();
    assert!(
        error.starts_with("this is a Sokoban collection (XSB), whose tiles are solid or"),
        "{error}"
    );
    let legend = Legend::parse(r##"{"#": "wall"}"##).expect("it is a legend");
    let known = Hints { legend, ..Hints::default() };
    let read = read_text(MICRO, &known).expect("it is a text");
    assert_eq!(read.about.made_up, ["tile_24", "tile_2e", "tile_40"]);
    assert_eq!(read.about.origin, None);
    let names = Legend::parse(r#"{"tile_1": "wall"}"#).expect("it is a legend");
    let known = Hints { legend: names, ..Hints::default() };
    read_text(MICRO, &known).expect("it is a puzzle");
}

proptest! {
    #[test]
    fn any_text_is_puzzles_or_none(text in "([#@$.*+ _|0-9-]{0,9}\n){0,6}|\\PC*") {
        if let Some(Ok(reading)) = puzzles(&text) {
            prop_assert!(!reading.levels.is_empty());
            // Rows between `|` may have no wall, but lines may not.
            let texts = reading.levels.iter().map(|found| found.level.to_text());
            for text in texts.filter(|text| text.lines().all(|row| row.contains('#'))) {
                if let Some(Ok(again)) = puzzles(&text) {
                    prop_assert_eq!(again.levels[0].level.to_text(), text);
                }
            }
        }
    }
}
