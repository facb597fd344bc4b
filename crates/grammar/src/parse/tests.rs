use proptest::prelude::*;

use crate::Grammar;

/// Checks the mistakes of a grammar file, one a line.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let error = Grammar::parse(text).expect_err("the grammar has mistakes");
    assert_eq!(error.to_string(), expected.join("\n"));
    assert_eq!(error.mistakes.len(), expected.len());
}

#[test]
fn what_is_not_json_is_reported_with_its_place() {
    check(
        "{\n  \"symbols\": {\n    \"origin\": [\"a\" \"b\"]\n  }\n}",
        &["line 3, column 19: this is not JSON: expected comma"],
    );
}

#[test]
fn something_else_than_an_object_is_no_grammar() {
    let expected = ["line 1, column 1: a grammar is a JSON object with the key `symbols`"];
    check("", &expected);
    check("[1, 2]", &expected);
}

#[test]
fn the_symbols_are_required() {
    check("{}", &["line 1, column 1: the key `symbols` is missing"]);
    check(r#"{"symbols": 3}"#, &["line 1, column 2: `symbols` is not an object"]);
}

#[test]
fn the_start_symbol_is_required() {
    check(
        r#"{"symbols": {"start": ["a"]}}"#,
        &["line 1, column 1: the start symbol `origin` is not defined"],
    );
}

#[test]
fn all_mistakes_are_reported_together() {
    check(
        r##"{
            "symbol": {},
            "neighborhoods": {"cross": "010,1x1", "none": ",", "digits": 121},
            "symbols": {
                "origin": ["#rule# and #ruel#", "é #open"],
                "rule": [],
                "rule": "text",
                "weights": ["one", 2, ["three"]],
                "loop": ["#pool#", "again #loop#"],
                "pool": ["#loop#"],
            },
        }"##,
        &[
            "line 2, column 13: unknown key `symbol`; did you mean `symbols`?",
            "line 3, column 31: neighborhood `cross` is not a matrix; write rows of the digits 0 \
             to 3 joined by commas, such as \"010,121,010\"",
            "line 3, column 51: neighborhood `none` is not a matrix; write rows of the digits 0 \
             to 3 joined by commas, such as \"010,121,010\"",
            "line 3, column 64: neighborhood `digits` is not a matrix; write rows of the digits 0 \
             to 3 joined by commas, such as \"010,121,010\"",
            "line 7, column 17: symbol `rule` is defined twice",
            "line 7, column 17: symbol `rule` has no alternatives; write an array of strings",
            "line 8, column 36: symbol `weights` has an alternative that is not a string",
            "line 8, column 39: symbol `weights` has an alternative that is not a string",
            "line 5, column 28: symbol `ruel` is not defined; did you mean `rule`?",
            "line 5, column 49: a `#` is left open in `é #open`",
            "line 9, column 17: symbol `loop` never ends: all its alternatives lead back to it",
            "line 10, column 17: symbol `pool` never ends: all its alternatives lead back to it",
        ],
    );
}

#[test]
fn columns_count_characters() {
    check(
        r##"{"symbols": {"origin": ["é", "#nothing#"]}}"##,
        &["line 1, column 30: symbol `nothing` is not defined"],
    );
}

#[test]
fn comments_and_trailing_commas_are_welcome() {
    let text = "{\n  // the only symbol\n  \"symbols\": {\"origin\": [\"a\",],},\n}";
    assert!(Grammar::parse(text).is_ok());
}

#[test]
fn entities_may_be_left_to_the_problem() {
    assert!(Grammar::parse(r##"{"symbols": {"origin": ["#entity#"]}}"##).is_ok());
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "([{}\\[\\]:,\"'#/*\\\\\n \u{feff}é]|\"symbols\"|\"origin\"|[0-9a-z]){0,40}") {
        if let Err(error) = Grammar::parse(&text) {
            prop_assert!(!error.mistakes.is_empty());
        }
    }

    #[test]
    fn no_symbols_make_the_reader_panic(alternatives in prop::collection::vec("[#aoé \\\\]{0,4}|#origin#", 0..4)) {
        let symbols = serde_json::json!({ "\u{feff}é": 1, "symbols": { "origin": alternatives } });
        if let Err(error) = Grammar::parse(&symbols.to_string()) {
            prop_assert!(!error.mistakes.is_empty());
        }
    }
}
