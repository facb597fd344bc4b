//! What all readers share: reporting, and values with their places.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use jsonc_parser::ast::{Array, Object, ObjectProp, ObjectPropName, Value};
use jsonc_parser::common::Ranged;

use super::names::{Names, closest};
use super::other::OtherDialect;
use super::outline::Outline;
use super::piece::Piece;
use super::report::Report;
use super::rule::{Today, Vocabulary};
use crate::dial::Dialled;
use crate::fix::{Fix, part_with_comma};
use crate::spelling::PARAMETERS;
use crate::{Diagnostic, Severity, Size};

/// Maximum number of keys of one object: ten times what an object can use.
pub(crate) const N_KEYS_MAX: usize = 256;

/// Length of a list of known names in a message, approximately.
const N_BYTES_LISTED: usize = 1000;

/// Length of the longest size that may contain a dial.
const N_BYTES_OF_SIZE: usize = 1000;

/// Reads one document and collects its diagnostics.
pub struct Reader<'t> {
    /// The document.
    pub text: &'t str,
    /// The words of rules.
    pub vocabulary: &'static dyn Vocabulary,
    /// The dialect of another crate; `None` while one of its documents is read.
    pub(crate) dialect: Option<&'t dyn OtherDialect>,
    pub(crate) said: Report,
    /// The explorer being read, from 1.
    pub explorer: Option<usize>,
    /// The rule being read, from 1.
    pub(crate) rule: Option<usize>,
    /// Rules of this explorer and all before.
    pub(crate) n_rules: usize,
    /// Number of regions in the ranges of this explorer and all before.
    pub n_regions: usize,
    /// The names declared so far, and those of the dialect.
    pub names: Cow<'t, Names>,
    /// The correct spelling of each misspelt key, by the offset of the key.
    pub(crate) respelt: BTreeMap<usize, String>,
    /// The places of the parts of the script, if the caller needs them.
    pub outline: Option<Outline>,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str, dialect: Option<&'t dyn OtherDialect>) -> Self {
        Self {
            text,
            vocabulary: &Today,
            dialect,
            said: Report::default(),
            explorer: None,
            rule: None,
            n_rules: 0,
            n_regions: 0,
            names: Cow::default(),
            respelt: BTreeMap::new(),
            outline: None,
        }
    }

    pub(crate) fn has_no_mistake(&self) -> bool {
        self.said.n_errors() == 0
    }

    /// Reports a mistake in these bytes of the document; add help and fix to the result.
    pub fn report(&mut self, range: Range<usize>, message: impl Into<String>) -> &mut Diagnostic {
        self.said.add(Severity::Error, range, self.place(), message.into())
    }

    /// Adds a warning: something allowed that may not have the intended effect.
    pub fn warn(&mut self, range: Range<usize>, message: impl Into<String>) -> &mut Diagnostic {
        self.said.add(Severity::Warning, range, self.place(), message.into())
    }

    /// Reports an unknown name, with a close known one as suggestion.
    pub fn report_unknown<'a>(
        &mut self,
        name: Piece<'_>,
        what: &str,
        names: impl IntoIterator<Item = &'a str> + Clone,
    ) -> &mut Diagnostic {
        if !self.said.is_told(Severity::Error) {
            return self.report(name.range(), String::new());
        }
        let (help, fix) = match closest(name.text, names.clone()) {
            Some(meant) => {
                // A sign before a name, such as `-`, has a meaning that a fix would take away.
                let is_name = !name
                    .text
                    .starts_with(|first: char| first.is_ascii_punctuation() && first != '_');
                let fix = if is_name { name.fix(meant) } else { None };
                (format!("did you mean `{meant}`?"), fix)
            }
            None => (format!("known are {}", join(names)), None),
        };
        let message = format!("unknown {what} `{}`", name.text);
        self.report(name.range(), message).help(help).fix(fix)
    }

    /// The name that an unknown one probably means; `None` once the report is full.
    pub(crate) fn closest<'a>(
        &self,
        name: &str,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        if self.said.is_full(Severity::Error) { None } else { closest(name, names) }
    }

    /// Reports an empty part of a list; the first `n_first` parts are all empty, and the next one
    /// is not.
    pub(crate) fn report_empty_slot(
        &mut self,
        parts: &[Piece<'_>],
        index: usize,
        n_first: usize,
        message: &str,
    ) -> &mut Diagnostic {
        let has_others = n_first < parts.len();
        let fix = (has_others && parts[index].verbatim).then(|| {
            let from = index.saturating_sub(1);
            let near = &parts[from..parts.len().min(index + 2)];
            let ranges: Vec<Range<usize>> = near.iter().map(Piece::range).collect();
            let range = part_with_comma(&ranges, index - from, n_first.saturating_sub(from));
            Fix { range, replacement: String::new() }
        });
        let help = if has_others { "write it, or take the separator out" } else { "write one" };
        self.report(parts[index].range(), message).help(help).fix(fix)
    }

    fn place(&self) -> String {
        match (self.explorer, self.rule) {
            (Some(explorer), Some(rule)) => format!("explorer {explorer}, rule {rule}"),
            (Some(explorer), None) => format!("explorer {explorer}"),
            _ => String::new(),
        }
    }

    /// Reports keys that occur twice or are not among `keys`. A misspelt key is then read as the
    /// one that it resembles.
    pub fn check_keys(&mut self, object: &Object<'t>, what: &str, keys: &[&str]) {
        let n_keys = object.properties.len();
        if n_keys > N_KEYS_MAX {
            let range = object.range.start..object.range.start + 1;
            self.report(range, format!("this object has {n_keys} keys"))
                .help(format!("at most {N_KEYS_MAX} are possible"));
            return;
        }
        for (index, property) in object.properties.iter().enumerate() {
            let name = property.name.as_str();
            if object.properties[..index].iter().any(|earlier| earlier.name.as_str() == name) {
                self.report_repeated(object, index);
            } else if !keys.contains(&name) {
                let meant = self.closest(name, keys.iter().copied());
                self.report_key(object, property, what, keys, meant);
            }
        }
    }

    /// Reports a key that occurs twice; the fix deletes it if its value is the same.
    fn report_repeated(&mut self, object: &Object<'t>, index: usize) {
        let property = &object.properties[index];
        let first = object.get(property.name.as_str());
        let value = |property: &ObjectProp<'t>| &self.text[range_of(&property.value)];
        let goes = first.is_some_and(|first| value(first) == value(property));
        let fix = goes.then(|| {
            let parts: Vec<_> = object.properties.iter().map(property_range).collect();
            // 0, because the first key is never a repetition.
            Fix { range: part_with_comma(&parts, index, 0), replacement: String::new() }
        });
        let message = format!("`{}` is given twice", property.name.as_str());
        self.report(name_range(property), message).help("keep one of them").fix(fix);
    }

    /// Warns of each property for which `reason` returns a message; the fix deletes the property.
    pub fn warn_of_idle(
        &mut self,
        object: &Object<'t>,
        help: &str,
        reason: impl Fn(usize, &str) -> Option<String>,
    ) {
        let properties = &object.properties;
        let reason = |index: usize| reason(index, properties[index].name.as_str());
        // Lazy, because most scripts have nothing idle.
        let n_first = LazyCell::new(|| {
            (0..properties.len()).take_while(|&index| reason(index).is_some()).count()
        });
        let ranges = LazyCell::new(|| properties.iter().map(property_range).collect::<Vec<_>>());
        for (index, property) in properties.iter().enumerate() {
            if let Some(message) = reason(index) {
                let range = part_with_comma(&ranges, index, *n_first);
                self.warn(name_range(property), message)
                    .help(help)
                    .fix(Fix { range, replacement: String::new() });
            }
        }
    }

    /// Reports an unknown key, and reads it as `meant` unless that key exists as well.
    fn report_key(
        &mut self,
        object: &Object<'t>,
        property: &ObjectProp<'t>,
        what: &str,
        keys: &[&str],
        meant: Option<&str>,
    ) {
        let name = property.name.as_str();
        let range = name_range(property);
        let message = format!("unknown {what} `{name}`");
        if let Some(help) = self.dialect.and_then(|dialect| dialect.help_of_key(what, name)) {
            self.report(range, message).help(help);
            return;
        }
        let Some(meant) = meant else {
            let is_of_explorer = keys.contains(&"rules");
            let help = if is_of_explorer && PARAMETERS.contains(&name) {
                "it belongs into `parameters` of the explorer".to_owned()
            } else {
                format!("known are {}", join(keys.iter().copied()))
            };
            self.report(range, message).help(help);
            return;
        };
        if self.get(object, meant).is_some() {
            let help = format!("`{meant}` is there already; remove or rename this one");
            self.report(range, message).help(help);
            return;
        }
        self.respelt.insert(range.start, meant.to_owned());
        let quote = match self.text.as_bytes().get(range.start) {
            Some(b'"') => "\"",
            Some(b'\'') => "'",
            _ => "",
        };
        let fix = Fix { range: range.clone(), replacement: format!("{quote}{meant}{quote}") };
        self.report(range, message).help(format!("did you mean `{meant}`?")).fix(fix);
    }

    /// The property of a key, even if it is misspelt.
    pub fn get<'v>(&self, object: &'v Object<'t>, key: &str) -> Option<&'v ObjectProp<'t>> {
        let property = object.get(key);
        if property.is_some() || self.respelt.is_empty() {
            return property;
        }
        object.properties.iter().find(|property| {
            self.respelt.get(&name_range(property).start).is_some_and(|meant| meant == key)
        })
    }

    /// The value of a key as an object; reports anything else.
    pub fn object<'v>(&mut self, object: &'v Object<'t>, key: &str) -> Option<&'v Object<'t>> {
        let value = &self.get(object, key)?.value;
        let object = value.as_object();
        if object.is_none() {
            let message = format!("`{key}` should be an object");
            self.report(range_of(value), message).help("write it as {...}");
        }
        object
    }

    pub(crate) fn scalar<'v>(&mut self, object: &'v Object<'t>, key: &str) -> Option<Piece<'v>> {
        self.text_of(self.get(object, key)?)
    }

    /// The value of a property as trimmed text: a string, or the digits of a number.
    pub fn text_of<'v>(&mut self, property: &'v ObjectProp<'t>) -> Option<Piece<'v>> {
        let value = &property.value;
        let piece = Piece::of(value, self.text);
        if piece.is_none() {
            let fix = only_element(value).map(|element| Fix {
                range: range_of(value),
                replacement: self.text[range_of(element)].to_owned(),
            });
            let message = format!("`{}` should be a string or a number", property.name.as_str());
            let help = "write it like \"3\", \"name\" or 3";
            self.report(range_of(value), message).help(help).fix(fix);
        }
        piece.map(|piece| piece.trim())
    }

    pub(crate) fn in_brackets(&self, range: Range<usize>) -> Fix {
        Fix { replacement: format!("[{}]", &self.text[range.clone()]), range }
    }

    /// The value of a key as a whole number within `limits`. If it follows a dial, also returns
    /// how.
    pub(crate) fn whole_number(
        &mut self,
        object: &Object<'t>,
        key: &str,
        limits: RangeInclusive<u64>,
    ) -> Option<(u64, Option<Dialled>)> {
        let piece = self.scalar(object, key)?;
        match self.dialled(piece.text) {
            Some(dialled) => Some((*limits.start(), Some(dialled))),
            None => self.integer_of(piece, key, limits).map(|number| (number, None)),
        }
    }

    pub(crate) fn integer_of(
        &mut self,
        piece: Piece<'_>,
        key: &str,
        limits: RangeInclusive<u64>,
    ) -> Option<u64> {
        let number = parse_integer(piece.text);
        if number.is_some_and(|number| limits.contains(&number)) {
            return number;
        }
        let is_large = number.is_some_and(|number| number > *limits.end());
        let message = format!("`{key}` is `{}`", piece.text);
        let (help, fix) = if is_large {
            let largest = limits.end().to_string();
            (format!("at most {largest} is possible"), piece.fix(&largest))
        } else if let Some(meant) = self.closest(
            piece.text,
            self.names.dials.iter().map(|declared| declared.dial.name.as_str()),
        ) {
            (format!("did you mean `{meant}`?"), piece.fix(meant))
        } else {
            (format!("write a whole number of at least {}", limits.start()), None)
        };
        self.report(piece.range(), message).help(help).fix(fix);
        None
    }

    /// The value of a key as a size: `"WxH"`, or one number for both axes.
    pub fn size(&mut self, object: &Object<'t>, key: &str, min: u32) -> Option<Size> {
        self.dialled_size(object, key, min, false).map(|(size, _)| size)
    }

    /// Like `size`; if `may_follow`, each side may follow a dial, and the result contains how.
    pub(crate) fn dialled_size(
        &mut self,
        object: &Object<'t>,
        key: &str,
        min: u32,
        may_follow: bool,
    ) -> Option<(Size, [Option<Dialled>; 2])> {
        if let Some(array) = self.get(object, key)?.value.as_array()
            && let Some(fix) = size_of_array(array, self.text, min)
        {
            let range = fix.range.clone();
            let help = format!("write it as {}", fix.replacement);
            self.report(range, format!("`{key}` is a list")).help(help).fix(fix);
            return None;
        }
        let piece = self.scalar(object, key)?;
        let (width, height) = piece.text.split_once(['x', 'X']).unwrap_or((piece.text, piece.text));
        let side = |text: &str| {
            let side = parse_integer(text)?.min(u64::from(u32::MAX)) as u32;
            (side >= min).then_some(side)
        };
        let extent = side(width).zip(side(height));
        if let Some((width, height)) = extent {
            return Some((Size { width, height }, [None; 2]));
        }
        let sides = if may_follow { self.dialled_sides(piece.text, side) } else { None };
        if sides.is_none() {
            let message = format!("`{key}` is `{}`", piece.text);
            let meant = two_numbers(piece.text, min);
            let help = match &meant {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => {
                    format!("write a size such as \"14x14\", in whole numbers of at least {min}")
                }
            };
            let fix = meant.and_then(|meant| piece.fix(&meant));
            self.report(piece.range(), message).help(help).fix(fix);
        }
        let [(width, dialled_width), (height, dialled_height)] = sides?;
        Some((Size { width, height }, [dialled_width, dialled_height]))
    }

    /// Both sides of a size, where at least one follows a dial. Names can contain an x, so each x
    /// is tried as the separator.
    fn dialled_sides(
        &mut self,
        text: &str,
        side: impl Fn(&str) -> Option<u32>,
    ) -> Option<[(u32, Option<Dialled>); 2]> {
        let mut side_of = |text: &str| {
            let number = side(text).map(|side| (side, None));
            number.or_else(|| Some((1, Some(self.dialled(text)?))))
        };
        if text.len() > N_BYTES_OF_SIZE {
            return None;
        }
        if let Some(both) = side_of(text) {
            return Some([both; 2]);
        }
        let cuts = text.char_indices().filter(|(_, character)| matches!(character, 'x' | 'X'));
        cuts.into_iter()
            .find_map(|(at, _)| Some([side_of(&text[..at])?, side_of(&text[at + 1..])?]))
    }
}

fn only_element<'v, 't>(value: &'v Value<'t>) -> Option<&'v Value<'t>> {
    match value.as_array()?.elements.as_slice() {
        [element @ (Value::StringLit(_) | Value::NumberLit(_))] => Some(element),
        _ => None,
    }
}

/// A fix for a size that is written as an array of two numbers.
fn size_of_array(array: &Array<'_>, text: &str, min: u32) -> Option<Fix> {
    let [width, height] = array.elements.as_slice() else { return None };
    let (width, height) = (Piece::of(width, text)?, Piece::of(height, text)?);
    let size = two_numbers(&format!("{} {}", width.text, height.text), min)?;
    Some(Fix { range: array.range.start..array.range.end, replacement: format!("\"{size}\"") })
}

/// A size from a text that has exactly two whole numbers.
fn two_numbers(text: &str, min: u32) -> Option<String> {
    if text.contains(['.', '-', '+']) {
        return None;
    }
    let mut runs = text.split(|character: char| !character.is_ascii_digit());
    let numbers: Vec<u32> = runs
        .by_ref()
        .filter(|run| !run.is_empty())
        .map(str::parse)
        .collect::<Result<_, _>>()
        .ok()?;
    match numbers[..] {
        [width, height] if width >= min && height >= min => Some(format!("{width}x{height}")),
        _ => None,
    }
}

/// The distinct names, separated by commas; a long list is cut.
fn join<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut listed = BTreeSet::new();
    let mut joined = String::new();
    let mut n_more = 0;
    for name in names.into_iter().filter(|&name| listed.insert(name)) {
        if n_more > 0 || joined.len() + name.len() > N_BYTES_LISTED {
            n_more += 1;
            continue;
        }
        joined += if joined.is_empty() { "" } else { ", " };
        joined += name;
    }
    if n_more > 0 { format!("{joined} and {n_more} more") } else { joined }
}

/// The bytes of a value in the document.
pub fn range_of(value: &Value<'_>) -> Range<usize> {
    value.range().start..value.range().end
}

/// The bytes of a key with its value in the document.
pub fn property_range(property: &ObjectProp<'_>) -> Range<usize> {
    property.range.start..property.range.end
}

/// The bytes of a key in the document.
pub fn name_range(property: &ObjectProp<'_>) -> Range<usize> {
    let range = match &property.name {
        ObjectPropName::String(string) => string.range,
        ObjectPropName::Word(word) => word.range,
    };
    range.start..range.end
}

/// Reads a whole number of at least 0, also one such as `2.0` or `1e3`; larger ones become
/// `u64::MAX`.
pub fn parse_integer(text: &str) -> Option<u64> {
    let number = parse_real(text)?;
    (number >= 0.0 && number.fract() == 0.0).then_some(number as u64)
}

/// Reads a finite real number, with white space around it allowed.
pub fn parse_real(text: &str) -> Option<f64> {
    let text = text.trim();
    // Rust also reads words such as `inf`.
    let digits = text.trim_start_matches(['+', '-', '.']);
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|number: &f64| number.is_finite())
}
