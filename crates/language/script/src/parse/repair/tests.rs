use super::{Repaired, parse_json};

/// Mends a text and compares what becomes of it.
#[track_caller]
fn check(text: &str, expected: &str) {
    let error = parse_json(text).expect_err("there is something to mend");
    let repaired = Repaired::new(text, error);
    assert!(repaired.is_readable() && !repaired.is_sound());
    assert_eq!(repaired.text, expected);
    // Every byte that was kept is known by its place in the document.
    for (at, character) in repaired.text.char_indices() {
        let original = repaired.original(at);
        let is_new = repaired.repairs.iter().any(|(fix, _)| fix.range.start == original);
        assert!(is_new || text[original..].starts_with(character), "{at} comes from {original}");
    }
    assert_eq!(repaired.original(repaired.text.len()), text.len());
}

#[test]
fn small_slips_are_mended() {
    check("[1 2]", "[1, 2]");
    check("[1,, 2]", "[1, 2]");
    check("{a: 1 b: 2", "{a: 1, b: 2}");
    check("{a 1, b = 2}", "{a: 1, b : 2}");
    check("{a: [1, 2}", "{a: [1, 2]}");
    check("{a: [1, 'b': 2}", "{a: [1], 'b': 2}");
    check("{a: [1, b: 2}", "{a: [1], \"b\": 2}");
    check("[1, {a: 2]", "[1, {a: 2}]");
    check("{a: word}", "{a: \"word\"}");
    check("{a: 1}}", "{a: 1}");
    check("{a: 'x', b: [{c: \"]\" // [\n", "{a: 'x', b: [{c: \"]\" // [\n}]}");
    check("\u{feff}{a: 1}", "{a: 1}");
}

#[test]
fn what_is_no_json_is_left_alone() {
    for text in ["Once upon a time", "{a: 'b", "[1] [2]", "{{{", "\\", "/*"] {
        let Err(error) = parse_json(text) else { panic!("{text} is JSON") };
        let repaired = Repaired::new(text, error);
        assert!(!repaired.is_readable(), "{text} became {}", repaired.text);
        assert_eq!(repaired.mistakes().count(), 1);
    }
}
