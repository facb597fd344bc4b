use marahel::Script;
use serde_json::json;

use super::Draft;
use crate::MinimiseError;
use crate::testing::{CORPUS, draft};

#[test]
fn what_is_written_says_the_same() {
    for (name, text) in &*CORPUS {
        let (draft, _) = Draft::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let written = draft.text();
        assert_eq!(Script::parse(&written), Script::parse(text), "{name}: {written}");
        let (again, has_comments) = Draft::read(&written).expect("it was written as a script");
        assert_eq!(again.text(), written, "{name}");
        assert!(!has_comments);
    }
}

#[test]
fn what_is_written_is_json_that_keeps_names_and_texts() {
    let text = r#"// a room
    {
        description: 'It\'s a "room".', metadata: {min: "4x3", max: "4x3", by: "me"},
        entities: ["empty", "solid"], neighborhoods: {},
        regions: {type: "bsp", number: 2, parameters: {min: "2x2"}},
        explorers: [{region: 0, parameters: {dirprob: .5, repeats: "2"}, type: "digger",
            rules: ["self( any ) ,random < .5->self( solid : 2 | empty ),plus(solid)"]}],
    }"#;
    let (draft, has_comments) = Draft::read(text).expect("it is a script");
    assert!(has_comments);
    let written: serde_json::Value = serde_json::from_str(&draft.text()).expect("it is JSON");
    let expected = json!({
        "description": "It's a \"room\".",
        "metadata": {"min": "4x3", "max": "4x3", "by": "me"},
        "entities": ["empty", "solid"],
        "regions": {"type": "bsp", "number": 2, "parameters": {"min": "2x2"}},
        "explorers": [{
            "type": "digger",
            "region": 0,
            "parameters": {"dirprob": ".5", "repeats": "2"},
            "rules": ["self(any), random<.5 -> self(solid:2|empty), plus(solid)"],
        }],
    });
    assert_eq!(written, expected);
}

#[test]
fn numbers_are_those_of_the_script_as_it_was() {
    let draft =
        draft(r#"[{"rules": []}, {"type": "digger", "rules": ["-> self(a)", "-> self(b)"]}]"#);
    let units = draft.units(crate::unit::Depth::Explorers);
    let draft = draft.without(&units[..1]);
    let units = draft.units(crate::unit::Depth::Rules);
    assert_eq!(draft.name(units[1]), "explorer 2 (digger), rule 2: `-> self(b)`");
}

#[test]
fn scripts_of_2017_and_mistakes_are_told() {
    let script =
        r#"{metadata: {minDimension: "4x4", maxDimension: "4x4"}, entities: ["a"], explorers: []}"#;
    let error = Draft::read(script).expect_err("it is of 2017");
    assert!(matches!(error, MinimiseError::Dialect), "{error}");
    assert!(error.to_string().contains("marahel convert"), "{error}");
    assert!(matches!(Draft::read("{}"), Err(MinimiseError::Script(_))));
}
