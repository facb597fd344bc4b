//! What is said of named expressions: mistakes, circles, and how large they may be.

use proptest::prelude::*;

use super::{Definition, SOUND};

/// The first message about a file with these measures before its own.
fn told_of_measures(measures: &str) -> String {
    let text = SOUND.replace("[measures]", &format!("[measures]\n{measures}"));
    let error = Definition::parse(&text).unwrap_err();
    error.diagnostics()[0].message.clone()
}

/// The places and messages of all that is wrong with these measures, which an objective names.
fn told_of_all(measures: &str) -> Vec<String> {
    let text = SOUND.replace("[measures]", &format!("[measures]\n{measures}"));
    let text = text.replace("[objectives]", "[objectives]\na = { range = [1, inf] }");
    let error = Definition::parse(&text).expect_err("it has a mistake");
    error.diagnostics().iter().map(|one| format!("{}: {}", one.place, one.message)).collect()
}

#[test]
fn a_mistake_of_a_measure_is_told_where_it_stands_whoever_names_it_first() {
    let measures = ["a = \"b + 1\"\n", "b = \"c * c\"\n", "c = \"count(enmy)\"\n"];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let text: String = order.map(|index| measures[index]).concat();
        assert_eq!(told_of_all(&text), ["measure `c`: there is no tile `enmy`"], "{text}");
    }
}

#[test]
fn every_circle_of_measures_is_told() {
    assert_eq!(told_of_all("a = \"a + 1\"\n"), ["measure `a`: `a` is measured by itself"]);
    let two = "a = \"b + 1\"\nb = \"a + 1\"\n";
    assert_eq!(told_of_all(two), ["measure `b`: `a` is measured by itself, by way of `b`"]);
    let both = "a = \"b + c\"\nb = \"a\"\nc = \"d\"\nd = \"a\"\n";
    let told = told_of_all(both);
    assert_eq!(
        told,
        [
            "measure `b`: `a` is measured by itself, by way of `b`",
            "measure `d`: `a` is measured by itself, by way of `c`, `d`",
        ]
    );
    let round = |n| format!("m{n} = \"m{}\"\n", (n + 1) % 40);
    let round: Vec<String> = (0..40).map(round).collect();
    let told = told_of_all(&format!("a = \"1\"\n{}", round.concat()));
    let expected = "measure `m39`: `m0` is measured by itself, by way of `m1`, `m2`, `m3`, `m4`, \
                    `m5`, `m6`, `m7`, `m8` and 31 more";
    assert_eq!(told, [expected]);
}

proptest! {
    /// Of measures that name each other at random, each gets its own mistake told, and some
    /// mistake if it goes round in circles.
    #[test]
    fn no_mistake_of_a_measure_is_swallowed(
        named in prop::collection::vec(prop::collection::vec(0..8_usize, 0..3), 8),
        mistaken in prop::collection::vec(prop::bool::weighted(0.2), 8),
    ) {
        let measure = |index: usize| {
            let own = if mistaken[index] { "count(enmy)" } else { "1" };
            let others = named[index].iter().map(|other| format!("m{other} + "));
            format!("m{index} = \"{}{own}\"\n", others.collect::<String>())
        };
        let measures: String = (0..8).map(measure).collect();
        let text = SOUND.replace("[measures]", &format!("[measures]\n{measures}"));
        let found = Definition::parse(&text);
        let places: Vec<String> = found
            .err()
            .map(|error| error.diagnostics().iter().map(|one| one.place.clone()).collect())
            .unwrap_or_default();
        let is_told = |index: usize| places.contains(&format!("measure `m{index}`"));
        // What is left when all that is told is gone has neither mistakes nor circles.
        let mut left: Vec<usize> = (0..8).filter(|&index| !is_told(index)).collect();
        prop_assert!(left.iter().all(|&index| !mistaken[index]), "{measures}{places:?}");
        while let Some(at) = left.iter().position(|&index| {
            named[index].iter().all(|other| !left.contains(other))
        }) {
            left.remove(at);
        }
        prop_assert!(left.is_empty(), "{measures}{places:?}");
    }
}

#[test]
fn expressions_that_would_overflow_the_stack_are_mistakes() {
    let sum = format!("sum = \"1{}\"\n", " + 1".repeat(100_000));
    assert!(told_of_measures(&sum).ends_with("an expression has at most 500 operators"));
    let chain = |to: fn(i32) -> i32| {
        let named = (1..900).map(|n| format!("m{n} = \"m{} + 1 + 1\"\n", to(n)));
        format!("m0 = \"1\"\nm900 = \"1\"\n{}", named.collect::<String>())
    };
    for measures in [chain(|n| n - 1), chain(|n| n + 1)] {
        assert!(told_of_measures(&measures).ends_with("the expressions are nested too deeply"));
    }
}

#[test]
fn names_that_stand_for_billions_of_parts_are_mistakes() {
    let doubled = (1..60).map(|n| format!("m{n} = \"m{0} + m{0}\"\n", n - 1));
    let measures = format!("m0 = \"count(hero)\"\n{}", doubled.collect::<String>());
    assert!(told_of_measures(&measures).ends_with("the expressions are too large together"));
}
