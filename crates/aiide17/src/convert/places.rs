//! Where in a document of 2017 things stand that are said otherwise in today's.

use std::ops::Range;

use jsonc_parser::ast::{Object, Value};
use script::parse::{OldDialect, name_range, parse_json, range_of};

use crate::document::{Aiide17, ENTITIES, EXPLORERS};

/// Where the parts of a document stand.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// The key of each entity that is described by an object.
    pub(super) entities: Vec<Range<usize>>,
    pub(super) explorers: Vec<ExplorerPlaces>,
}

/// Where the parts of an explorer stand.
#[derive(Clone, Debug)]
pub(super) struct ExplorerPlaces {
    pub(super) kind: Range<usize>,
    pub(super) region: Range<usize>,
    pub(super) parameters: Range<usize>,
    pub(super) rules: Vec<Range<usize>>,
}

impl Places {
    /// The places in a text that has no mistakes.
    pub(super) fn of(text: &str) -> Self {
        if let Ok(value) = parse_json(text) {
            return Self::of_document(value.as_ref(), |range| range);
        }
        let rewritten = Aiide17.rewrite(text);
        let value = parse_json(rewritten.text()).ok().flatten();
        Self::of_document(value.as_ref(), |range| rewritten.origin(range))
    }

    fn of_document(
        document: Option<&Value<'_>>,
        origin: impl Fn(Range<usize>) -> Range<usize>,
    ) -> Self {
        let section = |names: &[&str]| {
            let document = document.and_then(Value::as_object)?;
            names.iter().find_map(|name| document.get(name)).map(|found| &found.value)
        };
        let entities = section(ENTITIES).and_then(Value::as_object);
        let entities = entities.iter().flat_map(|entities| &entities.properties);
        let explorers = section(EXPLORERS).and_then(Value::as_array);
        let explorers = explorers.iter().flat_map(|explorers| &explorers.elements);
        Self {
            entities: entities.map(|entity| origin(name_range(entity))).collect(),
            explorers: explorers
                .filter_map(Value::as_object)
                .map(|explorer| ExplorerPlaces::of(explorer, &origin))
                .collect(),
        }
    }
}

impl ExplorerPlaces {
    fn of(explorer: &Object<'_>, origin: &impl Fn(Range<usize>) -> Range<usize>) -> Self {
        let start = explorer.range.start..explorer.range.start + 1;
        let place = |key: &str| {
            let value = explorer.get(key).map(|property| range_of(&property.value));
            origin(value.unwrap_or(start.clone()))
        };
        let rules = explorer.get("rules").and_then(|rules| rules.value.as_array());
        let rules = rules.iter().flat_map(|rules| &rules.elements);
        Self {
            kind: place("type"),
            region: place("region"),
            parameters: place("parameters"),
            rules: rules.map(|rule| origin(range_of(rule))).collect(),
        }
    }
}
