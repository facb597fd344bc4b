use serde_json::json;

use super::*;

#[track_caller]
fn check_wrap(text: &str, n_characters_max: usize, expected: &[(usize, &str)]) {
    let line = Line { indent: 2, text: text.to_owned() };
    let lines = wrap(&line, n_characters_max, 2);
    let found: Vec<(usize, &str)> =
        lines.iter().map(|line| (line.indent, line.text.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn lines_break_where_a_part_ends() {
    check_wrap("a short one", 13, &[(2, "a short one")]);
    check_wrap("self(a),all(b) -> up(c)", 18, &[(2, "self(a),all(b)"), (4, "-> up(c)")]);
    check_wrap("self(solid|empty|key)", 16, &[(2, "self(solid|"), (4, "empty|key)")]);
    check_wrap("abc(de)!=fgh(ij)", 13, &[(2, "abc(de)"), (4, "!=fgh(ij)")]);
    check_wrap("abcdef(g),h(i)!=j(k)", 18, &[(2, "abcdef(g),"), (4, "h(i)!=j(k)")]);
    check_wrap("x(y) -> z(abcdefg)\"", 20, &[(2, "x(y) ->"), (4, "z(abcdefg)\"")]);
    check_wrap("abcdefghijklmnop", 10, &[(2, "abcdefgh"), (4, "ijklmn"), (4, "op")]);
}

#[test]
fn deep_lines_have_room() {
    let line = Line { indent: 90, text: "x".repeat(30) };
    let lines = wrap(&line, 20, 4);
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line.n_characters() <= 20));
}

#[test]
fn an_explorer_is_listed_as_in_the_paper() {
    let explorer = json!({
        "type": "horz", "region": "map", "parameters": {"repeats": "2"}, "rules": ["-> self(a)"]
    });
    let found: Vec<String> = lines(&explorer)
        .iter()
        .map(|line| format!("{}{}", " ".repeat(line.indent), line.text))
        .collect();
    let expected = [
        "{",
        "  \"type\": \"horz\",",
        "  \"parameters\": {",
        "    \"repeats\": \"2\"",
        "  },",
        "  \"rules\": [",
        "    \"-> self(a)\"",
        "  ]",
        "}",
    ];
    assert_eq!(found, expected);
    let elsewhere = lines(&json!({"type": "horz", "region": "caves"}));
    assert!(elsewhere.iter().any(|line| line.text.contains("caves")));
}
