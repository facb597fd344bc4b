//! Documents in the dialect of the AIIDE'17 paper (Khalifa 2017, Grammar 1
//! and Listings 1 to 9), with the names that the releases of 2017 gave things.

mod entities;
mod explorer;
mod neighborhood;
mod quotes;
mod region;
mod rule;
mod values;

use std::ops::Range;

use jsonc_parser::ast::{Object, ObjectProp, Value};

use super::reader::{Reader, name_range};
use super::repair::parse_json;
use crate::neighborhood::Neighborhood;
use crate::script::{Dialect, Regions, Script, Size};
pub(super) use explorer::is_parameter;
pub(super) use quotes::Quoted;
pub(super) use rule::{CONDITIONS, WORDS};

/// The neighborhoods that scripts of 2017 know without declaring them. Unlike
/// those of today, `all` and `plus` leave out their center.
pub(crate) const PREDEFINED: [(&str, &str); 4] =
    [("self", "3"), ("all", "111,121,111"), ("plus", "010,121,010"), ("sequential", "31,10")];

/// Keys of `metadata` and of `regions` that no other dialect has.
const SIZE_KEYS: [&str; 3] = ["minDimension", "maxDimension", "dimension"];
const NUMBER_KEYS: [&str; 2] = ["numberOfRegions", "numOfRegions"];

/// Each section: as the paper calls it, and as the release of June 2017 did.
const METADATA: &[&str] = &["metadata"];
const ENTITIES: &[&str] = &["entities", "entity"];
const NEIGHBORHOODS: &[&str] = &["neighborhoods", "neighborhood"];
const REGIONS: &[&str] = &["regions", "region"];
const EXPLORERS: &[&str] = &["explorers", "rule"];

/// Where in the document things stand that a script only holds the meaning of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// The key of each entity that is described by an object.
    pub(crate) entities: Vec<Range<usize>>,
    pub(crate) explorers: Vec<ExplorerPlaces>,
}

/// Where the parts of an explorer stand.
#[derive(Clone, Debug)]
pub(crate) struct ExplorerPlaces {
    pub(crate) kind: Range<usize>,
    pub(crate) region: Range<usize>,
    pub(crate) parameters: Range<usize>,
    pub(crate) rules: Vec<Range<usize>>,
}

/// Whether a document has something that only the dialect of 2017 has: a key,
/// an object for the entities or a region, an array for a neighborhood, or a
/// type of explorer. `agent` and `random` exist in both dialects.
pub(super) fn is_aiide17(document: &Object<'_>) -> bool {
    let has_key = |object: &Object<'_>, keys: &[&str]| {
        object.properties.iter().any(|property| keys.contains(&property.name.as_str()))
    };
    let section =
        |names: &[&str]| names.iter().find_map(|name| document.get(name)).map(|found| &found.value);
    let object = |names: &[&str]| section(names).and_then(Value::as_object);
    has_key(document, &["entity", "neighborhood", "region", "rule"])
        || object(METADATA).is_some_and(|metadata| has_key(metadata, &SIZE_KEYS))
        || object(REGIONS).is_some_and(|regions| has_key(regions, &NUMBER_KEYS))
        || object(ENTITIES).is_some()
        || object(NEIGHBORHOODS).is_some_and(|section| {
            section.properties.iter().any(|property| property.value.as_array().is_some())
        })
        || section(EXPLORERS).and_then(Value::as_array).is_some_and(|explorers| {
            explorers.elements.iter().filter_map(Value::as_object).any(is_aiide17_explorer)
        })
}

fn is_aiide17_explorer(explorer: &Object<'_>) -> bool {
    let value = |key: &str| explorer.get(key).map(|property| &property.value);
    let kind = value("type").and_then(Value::as_string_lit);
    let kind = kind.map_or("", |name| name.value.trim());
    ["sequential", "automata", "connector"].contains(&kind)
        || value("region").is_some_and(|region| region.as_object().is_some())
}

impl<'t> Reader<'t> {
    /// Reads a document of 2017. `None` only if something was reported.
    pub(super) fn aiide17_document(&mut self, document: &Object<'t>) -> Option<Script> {
        self.dialect = Dialect::Aiide17;
        self.names.to_mut().predefined = &PREDEFINED;
        let known = [METADATA, ENTITIES, NEIGHBORHOODS, REGIONS, EXPLORERS].concat();
        self.check_keys(document, "section", &known, true);
        for (section, example) in [
            (METADATA, "\"metadata\": {\"minDimension\": \"30x30\", \"maxDimension\": \"40x40\"}"),
            (ENTITIES, "\"entities\": [\"empty\", \"solid\"]"),
        ] {
            if section.iter().all(|name| self.get(document, name).is_none()) {
                let range = document.range.start..document.range.start + 1;
                self.report(range, format!("the section `{}` is missing", section[0]))
                    .help(format!("add it, as in {example}"));
            }
        }
        let metadata = self.section(document, METADATA);
        let sizes = metadata.and_then(|metadata| self.aiide17_sizes(metadata));
        // Names first: the other sections refer to them wherever they stand.
        let (limits, colors) = match self.one_of(document, ENTITIES) {
            Some(entities) => self.aiide17_entities(&entities.value),
            None => (Vec::new(), Vec::new()),
        };
        if let Some(section) = self.section(document, NEIGHBORHOODS) {
            self.declare_neighborhoods(section, neighborhood::parse);
        }
        let regions =
            self.section(document, REGIONS).and_then(|regions| self.aiide17_regions(regions));
        let explorers = match self.one_of(document, EXPLORERS) {
            Some(explorers) => self.aiide17_explorers(explorers),
            None => Vec::new(), // Grammar 1: there may be none
        };
        let regions_key = REGIONS.iter().find_map(|name| self.get(document, name)).map(name_range);
        if let Some(outline) = &mut self.outline {
            outline.regions = regions_key;
        }
        let neighborhoods = NEIGHBORHOODS.iter().find_map(|name| self.get(document, name));
        if let Some(section) = neighborhoods.and_then(|found| found.value.as_object()) {
            self.warn_of_unused(section);
        }
        let (min, max) = sizes?;
        let script = Script {
            dialect: Dialect::Aiide17,
            min,
            max,
            entities: self.names.entities.clone(),
            limits,
            colors,
            regions,
            explorers,
        };
        self.check_memory(document, &script);
        Some(script)
    }

    /// `minDimension` and `maxDimension`, or `dimension` for both; one of the
    /// first two alone is the size of every level.
    fn aiide17_sizes(&mut self, metadata: &Object<'t>) -> Option<(Size, Size)> {
        let known = [&SIZE_KEYS[..], &["min", "max"]].concat();
        self.check_keys(metadata, "key of metadata", &known, true);
        let min = self.one_of(metadata, &["minDimension", "min"]);
        let max = self.one_of(metadata, &["maxDimension", "max"]);
        let fixed = self.get(metadata, "dimension");
        if let (Some(fixed), Some(_)) = (fixed, min.or(max)) {
            self.report(name_range(fixed), "`dimension` is the size of every level")
                .help("leave out the smallest and the largest");
        }
        let (min, max) = match (fixed, min, max) {
            (Some(fixed), ..) => (fixed, fixed),
            (None, Some(min), Some(max)) => (min, max),
            (None, Some(one), None) | (None, None, Some(one)) => (one, one),
            (None, None, None) => {
                let range = metadata.range.start..metadata.range.end;
                self.report(range, "metadata has no sizes")
                    .help("add `minDimension` and `maxDimension`, as in \"40x30\"");
                return None;
            }
        };
        let keys = (min.name.as_str(), max.name.as_str());
        let smallest = self.size(metadata, keys.0, 1);
        let largest = if keys.0 == keys.1 { smallest } else { self.size(metadata, keys.1, 1) };
        self.size_limits(metadata, (keys.0, smallest?), (keys.1, largest?))
    }

    fn aiide17_regions(&mut self, regions: &Object<'t>) -> Option<Regions> {
        let keys = [&NUMBER_KEYS[..], &["number"]].concat();
        self.one_of(regions, &keys);
        self.regions(regions, &keys)
    }

    /// A section, which is an object, under one of its names.
    fn section<'v>(&mut self, document: &'v Object<'t>, names: &[&str]) -> Option<&'v Object<'t>> {
        let section = self.one_of(document, names)?;
        self.object(document, section.name.as_str())
    }

    /// The property that has one of several names for the same thing.
    fn one_of<'v>(&mut self, object: &'v Object<'t>, names: &[&str]) -> Option<&'v ObjectProp<'t>> {
        self.one_in(&[object], names)
    }

    /// As [`one_of`](Self::one_of), wherever it stands.
    fn one_in<'v>(
        &mut self,
        objects: &[&'v Object<'t>],
        names: &[&str],
    ) -> Option<&'v ObjectProp<'t>> {
        let all = objects.iter().flat_map(|&object| names.iter().map(move |&name| (object, name)));
        let all: Vec<&ObjectProp<'t>> =
            all.filter_map(|(object, name)| self.get(object, name)).collect();
        let (&first, others) = all.split_first()?;
        for other in others {
            let message = match (other.name.as_str(), first.name.as_str()) {
                (one, other) if one == other => format!("`{one}` is given twice"),
                (one, other) => format!("`{one}` is the same as `{other}` and given twice"),
            };
            self.report(name_range(other), message).help("keep one of them");
        }
        Some(first)
    }
}

/// The document of 2017 that a text is once it has quotes, if it is one.
pub(super) fn parse_quoted<'q>(quoted: &'q Quoted<'_>) -> Option<Value<'q>> {
    let value = parse_json(quoted.text()).ok()??;
    is_aiide17(value.as_object()?).then_some(value)
}

/// A neighborhood that needs no declaration.
fn predefined(name: &str) -> Option<Neighborhood> {
    let (_, matrix) = PREDEFINED.iter().find(|(known, _)| *known == name)?;
    Neighborhood::parse(matrix).ok()
}
