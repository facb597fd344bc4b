use proptest::prelude::*;

use super::parse;
use crate::tests::{PIECES, measured};

/// The value of an expression on a level with three floors, a wall and a player.
#[track_caller]
fn value(expression: &str) -> f64 {
    measured(PIECES, expression, &["..#", ".@#"])
}

#[test]
fn operators_bind_as_in_arithmetic() {
    for (expression, expected) in [
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3", 9.0),
        ("10 - 2 - 3", 5.0),
        ("12 / 3 / 2", 2.0),
        ("7 % 4 + 1", 4.0),
        ("-2 + 5", 3.0),
        ("- (2 + 5)", -7.0),
        ("0.5 * 4", 2.0),
        ("min(3, 1, 2) + max(1, 4) + abs(0 - 2)", 7.0),
        ("count(floor) * count(wall|player)", 9.0),
    ] {
        assert_eq!(value(expression), expected, "{expression}");
    }
}

#[test]
fn conditions_are_zero_or_one() {
    for (expression, expected) in [
        ("count(floor) == 3 and count(player) = 1", 1.0),
        ("count(floor) == 3, count(player) == 2", 0.0),
        ("count(floor) > 3 or count(player) >= 1", 1.0),
        ("count(floor) < 3 or count(player) <> 1", 0.0),
        ("not count(floor) == 3", 0.0),
        ("not count(enemy)", 1.0),
        ("if(count(enemy), 5, 6)", 6.0),
        ("1 < 2 && 2 != 2", 0.0),
        ("count(any) <= 6", 1.0),
    ] {
        assert_eq!(value(expression), expected, "{expression}");
    }
}

#[test]
fn none_is_no_number() {
    for expression in [
        "none",
        "path(player, key)",
        "none + 1",
        "min(none, 1)",
        "if(0, 1)",
        "1 / 0",
        "1 % 0",
        "-none",
    ] {
        assert!(value(expression).is_nan(), "{expression}");
    }
    for expression in ["none == none", "none < 1", "none >= 1", "none != 1", "none and 1", "not 1"]
    {
        assert_eq!(value(expression), 0.0, "{expression}");
    }
    assert_eq!(value("path(player, key) else 7"), 7.0);
    assert_eq!(value("none else none else 3"), 3.0);
    assert_eq!(value("none or 1"), 1.0);
}

#[test]
fn mistakes_say_where_they_are() {
    for (text, start, part) in [
        ("1 +", 3, "too early"),
        ("", 0, "too early"),
        ("(1", 0, "never closed"),
        ("1)", 1, "never opened"),
        ("count(a b)", 8, "not expected"),
        ("3 4", 2, "not expected"),
        ("a ; b", 2, "means nothing"),
        ("1.2.3", 0, "not a number"),
        ("3x", 0, "not a number"),
        ("a||b", 2, "not expected"),
    ] {
        let mistake = parse(text).unwrap_err();
        assert_eq!(mistake.range.start, start, "{text}: {mistake:?}");
        assert!(mistake.message.contains(part), "{text}: {mistake:?}");
        assert!(!mistake.help.is_empty(), "{text}");
    }
}

#[test]
fn deep_nesting_is_a_mistake() {
    for deep in ["(", "-", "not ", "abs("] {
        assert!(parse(&format!("{}1", deep.repeat(10_000))).is_err(), "{deep}");
    }
}

proptest! {
    #[test]
    fn any_text_has_an_answer(text in r#"[a-c0-9.()|,=<>!&+*/% "'é-]{0,40}"#) {
        if let Err(mistake) = parse(&text) {
            prop_assert!(text.get(mistake.range.clone()).is_some(), "{mistake:?}");
        }
    }
}
