use super::*;

/// Checks what statements are read as, in the form that a script has.
#[track_caller]
fn check(statements: &str, expected: &str) {
    let explorer = Explorer::from_statements(statements);
    let json = serde_json::to_string(&explorer).expect("an explorer is JSON");
    assert_eq!(json, expected);
}

#[test]
fn statements_set_type_region_parameters_and_rules() {
    check(
        "type: digger; region: 0,2; repeats: 2; rule: self(a) -> self(b); dirprob: 0.1; rule: -> up(a:2|b)",
        r#"{"type":"digger","region":"0,2","parameters":{"repeats":"2","dirprob":"0.1"},"rules":["self(a) -> self(b)","-> up(a:2|b)"]}"#,
    );
}

#[test]
fn without_parameters_there_is_no_key_for_them() {
    check(
        "type:horz;rule:->self(any)",
        r#"{"type":"horz","region":"map","rules":["->self(any)"]}"#,
    );
}

#[test]
fn empty_statements_are_passed_over() {
    check(" ; ;", r#"{"type":"horizontal","region":"map","rules":[]}"#);
}

#[test]
fn the_later_of_two_statements_counts() {
    check(
        "type: a; out: x; repeats: 1; out: y; type: b",
        r#"{"type":"b","region":"map","parameters":{"out":"y","repeats":"1"},"rules":[]}"#,
    );
}

#[test]
fn parameters_are_found_by_name() {
    let explorer = Explorer::from_statements("out: x");
    assert_eq!(explorer.parameter("out"), Some("x"));
    assert_eq!(explorer.parameter("repeats"), None);
}
