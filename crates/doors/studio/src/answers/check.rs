//! Diagnostics of a script, and facts about a valid one.

use std::collections::{BTreeMap, BTreeSet};

use marahel_script::{Diagnostic, Script, Severity};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::refusal::Answer;

#[derive(Deserialize)]
pub(crate) struct Question {
    script: String,
}

#[expect(clippy::unnecessary_wraps, reason = "other questions may be refused")]
pub(crate) fn answer(question: &Question) -> Answer {
    let text = &question.script;
    Ok(match marahel_dialects::check(text) {
        Ok((script, warnings)) => {
            json!({ "diagnostics": annotations(text, &warnings), "info": info(&script) })
        }
        Err(error) => json!({ "diagnostics": annotations(text, error.diagnostics()) }),
    })
}

fn info(script: &Script) -> Value {
    let explorers = script.explorers.iter().map(|explorer| {
        let rules: Vec<&str> = explorer.rules.iter().map(|rule| rule.text.as_str()).collect();
        json!({
            "type": explorer.name.as_str(),
            "description": explorer.description.as_str(),
            "rules": rules,
        })
    });
    let dials = script.dials.iter().map(
        |dial| json!({ "name": dial.name, "min": dial.min, "max": dial.max, "value": dial.value }),
    );
    json!({
        "description": script.description.as_str(),
        "min": [script.min.width, script.min.height],
        "max": [script.max.width, script.max.height],
        "entities": script.entities,
        "dials": dials.collect::<Vec<_>>(),
        "explorers": explorers.collect::<Vec<_>>(),
    })
}

/// Diagnostics with positions in UTF-16 units, as in JavaScript.
fn annotations(text: &str, diagnostics: &[Diagnostic]) -> Vec<Value> {
    let units = units(text, diagnostics);
    let annotations = diagnostics.iter().map(|diagnostic| {
        let mut annotation = json!({
            "from": units[&diagnostic.range.start],
            "to": units[&diagnostic.range.end],
            "severity": if diagnostic.severity == Severity::Error { "error" } else { "warning" },
            "place": diagnostic.place,
            "message": diagnostic.message,
            "help": diagnostic.help,
        });
        if let Some(fix) = &diagnostic.fix {
            annotation["fix"] = json!({
                "from": units[&fix.range.start],
                "to": units[&fix.range.end],
                "insert": fix.replacement,
            });
        }
        annotation
    });
    annotations.collect()
}

/// The number of UTF-16 units before each byte in the ranges of diagnostics.
fn units(text: &str, diagnostics: &[Diagnostic]) -> BTreeMap<usize, usize> {
    let fixes = diagnostics.iter().filter_map(|diagnostic| Some(&diagnostic.fix.as_ref()?.range));
    let ranges = diagnostics.iter().map(|diagnostic| &diagnostic.range).chain(fixes);
    let bytes: BTreeSet<usize> = ranges.flat_map(|range| [range.start, range.end]).collect();
    let mut units = BTreeMap::new();
    let (mut counted, mut n_units) = (0, 0);
    for byte in bytes {
        let before = text.floor_char_boundary(byte);
        n_units += text[counted..before].encode_utf16().count();
        counted = before;
        units.insert(byte, n_units);
    }
    units
}
