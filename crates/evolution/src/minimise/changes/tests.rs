use super::changes;
use script::Script;

const HORZ: &str = r#"{"type": "horz", "rules": ["self(any) -> self(b)"]}"#;
const RAND: &str = r#"{"description": "rubble", "type": "rand", "parameters": {"repeats": 2},
    "rules": ["random < 0.5, a > 3 -> self(b)", "-> self(a:3|b)"]}"#;

fn script(sections: &str, explorers: &[&str]) -> Script {
    let explorers = explorers.join(", ");
    let text = format!(
        r#"{{"metadata": {{"min": "6x5", "max": "6x5"}}, "entities": ["a", "b"], {sections} "explorers": [{explorers}]}}"#
    );
    Script::parse(&text).expect("it is a script")
}

#[track_caller]
fn check(old: &[&str], new: &[&str], expected: &[&str]) {
    assert_eq!(changes(&script("", old), &script("", new)), expected);
}

#[test]
fn what_changed_stands_under_its_explorer() {
    check(&[HORZ, RAND], &[HORZ, RAND], &[]);
    check(
        &[HORZ, RAND],
        &[HORZ, &RAND.replace("a:3", "a:4")],
        &["  explorer 2 (rand): rubble", "-   -> self(a:3|b)", "+   -> self(a:4|b)"],
    );
    check(
        &[HORZ, RAND],
        &[HORZ, &RAND.replace("\"rand\"", "\"vert\"").replace(": 2", ": 3")],
        &[
            "- explorer 2 (rand): rubble",
            "+ explorer 2 (vert): rubble",
            "-   repeats: 2",
            "+   repeats: 3",
        ],
    );
    check(
        &[HORZ, RAND],
        &[HORZ, &RAND.replace('[', r#"["b == 7 -> all(a)", "#)],
        &["  explorer 2 (rand): rubble", "+   b == 7 -> all(a)"],
    );
}

#[test]
fn explorers_come_go_and_move() {
    let rubble = |sign: char, number: usize| {
        [
            format!("{sign} explorer {number} (rand): rubble"),
            format!("{sign}   repeats: 2"),
            format!("{sign}   random < 0.5, a > 3 -> self(b)"),
            format!("{sign}   -> self(a:3|b)"),
        ]
    };
    let [gone, come] = [rubble('-', 2), rubble('+', 1)].map(|lines| lines.to_vec());
    assert_eq!(changes(&script("", &[HORZ, RAND]), &script("", &[HORZ])), gone);
    assert_eq!(changes(&script("", &[HORZ]), &script("", &[RAND, HORZ])), come);
    check(&[HORZ, RAND], &[RAND, HORZ], &["  explorer 1 (horz) is now at place 2"]);
    let other =
        [&["- explorer 1 (horz)".to_owned(), "-   self(any) -> self(b)".to_owned()], &come[..]];
    assert_eq!(changes(&script("", &[HORZ]), &script("", &[RAND])), other.concat());
}

#[test]
fn sections_change_too() {
    let old =
        script(r#""regions": {"type": "bsp", "number": 3, "parameters": {"min": "2x3"}},"#, &[]);
    let gone = r#"- regions: {"type": "bsp", "number": 3, "parameters": {"min": "2x3"}}"#;
    assert_eq!(changes(&old, &script("", &[])), [gone]);
    let [old, new] = ["111", "101"].map(|row| {
        script(&format!(r#""neighborhoods": {{"one": "11", "all": "{row},131"}},"#), &[])
    });
    let expected = ["- neighborhood all: 111,131", "+ neighborhood all: 101,131"];
    assert_eq!(changes(&old, &new), expected);
}
