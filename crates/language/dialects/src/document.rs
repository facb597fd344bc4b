//! Documents in the dialect of the AIIDE'17 paper (Khalifa 2017, Grammar 1 and Listings 1 to 9),
//! with the names of the releases of 2017.

use std::ops::{Deref, DerefMut};
use std::sync::LazyLock;

use jsonc_parser::ast::{Object, ObjectProp};
use marahel_script::parse::{OtherDialect, Reader, Rewritten, SCHEMA, name_range};
use marahel_script::{
    Area, Border, Dialect, Explorer, Neighborhood, RegionSelector, Replace, Script, Size, Walk,
    Writer,
};
use serde_json::{Map, Value, json};

use crate::explorer::is_key;
use crate::neighborhood;
use crate::quotes::quoted;
use crate::rule::OTHERS;
use crate::statistic::Statistic;
use crate::walks::OldWalk;

const SIZE_KEYS: [&str; 3] = ["minDimension", "maxDimension", "dimension"];
const NUMBER_KEYS: [&str; 2] = ["numberOfRegions", "numOfRegions"];

/// The names of each section: in the paper, and in the release of June 2017.
const METADATA: &[&str] = &["metadata"];
pub(crate) const ENTITIES: &[&str] = &["entities", "entity"];
const NEIGHBORHOODS: &[&str] = &["neighborhoods", "neighborhood"];
const REGIONS: &[&str] = &["regions", "region"];
pub(crate) const EXPLORERS: &[&str] = &["explorers", "rule"];

/// The dialect of scripts of 2017.
pub const DIALECT: Dialect = Dialect::Other(&Aiide17);

/// The predefined neighborhoods. Unlike today, `all` and `plus` exclude their center.
static PREDEFINED: LazyLock<[(&str, Neighborhood); 4]> = LazyLock::new(|| {
    [("self", "3"), ("all", "111,121,111"), ("plus", "010,121,010"), ("sequential", "31,10")]
        .map(|(name, matrix)| (name, Neighborhood::parse(matrix).expect("it is sound")))
});

#[derive(Debug)]
pub(crate) struct Aiide17;

impl OtherDialect for Aiide17 {
    fn name(&self) -> &'static str {
        "AIIDE'17"
    }

    fn predefined(&self) -> &'static [(&'static str, Neighborhood)] {
        &*PREDEFINED
    }

    fn rewrite(&self, text: &str) -> Rewritten {
        quoted(text)
    }

    fn document<'t>(&self, reader: &mut Reader<'t>, document: &Object<'t>) -> Option<Script> {
        OldReader(reader).document(document)
    }

    fn help_of_key(&self, what: &str, name: &str) -> Option<&'static str> {
        is_key(what, name).then_some(
            "it belongs to the dialect of 2017; a document is read in that if it gives its size \
             as `dimension`, or as `minDimension` and `maxDimension`",
        )
    }

    fn keys(&self) -> [&'static str; 3] {
        [SIZE_KEYS[0], SIZE_KEYS[1], NUMBER_KEYS[0]]
    }

    fn write(&self, explorer: &Explorer, writer: &Writer<'_>) -> (Value, Map<String, Value>) {
        let tiles = explorer.tiles.filter(|_| matches!(explorer.walk, Walk::NarrowRand));
        let tiles = tiles.map(|tiles| ("numberOfTiles".to_owned(), tiles.into()));
        let Explorer { region, border, wraps, out, replace, repeats, .. } = explorer;
        let mut written = Map::new();
        let mut put = |name: &str, value: Value| drop(written.insert(name.to_owned(), value));
        put("name", json!(writer.region(explorer)));
        let mut areas = Vec::new();
        for selector in region {
            match selector {
                RegionSelector::Some(count) => put("count", json!(count)),
                RegionSelector::Specific(Area { x, y, width, height }) => {
                    areas.push(json!({"x": x, "y": y, "width": width, "height": height}));
                }
                RegionSelector::Map | RegionSelector::All | RegionSelector::Index(_) => {}
            }
        }
        if !areas.is_empty() {
            put("rectangles", json!(areas));
        }
        let Border { min, max, is_same } = *border;
        put("border", json!([min, max]));
        put("sameBorder", json!(is_same));
        let border_type = match out {
            _ if *wraps => "wrap".to_owned(),
            Some(tile) => writer.tile(*tile).to_owned(),
            None => "none".to_owned(),
        };
        put("borderType", json!(border_type));
        put("replacingType", json!(if *replace == Replace::Same { "same" } else { "buffer" }));
        put("iterations", json!(repeats));
        (Value::Object(written), tiles.into_iter().collect())
    }

    fn word(&self, word: &'static str, walk: &Walk) -> &'static str {
        let is_sequential = matches!(OldWalk::of(walk), Some(OldWalk::Sequential(_)));
        match word {
            "dist" => Statistic::Min.word(),
            "percent" if !is_sequential => "complete",
            "rpercent" if is_sequential => "complete",
            _ => word,
        }
    }

    fn remedy(&self, walk: &Walk) -> &'static str {
        match (OldWalk::of(walk), walk) {
            (Some(OldWalk::Agent(_)), _) => {
                "lower its `iterations`, `number` or `lifespan`, or let its rules look at fewer tiles"
            }
            (Some(OldWalk::Connector(_)), _) => {
                "lower its `iterations`, choose the type \"short\", or let its rules look at fewer tiles"
            }
            (_, Walk::NarrowRand) => {
                "lower its `iterations` or `numberOfTiles`, or let its rules look at fewer tiles"
            }
            _ => "lower its `iterations` or `percentage`, or let its rules look at fewer tiles",
        }
    }
}

pub(crate) struct OldReader<'r, 't>(pub(crate) &'r mut Reader<'t>);

impl<'t> Deref for OldReader<'_, 't> {
    type Target = Reader<'t>;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl DerefMut for OldReader<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0
    }
}

impl<'t> OldReader<'_, 't> {
    fn document(&mut self, document: &Object<'t>) -> Option<Script> {
        self.vocabulary = &OTHERS;
        self.names.to_mut().predefined = &*PREDEFINED;
        let of_both = &[SCHEMA, "description"][..];
        let keys = [of_both, METADATA, ENTITIES, NEIGHBORHOODS, REGIONS, EXPLORERS].concat();
        self.check_keys(document, "section", &keys);
        self.string(document, SCHEMA);
        for (section, example) in [
            (METADATA, "\"metadata\": {\"minDimension\": \"30x30\", \"maxDimension\": \"40x40\"}"),
            (ENTITIES, "\"entities\": [\"empty\", \"solid\"]"),
        ] {
            self.require(document, section, example);
        }
        let metadata = self.section(document, METADATA);
        let sizes = metadata.and_then(|metadata| self.sizes(metadata));
        // Names first, because the other sections refer to them.
        let (limits, colors) = match self.one_of(document, ENTITIES) {
            Some(entities) => self.entities(&entities.value),
            None => (Vec::new(), Vec::new()),
        };
        if let Some(section) = self.section(document, NEIGHBORHOODS) {
            self.declare_neighborhoods(section, neighborhood::parse);
        }
        let regions = self.section(document, REGIONS).and_then(|regions| {
            let keys = [&NUMBER_KEYS[..], &["number"]].concat();
            self.one_of(regions, &keys);
            self.regions(regions, &keys)
        });
        let explorers = match self.one_of(document, EXPLORERS) {
            Some(explorers) => self.explorers(explorers),
            None => Vec::new(), // Grammar 1: there may be none
        };
        let regions_key = REGIONS.iter().find_map(|name| self.get(document, name)).map(name_range);
        if let Some(outline) = &mut self.outline {
            outline.regions = regions_key;
        }
        let neighborhoods = NEIGHBORHOODS.iter().find_map(|name| self.get(document, name));
        self.warn_of_unused(neighborhoods);
        let (min, max) = sizes?;
        let script = Script {
            description: self.description(document),
            dialect: DIALECT,
            min,
            max,
            entities: self.names.entities.clone(),
            limits,
            colors,
            dials: Vec::new(),
            neighborhoods: self.names.declared(),
            regions,
            explorers,
        };
        self.check_memory(document, &script);
        Some(script)
    }

    /// `minDimension` and `maxDimension`, or `dimension` for both. One of the first two alone is
    /// the size of every level.
    fn sizes(&mut self, metadata: &Object<'t>) -> Option<(Size, Size)> {
        let keys = [&SIZE_KEYS[..], &["min", "max"]].concat();
        self.check_keys(metadata, "key of metadata", &keys);
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
            (None, Some(size), None) | (None, None, Some(size)) => (size, size),
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

    fn section<'v>(&mut self, document: &'v Object<'t>, names: &[&str]) -> Option<&'v Object<'t>> {
        let section = self.one_of(document, names)?;
        self.object(document, section.name.as_str())
    }

    /// The property with one of several equivalent names; reports more than one.
    pub(crate) fn one_of<'v>(
        &mut self,
        object: &'v Object<'t>,
        names: &[&str],
    ) -> Option<&'v ObjectProp<'t>> {
        self.one_in(&[object], names)
    }

    /// As [`one_of`](Self::one_of), in several objects.
    pub(crate) fn one_in<'v>(
        &mut self,
        objects: &[&'v Object<'t>],
        names: &[&str],
    ) -> Option<&'v ObjectProp<'t>> {
        let all = objects.iter().flat_map(|&object| names.iter().map(move |&name| (object, name)));
        let all: Vec<&ObjectProp<'t>> =
            all.filter_map(|(object, name)| self.get(object, name)).collect();
        let (&first, repeated) = all.split_first()?;
        for property in repeated {
            let message = match (property.name.as_str(), first.name.as_str()) {
                (name, property) if name == property => format!("`{name}` is given twice"),
                (name, property) => format!("`{name}` is the same as `{property}` and given twice"),
            };
            self.report(name_range(property), message).help("keep one of them");
        }
        Some(first)
    }
}
