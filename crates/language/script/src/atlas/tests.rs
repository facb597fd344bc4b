use super::Atlas;
use crate::{DialError, Script};

/// A script that makes levels of one width.
fn script(width: u32) -> String {
    format!(
        r#"{{"metadata": {{"min": "{width}x2", "max": "{width}x2"}}, "entities": ["empty"],
        "explorers": [{{"type": "horz", "rules": ["-> self(empty)"]}}]}}"#
    )
}

fn text(dials: &str, choice: &str, scripts: &[String]) -> String {
    let scripts = scripts.join(", ");
    format!(r#"{{"dials": {dials}, "choice": {choice}, "scripts": [{scripts}]}}"#)
}

#[test]
fn the_last_dial_changes_fastest() {
    let text =
        text(r#"{"path": [35, 36], "foes": [0, 2]}"#, "[0, 1, 2, 2, 1, 0]", &[3, 4, 5].map(script));
    let atlas = Atlas::parse(&text).expect("it is sound").expect("it is an atlas");
    let width = |path, foes| {
        let turned =
            atlas.clone().with_dial("path", path).and_then(|one| one.with_dial("foes", foes));
        turned.expect("within the ranges").script().min.width
    };
    assert_eq!([width(35.0, 0.0), width(35.0, 1.0), width(35.0, 2.0)], [3, 4, 5]);
    assert_eq!([width(36.0, 0.0), width(36.0, 1.0), width(36.0, 2.0)], [5, 4, 3]);
    assert_eq!([width(35.6, 0.4), width(36.0, 1.6)], [5, 3]);
    let unset = atlas.script().min.width;
    assert_eq!(unset, 4, "each dial is in its middle");
    let beyond = atlas.clone().with_dial("path", 37.0).expect_err("it goes to 36");
    assert!(matches!(beyond, DialError::Range { max: 36.0, .. }), "{beyond}");
    let written = atlas.to_json().to_string();
    assert_eq!(Atlas::parse(&written).expect("it is sound"), Some(atlas));
}

#[test]
fn a_script_is_no_atlas_nor_an_atlas_a_script() {
    assert_eq!(Atlas::parse(&script(3)), Ok(None));
    assert_eq!(Atlas::parse("{\"scripts\": ["), Ok(None));
    let atlas = text(r#"{"path": [1, 2]}"#, "[0, 0]", &[script(3)]);
    let error = Script::parse(&atlas).expect_err("it has many scripts");
    assert!(error.to_string().contains("this is an atlas"), "{error}");
}

#[test]
fn mistakes_are_told_where_they_are() {
    let said = |text: &str| {
        let error = Atlas::parse(text).expect_err("there is a mistake");
        let said = error.diagnostics().iter();
        said.map(|one| (text[one.range.clone()].to_owned(), one.message.clone()))
            .collect::<Vec<_>>()
    };
    let check = |dials: &str, choice: &str, scripts: &[String], expected: [&str; 2]| {
        let said = said(&text(dials, choice, scripts));
        assert_eq!(said, [(expected[0].to_owned(), expected[1].to_owned())]);
    };
    let path = r#"{"path": [1, 2]}"#;
    let one = [script(3)];
    check(path, "[0]", &one, ["\"choice\"", "`choice` has 1 indices"]);
    let no_index = "`choice` should be a list of indices of scripts";
    check(path, "[0, 1]", &one, ["[0, 1]", no_index]);
    check(path, "7", &one, ["7", no_index]);
    let endless = r#"{"path": [1, 1e300]}"#;
    check(endless, "[0, 0]", &one, ["\"choice\"", "`choice` has 2 indices"]);
    let between = "`path` ends between two whole numbers";
    check(r#"{"path": [0.5, 1.5]}"#, "[0, 0]", &one, ["[0.5, 1.5]", between]);
    let misspelt = [script(3), script(4).replace("horz", "hortz")];
    check(path, "[0, 1]", &misspelt, ["hortz", "unknown explorer type `hortz`"]);
    assert_eq!(said(r#"{"scripts": []}"#).len(), 2, "two sections are missing");
}

#[test]
fn each_combination_has_seeds_of_its_own() {
    let plain = text(r#"{"path": [1, 2]}"#, "[0, 0]", &[script(3)]);
    let with =
        |seeds: &str| plain.replacen(r#""scripts""#, &format!(r#""seeds": {seeds}, "scripts""#), 1);
    let atlas = Atlas::parse(&with(r#"["05", "00fF"]"#)).expect("it is sound").expect("it is one");
    let seeds =
        |path| atlas.clone().with_dial("path", path).expect("in range").seeds().map(<[u8]>::to_vec);
    assert_eq!([seeds(1.0), seeds(2.0)], [Some(vec![5]), Some(vec![0, 255])]);
    assert_eq!(Atlas::parse(&atlas.to_json().to_string()), Ok(Some(atlas)));
    for wrong in ["7", "[]", r#"["05"]"#, r#"["5", "05"]"#, r#"["+5", "05"]"#, r#"["äa", "05"]"#] {
        let error = Atlas::parse(&with(wrong)).expect_err(wrong);
        assert_eq!(error.diagnostics()[0].message, "`seeds` are not those of this atlas");
    }
}
