//! A script as parts that can be taken out: read from its text, and written again.

mod read;
mod write;

use std::fmt;

use serde_json::Value;

use crate::phrase::Phrase;

/// A script in today's dialect, down to the entries of its lists. Comments and
/// layout are not part of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Draft {
    /// The sections that stay as they are, in their order.
    pub(crate) head: Vec<(String, Value)>,
    /// Names with their matrices.
    pub(crate) neighborhoods: Vec<(String, Value)>,
    /// How the level is divided.
    pub(crate) regions: Option<Value>,
    pub(crate) explorers: Vec<ExplorerDraft>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ExplorerDraft {
    /// Its number in the script that it was read from, from 1.
    pub(crate) number: usize,
    /// What it is said to be for, if that is given.
    pub(crate) description: Option<Value>,
    /// Its type, if that is given.
    pub(crate) kind: Option<Value>,
    pub(crate) region: Option<Value>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) rules: Vec<RuleDraft>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    /// Several only of heuristics.
    pub(crate) values: Vec<Phrase>,
    /// Whether the value stands in quotes.
    pub(crate) is_quoted: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RuleDraft {
    /// Its number among the rules of its explorer as they were read, from 1.
    pub(crate) number: usize,
    pub(crate) conditions: Vec<Phrase>,
    pub(crate) executers: Vec<Phrase>,
}

impl ExplorerDraft {
    /// The type as it is spelled.
    pub(crate) fn name(&self) -> &str {
        self.kind.as_ref().and_then(Value::as_str).unwrap_or("narrow_horz")
    }
}

impl Parameter {
    /// The value as it is spelled.
    pub(crate) fn value(&self) -> String {
        joined(&self.values, ",")
    }
}

impl fmt::Display for RuleDraft {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let conditions = joined(&self.conditions, ", ");
        let separator = if conditions.is_empty() { "" } else { " " };
        write!(formatter, "{conditions}{separator}-> {}", joined(&self.executers, ", "))
    }
}

fn joined(phrases: &[Phrase], separator: &str) -> String {
    phrases.iter().map(Phrase::to_string).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests;
