use super::quoted;

#[track_caller]
fn check(source: &str, expected: &str) {
    let quoted = quoted(source);
    assert_eq!(quoted.text(), expected);
    assert_eq!(quoted.origin(0..expected.len()), 0..source.len());
}

#[test]
fn words_that_are_values_get_quotes() {
    check("entities:[\n  solid,\n  empty\n]", "entities:[\n  \"solid\",\n  \"empty\"\n]");
    check("{type: bsp}", "{type: \"bsp\"}");
    check("[a_1, b-2]", "[\"a_1\", \"b-2\"]");
}

#[test]
fn keys_and_literals_get_none() {
    check("{a : true, b\n: null, 'c': false}", "{a : true, b\n: null, 'c': false}");
}

#[test]
fn numbers_are_no_words() {
    check("[1e3, 0xff, -2, +.5]", "[1e3, 0xff, -2, +.5]");
}

#[test]
fn strings_and_comments_stay() {
    let text = "['it\\'s mine', \"a \\\" b\"] // no word\n/* no: word */";
    check(text, text);
    check("\"never closed", "\"never closed");
    check("/* never closed", "/* never closed");
}

#[test]
fn typographic_quotes_become_plain_ones() {
    check("{min:\u{201c}8x8\u{201d}}", "{min:\"8x8\"}");
    check("[\u{201c}never closed", "[\"never closed");
}

#[test]
fn places_are_those_of_the_source() {
    let source = "[solid, \u{201c}x\u{201d}, y]";
    let quoted = quoted(source);
    let range = |part: &str| {
        let start = quoted.text().find(part).expect("it is there");
        quoted.origin(start..start + part.len())
    };
    assert_eq!(range("solid"), 1..6);
    assert_eq!(range("\"solid\""), 1..6);
    assert_eq!(&source[range("y")], "y");
}
