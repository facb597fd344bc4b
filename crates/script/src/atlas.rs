//! An atlas: a script for each combination of values that can be asked for, in one file.
//!
//! ```json
//! {
//!   "dials": {"path": [35, 37]},
//!   "choice": [0, 0, 1],
//!   "scripts": [{"metadata": ...}, {"metadata": ...}]
//! }
//! ```
//!
//! The dials go from whole number to whole number. `choice` has an index into `scripts` for
//! each combination of their values, of which that of the last dial changes fastest: paths of
//! 35 and 36 steps are what the first script makes.
//!
//! `seeds` may say for each combination which of the first seeds of its script make levels that
//! have these values: a bit for each, as hexadecimal digits of bytes, of which the lowest bit is
//! the first seed.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::dial::{Dial, DialError, turn};
use crate::write::dials_json;
use crate::{Script, ScriptError};

/// Scripts for the values of dials.
#[derive(Clone, Debug, PartialEq)]
pub struct Atlas {
    /// As they are set; both ends are whole numbers.
    dials: Vec<Dial>,
    /// The index of a script for each combination of values.
    choice: Vec<usize>,
    scripts: Arc<[Script]>,
    /// Bits of seeds for each combination, or nothing.
    seeds: Arc<[Vec<u8>]>,
}

impl Atlas {
    /// An atlas of dials with whole ends. `None` unless `choice` has the index of a script for
    /// each combination of their values.
    pub fn new(dials: Vec<Dial>, choice: Vec<usize>, scripts: Vec<Script>) -> Option<Self> {
        let are_whole = dials.iter().all(|dial| dial.min.fract() == 0.0 && dial.max.fract() == 0.0);
        let is_full = Self::n_combinations(&dials) == choice.len() as f64;
        let are_scripts = choice.iter().all(|&index| index < scripts.len());
        let scripts = scripts.into();
        (are_whole && is_full && are_scripts).then_some(Self {
            dials,
            choice,
            scripts,
            seeds: Arc::default(),
        })
    }

    /// The atlas with seeds whose levels have the values: for each combination a bit for each of
    /// the first seeds. `None` unless there are some for each combination.
    pub fn with_seeds(self, seeds: Vec<Vec<u8>>) -> Option<Self> {
        (seeds.len() == self.choice.len()).then(|| Self { seeds: seeds.into(), ..self })
    }

    /// Reads an atlas from JSON or JSON5; `None` if the text is something else, such as a script.
    pub fn parse(text: &str) -> Result<Option<Self>, ScriptError> {
        crate::parse::atlas(text)
    }

    /// Number of its scripts.
    pub fn n_scripts(&self) -> usize {
        self.scripts.len()
    }

    /// The dials, as they are set.
    pub fn dials(&self) -> &[Dial] {
        &self.dials
    }

    /// The atlas with a dial set to a value.
    pub fn with_dial(mut self, name: &str, value: f64) -> Result<Self, DialError> {
        turn(&mut self.dials, name, value)?;
        Ok(self)
    }

    /// The script for what the dials are set to, each rounded.
    pub fn script(&self) -> &Script {
        &self.scripts[self.choice[self.combination()]]
    }

    /// The bits of the first seeds of this script whose levels are known to have the values.
    pub fn seeds(&self) -> Option<&[u8]> {
        self.seeds.get(self.combination()).map(Vec::as_slice)
    }

    /// The index of the combination of values that the dials are set to.
    fn combination(&self) -> usize {
        self.dials.iter().fold(0, |index, dial| {
            index * n_values(dial) as usize + (dial.value.round() - dial.min) as usize
        })
    }

    /// A document that says the same.
    pub fn to_json(&self) -> Value {
        let scripts = self.scripts.iter().map(Script::to_json);
        let mut document = Map::new();
        document.insert("dials".to_owned(), dials_json(&self.dials));
        document.insert("choice".to_owned(), json!(self.choice));
        if !self.seeds.is_empty() {
            document.insert("seeds".to_owned(), self.seeds.iter().map(|one| digits(one)).collect());
        }
        document.insert("scripts".to_owned(), scripts.collect());
        Value::Object(document)
    }

    /// Number of combinations of the values of dials with whole ends.
    pub(crate) fn n_combinations(dials: &[Dial]) -> f64 {
        dials.iter().map(n_values).product()
    }
}

/// Bytes as hexadecimal digits.
fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut digits, byte| {
        write!(digits, "{byte:02x}").expect("text can be written to");
        digits
    })
}

/// The bytes of hexadecimal digits.
pub(crate) fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    (is_plain && digits.len().is_multiple_of(2))
        .then(|| (0..digits.len()).step_by(2).map(byte).collect())?
}

fn n_values(dial: &Dial) -> f64 {
    dial.max - dial.min + 1.0
}

#[cfg(test)]
mod tests;
