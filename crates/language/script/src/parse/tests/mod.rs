//! Sound scripts, by the part of them that is read; crate `dialects` tests broken ones.

mod documents;
mod explorers;
mod frame;
mod rules;

use crate::Neighborhood;
use crate::{Condition, EntityList, Estimator, Explorer, Rule, Script};

/// A script with the given explorers, sections in JSON5.
fn script_of(sections: &str, explorers: &str) -> String {
    format!(
        "{{metadata: {{min: '3x3', max: '3x3'}}, entities: ['empty', 'solid', 'key'], {sections}
        explorers: [{explorers}]}}"
    )
}

#[track_caller]
fn parse(text: &str) -> Script {
    Script::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

#[track_caller]
fn explorer(explorer: &str) -> Explorer {
    parse(&script_of("", explorer)).explorers.remove(0)
}

/// An explorer of the given type with the given parameters.
#[track_caller]
fn with(kind: &str, parameters: &str) -> Explorer {
    explorer(&format!("{{type: '{kind}', parameters: {{{parameters}}}, rules: []}}"))
}

#[track_caller]
fn rule(rule: &str) -> Rule {
    explorer(&format!("{{rules: [\"{rule}\"]}}")).rules.remove(0)
}

/// The only condition of a rule.
#[track_caller]
fn condition(condition: &str) -> Condition {
    let mut conditions = rule(&format!("{condition} -> self(solid)")).conditions;
    assert_eq!(conditions.len(), 1);
    conditions.remove(0)
}

#[track_caller]
fn estimator(text: &str) -> Estimator {
    match condition(text) {
        Condition::Bare(estimator) => estimator,
        other @ Condition::Compare(..) => panic!("{other:?}"),
    }
}

fn list(members: &[(u8, u32)]) -> EntityList {
    EntityList { members: members.to_vec() }
}

fn neighborhood(matrix: &str) -> Neighborhood {
    Neighborhood::parse(matrix).expect("the matrix is sound")
}

fn plus() -> Neighborhood {
    neighborhood("010,131,010")
}
