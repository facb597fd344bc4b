use serde_json::{Value, json};

use super::{DEPTH_MAX, returned};

#[test]
fn tables_are_lists_or_objects() {
    for (lua, expected) in [
        ("return {}", json!([])),
        ("return { 1, -2; 0x1F, 1.5, 2e3, -.5 }", json!([1, -2, 31, 1.5, 2000.0, -0.5])),
        ("return { a = 1, [\"b c\"] = {2,}, [3] = nil }", json!({"a": 1, "b c": [2], "3": null})),
        ("return true;", json!(true)),
        (
            "-- a map\nreturn { 'it\\'s', \"a\\n\\\"b\\\"\", [[\nlong]] } --[[ the\nend ]] ",
            json!(["it's", "a\n\"b\"", "long"]),
        ),
        ("return { truest = false }", json!({"truest": false})),
        ("return { {1, 2}, {3} }", json!([[1, 2], [3]])),
    ] {
        assert_eq!(returned(lua), Ok(expected), "{lua}");
    }
}

#[test]
fn code_is_refused_with_its_line() {
    for (lua, line) in [
        ("", 1),
        ("return", 1),
        ("return {\n1\n2 }", 3),
        ("return {\n1, os.exit()\n}", 2),
        ("return { 1, a = 2 }", 1),
        ("return { a = 1 ", 1),
        ("return \"open", 1),
        ("return [[open", 1),
        ("return 'a\\x41'", 1),
        ("return 1 .. 2", 1),
        ("return {} print(1)", 1),
        ("local a = 1\nreturn a", 1),
        ("return -9e999", 1),
        ("return -0x-8000000000000000", 1),
    ] {
        assert_eq!(returned(lua), Err(line), "{lua}");
    }
}

#[test]
fn tables_are_nested_up_to_a_limit() {
    let nested = |n: usize| format!("return {}{}", "{".repeat(n), "}".repeat(n));
    assert!(returned(&nested(DEPTH_MAX)).is_ok());
    assert_eq!(returned(&nested(DEPTH_MAX + 1)), Err(1));
    assert_eq!(returned(&nested(1_000_000)), Err(1));
}

#[test]
fn whole_numbers_stay_whole() {
    assert_eq!(returned("return 9223372036854775807"), Ok(Value::from(i64::MAX)));
    assert_eq!(returned("return 3221225473"), Ok(json!(3_221_225_473_u64)), "a flipped tile");
}
