//! The region of an explorer of 2017, its border, and what lies outside.

use jsonc_parser::ast::{Object, ObjectProp, Value};
use marahel_level::{OUT, Tile, UNKNOWN};

use crate::document::OldReader;
use marahel_script::parse::{COUNT_MAX, N_REGIONS_MAX, Piece, range_of};
use marahel_script::{Area, Border, RegionSelector, Replace};

/// Parameters of every explorer, with the names of the grammar and of the listings or releases.
/// They can stand in the region, among the parameters, or in the explorer itself.
pub(super) const GENERAL: [&str; 8] = [
    "border",
    "borderSize",
    "sameBorder",
    "borderType",
    "borderHandling",
    "replacingType",
    "replacingTech",
    "iterations",
];

/// Further keys of a region object.
const OWN: [&str; 4] = ["name", "count", "number", "rectangles"];

/// Maximum number of regions that the ranges of all explorers name together.
const N_NAMED_MAX: usize = 100_000;

/// Largest coordinate of a rectangle: no level is larger.
const COORDINATE_MAX: u64 = marahel_level::N_TILES_MAX as u64;

pub(super) struct General {
    pub(super) region: Vec<RegionSelector>,
    pub(super) border: Border,
    pub(super) wraps: bool,
    pub(super) out: Option<Tile>,
    pub(super) replace: Replace,
    pub(super) iterations: u64,
}

impl<'t> OldReader<'_, 't> {
    pub(super) fn general(&mut self, explorer: &Object<'t>, parameters: &Object<'t>) -> General {
        let none = Object { range: explorer.range, properties: Vec::new() };
        let property = explorer.get("region");
        let object = property.and_then(|property| property.value.as_object());
        let region = match property {
            None => vec![RegionSelector::Map],
            Some(property) => match object {
                Some(region) => self.region_object(region),
                None => self.names_of_regions(property, None),
            },
        };
        let places = [object.unwrap_or(&none), parameters, explorer];
        let border = self.one_in(&places, &["border", "borderSize"]);
        let border = border.and_then(|border| self.interval_of(border, 0..=COORDINATE_MAX));
        let is_same =
            self.one_in(&places, &["sameBorder"]).is_some_and(|same| self.boolean_of(same));
        let (out, wraps) = match self.one_in(&places, &["borderType", "borderHandling"]) {
            Some(border_type) => self.border_type(border_type),
            None => (Some(UNKNOWN), false),
        };
        let replace = match self.one_in(&places, &["replacingType", "replacingTech"]) {
            Some(replacing) => self.replacing(replacing),
            None => Replace::Buffer,
        };
        let iterations = self.one_in(&places, &["iterations"]);
        let iterations =
            iterations.and_then(|iterations| self.integer_of(iterations, 0..=COUNT_MAX));
        General {
            region,
            border: border.map_or(Border::default(), |border| Border {
                min: border.min as u32,
                max: border.max as u32,
                is_same,
            }),
            wraps,
            out,
            replace,
            iterations: iterations.unwrap_or(1),
        }
    }

    fn region_object(&mut self, region: &Object<'t>) -> Vec<RegionSelector> {
        self.check_keys(region, "key of a region", &[&OWN[..], &GENERAL].concat());
        match region.get("name") {
            Some(names) => self.names_of_regions(names, Some(region)),
            None if region.get("rectangles").is_some() => self.rectangles(region),
            None => vec![RegionSelector::Map],
        }
    }

    /// Reads `map`, `all`, `some`, `specific`, indices, and ranges of indices without their end.
    fn names_of_regions(
        &mut self,
        names: &ObjectProp<'t>,
        region: Option<&Object<'t>>,
    ) -> Vec<RegionSelector> {
        let mut selectors = Vec::new();
        for name in self.list_of(names) {
            let n_before = selectors.len();
            match (name.text, region) {
                ("map", _) => selectors.push(RegionSelector::Map),
                ("all", _) => selectors.push(RegionSelector::All),
                ("some", _) => {
                    let count = region.and_then(|region| self.one_of(region, &["count", "number"]));
                    let count = count.and_then(|count| self.integer_of(count, 0..=N_REGIONS_MAX));
                    selectors.push(RegionSelector::Some(count.unwrap_or(1) as u32));
                }
                ("specific", Some(region)) => selectors.extend(self.rectangles(region)),
                _ => self.indices(name, &mut selectors),
            }
            let n_named = selectors.len() - n_before;
            self.outline_explorer(|outline| {
                outline.regions.extend(std::iter::repeat_n(name.range(), n_named));
            });
        }
        selectors
    }

    /// Reads an index, or a range such as `0-3`, which means 0, 1 and 2.
    fn indices(&mut self, name: Piece<'_>, selectors: &mut Vec<RegionSelector>) {
        let index =
            |text: &str| text.trim().parse::<u64>().ok().filter(|&index| index <= N_REGIONS_MAX);
        let range = match name.text.split_once('-') {
            Some((start, end)) => index(start).zip(index(end)),
            None => index(name.text).map(|index| (index, index + 1)),
        };
        let Some((start, end)) = range else {
            let names =
                ["map", "all", "some", "specific", "0", "1-3 and so on, separated by commas"];
            self.report_unknown(name, "region", names);
            return;
        };
        if start >= end {
            self.report(name.range(), format!("`{}` names no region", name.text))
                .help("the end does not belong to a range: 0-2 stands for 0 and 1");
        }
        // A few characters can name thousands of regions.
        self.n_regions += end.saturating_sub(start) as usize;
        if self.n_regions > N_NAMED_MAX {
            let message = format!("{} regions are named up to here", self.n_regions);
            self.report(name.range(), message)
                .help(format!("all explorers together name at most {N_NAMED_MAX}"));
            return;
        }
        selectors.extend((start..end).map(|index| RegionSelector::Index(index as u32)));
    }

    fn rectangles(&mut self, region: &Object<'t>) -> Vec<RegionSelector> {
        let Some(property) = region.get("rectangles") else {
            self.report(region.range.start..region.range.end, "`specific` has no `rectangles`")
                .help("add them, as in rectangles: [{x: 2, y: 3, width: 10, height: 8}]");
            return Vec::new();
        };
        let all = match &property.value {
            Value::Array(array) => array.elements.iter().collect(),
            rectangle => vec![rectangle],
        };
        all.into_iter().filter_map(|value| self.rectangle(value)).collect()
    }

    fn rectangle(&mut self, value: &Value<'t>) -> Option<RegionSelector> {
        let Some(rectangle) = value.as_object() else {
            self.report(range_of(value), "this is not a rectangle")
                .help("write an object, as in {x: 2, y: 3, width: 10, height: 8}");
            return None;
        };
        let keys = ["x", "y", "w", "h", "width", "height"];
        self.check_keys(rectangle, "key of a rectangle", &keys);
        let sides = [(&["x"][..], 0), (&["y"], 0), (&["width", "w"], 1), (&["height", "h"], 1)];
        let [x, y, width, height] = sides.map(|(names, min)| {
            let Some(property) = self.one_of(rectangle, names) else {
                let range = rectangle.range.start..rectangle.range.end;
                self.report(range, format!("the rectangle has no `{}`", names[0]))
                    .help("write it as in {x: 2, y: 3, width: 10, height: 8}");
                return None;
            };
            self.integer_of(property, min..=COORDINATE_MAX).map(|side| side as u32)
        });
        Some(RegionSelector::Specific(Area { x: x?, y: y?, width: width?, height: height? }))
    }

    /// The tile that cells outside read as, and whether the region wraps around.
    fn border_type(&mut self, property: &ObjectProp<'t>) -> (Option<Tile>, bool) {
        let Some(name) = self.text_of(property) else { return (None, false) };
        match (name.text, self.names.tiles(name.text).as_deref()) {
            (_, Some(&[tile])) if tile != OUT => (Some(tile), false),
            ("none", _) => (Some(UNKNOWN), false),
            ("wrap", _) => (None, true),
            _ => {
                let mut names = self.names.entities.clone();
                names.extend(["none", "wrap", "unknown"].map(str::to_owned));
                let names = names.iter().map(String::as_str);
                self.report_unknown(name, "way to handle the border", names);
                (None, false)
            }
        }
    }

    fn replacing(&mut self, property: &ObjectProp<'t>) -> Replace {
        match self.text_of(property).map(|name| (name.text, name)) {
            Some(("same", _)) => Replace::Same,
            Some(("buffer", _)) | None => Replace::Buffer,
            Some((_, name)) => {
                self.report_unknown(name, "way to replace", ["same", "buffer"]);
                Replace::Buffer
            }
        }
    }
}
