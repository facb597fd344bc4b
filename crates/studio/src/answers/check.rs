//! Diagnostics of a script, and facts about a valid one.

use std::collections::{BTreeMap, BTreeSet};

use marahel::Atlas;
use script::{Diagnostic, Dial, Script, Severity};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
pub(crate) struct Question {
    script: String,
}

pub(crate) fn answer(question: &Question) -> Value {
    let text = &question.script;
    let checked = Atlas::parse(text).and_then(|atlas| match atlas {
        Some(atlas) => Ok((Vec::new(), info(atlas.script(), atlas.dials()))),
        None => aiide17::check(text)
            .map(|(script, warnings)| (told(text, &warnings), info(&script, &script.dials))),
    });
    match checked {
        Ok((diagnostics, info)) => json!({ "diagnostics": diagnostics, "info": info }),
        Err(error) => json!({ "diagnostics": told(text, error.diagnostics()) }),
    }
}

fn info(script: &Script, dials: &[Dial]) -> Value {
    let explorers = script.explorers.iter().map(|explorer| {
        let rules: Vec<&str> = explorer.rules.iter().map(|rule| rule.text.as_str()).collect();
        json!({
            "type": explorer.name.as_str(),
            "description": explorer.description.as_str(),
            "rules": rules,
        })
    });
    let dials = dials.iter().map(
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
fn told(text: &str, diagnostics: &[Diagnostic]) -> Vec<Value> {
    let units = units(text, diagnostics);
    let unit = |byte: usize| units[&byte];
    let told = diagnostics.iter().map(|one| {
        let mut told = json!({
            "from": unit(one.range.start),
            "to": unit(one.range.end),
            "severity": if one.severity == Severity::Error { "error" } else { "warning" },
            "place": one.place,
            "message": one.message,
            "help": one.help,
        });
        if let Some(fix) = &one.fix {
            told["fix"] = json!({
                "from": unit(fix.range.start),
                "to": unit(fix.range.end),
                "insert": fix.replacement,
            });
        }
        told
    });
    told.collect()
}

/// The number of UTF-16 units before each byte in the ranges of diagnostics.
fn units(text: &str, diagnostics: &[Diagnostic]) -> BTreeMap<usize, usize> {
    let fixes = diagnostics.iter().filter_map(|one| Some(&one.fix.as_ref()?.range));
    let ranges = diagnostics.iter().map(|one| &one.range).chain(fixes);
    let bytes: BTreeSet<usize> = ranges.flat_map(|range| [range.start, range.end]).collect();
    let (mut counted, mut n_units) = (0, 0);
    let unit = |byte: usize| {
        let before = text.floor_char_boundary(byte);
        n_units += text[counted..before].encode_utf16().count();
        counted = before;
        (byte, n_units)
    };
    bytes.into_iter().map(unit).collect()
}
