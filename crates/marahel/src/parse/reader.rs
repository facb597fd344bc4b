//! What the readers of all parts share: reporting, and values with their places.

use std::ops::{Range, RangeInclusive};

use jsonc_parser::ast::{Object, ObjectProp, ObjectPropName, Value};
use jsonc_parser::common::Ranged;

use super::aiide17::{Places, Quoted};
use super::names::{Names, closest};
use crate::diagnostic::{Diagnostic, ScriptError};
use crate::script::{Dialect, Estimator, Script, Size};

/// A document that was read without mistakes.
pub(crate) struct Reading {
    pub(crate) script: Script,
    pub(crate) warnings: Vec<Diagnostic>,
    pub(crate) names: Names,
    pub(crate) places: Places,
}

/// Reads one document and collects its mistakes.
pub(super) struct Reader<'t> {
    text: &'t str,
    /// Where the text came from, if it was not written so.
    quoted: Option<&'t Quoted<'t>>,
    pub(super) dialect: Dialect,
    pub(super) places: Places,
    /// What `complete` means to the explorer being read.
    pub(super) complete: Estimator,
    mistakes: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    /// Regions that the script asks for, if it is divided.
    pub(super) n_regions: Option<u32>,
    /// The explorer being read, from 1, and its rule, from 1.
    pub(super) explorer: Option<usize>,
    pub(super) rule: Option<usize>,
    pub(super) names: Names,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            quoted: None,
            dialect: Dialect::default(),
            places: Places::default(),
            complete: Estimator::Percent,
            mistakes: Vec::new(),
            warnings: Vec::new(),
            n_regions: None,
            explorer: None,
            rule: None,
            names: Names::default(),
        }
    }

    /// Reads a text that lacked quotes.
    pub(super) fn of_quoted(quoted: &'t Quoted<'t>) -> Self {
        Self { quoted: Some(quoted), ..Self::new(quoted.text()) }
    }

    /// The script with what else was read, unless a mistake was reported.
    pub(super) fn finish(self, script: Option<Script>) -> Result<Reading, ScriptError> {
        match script {
            Some(script) if self.mistakes.is_empty() => Ok(Reading {
                script,
                warnings: self.warnings,
                names: self.names,
                places: self.places,
            }),
            _ => Err(ScriptError::new(self.mistakes)),
        }
    }

    /// Whether no mistake was reported so far.
    pub(super) fn has_no_mistake(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// Notes a mistake in the given bytes of the document.
    pub(super) fn report(&mut self, range: Range<usize>, message: impl Into<String>) {
        let mistake = self.diagnostic(range, message.into(), None);
        self.mistakes.push(mistake);
    }

    /// Notes what is allowed, but may not do what was meant.
    pub(super) fn warn(&mut self, range: Range<usize>, message: impl Into<String>) {
        let warning = self.diagnostic(range, message.into(), None);
        self.warnings.push(warning);
    }

    /// Notes an unknown name, with the closest of the known ones if one is close.
    pub(super) fn report_unknown<'a>(
        &mut self,
        range: Range<usize>,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'a str> + Clone,
    ) {
        let suggestion = closest(name, known.clone()).map(str::to_owned);
        let message = if suggestion.is_some() {
            format!("unknown {what} `{name}`")
        } else {
            let known: Vec<_> = known.into_iter().collect();
            format!("unknown {what} `{name}`; known are {}", known.join(", "))
        };
        let mistake = self.diagnostic(range, message, suggestion);
        self.mistakes.push(mistake);
    }

    fn diagnostic(
        &self,
        range: Range<usize>,
        message: String,
        suggestion: Option<String>,
    ) -> Diagnostic {
        let document = self.quoted.map_or(self.text, Quoted::source);
        Diagnostic::at(document, self.origin(range), self.place(), message, suggestion)
    }

    /// The bytes of the document as it was written.
    pub(super) fn origin(&self, range: Range<usize>) -> Range<usize> {
        self.quoted.map_or(range.clone(), |quoted| quoted.origin(range))
    }

    fn place(&self) -> String {
        match (self.explorer, self.rule) {
            (Some(explorer), Some(rule)) => format!("explorer {explorer}, rule {rule}"),
            (Some(explorer), None) => format!("explorer {explorer}"),
            _ => String::new(),
        }
    }

    /// Reports keys that occur twice, and those not among `known`; with
    /// `only_typos`, an unknown key that resembles none is let through.
    pub(super) fn check_keys(
        &mut self,
        object: &Object<'t>,
        what: &str,
        known: &[&str],
        only_typos: bool,
    ) {
        for (index, property) in object.properties.iter().enumerate() {
            let name = property.name.as_str();
            let range = name_range(property);
            if object.properties[..index].iter().any(|other| other.name.as_str() == name) {
                self.report(range, format!("`{name}` is given twice; keep one of them"));
            } else if !known.contains(&name)
                && (!only_typos || closest(name, known.iter().copied()).is_some())
            {
                self.report_unknown(range, what, name, known.iter().copied());
            }
        }
    }

    /// The value of a key as an object.
    pub(super) fn object<'v>(
        &mut self,
        object: &'v Object<'t>,
        key: &str,
    ) -> Option<&'v Object<'t>> {
        let value = &object.get(key)?.value;
        let found = value.as_object();
        if found.is_none() {
            self.report(range_of(value), format!("`{key}` should be an object, as in {{...}}"));
        }
        found
    }

    /// The value of a key as text without white space around it: a string, or
    /// the digits of a number.
    pub(super) fn scalar<'v>(&mut self, object: &'v Object<'t>, key: &str) -> Option<Piece<'v>> {
        let value = &object.get(key)?.value;
        let piece = Piece::of(value, self.text);
        if piece.is_none() {
            self.report(range_of(value), format!("`{key}` should be a string or a number"));
        }
        piece.map(|piece| piece.trim())
    }

    /// The value of a key as a whole number within `limits`.
    pub(super) fn integer(
        &mut self,
        object: &Object<'t>,
        key: &str,
        limits: RangeInclusive<u64>,
    ) -> Option<u64> {
        let piece = self.scalar(object, key)?;
        let found = parse_integer(piece.text);
        let limit = match found {
            Some(number) if limits.contains(&number) => return found,
            Some(number) if number > *limits.end() => format!("at most {}", limits.end()),
            _ => format!("at least {}", limits.start()),
        };
        let message = format!("`{key}` should be a whole number of {limit}, not `{}`", piece.text);
        self.report(piece.range(), message);
        None
    }

    /// The value of a key as a size: `"WxH"`, or one number for both axes.
    pub(super) fn size(&mut self, object: &Object<'t>, key: &str, min: u32) -> Option<Size> {
        let piece = self.scalar(object, key)?;
        let (width, height) = piece.text.split_once(['x', 'X']).unwrap_or((piece.text, piece.text));
        let side = |text: &str| {
            let side = parse_integer(text)?.min(u64::from(u32::MAX)) as u32;
            (side >= min).then_some(side)
        };
        let found = side(width).zip(side(height));
        if found.is_none() {
            let message = format!(
                "`{key}` should be a size such as \"14x14\" in whole numbers of at least {min}, \
                 not `{}`",
                piece.text
            );
            self.report(piece.range(), message);
        }
        found.map(|(width, height)| Size { width, height })
    }

    /// The document's text.
    pub(super) fn text(&self) -> &'t str {
        self.text
    }
}

/// A stretch of text with its place in the document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'v> {
    pub(super) text: &'v str,
    /// Bytes of the document: of the text itself where the document has it
    /// verbatim, of the whole literal where it is written with escapes.
    start: usize,
    end: usize,
    verbatim: bool,
}

impl<'v> Piece<'v> {
    /// The text of a string or number, or none for anything else.
    pub(super) fn of(value: &'v Value<'_>, document: &str) -> Option<Self> {
        match value {
            Value::StringLit(string) => {
                let text = string.value.as_ref();
                let (start, end) = (string.range.start, string.range.end);
                let verbatim = document.get(start + 1..end.saturating_sub(1)) == Some(text);
                Some(if verbatim {
                    Self { text, start: start + 1, end: end - 1, verbatim }
                } else {
                    Self { text, start, end, verbatim }
                })
            }
            Value::NumberLit(number) => Some(Self {
                text: number.value,
                start: number.range.start,
                end: number.range.end,
                verbatim: true,
            }),
            _ => None,
        }
    }

    /// The part of this piece that `part`, a subslice of its text, occupies.
    pub(super) fn part(&self, part: &'v str) -> Self {
        if !self.verbatim {
            return Self { text: part, ..*self };
        }
        let offset = part.as_ptr() as usize - self.text.as_ptr() as usize;
        let start = self.start + offset;
        Self { text: part, start, end: start + part.len(), verbatim: true }
    }

    /// This piece without white space at its ends.
    pub(super) fn trim(&self) -> Self {
        self.part(self.text.trim())
    }

    /// The bytes of the document.
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// The bytes of a value.
pub(super) fn range_of(value: &Value<'_>) -> Range<usize> {
    value.range().start..value.range().end
}

/// The bytes of a key.
pub(super) fn name_range(property: &ObjectProp<'_>) -> Range<usize> {
    let range = match &property.name {
        ObjectPropName::String(string) => string.range,
        ObjectPropName::Word(word) => word.range,
    };
    range.start..range.end
}

/// A whole number of at least 0, also one written like `2.0` or `1e3`; above
/// 2^64 it is the largest.
pub(super) fn parse_integer(text: &str) -> Option<u64> {
    let number = parse_real(text)?;
    (number >= 0.0 && number.fract() == 0.0).then_some(number as u64)
}

/// A finite real number with nothing around it but white space.
pub(super) fn parse_real(text: &str) -> Option<f64> {
    let text = text.trim();
    // Rust also reads words such as `inf`; a number starts with none.
    let digits = text.trim_start_matches(['+', '-', '.']);
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
