use marahel_script::{Script, diff};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Edit, edits, keeps_explorers};
use crate::text::edited;

const TEXT: &str = r#"{
  // a cave
  "metadata": {"min": "9x9", "max": "9x9"},
  "entities": ["rock", "air", "bat"],
  "explorers": [
    {"type": "horz", "rules": ["dist(out) == 1 -> self(rock)", "-> self(air)"]}, // the wall
    {"description": "bats", "type": "rorder", "parameters": {"changes": 3},
     "rules": ["self(air), random < 0.5 -> self(bat)"]},
    {"type": "horz", "rules": ["self(bat), plus(rock) > 2 -> self(air)"]}
  ]
}
"#;

/// A change of the document by a few numbers.
fn changed(document: &mut Value, (kind, at, rule): (u8, usize, usize)) {
    let explorers = document["explorers"].as_array_mut().expect("there are explorers");
    let at = at % explorers.len();
    let rules = explorers[at]["rules"].as_array().map_or(0, Vec::len);
    match kind % 6 {
        0 => explorers.insert(
            at,
            json!({"type": "rorder", "rules": [format!("self(bat), bat > {rule} -> self(air)")]}),
        ),
        1 if explorers.len() > 1 => drop(explorers.remove(at)),
        2 => {
            explorers[at]["rules"][rule % rules] =
                json!(format!("self(air), random < 0.{rule}1 -> self(bat)"));
        }
        3 => explorers[at]["rules"]
            .as_array_mut()
            .expect("there are rules")
            .insert(rule % (rules + 1), json!(format!("self(rock), rock > {rule} -> self(bat)"))),
        4 if rules > 1 => {
            drop(explorers[at]["rules"].as_array_mut().map(|all| all.remove(rule % rules)));
        }
        _ => {
            if !explorers[at]["parameters"].is_object() {
                explorers[at]["parameters"] = json!({});
            }
            explorers[at]["parameters"]["repeats"] = json!(rule + 2);
        }
    }
}

/// Applies a unified diff to a text, line by line.
fn patched(text: &str, diff: &str) -> String {
    let old: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut new, mut at) = (String::new(), 0);
    for line in diff.split_inclusive('\n') {
        if let Some(header) = line.strip_prefix("@@ -") {
            let start: usize = header.split([',', ' ']).next().unwrap().parse().unwrap();
            let count = header.split(' ').next().unwrap().split(',').nth(1).unwrap_or("1");
            let start = if count == "0" { start } else { start - 1 };
            while at < start {
                new += old[at];
                at += 1;
            }
        } else if let Some(added) = line.strip_prefix('+') {
            new += added;
        } else if !line.starts_with('\\') {
            assert_eq!(&line[1..], old[at], "the diff is about this text");
            if line.starts_with(' ') {
                new += old[at];
            }
            at += 1;
        }
    }
    new + &old[at..].concat()
}

proptest! {
    #[test]
    fn the_diff_told_is_the_diff_done(changes in prop::collection::vec((any::<u8>(), 0_usize..6, 0_usize..5), 1..5)) {
        let old = Script::parse(TEXT).unwrap();
        let mut document = old.to_json();
        for change in changes {
            changed(&mut document, change);
        }
        let new = Script::parse(&document.to_string()).unwrap();
        let edits = edits(&old, &new);
        let text = edited(TEXT, &edits).unwrap();
        prop_assert_eq!(Script::parse(&text).unwrap().to_json(), new.to_json());
        prop_assert_eq!(patched(TEXT, &diff(TEXT, &text)), text);
    }
}

#[test]
fn what_is_not_edited_stays_as_it_is_written() {
    let edits = [
        Edit::InsertExplorer(3, json!({"type": "rorder", "rules": ["bat > 9 -> self(air)"]})),
        Edit::Rule(1, 0, json!("self(air), random < 0.25 -> self(bat)")),
        Edit::Parameter(2, "repeats".to_owned(), Some(json!(2))),
    ];
    let text = edited(TEXT, &edits).unwrap();
    assert!(text.contains("// a cave") && text.contains("// the wall"), "{text}");
    assert!(text.contains("random < 0.25") && !text.contains("random < 0.5"));
    assert_eq!(diff(TEXT, &text).lines().filter(|line| line.starts_with('-')).count(), 2, "{text}");
    assert_eq!(Script::parse(&text).unwrap().explorers.len(), 4);
}

#[test]
fn what_is_new_stands_together() {
    let edits = [
        Edit::Neighborhood("ring".to_owned(), json!("111,121,111")),
        Edit::Neighborhood("row".to_owned(), json!("311")),
        Edit::Parameter(0, "repeats".to_owned(), Some(json!(2))),
        Edit::Parameter(0, "changes".to_owned(), Some(json!(40))),
        Edit::InsertExplorer(0, json!({"type": "horz", "rules": ["-> ring(air)"]})),
        Edit::InsertExplorer(0, json!({"type": "vert", "rules": ["-> row(rock)"]})),
        Edit::RemoveExplorer(2),
        Edit::Neighborhood("ring".to_owned(), json!("111,121,111")),
    ];
    let text = edited(TEXT, &edits).unwrap();
    assert!(text.contains("{\"repeats\": 2, \"changes\": 40}, \"rules\""), "{text}");
    assert!(text.contains("\"neighborhoods\": {\"ring\": \"111,121,111\", \"row\": \"311\"}"));
    // In whatever order they come, and each name once.
    for edits in [edits.iter().collect::<Vec<_>>(), edits.iter().rev().collect()] {
        let text = edited(TEXT, edits).unwrap();
        assert!(text.contains("// a cave") && text.contains("// the wall"), "{text}");
        let script = Script::parse(&text).unwrap();
        assert_eq!((script.explorers.len(), script.explorers[2].repeats), (4, 2));
    }
}

#[test]
fn an_explorer_that_is_gone_is_missed() {
    let old = Script::parse(TEXT).unwrap();
    let mut fewer = old.clone();
    fewer.explorers.remove(1);
    assert!(!keeps_explorers(&old, &fewer));
    fewer.explorers.push(old.explorers[0].clone());
    assert!(!keeps_explorers(&old, &fewer), "another one is no counterpart");
    assert!(keeps_explorers(&old, &old));
}
