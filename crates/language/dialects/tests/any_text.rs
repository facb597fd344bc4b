//! Whatever the text, there is an answer, and places lie within the text.

use marahel_dialects::parse;
use marahel_script::{Neighborhood, SCRIPT_BYTES_MAX};
use proptest::prelude::*;
use proptest::sample::select;

/// A script with something of everything.
const WHOLE: &str = r#"{"metadata": {"min": "4x5", "max": "6x7"}, "entities": ["empty", "solid", "ü"],
 "neighborhoods": {"cross": "101,020,101"}, // a comment
 "regions": {"type": "sampling", "number": 3, "parameters": {"min": "2x3", "trials": "4"}},
 "explorers": [{"type": "greedy", "region": "all,0", "parameters": {"heuristics": "dist(out), noise2", "out": "ü"},
   'rules': ["cross(solid|ü:2)>=2, random<\u0030.5 -> self(empty), all(any)", "percent -> self(solid:3|empty)"]},
  {"type": "digger", "parameters": {"dirprob": .25, "directions": "cross", "repeats": 2}, "rules": []}]}"#;

/// The same in the dialect of 2017, with names that lack their quotes.
const WHOLE_2017: &str = r##"{metadata: {minDimension: "4x5", maxDimension: "6x7"}, entities: {empty: {color: "#fff", max: 9}, solid: {}, "ü": {}},
 neighborhoods: {cross: ["101", "020", "101"], knight: [[1, 2], [-2, 1]]}, // a comment
 regions: {type: sampling, numberOfRegions: 3, parameters: {min: “2x3”}},
 explorers: [{type: sequential, region: {name: "all,0-2", border: "1,2", borderType: ü}, parameters: {start: [.5, 1]},
   rules: ["minDist(cross, solid|ü:2, any)>=2, isEven(ü@map), isConnected -> self(empty), all(any)", "complete -> self(solid:3|empty)"]},
  {type: agent, parameters: {lifespan: "8,9", directions: [cross, knight]}, rules: []},
  {type: connector, region: {rectangles: [{x: 1, y: 1, w: 2, h: 2}]}, parameters: {entities: [empty]}, rules: []}]}"##;

/// A script with the given explorers.
fn script_of(explorers: &str) -> String {
    format!(
        "{{metadata: {{min: '3x3', max: '3x3'}}, entities: ['empty', 'solid', 'key'],
        explorers: [{explorers}]}}"
    )
}

fn check_places(text: &str) -> Result<(), TestCaseError> {
    let Err(error) = parse(text) else { return Ok(()) };
    prop_assert!(!error.diagnostics().is_empty());
    let mut last = 0;
    for diagnostic in error.diagnostics() {
        let before = text.get(..diagnostic.range.start);
        prop_assert!(
            before.is_some() && text.get(diagnostic.range.clone()).is_some(),
            "{diagnostic}"
        );
        let lines: Vec<&str> = before.expect("just tested").split('\n').collect();
        prop_assert_eq!(diagnostic.line, lines.len());
        prop_assert_eq!(diagnostic.column, lines.last().map_or(1, |line| line.chars().count() + 1));
        prop_assert!(diagnostic.range.start >= last, "in the order of the document");
        last = diagnostic.range.start;
    }
    Ok(())
}

/// What mutations insert.
fn snippet() -> impl Strategy<Value = String> {
    let tokens = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        "'",
        ",",
        ":",
        "(",
        ")",
        "|",
        "->",
        ">",
        "=",
        "\\",
        "\\u12",
        "\\\n",
        "//",
        "/*",
        "0",
        "-",
        "1e999",
        "99999999999999999999",
        "null",
        "true",
        "NaN",
        "é",
        "🦀",
        "\u{0}",
        "\u{feff}",
        "\n",
        " ",
        "x",
        "any",
        "dist(",
        "self(solid)",
        "noise",
        "0x1F",
        "\"type\":",
    ];
    prop_oneof![4 => select(tokens.to_vec()).prop_map(str::to_owned), 1 => "\\PC{0,4}"]
}

proptest! {
    #[test]
    fn any_text_has_an_answer(text in "\\PC*") {
        check_places(&text)?;
    }

    #[test]
    fn any_rule_has_an_answer(text in "[a-z(),|:<>=!0-9. éß-]{0,40}") {
        check_places(&script_of(&format!("{{rules: ['{text}']}}")))?;
    }

    #[test]
    fn any_matrix_has_an_answer(text in "[0-5, \\n]{0,80}") {
        let _ = Neighborhood::parse(&text);
    }

    #[test]
    fn mutated_scripts_have_an_answer(
        script in select([WHOLE, WHOLE_2017].as_slice()),
        mutations in proptest::collection::vec((any::<proptest::sample::Index>(), 0_usize..6, snippet()), 1..5)
    ) {
        let mut characters: Vec<char> = script.chars().collect();
        for (place, n_removed, inserted) in mutations {
            let start = place.index(characters.len() + 1);
            let end = (start + n_removed).min(characters.len());
            characters.splice(start..end, inserted.chars());
        }
        check_places(&characters.into_iter().collect::<String>())?;
    }

    #[test]
    fn shortened_scripts_have_an_answer(
        script in select([WHOLE, WHOLE_2017].as_slice()), end in any::<proptest::sample::Index>(),
    ) {
        let n_characters = end.index(script.chars().count());
        check_places(&script.chars().take(n_characters).collect::<String>())?;
    }
}

#[test]
fn the_whole_scripts_are_sound() {
    assert_eq!(parse(WHOLE).expect("it is sound").explorers.len(), 2);
    assert_eq!(parse(WHOLE_2017).expect("it is sound").explorers.len(), 3);
}

#[test]
fn a_text_without_end_is_refused_unread() {
    let text = " ".repeat(SCRIPT_BYTES_MAX + 1);
    let expected =
        "line 1, column 1: the script has 4194305 bytes; a script has at most 4194304 bytes";
    for error in [parse(&text).err(), marahel_dialects::check(&text).err()] {
        assert_eq!(error.expect("it is too long").to_string(), expected);
    }
}

#[test]
fn there_are_at_most_ten_thousand_explorers_and_rules() {
    let message = |text: &str| parse(text).err().map(|error| error.to_string());
    let today = |explorers: String| {
        format!(
            "{{metadata: {{min: '3x3', max: '3x3'}}, entities: ['solid'], explorers: [{explorers}]}}"
        )
    };
    let of_2017 = |explorers: String| {
        format!(
            "{{metadata: {{minDimension: 3, maxDimension: 3}}, entity: {{solid: {{}}}}, rule: [{explorers}]}}"
        )
    };
    let rules = |n_rules: usize| format!("{{rules: [{}]}},", "'-> self(solid)',".repeat(n_rules));
    assert_eq!(message(&today(rules(10_000))), None);
    assert_eq!(message(&of_2017("{type: 'sequential', rules: []},".repeat(10_000))), None);
    let two = today(rules(9_999) + &rules(2));
    let told = message(&two).expect("they are too many");
    assert!(told.contains("10001 rules up to here"), "{told}");
    assert!(told.contains("at most 10000 rules"), "{told}");
    for many in [
        today("{rules: []},".repeat(10_001)),
        of_2017("{type: 'sequential', rules: []},".repeat(10_001)),
    ] {
        let told = message(&many).expect("they are too many");
        assert!(told.contains("there are 10001 explorers"), "{told}");
    }
}

#[test]
fn deep_nesting_is_an_error() {
    for open in ["[", "{a:", "(", "{\"explorers\":["] {
        let text = open.repeat(100_000);
        check_places(&text).expect("there is an answer");
        assert!(parse(&text).is_err());
    }
    let rule = format!("{}solid{} -> self(solid)", "all(".repeat(50_000), ")".repeat(50_000));
    assert!(parse(&script_of(&format!("{{rules: ['{rule}']}}"))).is_err());
}

#[test]
fn long_texts_are_read_in_little_time() {
    let name = "x".repeat(1 << 20);
    let explorers = format!("{{type: '{name}', rules: ['self({name}) -> {name}(solid)']}}");
    let error = parse(&script_of(&explorers)).expect_err("the names are unknown");
    assert_eq!(error.diagnostics().len(), 3);
    let rules = "'self(any), random<0.5 -> self(solid)',".repeat(10_000);
    let script = parse(&script_of(&format!("{{rules: [{rules}]}}"))).expect("it is sound");
    assert_eq!(script.explorers[0].rules.len(), 10_000);
}
