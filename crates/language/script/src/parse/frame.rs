//! Scripts that a program puts together instead of reading a document.

use std::borrow::Cow;

use jsonc_parser::ast::{Array, Object, ObjectProp, ObjectPropName, StringLit, Value};
use jsonc_parser::common::Range;

use super::N_CELLS_MAX;
use super::names::{DeclaredNeighborhood, Names};
use super::reader::Reader;
use crate::diagnostic::ScriptError;
use crate::{PREDEFINED, Script};

/// A script without its explorers. A search writes many scripts that share a frame: reading only
/// the explorers saves most of the time of reading a document.
#[derive(Clone, Debug)]
pub struct Frame {
    script: Script,
    names: Names,
}

/// The texts of one explorer.
#[derive(Clone, Copy, Debug)]
pub struct ExplorerText<'t> {
    /// Its `type`.
    pub kind: &'t str,
    /// Its `region`.
    pub region: &'t str,
    /// Name and text of each of its `parameters`.
    pub parameters: &'t [(String, String)],
    /// Its `rules`.
    pub rules: &'t [String],
}

impl Frame {
    /// The frame of a script; its explorers are ignored.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let script = Script::parse(text)?;
        // All are marked as used, so that readers need not change the names and can borrow them.
        let mut names = Names::of(&script);
        for &(name, ref cells) in &*PREDEFINED {
            if !names.neighborhoods.iter().any(|declared| declared.name == name) {
                let (name, cells) = (name.to_owned(), Some(cells.clone()));
                names.neighborhoods.push(DeclaredNeighborhood { name, cells, is_used: true });
            }
        }
        Ok(Self { script: Script { explorers: Vec::new(), ..script }, names })
    }

    /// The script with these explorers; `None` if they have a mistake. To get the diagnostics,
    /// write the script as a document and call [`Script::parse`].
    pub fn script<'t>(
        &self,
        explorers: impl IntoIterator<Item = ExplorerText<'t>>,
    ) -> Option<Script> {
        let mut reader = Reader::new("", None);
        reader.names = Cow::Borrowed(&self.names);
        let explorers = explorers.into_iter().map(|explorer| object(&explorer));
        let explorers = explorers.filter_map(|object| reader.read_explorer(&object)).collect();
        let mut script = Script { explorers, ..self.script.clone() };
        script.follow_dials();
        let is_sound = reader.has_no_mistake() && script.n_cells() <= N_CELLS_MAX;
        is_sound.then_some(script)
    }
}

fn object<'t>(explorer: &ExplorerText<'t>) -> Object<'t> {
    let parameters = explorer.parameters.iter().map(|(name, text)| property(name, string(text)));
    let rules = explorer.rules.iter().map(|rule| string(rule));
    let properties = vec![
        property("type", string(explorer.kind)),
        property("region", string(explorer.region)),
        property(
            "parameters",
            Value::Object(Object { range: NOWHERE, properties: parameters.collect() }),
        ),
        property("rules", Value::Array(Array { range: NOWHERE, elements: rules.collect() })),
    ];
    Object { range: NOWHERE, properties }
}

/// The range of values that are in no document.
const NOWHERE: Range = Range { start: 0, end: 0 };

fn property<'t>(name: &'t str, value: Value<'t>) -> ObjectProp<'t> {
    let name = ObjectPropName::String(StringLit { range: NOWHERE, value: name.into() });
    ObjectProp { range: NOWHERE, name, value }
}

fn string(text: &str) -> Value<'_> {
    Value::StringLit(StringLit { range: NOWHERE, value: text.into() })
}
