//! An atlas: one file with a script for each combination of dial values.
//!
//! ```json
//! {
//!   "dials": {"path": [35, 37]},
//!   "choice": [0, 0, 1],
//!   "scripts": [{"metadata": ...}, {"metadata": ...}]
//! }
//! ```
//!
//! A dial takes the whole numbers of its range. `choice` has an index into `scripts` for each
//! combination of values, where the value of the last dial changes fastest. Above, the first script
//! makes the paths of 35 and 36 steps.
//!
//! `seeds` is optional. For each combination it marks which of the first seeds of its script make
//! levels with these values: one bit for each seed, written as hexadecimal bytes, the lowest bit of
//! a byte first.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::dial::{Dial, DialError, turn};
use crate::write::dials_json;
use crate::{Script, ScriptError};

/// Scripts for the values of dials.
#[derive(Clone, Debug, PartialEq)]
pub struct Atlas {
    /// With their current values; both ends are whole numbers.
    dials: Vec<Dial>,
    /// One index into `scripts` for each combination.
    choice: Vec<usize>,
    scripts: Arc<[Script]>,
    /// One bit set for each combination; empty if unknown.
    seeds: Arc<[Vec<u8>]>,
}

impl Atlas {
    /// An atlas of dials with whole ends. `None` unless `choice` has a valid index for each
    /// combination of their values.
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

    /// Adds, for each combination, which of the first seeds make levels with the values, one bit
    /// for each seed. `None` unless `seeds` has one entry for each combination.
    pub fn with_seeds(self, seeds: Vec<Vec<u8>>) -> Option<Self> {
        (seeds.len() == self.choice.len()).then(|| Self { seeds: seeds.into(), ..self })
    }

    /// Reads an atlas from JSON or JSON5; `None` if the text is something else, such as a script.
    pub fn parse(text: &str) -> Result<Option<Self>, ScriptError> {
        crate::parse::atlas(text)
    }

    /// Number of scripts.
    pub fn n_scripts(&self) -> usize {
        self.scripts.len()
    }

    /// The dials with their current values.
    pub fn dials(&self) -> &[Dial] {
        &self.dials
    }

    /// Sets a dial.
    pub fn with_dial(mut self, name: &str, value: f64) -> Result<Self, DialError> {
        turn(&mut self.dials, name, value)?;
        Ok(self)
    }

    /// The script for the current dial values, each rounded.
    pub fn script(&self) -> &Script {
        &self.scripts[self.choice[self.combination()]]
    }

    /// One bit for each of the first seeds of this script: whether its level is known to have the
    /// values.
    pub fn seeds(&self) -> Option<&[u8]> {
        self.seeds.get(self.combination()).map(Vec::as_slice)
    }

    fn combination(&self) -> usize {
        self.dials.iter().fold(0, |index, dial| {
            index * n_values(dial) as usize + (dial.value.round() - dial.min) as usize
        })
    }

    /// The atlas as a JSON document.
    pub fn to_json(&self) -> Value {
        let scripts = self.scripts.iter().map(Script::to_json);
        let mut document = Map::new();
        document.insert("dials".to_owned(), dials_json(&self.dials));
        document.insert("choice".to_owned(), json!(self.choice));
        if !self.seeds.is_empty() {
            document
                .insert("seeds".to_owned(), self.seeds.iter().map(|seeds| digits(seeds)).collect());
        }
        document.insert("scripts".to_owned(), scripts.collect());
        Value::Object(document)
    }

    pub(crate) fn n_combinations(dials: &[Dial]) -> f64 {
        dials.iter().map(n_values).product()
    }
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut digits, byte| {
        write!(digits, "{byte:02x}").expect("text can be written to");
        digits
    })
}

pub(crate) fn bytes_of(digits: &str) -> Option<Vec<u8>> {
    let is_plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let starts = is_plain.then(|| (0..digits.len()).step_by(2))?;
    // Of an odd number of digits, the last makes no byte.
    starts.map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()).collect()
}

fn n_values(dial: &Dial) -> f64 {
    dial.max - dial.min + 1.0
}

#[cfg(test)]
mod tests;
