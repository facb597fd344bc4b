//! Text to draft.

use jsonc_parser::ast::{Object, ObjectProp, Value as Ast};
use jsonc_parser::{CollectOptions, CommentCollectionStrategy, ParseOptions, parse_to_ast};
use script::Dialect;
use serde_json::Value;

use super::{Draft, ExplorerDraft, Parameter, RuleDraft};
use crate::MinimiseError;
use crate::phrase::{Phrase, split_list};

/// The parameters that are lists of entities.
const LISTS: [&str; 1] = ["entities"];
/// The parameters that are estimators, separated by commas.
const ESTIMATORS: [&str; 1] = ["heuristics"];
/// The parameters that are numbers.
const NUMBERS: [&str; 5] = ["repeats", "tiles", "changes", "dirprob", "change"];

impl Draft {
    /// The parts of a script, and whether its text has comments.
    pub(crate) fn read(text: &str) -> Result<(Self, bool), MinimiseError> {
        if aiide17::parse_either(text)?.dialect != Dialect::Current {
            return Err(MinimiseError::Dialect);
        }
        let collect =
            CollectOptions { comments: CommentCollectionStrategy::Separate, tokens: false };
        let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
        let parsed = parse_to_ast(text, &collect, &options);
        let parsed = parsed.expect("the script has just been read");
        let has_comments = parsed.comments.is_some_and(|comments| !comments.is_empty());
        let document = parsed.value.as_ref().and_then(Ast::as_object);
        Ok((draft(document.expect("a script is an object")), has_comments))
    }
}

fn draft(document: &Object<'_>) -> Draft {
    let mut draft =
        Draft { head: Vec::new(), neighborhoods: Vec::new(), regions: None, explorers: Vec::new() };
    for property in &document.properties {
        match (property.name.as_str(), &property.value) {
            ("neighborhoods", Ast::Object(section)) => {
                draft.neighborhoods = section.properties.iter().map(named).collect();
            }
            ("regions", section) => draft.regions = Some(value(section)),
            ("explorers", Ast::Array(section)) => {
                let explorers = section.elements.iter().filter_map(Ast::as_object).zip(1..);
                draft.explorers =
                    explorers.map(|(object, number)| explorer(object, number)).collect();
            }
            _ => draft.head.push(named(property)),
        }
    }
    draft
}

fn explorer(object: &Object<'_>, number: usize) -> ExplorerDraft {
    let given = |key: &str| object.get(key).map(|property| value(&property.value));
    let parameters = object.get_object("parameters");
    let rules = object.get_array("rules").map(|rules| rules.elements.as_slice());
    let rules = rules.unwrap_or_default().iter().filter_map(Ast::as_string_lit).zip(1..);
    ExplorerDraft {
        number,
        description: given("description"),
        kind: given("type"),
        region: given("region"),
        parameters: parameters.map_or_else(Vec::new, |parameters| {
            parameters.properties.iter().map(parameter).collect()
        }),
        rules: rules.map(|(text, number)| rule(&text.value, number)).collect(),
    }
}

fn parameter(property: &ObjectProp<'_>) -> Parameter {
    let name = property.name.as_str().to_owned();
    let text = match &property.value {
        Ast::StringLit(text) => text.value.trim().to_owned(),
        Ast::NumberLit(number) => number.value.to_owned(),
        other => value(other).to_string(),
    };
    let values = match name.as_str() {
        name if LISTS.contains(&name) => vec![Phrase::list(&text)],
        name if ESTIMATORS.contains(&name) => {
            split_list(&text).into_iter().map(Phrase::read).collect()
        }
        name if NUMBERS.contains(&name) => vec![Phrase::read(&text)],
        _ => vec![Phrase::word(&text)],
    };
    Parameter { name, values, is_quoted: matches!(property.value, Ast::StringLit(_)) }
}

fn rule(text: &str, number: usize) -> RuleDraft {
    let (conditions, executers) = text.split_once("->").unwrap_or(("", text));
    let phrases = |side| split_list(side).into_iter().map(Phrase::read).collect();
    RuleDraft { number, conditions: phrases(conditions), executers: phrases(executers) }
}

fn named(property: &ObjectProp<'_>) -> (String, Value) {
    (property.name.as_str().to_owned(), value(&property.value))
}

/// A value as plain JSON; a number that JSON cannot spell stands in quotes,
/// which scripts allow everywhere.
fn value(ast: &Ast<'_>) -> Value {
    match ast {
        Ast::StringLit(text) => Value::String(text.value.clone().into_owned()),
        Ast::NumberLit(number) => serde_json::from_str(number.value)
            .unwrap_or_else(|_| Value::String(number.value.to_owned())),
        Ast::BooleanLit(boolean) => Value::Bool(boolean.value),
        Ast::Object(object) => Value::Object(object.properties.iter().map(named).collect()),
        Ast::Array(array) => Value::Array(array.elements.iter().map(value).collect()),
        Ast::NullKeyword(_) => Value::Null,
    }
}
