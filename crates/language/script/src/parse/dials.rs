//! Reads the dials of a document, and the numbers that follow them.
//!
//! ```text
//! number := term { ("+" | "-") term }     with one dial in all
//! term   := real | dial | real "*" dial | dial ("*" | "/") real
//! ```

use jsonc_parser::ast::{Object, ObjectProp};

use super::names::PREDEFINED_ENTITIES;
use super::piece::Piece;
use super::reader::{Reader, name_range, parse_real, range_of};
use crate::Estimator;
use crate::dial::{Dial, Dialled, N_DIALS_MAX};

#[derive(Clone, Debug)]
pub(crate) struct DeclaredDial {
    pub(crate) dial: Dial,
    pub(crate) is_used: bool,
}

impl<'t> Reader<'t> {
    /// Declares the dials of a document. Call it after entities and neighborhoods are declared.
    pub(crate) fn dials(&mut self, document: &Object<'t>) {
        let Some(section) = self.object(document, "dials") else { return };
        let names: Vec<&str> =
            section.properties.iter().map(|property| property.name.as_str()).collect();
        self.check_keys(section, "dial", &names);
        if names.len() > N_DIALS_MAX {
            let range = section.range.start..section.range.end;
            self.report(range, format!("there are {} dials", names.len()))
                .help(format!("a script has at most {N_DIALS_MAX}"));
            return;
        }
        for property in &section.properties {
            self.check_dial_name(property);
            let dial = self.dial(property);
            self.names.to_mut().dials.push(DeclaredDial { dial, is_used: false });
        }
    }

    fn check_dial_name(&mut self, property: &ObjectProp<'t>) {
        let name = property.name.as_str();
        let (message, help) = if !is_dial_name(name) {
            (
                format!("`{name}` cannot be the name of a dial"),
                "write letters, digits and _, a letter first",
            )
        } else if self.names.entities.iter().any(|entity| entity == name)
            || PREDEFINED_ENTITIES.contains(&name)
            || self.names.is_neighborhood(name)
            || self.vocabulary.word(&self.names, name).as_ref().is_some_and(is_older_than_dials)
        {
            (format!("`{name}` has another meaning in rules"), "call the dial something else")
        } else {
            return;
        };
        self.report(name_range(property), message).help(help);
    }

    /// Reads the range and the default of a dial. After a mistake, returns a dial of the name
    /// anyway, so that numbers that follow it are not reported, too.
    pub(super) fn dial(&mut self, property: &ObjectProp<'t>) -> Dial {
        let name = property.name.as_str();
        let numbers: Option<Vec<f64>> = property.value.as_array().and_then(|array| {
            array.elements.iter().map(|value| parse_real(Piece::of(value, "")?.text)).collect()
        });
        let values = match numbers.as_deref() {
            Some(&[min, max]) if min < max => Some(Dial::new(name, min, max)),
            Some(&[min, max, value]) if min < max && (min..=max).contains(&value) => {
                Some(Dial { value, ..Dial::new(name, min, max) })
            }
            _ => None,
        };
        values.unwrap_or_else(|| {
            self.report(range_of(&property.value), format!("`{name}` has no range"))
                .help("write its smallest and largest value, and perhaps its default between them, as in [11, 19] or [11, 19, 12]");
            Dial::new(name, 0.0, 1.0)
        })
    }

    /// Reads a number that follows a dial, and marks the dial as used.
    #[inline]
    pub(crate) fn dialled(&mut self, text: &str) -> Option<Dialled> {
        if self.names.dials.is_empty() {
            return None;
        }
        let dialled = parse_dialled(text, &self.names.dials)?;
        if !self.names.dials[dialled.dial].is_used {
            self.names.to_mut().dials[dialled.dial].is_used = true;
        }
        Some(dialled)
    }

    pub(crate) fn warn_of_unused_dials(&mut self, document: &Object<'t>) {
        let is_used: Vec<bool> = self.names.dials.iter().map(|declared| declared.is_used).collect();
        let help = "write its name where a number stands, or remove it";
        self.warn_of_names(self.get(document, "dials"), &is_used, "nothing follows the dial", help);
    }
}

/// Whether a word is older than dials, and so cannot name one. Newer words can, so that older
/// scripts keep their meaning.
fn is_older_than_dials(word: &Estimator) -> bool {
    !matches!(word, Estimator::Place(..))
}

fn is_dial_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
}

fn parse_dialled(text: &str, dials: &[DeclaredDial]) -> Option<Dialled> {
    let mut sum_of_dial: Option<(usize, f64)> = None;
    let mut offset = 0.0;
    for (sign, term) in terms(text) {
        let (name, factor) = match term.split_once(['*', '/']) {
            None => match parse_real(term) {
                Some(number) => {
                    offset += sign * number;
                    continue;
                }
                None => (term, 1.0),
            },
            Some((left, right)) if term.contains('/') => (left.trim(), 1.0 / parse_real(right)?),
            Some((left, right)) => match parse_real(left) {
                Some(factor) => (right.trim(), factor),
                None => (left.trim(), parse_real(right)?),
            },
        };
        let dial = dials.iter().position(|declared| declared.dial.name == name)?;
        if sum_of_dial.is_some_and(|(earlier, _)| earlier != dial) {
            return None;
        }
        sum_of_dial = Some((dial, sum_of_dial.map_or(0.0, |(_, sum)| sum) + sign * factor));
    }
    let (dial, factor) = sum_of_dial?;
    (factor.is_finite() && f64::is_finite(offset)).then_some(Dialled { dial, factor, offset })
}

fn terms(text: &str) -> impl Iterator<Item = (f64, &str)> {
    let mut tail = text.trim();
    std::iter::from_fn(move || {
        if tail.is_empty() {
            return None;
        }
        let (sign, term) = match tail.as_bytes()[0] {
            b'-' => (-1.0, &tail[1..]),
            b'+' => (1.0, &tail[1..]),
            _ => (1.0, tail),
        };
        let end = term.find(['+', '-']).unwrap_or(term.len());
        tail = &term[end..];
        Some((sign, term[..end].trim()))
    })
}
