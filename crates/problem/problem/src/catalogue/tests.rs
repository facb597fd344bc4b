use crate::tests::{PIECES, file, measured_by};

use super::{CATALOGUE, Example};

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
        let Example { level, values } = entry.example;
        assert!((1..=level.len()).contains(&values.len()), "{}", entry.name);
        // Its value is what somebody else says.
        if entry.name == "outside" {
            continue;
        }
        let tiles = if entry.name == "pcg_benchmark" { ZELDA } else { PIECES };
        let drawn = if tiles == PIECES { "like = [\"..#\\n#..\"]\n" } else { "" };
        for &(expression, value) in values {
            let text = file(tiles, expression);
            let found = measured_by(&format!("{drawn}{text}"), level);
            assert_eq!(found, value, "{}: {expression}", entry.name);
            assert!(expression.contains(entry.name), "{}", entry.name);
        }
    }
}

#[test]
fn names_are_distinct_and_sentences_whole() {
    for (index, entry) in CATALOGUE.iter().enumerate() {
        assert!(CATALOGUE[..index].iter().all(|other| other.name != entry.name), "{}", entry.name);
        assert!(entry.about.starts_with(char::is_uppercase) && entry.about.ends_with('.'));
    }
}
