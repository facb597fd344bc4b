//! Reads an atlas: dials, choice, and the scripts one after the other.

use jsonc_parser::ast::{Object, ObjectProp, Value};

use super::reader::{Reader, name_range, parse_integer, range_of};
use super::repair::Repaired;
use super::{Piece, parse_json};
use crate::atlas::bytes_of;
use crate::{Atlas, Dial, SCRIPT_BYTES_MAX, Script, ScriptError, Severity};

const SECTIONS: [&str; 3] = ["dials", "choice", "scripts"];

const SEEDS: &str = "seeds";

/// Reads an atlas; `None` for any other text. A text that is too long or not JSON is also left to
/// the reader of scripts, which reports that.
pub(crate) fn atlas(text: &str) -> Result<Option<Atlas>, ScriptError> {
    if text.len() > SCRIPT_BYTES_MAX || !text.contains("scripts") {
        return Ok(None);
    }
    let Ok(Some(Value::Object(document))) = parse_json(text) else { return Ok(None) };
    if !is_atlas(&document) {
        return Ok(None);
    }
    let mut reader = Reader::new(text, None);
    let atlas = reader.atlas(&document).filter(|_| reader.has_no_mistake());
    atlas.map(Some).ok_or_else(|| {
        let mut mistakes = reader.said.finish(Severity::Error, text, &Repaired::default());
        // Fixes are tried on scripts only.
        for mistake in &mut mistakes {
            mistake.fix = None;
        }
        ScriptError::new(mistakes)
    })
}

/// Whether a document has scripts instead of explorers.
pub(super) fn is_atlas(document: &Object<'_>) -> bool {
    document.get("scripts").is_some() && document.get("explorers").is_none()
}

impl<'t> Reader<'t> {
    /// `None` only if something was reported.
    fn atlas(&mut self, document: &Object<'t>) -> Option<Atlas> {
        let keys = [&SECTIONS[..], &[SEEDS]].concat();
        self.check_keys(document, "section of an atlas", &keys, true);
        let [dials, choice, scripts] = SECTIONS.map(|name| self.section(document, name));
        let (_, choice, scripts) = (dials?, choice?, scripts?);
        let dials = self.object(document, "dials")?;
        let declared = self.whole_dials(dials);
        let read = self.scripts(scripts)?;
        let indices = self.choice(choice, read.len())?;
        if indices.len() as f64 != Atlas::n_combinations(&declared) {
            let n = indices.len();
            self.report(name_range(choice), format!("`choice` has {n} indices"))
                .help("write one for each combination of whole values of the dials");
        }
        let atlas = Atlas::new(declared, indices, read);
        let Some(section) = self.get(document, SEEDS) else { return atlas };
        let seeds = elements(section).and_then(|values| {
            values.iter().map(|value| bytes_of(Piece::of(value, self.text)?.text)).collect()
        });
        let atlas = atlas?.with_seeds(seeds.unwrap_or_default());
        if atlas.is_none() {
            self.report(range_of(&section.value), "`seeds` are not those of this atlas").help(
                "write hexadecimal digits for each combination of values, or leave the section out",
            );
        }
        atlas
    }

    fn section<'v>(&mut self, document: &'v Object<'t>, name: &str) -> Option<&'v ObjectProp<'t>> {
        let property = self.get(document, name);
        if property.is_none() {
            let range = document.range.start..document.range.start + 1;
            self.report(range, format!("the section `{name}` is missing"))
                .help("an atlas has `dials`, `choice` and `scripts`; `evolve atlas` writes one");
        }
        property
    }

    /// Dials with whole ends. No rule uses them, so any name is possible.
    fn whole_dials(&mut self, section: &Object<'t>) -> Vec<Dial> {
        let properties = &section.properties;
        let names: Vec<&str> = properties.iter().map(|property| property.name.as_str()).collect();
        self.check_keys(section, "dial", &names, false);
        let dials = properties.iter().map(|property| {
            let dial = self.dial(property);
            if dial.min.fract() != 0.0 || dial.max.fract() != 0.0 {
                let message = format!("`{}` ends between two whole numbers", dial.name);
                self.report(range_of(&property.value), message).help("write whole numbers");
            }
            dial
        });
        dials.collect()
    }

    /// The scripts; `None` if one has a mistake.
    fn scripts(&mut self, section: &ObjectProp<'t>) -> Option<Vec<Script>> {
        let scripts =
            elements(section).map(|values| values.iter().map(|value| self.script(value)).collect());
        scripts.unwrap_or_else(|| {
            self.report(range_of(&section.value), "`scripts` should be a list")
                .help("write it as [{...}, {...}]");
            None
        })
    }

    fn script(&mut self, value: &Value<'t>) -> Option<Script> {
        let mut reader = Reader::new(self.text, None);
        let script = reader.document(Some(value));
        self.said.append(reader.said);
        script
    }

    fn choice(&mut self, section: &ObjectProp<'t>, n_scripts: usize) -> Option<Vec<usize>> {
        let indices = elements(section).and_then(|values| {
            let texts = values.iter().map(|value| Some(Piece::of(value, self.text)?.text));
            let indices = texts.map(|text| usize::try_from(parse_integer(text?)?).ok());
            indices.map(|index| index.filter(|&index| index < n_scripts)).collect()
        });
        if indices.is_none() {
            let message = "`choice` should be a list of indices of scripts";
            let help = format!("there are {n_scripts} scripts; the first has index 0");
            self.report(range_of(&section.value), message).help(help);
        }
        indices
    }
}

fn elements<'v, 't>(section: &'v ObjectProp<'t>) -> Option<&'v [Value<'t>]> {
    section.value.as_array().map(|array| array.elements.as_slice())
}
