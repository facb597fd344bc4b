//! Documents of another dialect: the trait that reads and writes them, and how to recognize a
//! document of 2017.

use std::fmt;
use std::ops::Range;

use jsonc_parser::ast;
use jsonc_parser::ast::Object;
use serde_json::{Map, Value};

use super::reader::Reader;
use super::repair::parse_json;
use crate::{Dialect, Explorer, Neighborhood, Script, Walk, Writer};

/// A dialect of another crate, for a [`Reader`] of its documents and for the scripts that it reads.
pub trait OtherDialect: fmt::Debug + Sync {
    /// The name of the dialect.
    fn name(&self) -> &'static str;

    /// The neighborhoods that need no declaration.
    fn predefined(&self) -> &'static [(&'static str, Neighborhood)];

    /// Changes a text that is not JSON so that it may become JSON: in this dialect, printed scripts
    /// have names without quotes.
    fn rewrite(&self, text: &str) -> Rewritten;

    /// Reads a whole document. `None` only if it reported a mistake.
    fn document<'t>(&self, reader: &mut Reader<'t>, document: &Object<'t>) -> Option<Script>;

    /// The help for a key that this dialect has and today's has not; `what` is the kind of key.
    fn help_of_key(&self, what: &str, name: &str) -> Option<&'static str>;

    /// The keys of the smallest and the largest size, and of the number of regions.
    fn keys(&self) -> [&'static str; 3];

    /// The region of an explorer, and its parameters besides those of its walk.
    fn write(&self, explorer: &Explorer, writer: &Writer<'_>) -> (Value, Map<String, Value>);

    /// The name of a word of today's estimators in rules of an explorer with this walk.
    fn word(&self, word: &'static str, walk: &Walk) -> &'static str;

    /// The help for an explorer with this walk that is too expensive.
    fn remedy(&self, walk: &Walk) -> &'static str;
}

/// A text that was changed before reading.
#[derive(Clone, Debug)]
pub struct Rewritten {
    text: String,
    origins: Vec<usize>,
}

impl Rewritten {
    /// `origins` has, for each byte of the text and for its end, the offset of that byte in the
    /// source.
    pub fn new(text: String, origins: Vec<usize>) -> Self {
        debug_assert_eq!(origins.len(), text.len() + 1, "each byte has an origin");
        Self { text, origins }
    }

    /// The changed text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text as a document of 2017, if it is one.
    pub fn parse(&self) -> Option<ast::Value<'_>> {
        let value = parse_json(&self.text).ok()??;
        is_of_other_dialect(value.as_object()?).then_some(value)
    }

    /// The bytes of the source for some bytes of the text.
    pub fn origin(&self, range: Range<usize>) -> Range<usize> {
        let last = self.origins.len() - 1;
        self.origins[range.start.min(last)]..self.origins[range.end.min(last)]
    }
}

/// The script is in another dialect than today's, in which it can only be run.
#[derive(Debug, thiserror::Error)]
#[error(
    "the script is in the dialect of 2017, which cannot be {deed}; \
     convert it first with `marahel convert`"
)]
pub struct NotCurrent {
    deed: &'static str,
}

impl Dialect {
    /// Refuses what is only done to scripts in today's dialect, such as `"improved"`.
    pub fn check_current(self, deed: &'static str) -> Result<(), NotCurrent> {
        self.plugged_in().map_or(Ok(()), |_| Err(NotCurrent { deed }))
    }
}

/// Message and help for a document of 2017 if the reader has no dialect for it.
pub(super) const REFUSED: (&str, &str) =
    ("this document is in the dialect of 2017", "rewrite it in today's with `marahel convert`");

/// Whether a document has something that only the dialect of 2017 has: a key, an object for the
/// entities or a region, an array for a neighborhood, or a type of explorer. The types `agent` and
/// `random` exist in both dialects.
pub fn is_of_other_dialect(document: &Object<'_>) -> bool {
    let section = |names: &[&str]| {
        names.iter().find_map(|name| document.get(name)).map(|property| &property.value)
    };
    let object = |names: &[&str]| section(names).and_then(ast::Value::as_object);
    has_key(document, &["entity", "neighborhood", "region", "rule"])
        || object(&["metadata"]).is_some_and(|metadata| {
            has_key(metadata, &["minDimension", "maxDimension", "dimension"])
        })
        || object(&["regions", "region"])
            .is_some_and(|regions| has_key(regions, &["numberOfRegions", "numOfRegions"]))
        || object(&["entities", "entity"]).is_some()
        || object(&["neighborhoods", "neighborhood"]).is_some_and(|section| {
            section.properties.iter().any(|property| property.value.as_array().is_some())
        })
        || section(&["explorers", "rule"]).and_then(ast::Value::as_array).is_some_and(|explorers| {
            explorers
                .elements
                .iter()
                .filter_map(ast::Value::as_object)
                .any(is_explorer_of_other_dialect)
        })
}

fn has_key(object: &Object<'_>, keys: &[&str]) -> bool {
    object.properties.iter().any(|property| keys.contains(&property.name.as_str()))
}

fn is_explorer_of_other_dialect(explorer: &Object<'_>) -> bool {
    let kind = explorer.get("type").and_then(|property| property.value.as_string_lit());
    let kind = kind.map_or("", |name| name.value.trim());
    ["sequential", "automata", "connector"].contains(&kind)
        || explorer.get("region").is_some_and(|property| property.value.as_object().is_some())
}
