//! Reads the sections of a document: metadata, entities, neighborhoods, regions.

use jsonc_parser::ast::{Object, ObjectProp, Value};
use marahel_level::N_TILES_MAX;

use super::N_CELLS_MAX;
use super::names::{DeclaredNeighborhood, closest, name_problem};
use super::other::{REFUSED, is_of_other_dialect};
use super::piece::Piece;
use super::reader::{N_KEYS_MAX, Reader, name_range, range_of};
use crate::fix::Fix;
use crate::{
    Dialled, DialledRegions, Divider, Locked, Neighborhood, Regions, Script, Size, Spelling,
};

const MIN_AND_MAX: [fn(u32, u32) -> u32; 2] = [u32::min, u32::max];
const DIVIDERS: [&str; 4] = ["equal", "bsp", "sampling", "sample"];

/// Maximum number of regions of a script.
pub const N_REGIONS_MAX: u64 = 10_000;

/// Maximum number of repairs of overlaps that `sampling` accepts.
pub(crate) const N_TRIALS_MAX: u64 = 100_000;

/// The keys of a script. Editors read the first one.
const SECTIONS: [&str; 8] = [
    SCHEMA,
    "description",
    "metadata",
    "entities",
    "dials",
    "neighborhoods",
    "regions",
    "explorers",
];

/// The key by which editors find the schema of scripts.
pub const SCHEMA: &str = "$schema";

/// The sections of every document, each with an example.
const REQUIRED: [(&str, &str); 3] = [
    ("metadata", "\"metadata\": {\"min\": \"14x14\", \"max\": \"14x14\"}"),
    ("entities", "\"entities\": [\"empty\", \"solid\"]"),
    ("explorers", "\"explorers\": [{\"type\": \"horz\", \"rules\": [...]}]"),
];

/// Reads the shape of a neighborhood, with a doubt about it and its mend, or says what is wrong.
type ReadShape<'t> =
    fn(&Value<'t>, &str) -> Result<(Neighborhood, Option<[&'static str; 2]>), String>;

impl<'t> Reader<'t> {
    /// Reads the whole document. `None` only if something was reported.
    pub(crate) fn document(&mut self, value: Option<&Value<'t>>) -> Option<Script> {
        let Some(document) = value.and_then(Value::as_object) else {
            let range = value.map_or(0..0, range_of);
            self.report(range, "this is not a script")
                .help("a script is a JSON object with `metadata`, `entities`, `explorers`");
            return None;
        };
        let is_other = is_of_other_dialect(document);
        let mistake = if document.get("world").is_some() && document.get("explorers").is_none() {
            let help = "`marahel generate WORLD` makes its levels; check the scripts of its parts";
            Some(("this is a world of several scripts", help))
        } else if document.get("scripts").is_some() && document.get("explorers").is_none() {
            let help = "take one of its `scripts`; a dial of one script asks for a value";
            Some(("this is an atlas of many scripts, as earlier versions wrote", help))
        } else if let Some(dialect) = self.dialect.take_if(|_| is_other) {
            // Taken, so that keys of this dialect are not explained as those of the other.
            return dialect.document(self, document);
        } else {
            is_other.then_some(REFUSED)
        };
        if let Some((message, help)) = mistake {
            self.report(document.range.start..document.range.start + 1, message).help(help);
            return None;
        }
        self.check_keys(document, "section", &SECTIONS);
        self.string(document, SCHEMA);
        for (section, example) in &REQUIRED {
            self.require(document, &[section], example);
        }
        let metadata = self.object(document, "metadata").and_then(|table| self.metadata(table));
        // Names first, because the other sections refer to them.
        self.entities(document);
        self.neighborhoods(document);
        self.dials(document);
        let regions =
            self.object(document, "regions").and_then(|table| self.regions(table, &["number"]));
        let regions_key = self.get(document, "regions").map(name_range);
        let explorers = self.explorers(document);
        self.warn_of_unused(self.get(document, "neighborhoods"));
        self.warn_of_unused_dials(document);
        if let Some(outline) = &mut self.outline {
            outline.regions = regions_key;
        }
        let (min, max) = metadata?;
        let entities = std::mem::take(&mut self.names.to_mut().entities);
        let dials = self.names.dials.iter().map(|declared| declared.dial.clone()).collect();
        let mut script = Script {
            description: self.description(document),
            min,
            max,
            entities,
            dials,
            neighborhoods: self.names.declared(),
            regions,
            explorers,
            ..Script::default()
        };
        script.follow_dials();
        self.check_memory(document, &script);
        Some(script)
    }

    /// Reports a missing section; `names` are its possible names.
    pub fn require(&mut self, document: &Object<'t>, names: &[&str], example: &str) {
        if names.iter().all(|name| self.get(document, name).is_none()) {
            let range = document.range.start..document.range.start + 1;
            self.report(range, format!("the section `{}` is missing", names[0]))
                .help(format!("add it, as in {example}"));
        }
    }

    /// The description of a document or of a part of it; empty if there is none.
    pub fn description(&mut self, object: &Object<'t>) -> Spelling {
        self.string(object, "description").map_or_else(Spelling::default, Spelling::of)
    }

    /// The value of a key that is for people or editors; reports anything but a string.
    pub fn string<'v>(&mut self, object: &'v Object<'t>, key: &str) -> Option<&'v str> {
        let value = &self.get(object, key)?.value;
        let string = value.as_string_lit();
        if string.is_none() {
            let message = format!("`{key}` should be a string");
            self.report(range_of(value), message).help("write it in quotes");
        }
        string.map(|string| &*string.value)
    }

    /// What a search must not change in regions, or in an explorer with `n_rules` rules.
    pub fn locked(&mut self, object: &Object<'t>, n_rules: usize) -> Locked {
        let Some(property) = self.get(object, "locked") else { return Locked::No };
        let list = match (property.value.as_boolean_lit(), property.value.as_array()) {
            (Some(literal), _) => Some(if literal.value { Locked::Whole } else { Locked::No }),
            (None, Some(array)) => {
                let numbers =
                    array.elements.iter().map(|value| value.as_number_lit()?.value.parse().ok());
                let rules: Option<Vec<usize>> = numbers.collect();
                rules.filter(|rules| rules.iter().all(|&rule| rule < n_rules)).map(|mut rules| {
                    rules.sort_unstable();
                    rules.dedup();
                    if rules.is_empty() { Locked::No } else { Locked::Rules(rules) }
                })
            }
            (None, None) => None,
        };
        let range = range_of(&property.value);
        list.unwrap_or_else(|| {
            self.report(range, "`locked` has an invalid value").help(
                "write true, or for an explorer the indices of rules, as in [0, 2]; the first is 0",
            );
            Locked::No
        })
    }

    /// Reports a slender level. Its area is allowed, but the border around it, as wide as
    /// neighborhoods reach, would take too much memory.
    pub fn check_memory(&mut self, document: &Object<'t>, script: &Script) {
        let Some(metadata) = self.get(document, "metadata") else { return };
        if script.n_cells() > N_CELLS_MAX {
            let message = format!(
                "a level of {}x{} tiles is too slender for neighborhoods that reach {} cells",
                script.max.width,
                script.max.height,
                script.reach()
            );
            self.report(range_of(&metadata.value), message).help("make it more of a square");
        }
    }

    fn metadata(&mut self, metadata: &Object<'t>) -> Option<(Size, Size)> {
        let keys = ["min", "max"];
        self.check_keys(metadata, "key of metadata", &keys);
        for (key, fallback) in [("min", "max"), ("max", "min")] {
            if self.get(metadata, key).is_none() {
                let range = metadata.range.start..metadata.range.end;
                let property = self.get(metadata, fallback);
                let fix = property.map(|property| Fix {
                    range: property.range.end..property.range.end,
                    replacement: format!(", \"{key}\": {}", &self.text[range_of(&property.value)]),
                });
                let help = match &fix {
                    Some(_) => {
                        format!("add it; with the value of `{fallback}` all levels are alike")
                    }
                    None => format!("add it, as in \"{key}\": \"14x14\""),
                };
                self.report(range, format!("metadata has no `{key}`")).help(help).fix(fix);
            }
        }
        let min = self.size(metadata, "min", 1);
        let max = self.size(metadata, "max", 1);
        let (min, max) = min.zip(max)?;
        self.size_limits(metadata, ("min", min), ("max", max))
    }

    /// Checks the smallest and largest size of a level; reports what is impossible.
    pub fn size_limits(
        &mut self,
        metadata: &Object<'t>,
        (min_key, min): (&str, Size),
        (max_key, max): (&str, Size),
    ) -> Option<(Size, Size)> {
        let range = metadata.range.start..metadata.range.end;
        if min.width > max.width || min.height > max.height {
            let message = format!(
                "`{min_key}` is larger than `{max_key}`: {} against {}",
                self.size_as_written(metadata, min_key, min),
                self.size_as_written(metadata, max_key, max)
            );
            let fix = self.in_order(metadata, (min_key, min), (max_key, max));
            self.report(range, message).help("exchange what is in the wrong order").fix(fix);
            return None;
        }
        if u64::from(max.width) * u64::from(max.height) > N_TILES_MAX as u64 {
            let written = self.size_as_written(metadata, max_key, max);
            let message = format!("`{max_key}` is {written}");
            let help = format!("a level has at most {N_TILES_MAX} tiles; lower one side");
            self.report(range, message).help(help);
            return None;
        }
        Some((min, max))
    }

    /// The size for a message; one that was cut to 32 bits as the document has it.
    fn size_as_written(&self, metadata: &Object<'t>, key: &str, size: Size) -> String {
        let Size { width, height } = size;
        let is_cut = width == u32::MAX || height == u32::MAX;
        let written = self.get(metadata, key).filter(|_| is_cut);
        let written = written.map(|property| &self.text[range_of(&property.value)]);
        written.map_or_else(
            || format!("{width}x{height}"),
            |written| written.trim_matches(['"', '\'']).to_owned(),
        )
    }

    /// A fix that exchanges sizes so that `metadata` is in order on both axes.
    fn in_order(
        &self,
        metadata: &Object<'t>,
        (min_key, min): (&str, Size),
        (max_key, max): (&str, Size),
    ) -> Option<Fix> {
        let min_range = range_of(&self.get(metadata, min_key)?.value);
        let max_range = range_of(&self.get(metadata, max_key)?.value);
        let [min, max] = MIN_AND_MAX.map(|side| {
            let (width, height) = (side(min.width, max.width), side(min.height, max.height));
            format!("\"{width}x{height}\"")
        });
        let is_in_order = min_range.start < max_range.start;
        let (first, second) =
            if is_in_order { (min_range, max_range) } else { (max_range, min_range) };
        let (low, high) = if is_in_order { (min, max) } else { (max, min) };
        let between = &self.text[first.end..second.start];
        let replacement = format!("{low}{between}{high}");
        Some(Fix { range: first.start..second.end, replacement })
    }

    fn neighborhoods(&mut self, document: &Object<'t>) {
        let Some(neighborhoods) = self.object(document, "neighborhoods") else { return };
        self.declare_neighborhoods(neighborhoods, |value, text| match Piece::of(value, text) {
            Some(matrix) => match Neighborhood::parse(matrix.text) {
                Ok(cells) => Ok((cells, Neighborhood::doubt(matrix.text))),
                Err(error) => Err(error.to_string()),
            },
            None => Err("this is not a neighborhood".to_owned()),
        });
    }

    /// Declares all neighborhoods of a section. `parse` gets a value and the document, and returns what
    /// is doubtful, too.
    pub fn declare_neighborhoods(&mut self, section: &Object<'t>, parse: ReadShape<'t>) {
        let names: Vec<&str> =
            section.properties.iter().map(|property| property.name.as_str()).collect();
        self.check_keys(section, "neighborhood", &names);
        for property in section.properties.iter().take(N_KEYS_MAX) {
            let name = property.name.as_str().trim();
            if let Some((problem, help)) = name_problem("a neighborhood", name) {
                self.report(name_range(property), problem).help(help);
            }
            let parsed = parse(&property.value, self.text);
            let range = range_of(&property.value);
            match &parsed {
                Err(message) => {
                    let help = "write a matrix of digits, as in \"010,131,010\"";
                    self.report(range, message.clone()).help(help);
                }
                Ok((_, Some([doubt, help]))) => {
                    self.warn(range, format!("`{name}` {doubt}")).help(*help);
                }
                Ok((_, None)) => {}
            }
            let (name, cells) = (name.to_owned(), parsed.ok().map(|(cells, _)| cells));
            self.names.to_mut().neighborhoods.push(DeclaredNeighborhood {
                name,
                cells,
                is_used: false,
            });
        }
    }

    /// Warns of the neighborhoods of a section that nothing refers to.
    pub fn warn_of_unused(&mut self, section: Option<&ObjectProp<'t>>) {
        let is_used: Vec<bool> =
            self.names.neighborhoods.iter().map(|declared| declared.is_used).collect();
        let help = "remove it, or look for a rule that should use it";
        self.warn_of_names(section, &is_used, "nothing uses the neighborhood", help);
    }

    /// Warns of the names of a section that are not used.
    pub(super) fn warn_of_names(
        &mut self,
        section: Option<&ObjectProp<'t>>,
        is_used: &[bool],
        message: &str,
        help: &str,
    ) {
        let Some(section) = section.and_then(|section| section.value.as_object()) else { return };
        self.warn_of_idle(section, help, |index, name| {
            let is_idle = is_used.get(index).is_some_and(|is_used| !is_used);
            is_idle.then(|| format!("{message} `{name}`"))
        });
    }

    /// The division; `numbers` are the possible keys of the number of regions. An empty object
    /// means no division.
    pub fn regions(&mut self, regions: &Object<'t>, numbers: &[&str]) -> Option<Regions> {
        let keys = [&["type"], numbers, &["parameters", "locked"]].concat();
        self.check_keys(regions, "key of regions", &keys);
        let key = numbers.iter().find(|key| self.get(regions, key).is_some());
        let number = key.and_then(|key| self.whole_number(regions, key, 1..=N_REGIONS_MAX));
        let (number, dialled_number) = number.unwrap_or((1, None));
        let parameters = self.object(regions, "parameters");
        let kind = match self.get(regions, "type") {
            Some(_) => self.scalar(regions, "type")?,
            None if regions.properties.is_empty() => return None,
            None => {
                let range = regions.range.start..regions.range.end;
                self.report(range, "`regions` has no `type`")
                    .help("add one, as in \"type\": \"bsp\"; there are equal, bsp and sampling");
                return None;
            }
        };
        let kind_name = DIVIDERS.iter().find(|&&keys| keys == kind.text).copied();
        if kind_name.is_none() {
            self.report_unknown(kind, "region divider", DIVIDERS);
        }
        let kind_name = kind_name.or_else(|| closest(kind.text, DIVIDERS))?;
        let keys: &[&str] = match kind_name {
            "sampling" | "sample" => &["min", "max", "trials"],
            _ => &["min", "max"],
        };
        if let Some(parameters) = parameters {
            self.check_keys(parameters, "parameter of regions", keys);
        }
        let unbounded = Size { width: u32::MAX, height: u32::MAX };
        let (side_min, max_default) = match kind_name {
            "bsp" => (0, Some(unbounded)),
            _ => (1, None),
        };
        let (min, max, sides) = self.size_range(parameters, side_min, max_default);
        let divider = match kind_name {
            "equal" => Divider::Equal { min, max },
            "bsp" => Divider::Bsp { min, max },
            _ => {
                let trials = parameters.and_then(|parameters| self.scalar(parameters, "trials"));
                let trials =
                    trials.and_then(|piece| self.integer_of(piece, "trials", 0..=N_TRIALS_MAX));
                Divider::Sampling { min, max, trials: trials.map(|trials| trials as u32) }
            }
        };
        let is_locked = self.locked(regions, 0) == Locked::Whole;
        let dialled = DialledRegions { number: dialled_number, sides };
        Some(Regions { divider, number: number as u32, dialled, is_locked })
    }

    /// `min` and `max` of a divider, in order on each axis, and which of their sides follow a dial.
    /// `max` defaults to `max_default`, or else to `min`.
    fn size_range(
        &mut self,
        parameters: Option<&Object<'t>>,
        side_min: u32,
        max_default: Option<Size>,
    ) -> (Size, Size, [Option<Dialled>; 4]) {
        let [min, max] =
            ["min", "max"].map(|key| self.dialled_size(parameters?, key, side_min, true));
        let (min, dialled_min) = min.unwrap_or((Size { width: 1, height: 1 }, [None; 2]));
        let max = max.or(max_default.map(|max| (max, [None; 2])));
        let (max, dialled_max) = max.unwrap_or((min, dialled_min));
        let sides = [dialled_min[0], dialled_min[1], dialled_max[0], dialled_max[1]];
        if sides.iter().any(Option::is_some) {
            return (min, max, sides); // `follow_dials` puts them in order
        }
        let [min, max] = MIN_AND_MAX.map(|side| Size {
            width: side(min.width, max.width).max(1),
            height: side(min.height, max.height).max(1),
        });
        (min, max, sides)
    }
}
