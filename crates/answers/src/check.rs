//! What is wrong with a script, and what is known of one without mistakes.

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
        None => lint::check(text)
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

/// Diagnostics with their places in the units of JavaScript.
fn told(text: &str, diagnostics: &[Diagnostic]) -> Vec<Value> {
    // UTF-16 code units before a byte.
    let unit = |byte: usize| {
        let byte = (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
        text[..byte.unwrap_or(0)].encode_utf16().count()
    };
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
