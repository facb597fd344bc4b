//! Reads values of a TOML document, and collects mistakes.

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

use marahel_level::{Palette, TileSet};
use marahel_script::{Diagnostic, Severity, closest, count_lines};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::Definition;
use crate::expression::{Mistake, parse_tiles};
use crate::formulas::{suggestion, tile_set};

pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// Maximum number of reported mistakes, and of warnings; the rest is only counted.
const N_TOLD_MAX: usize = 1000;

const N_KEYS_MAX: usize = 256;

#[derive(Debug)]
pub(super) struct TableReader<'t> {
    text: &'t str,
    pub(super) document: &'t DeTable<'t>,
    diagnostics: Vec<Diagnostic>,
    /// Errors and warnings that were only counted.
    n_untold: [usize; 2],
    /// Keys that misspelt ones probably mean, each with the part of the file.
    misspelt: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Text {
    pub(super) value: String,
    /// Its bytes in the document, with quotes.
    pub(super) range: Range<usize>,
    /// The offset of its first byte in the document; `None` if it has escapes.
    start: Option<usize>,
    pub(super) place: String,
}

impl Text {
    /// A text that is not written in the document, but belongs to a part of it.
    pub(super) fn new(value: &str, range: Range<usize>, place: &str) -> Self {
        Self { value: value.to_owned(), range, start: None, place: place.to_owned() }
    }

    /// A part of a text of the document.
    pub(super) fn part(&self, value: String, part: Range<usize>) -> Self {
        let start = self.start.map(|start| start + part.start);
        Self { value, start, range: self.range_of(&part), place: self.place.clone() }
    }

    fn range_of(&self, part: &Range<usize>) -> Range<usize> {
        self.start.map_or_else(|| self.range.clone(), |start| start + part.start..start + part.end)
    }
}

impl<'t> TableReader<'t> {
    pub(super) fn new(text: &'t str, document: &'t DeTable<'t>) -> Self {
        Self { text, document, diagnostics: Vec::new(), n_untold: [0; 2], misspelt: Vec::new() }
    }

    /// The same with the document that was read of the text.
    pub(super) fn of(self, document: &'t DeTable<'t>) -> Self {
        Self { document, ..self }
    }

    /// A key or table of the document.
    pub(super) fn get(&self, key: &str) -> Option<&'t Value<'t>> {
        self.document.get(key)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.document.contains_key(key)
    }

    /// The errors and the warnings, each in the order of the document.
    pub(super) fn finish(mut self) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.range.start);
        let end = self.text.len();
        for (severity, what) in [(Severity::Error, "mistakes"), (Severity::Warning, "warnings")] {
            let n_more = self.n_untold[severity as usize];
            if n_more > 0 {
                let message = format!("{n_more} more {what} are not shown");
                let mut more = Diagnostic::new(severity, end..end, String::new(), message);
                more.help("fix the others first");
                self.diagnostics.push(more);
            }
        }
        count_lines(&mut self.diagnostics, self.text);
        self.diagnostics.into_iter().partition(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The line where a part of the document begins, from 1.
    pub(super) fn line_of(&self, range: &Range<usize>) -> usize {
        1 + self.text[..range.start].matches('\n').count()
    }

    pub(super) fn error(
        &mut self,
        range: Range<usize>,
        place: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.tell(Severity::Error, range, place, message, help);
    }

    /// Reports missing keys, unless one of them is only misspelt, which
    /// [`check_keys`](Self::check_keys) has reported.
    pub(super) fn missing(
        &mut self,
        keys: &[&str],
        range: Range<usize>,
        place: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        if !keys.iter().any(|key| self.is_misspelt(place, key)) {
            self.error(range, place, message, help);
        }
    }

    /// Whether a part of the file has a misspelt key that probably means this one.
    pub(super) fn is_misspelt(&self, place: &str, key: &str) -> bool {
        self.misspelt.iter().any(|(part, meant)| part == place && meant == key)
    }

    /// Reports a mistake, or a warning about something allowed that is probably not meant.
    pub(super) fn tell(
        &mut self,
        severity: Severity,
        range: Range<usize>,
        place: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let kind = severity.min(Severity::Warning);
        let reported = self.diagnostics.iter().map(|told| told.severity.min(Severity::Warning));
        if reported.filter(|told| *told == kind).count() == N_TOLD_MAX {
            self.n_untold[kind as usize] += 1;
            return;
        }
        let mut diagnostic = Diagnostic::new(severity, range, place.to_owned(), message.into());
        diagnostic.help(help.into());
        self.diagnostics.push(diagnostic);
    }

    /// Warns of a part of a text that is probably not meant.
    pub(super) fn doubt(&mut self, text: &Text, doubt: Mistake) {
        let range = text.range_of(&doubt.range);
        self.tell(Severity::Warning, range, &text.place, doubt.message, doubt.help);
    }

    /// Returns what was found, or reports the mistake.
    pub(super) fn check<T>(&mut self, text: &Text, parsed: Result<T, Mistake>) -> Option<T> {
        let checked = parsed.map_err(|Mistake { range, message, help }| {
            self.error(text.range_of(&range), &text.place, message, help);
        });
        checked.ok()
    }

    /// Reports a name that is too long for files and columns.
    pub(super) fn check_length(&mut self, name: &str, range: Range<usize>, place: &str) {
        if name.len() > Definition::NAME_BYTES_MAX {
            let message = format!("this name has {} bytes", name.len());
            let help = format!("give it a name of at most {}", Definition::NAME_BYTES_MAX);
            self.error(range, place, message, help);
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.n_untold[Severity::Error as usize] > 0
    }

    /// Whether part of the file has at most this many entries; reports it if not.
    pub(super) fn are_few(
        &mut self,
        n: usize,
        n_max: usize,
        what: &str,
        range: Range<usize>,
        place: &str,
    ) -> bool {
        if n > n_max {
            let message = format!("there are {n} {what}");
            self.error(range, place, message, format!("at most {n_max} are possible"));
        }
        n <= n_max
    }

    pub(super) fn check_keys(&mut self, table: &DeTable<'_>, place: &str, keys: &[&str]) {
        let first = table.keys().next().map_or(0..0, toml::Spanned::span);
        if !self.are_few(table.len(), N_KEYS_MAX, "keys from here on", first, place) {
            return;
        }
        for key in table.keys() {
            let name: &str = key.get_ref();
            if !keys.contains(&name) {
                let otherwise = format!("known are {}", keys.join(", "));
                let help = suggestion(name, keys.iter().copied(), &otherwise);
                let meant = closest(name, keys.iter().copied());
                self.misspelt.extend(meant.map(|key| (place.to_owned(), key.to_owned())));
                self.error(key.span(), place, format!("`{name}` means nothing here"), help);
            }
        }
    }

    /// A table as a part of the file; reports all keys but these.
    pub(super) fn part<'v>(
        &mut self,
        value: &'v Value<'v>,
        place: &str,
        example: &str,
        keys: &[&str],
    ) -> Option<Part<'v>> {
        let table = self.table(value, place, example)?;
        self.check_keys(table, place, keys);
        Some(Part { table, range: value.span(), place: place.to_owned() })
    }

    pub(super) fn table<'v, 'd>(
        &mut self,
        value: &'v Value<'d>,
        place: &str,
        example: &str,
    ) -> Option<&'v DeTable<'d>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.wrong_kind(value, place, "a table", example);
        }
        table
    }

    pub(super) fn array<'v, 'd>(
        &mut self,
        value: &'v Value<'d>,
        place: &str,
        example: &str,
    ) -> Option<&'v [Value<'d>]> {
        let array = value.get_ref().as_array();
        if array.is_none() {
            self.wrong_kind(value, place, "a list", example);
        }
        array.map(|array| &**array)
    }

    pub(super) fn text(&mut self, value: &Value<'_>, place: &str, example: &str) -> Option<Text> {
        let Some(string) = value.get_ref().as_str() else {
            self.wrong_kind(value, place, "a text in quotes", example);
            return None;
        };
        let range = value.span();
        let raw = &self.text[range.clone()];
        let start = [1, 3].into_iter().find(|&quotes| {
            let inner = raw.get(quotes..raw.len().saturating_sub(quotes));
            inner.is_some_and(|inner| inner == string)
        });
        Some(Text {
            value: string.to_owned(),
            start: start.map(|quotes| range.start + quotes),
            range,
            place: place.to_owned(),
        })
    }

    /// The value of a word; `message` is for an unknown one.
    pub(super) fn choose<'a, T>(
        &mut self,
        word: Text,
        choices: impl IntoIterator<Item = (&'a str, T)>,
        message: impl Fn(&str) -> String,
        otherwise: &str,
    ) -> Option<T> {
        let mut names = Vec::new();
        for (name, value) in choices {
            if name == word.value {
                return Some(value);
            }
            names.push(name);
        }
        let help = suggestion(&word.value, names, otherwise);
        self.error(word.range, &word.place, message(&word.value), help);
        None
    }

    pub(super) fn tiles(
        &mut self,
        value: &Value<'_>,
        place: &str,
        example: &str,
        palette: &Palette,
        groups: &[(String, TileSet)],
    ) -> Option<TileSet> {
        let text = self.text(value, place, example)?;
        let tiles = parse_tiles(&text.value).and_then(|named| tile_set(&named, palette, groups));
        self.check(&text, tiles)
    }

    pub(super) fn number(
        &mut self,
        value: &Value<'_>,
        place: &str,
        allowed: RangeInclusive<f64>,
        example: &str,
    ) -> Option<f64> {
        let number = match value.get_ref() {
            DeValue::Integer(integer) => {
                i64::from_str_radix(integer.as_str(), integer.radix()).ok().map(|n| n as f64)
            }
            DeValue::Float(float) => float.as_str().replace('_', "").parse().ok(),
            _ => None,
        };
        let Some(number) = number else {
            self.wrong_kind(value, place, "a number", example);
            return None;
        };
        if allowed.contains(&number) {
            return Some(number);
        }
        let message = format!("{number} is not in {} to {}", allowed.start(), allowed.end());
        self.error(value.span(), place, message, format!("write {example}"));
        None
    }

    pub(super) fn truth(&mut self, value: &Value<'_>, place: &str, example: &str) -> Option<bool> {
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong_kind(value, place, "true or false", example);
        }
        flag
    }

    fn wrong_kind(&mut self, value: &Value<'_>, place: &str, expected: &str, example: &str) {
        let kind = match value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let message = format!("{expected} is expected here, not {kind}");
        self.error(value.span(), place, message, format!("write {example}"));
    }
}

/// A name for messages; a long one is cut.
pub(super) fn shortened(name: &str) -> Cow<'_, str> {
    if name.len() <= Definition::NAME_BYTES_MAX {
        return name.into();
    }
    let start: String = name.chars().take(Definition::NAME_BYTES_MAX / 4).collect();
    format!("{start}...").into()
}

#[derive(Debug)]
pub(super) struct Part<'v> {
    pub(super) table: &'v DeTable<'v>,
    pub(super) range: Range<usize>,
    pub(super) place: String,
}

impl Part<'_> {
    pub(super) fn text(
        &self,
        reader: &mut TableReader<'_>,
        key: &str,
        example: &str,
    ) -> Option<Text> {
        reader.text(self.table.get(key)?, &self.place, example)
    }

    /// The number of a key; `None` if it is wrong.
    pub(super) fn number(
        &self,
        reader: &mut TableReader<'_>,
        key: &str,
        default: f64,
        allowed: RangeInclusive<f64>,
        example: &str,
    ) -> Option<f64> {
        let Some(value) = self.table.get(key) else { return Some(default) };
        reader.number(value, &self.place, allowed, example)
    }

    /// As `number`, for a whole number.
    pub(super) fn whole_number(
        &self,
        reader: &mut TableReader<'_>,
        key: &str,
        default: u32,
        most: u32,
        example: &str,
    ) -> Option<u32> {
        let Some(value) = self.table.get(key) else { return Some(default) };
        let number = reader.number(value, &self.place, 0.0..=f64::from(most), example)?;
        if number.fract() != 0.0 {
            let message = format!("{number} is not a whole number");
            reader.error(value.span(), &self.place, message, "round it");
            return None;
        }
        Some(number as u32)
    }

    pub(super) fn lacks(&self, reader: &mut TableReader<'_>, key: &str, message: &str, help: &str) {
        reader.missing(&[key], self.range.clone(), &self.place, message, help);
    }
}
