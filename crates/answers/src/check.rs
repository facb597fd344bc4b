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
    let places = Places::of(text);
    match Atlas::parse(text) {
        Ok(Some(atlas)) => {
            let info = info(atlas.script(), atlas.dials());
            return json!({ "diagnostics": [], "info": info });
        }
        Ok(None) => {}
        Err(error) => return json!({ "diagnostics": places.told(error.diagnostics()) }),
    }
    match lint::check(text) {
        Ok((script, warnings)) => {
            let info = info(&script, &script.dials);
            json!({ "diagnostics": places.told(&warnings), "info": info })
        }
        Err(error) => json!({ "diagnostics": places.told(error.diagnostics()) }),
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

/// Places of a text in the units of JavaScript.
struct Places<'t>(&'t str);

impl<'t> Places<'t> {
    fn of(text: &'t str) -> Self {
        Self(text)
    }

    /// UTF-16 code units before a byte.
    fn unit(&self, byte: usize) -> usize {
        let byte = (0..=byte.min(self.0.len())).rev().find(|&at| self.0.is_char_boundary(at));
        self.0[..byte.unwrap_or(0)].encode_utf16().count()
    }

    fn told(&self, diagnostics: &[Diagnostic]) -> Vec<Value> {
        let told = diagnostics.iter().map(|one| {
            let mut told = json!({
                "from": self.unit(one.range.start),
                "to": self.unit(one.range.end),
                "severity": if one.severity == Severity::Error { "error" } else { "warning" },
                "place": one.place,
                "message": one.message,
                "help": one.help,
            });
            if let Some(fix) = &one.fix {
                told["fix"] = json!({
                    "from": self.unit(fix.range.start),
                    "to": self.unit(fix.range.end),
                    "insert": fix.replacement,
                });
            }
            told
        });
        told.collect()
    }
}
