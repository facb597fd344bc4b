use crate::testing::{PIECES, file, measured_by};

use super::CATALOGUE;

/// The tiles of zelda-v0, and no others.
const ZELDA: &str = r##"
[tiles]
empty = { character = "." }
solid = { character = "#" }
player = { character = "@" }
key = { character = "k" }
door = { character = "d" }
enemy = { character = "e" }
"##;

#[test]
fn each_measure_says_what_its_example_says() {
    for entry in CATALOGUE {
        let example = entry.example;
        // Its value is what somebody else says.
        if entry.name == "outside" {
            continue;
        }
        let tiles = if entry.name == "pcg_benchmark" { ZELDA } else { PIECES };
        let text = file(tiles, example.expression);
        let drawn = if tiles == PIECES { "like = [\"..#\\n#..\"]\n" } else { "" };
        let found = measured_by(&format!("{drawn}{text}"), example.level);
        assert_eq!(found, example.value, "{}: {}", entry.name, example.expression);
        assert!(example.expression.contains(entry.name), "{}", entry.name);
    }
}

#[test]
fn names_are_distinct_and_sentences_whole() {
    for (index, entry) in CATALOGUE.iter().enumerate() {
        assert!(CATALOGUE[..index].iter().all(|other| other.name != entry.name), "{}", entry.name);
        assert!(entry.about.starts_with(char::is_uppercase) && entry.about.ends_with('.'));
    }
}
