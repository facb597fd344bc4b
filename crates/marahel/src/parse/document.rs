//! The sections of a document: metadata, entities, neighborhoods, regions.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object, Value};
use level::{N_ENTITIES_MAX, N_TILES_MAX};

use super::N_CELLS_MAX;
use super::aiide17;
use super::names::{PREDEFINED_ENTITIES, closest, name_problem};
use super::reader::{Piece, Reader, name_range, range_of};
use crate::neighborhood::Neighborhood;
use crate::program::reach;
use crate::script::{Dialect, Divider, Regions, Script, Size};

/// A script may ask for at most this many regions.
pub(super) const N_REGIONS_MAX: u64 = 10_000;

/// Largest number of repairs that `sampling` may be told to try.
const N_TRIALS_MAX: u64 = 100_000;

impl<'t> Reader<'t> {
    /// Reads the whole document. `None` only if something was reported.
    pub(super) fn document(&mut self, value: Option<&Value<'t>>) -> Option<Script> {
        let Some(document) = value.and_then(Value::as_object) else {
            let range = value.map_or(0..0, range_of);
            self.report(
                range,
                "a script is a JSON object with `metadata`, `entities`, `explorers`",
            );
            return None;
        };
        if aiide17::is_aiide17(document) {
            return self.aiide17_document(document);
        }
        let known = ["metadata", "entities", "neighborhoods", "regions", "explorers"];
        self.check_keys(document, "section", &known, true);
        for section in ["metadata", "entities", "explorers"] {
            if is_missing(document, section, &known) {
                let range = document.range.start..document.range.start + 1;
                self.report(range, format!("the section `{section}` is missing"));
            }
        }
        let metadata = self.object(document, "metadata").and_then(|found| self.metadata(found));
        // Names first: the other sections refer to them wherever they stand.
        self.entities(document);
        self.neighborhoods(document);
        let regions =
            self.object(document, "regions").and_then(|found| self.regions(found, &["number"]));
        self.n_regions = regions.map(|regions| regions.number);
        let explorers = self.explorers(document);
        let (min, max) = metadata?;
        let entities = std::mem::take(&mut self.names.entities);
        let script = Script {
            dialect: Dialect::Current,
            min,
            max,
            entities,
            limits: Vec::new(),
            colors: Vec::new(),
            regions,
            explorers,
        };
        self.check_memory(document, &script);
        Some(script)
    }

    /// Reports a level that is small by itself, but so slender that the border
    /// around it, as wide as neighborhoods reach, takes too much memory.
    pub(super) fn check_memory(&mut self, document: &Object<'t>, script: &Script) {
        let Some(metadata) = document.get("metadata") else { return };
        if script.n_cells() > N_CELLS_MAX {
            let message = format!(
                "a level of {}x{} tiles is too slender for neighborhoods that reach {} cells; \
                 make it more of a square",
                script.max.width,
                script.max.height,
                reach(script)
            );
            self.report(range_of(&metadata.value), message);
        }
    }

    fn metadata(&mut self, metadata: &Object<'t>) -> Option<(Size, Size)> {
        let known = ["min", "max"];
        self.check_keys(metadata, "key of metadata", &known, true);
        for key in known {
            if is_missing(metadata, key, &known) {
                let range = metadata.range.start..metadata.range.end;
                self.report(range, format!("metadata needs `{key}`, as in \"{key}\": \"14x14\""));
            }
        }
        let min = self.size(metadata, "min", 1);
        let max = self.size(metadata, "max", 1);
        let (min, max) = min.zip(max)?;
        self.size_limits(metadata, ("min", min), ("max", max))
    }

    /// The sizes of a level, each with its key, if they are possible.
    pub(super) fn size_limits(
        &mut self,
        metadata: &Object<'t>,
        (min_key, min): (&str, Size),
        (max_key, max): (&str, Size),
    ) -> Option<(Size, Size)> {
        let range = metadata.range.start..metadata.range.end;
        if min.width > max.width || min.height > max.height {
            let message = format!(
                "`{min_key}` is larger than `{max_key}`: {}x{} against {}x{}",
                min.width, min.height, max.width, max.height
            );
            self.report(range, message);
            return None;
        }
        if u64::from(max.width) * u64::from(max.height) > N_TILES_MAX as u64 {
            let message = format!(
                "a level has at most {N_TILES_MAX} tiles; `{max_key}` is {}x{}",
                max.width, max.height
            );
            self.report(range, message);
            return None;
        }
        Some((min, max))
    }

    fn entities(&mut self, document: &Object<'t>) {
        let Some(property) = document.get("entities") else { return };
        if let Some(array) = property.value.as_array() {
            self.entity_array(array);
        } else {
            let message = "`entities` should be an array of names, as in [\"empty\", \"solid\"]";
            self.report(range_of(&property.value), message);
        }
    }

    /// Declares the entities of an array of names.
    pub(super) fn entity_array(&mut self, array: &Array<'t>) {
        self.check_n_entities(array.elements.len(), array.range.start..array.range.end);
        for element in array.elements.iter().take(N_ENTITIES_MAX) {
            match element.as_string_lit().map(|string| string.value.trim()) {
                Some(name) => self.entity(name, range_of(element)),
                None => self.report(range_of(element), "an entity is a name in quotes"),
            }
        }
    }

    /// Reports a number of entities that no script has.
    pub(super) fn check_n_entities(&mut self, n: usize, range: Range<usize>) {
        if n == 0 || n > N_ENTITIES_MAX {
            let message = format!("a script has 1 to {N_ENTITIES_MAX} entities, not {n}");
            self.report(range, message);
        }
    }

    /// Declares an entity.
    pub(super) fn entity(&mut self, name: &str, range: Range<usize>) {
        if let Some(problem) = self.entity_problem(name) {
            self.report(range, problem);
        }
        // Kept even so: what refers to it is not a further mistake.
        self.names.entities.push(name.to_owned());
    }

    fn entity_problem(&self, name: &str) -> Option<String> {
        if PREDEFINED_ENTITIES.contains(&name) {
            return Some(format!("`{name}` is predefined; call the entity something else"));
        }
        if self.names.entities.iter().any(|known| known == name) {
            return Some(format!("the entity `{name}` is declared twice"));
        }
        name_problem("an entity", name)
    }

    fn neighborhoods(&mut self, document: &Object<'t>) {
        let Some(neighborhoods) = self.object(document, "neighborhoods") else { return };
        self.declare_neighborhoods(neighborhoods, |value, text| match Piece::of(value, text) {
            Some(matrix) => Neighborhood::parse(matrix.text).map_err(|error| error.to_string()),
            None => Err("a neighborhood is a digit matrix, as in \"010,131,010\"".to_owned()),
        });
    }

    /// Declares all neighborhoods of a section, each read by `parse` from its
    /// value and the document.
    pub(super) fn declare_neighborhoods(
        &mut self,
        section: &Object<'t>,
        parse: fn(&Value<'t>, &str) -> Result<Neighborhood, String>,
    ) {
        let names: Vec<&str> =
            section.properties.iter().map(|property| property.name.as_str()).collect();
        self.check_keys(section, "neighborhood", &names, false);
        for property in &section.properties {
            let name = property.name.as_str().trim();
            if let Some(problem) = name_problem("a neighborhood", name) {
                self.report(name_range(property), problem);
            }
            let parsed = parse(&property.value, self.text());
            if let Err(message) = &parsed {
                self.report(range_of(&property.value), message.clone());
            }
            self.names.neighborhoods.push((name.to_owned(), parsed.ok()));
        }
    }

    /// The division, whose number of regions has one of the given keys; an
    /// object without a type divides nothing.
    pub(super) fn regions(&mut self, regions: &Object<'t>, numbers: &[&str]) -> Option<Regions> {
        let known = [&["type"], numbers, &["parameters"]].concat();
        self.check_keys(regions, "key of regions", &known, false);
        let key = numbers.iter().find(|key| regions.get(key).is_some());
        let number = key.and_then(|key| self.integer(regions, key, 1..=N_REGIONS_MAX));
        let parameters = self.object(regions, "parameters");
        let kind = match regions.get("type") {
            Some(_) => self.scalar(regions, "type")?,
            None if regions.properties.is_empty() => return None,
            None => {
                let range = regions.range.start..regions.range.end;
                self.report(range, "`regions` needs a `type`: equal, bsp or sampling");
                return None;
            }
        };
        let known: &[&str] = match kind.text {
            "sampling" | "sample" => &["min", "max", "trials"],
            _ => &["min", "max"],
        };
        if let Some(parameters) = parameters {
            self.check_keys(parameters, "parameter of regions", known, false);
        }
        let one = Size { width: 1, height: 1 };
        let unbounded = Size { width: u32::MAX, height: u32::MAX };
        let divider = match kind.text {
            "equal" => {
                let (min, max) = self.size_range(parameters, 1, one, None);
                Divider::Equal { min, max }
            }
            "bsp" => {
                let (min, max) = self.size_range(parameters, 0, one, Some(unbounded));
                Divider::Bsp { min, max }
            }
            "sampling" | "sample" => {
                let (min, max) = self.size_range(parameters, 1, one, None);
                let trials = parameters
                    .and_then(|parameters| self.integer(parameters, "trials", 0..=N_TRIALS_MAX));
                Divider::Sampling { min, max, trials: trials.map(|trials| trials as u32) }
            }
            other => {
                let known = ["equal", "bsp", "sampling", "sample"];
                self.report_unknown(kind.range(), "region divider", other, known);
                return None;
            }
        };
        Some(Regions { divider, number: number.unwrap_or(1) as u32 })
    }

    /// `min` and `max` of a divider, on each axis in order. Without `max` it
    /// is `max_default`, or else `min`.
    fn size_range(
        &mut self,
        parameters: Option<&Object<'t>>,
        side_min: u32,
        min_default: Size,
        max_default: Option<Size>,
    ) -> (Size, Size) {
        let mut size = |key| self.size(parameters?, key, side_min);
        let (min, max) = (size("min"), size("max"));
        let min = min.unwrap_or(min_default);
        let max = max.or(max_default).unwrap_or(min);
        let pick = |side: fn(u32, u32) -> u32| Size {
            width: side(min.width, max.width).max(1),
            height: side(min.height, max.height).max(1),
        };
        (pick(u32::min), pick(u32::max))
    }
}

/// Whether a key is neither there nor, of all known ones, probably meant by another.
pub(super) fn is_missing(object: &Object<'_>, key: &str, known: &[&str]) -> bool {
    let names = || object.properties.iter().map(|property| property.name.as_str());
    object.get(key).is_none()
        && !names().any(|name| closest(name, known.iter().copied()) == Some(key))
}
