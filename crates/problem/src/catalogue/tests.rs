use crate::testing::{PIECES, measured};

use super::CATALOGUE;

#[test]
fn each_measure_says_what_its_example_says() {
    for entry in CATALOGUE {
        let example = entry.example;
        // In the examples `.` is floor, as the palette of pieces has it.
        let found = measured(PIECES, example.expression, example.level);
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
