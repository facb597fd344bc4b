//! Reads values of a TOML document by their keys, and collects mistakes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use marahel_level::N_ENTITIES_MAX;
use marahel_script::{Diagnostic, Severity, closest, count_lines};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::Definition;
use crate::expression::Mistake;
use crate::formulas::suggestion;

pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// A value, and its part of the file in words.
pub(super) type At<'a> = (&'a Value<'a>, &'a str);

/// Maximum number of reported mistakes, and of warnings; the rest is only counted.
pub(super) const N_TOLD_MAX: usize = 1000;

const N_KEYS_MAX: usize = 256;

/// Adds a mistake to a list: its bytes, its part of the file, what is wrong, and what to do.
macro_rules! mistake {
    ($faults:expr, $range:expr, $place:expr, $message:expr, $help:expr $(,)?) => {
        fault!($faults, Error, $range, $place, $message, $help)
    };
}

/// Adds a mistake, or a warning about something allowed that is probably not meant.
macro_rules! fault {
    ($faults:expr, $severity:ident, $range:expr, $place:expr, $message:expr, $help:expr $(,)?) => {{
        let mut fault = marahel_script::Diagnostic::new(
            marahel_script::Severity::$severity,
            $range,
            String::from(&*$place),
            String::from($message),
        );
        fault.help(String::from($help));
        $faults.push(fault);
    }};
}

/// Adds a mistake if there are more of something than possible.
macro_rules! few {
    ($faults:expr, $n:expr, $n_max:expr, $what:expr, $range:expr, $place:expr) => {{
        let (n, n_max) = ($n, $n_max);
        if n > n_max {
            let message = format!("there are {n} {}", $what);
            mistake!($faults, $range, $place, message, format!("at most {n_max} are possible"));
        }
        n <= n_max
    }};
}

/// A table of keys, a row for each: its name, the type of its value, how that is read and, if it is
/// needed, what is told without it. Makes a struct with the part of the file and each value: `None`
/// without the key, `Some(None)` for a wrong value.
macro_rules! keys {
    ($(
        $(#[$about:meta])*
        $name:ident($example:expr) {
            $(
                $key:ident: $kind:ty = $read:ident($($argument:expr),* $(,)?)
                    $(needed: $lack:literal, $remedy:expr)?
            ;)+
        }
    )+) => {$(
        $(#[$about])*
        #[derive(Debug)]
        pub(super) struct $name {
            $(pub(super) $key: Option<Option<$kind>>,)+
            pub(super) part: Part,
        }

        impl $name {
            /// The names of the keys.
            pub(super) const KEYS: &[&str] = &[$(stringify!($key)),+];

            /// Reads a value that should be such a table; `None` if it is none.
            pub(super) fn read(
                reader: &mut Reader<'_>, (value, place): At<'_>) -> Option<Self> {
                let table = reader.table((value, place), $example)?;
                let misspelt = reader.misspelt_keys(table, place, Self::KEYS);
                $($(if !table.contains_key(stringify!($key))
                    && !misspelt.contains(&stringify!($key))
                {
                    // What the whole file lacks is nowhere.
                    let range = if place.is_empty() { 0..0 } else { value.span() };
                    reader.error(range, place, $lack, $remedy);
                })?)+
                let spans = table.iter().map(|(key, value)| (key.get_ref().to_string(), value.span()));
                let part = Part {
                    range: value.span(),
                    place: place.to_owned(),
                    misspelt,
                    spans: spans.collect(),
                };
                Some(Self {
                    $($key: table.get(stringify!($key)).map(|value| {
                        // A key of the whole file is a place of its own.
                        let place = if place.is_empty() { stringify!($key) } else { place };
                        reader.$read((value, place), $($argument),*)
                    }),)+
                    part,
                })
            }
        }
    )+};
}

/// What a table is in the file.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) range: Range<usize>,
    pub(super) place: String,
    /// Keys that misspelt ones probably mean.
    pub(super) misspelt: Vec<&'static str>,
    /// The bytes of the value of each key.
    pub(super) spans: BTreeMap<String, Range<usize>>,
}

#[derive(Debug)]
pub(super) struct Reader<'t> {
    text: &'t str,
    pub(super) faults: Faults,
    /// Mistakes that were only counted.
    n_untold: usize,
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

    pub(super) fn range_of(&self, part: &Range<usize>) -> Range<usize> {
        self.start.map_or_else(|| self.range.clone(), |start| start + part.start..start + part.end)
    }
}

/// A list, or a table with names as keys.
#[derive(Debug)]
pub(super) struct List<T> {
    /// The first ones, as many as are possible, without wrong elements of lists.
    pub(super) all: Vec<T>,
    /// Number of all.
    pub(super) n: usize,
    pub(super) range: Range<usize>,
}

pub(super) type Texts = List<Text>;
pub(super) type Entries<T> = List<Entry<T>>;
pub(super) type Faults = Vec<Diagnostic>;

/// An entry of a table with names as keys.
#[derive(Debug)]
pub(super) struct Entry<T> {
    pub(super) name: String,
    /// The bytes of the name.
    pub(super) key: Range<usize>,
    /// The bytes of the value.
    pub(super) range: Range<usize>,
    /// The part of the file in words.
    pub(super) place: String,
    /// `None` if the value is wrong.
    pub(super) value: Option<T>,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, faults: Vec::new(), n_untold: 0 }
    }

    /// The errors and the warnings, each in the order of the document.
    pub(super) fn finish(mut self) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        self.faults.sort_by_key(|fault| fault.range.start);
        count_lines(&mut self.faults, self.text);
        let is_error = |fault: &Diagnostic| fault.severity == Severity::Error;
        let (errors, warnings) = self.faults.into_iter().partition(is_error);
        let end = self.text.len();
        let shown = |mut faults: Faults, n_untold: usize, severity, what: &str| {
            let n_more = faults.len().saturating_sub(N_TOLD_MAX) + n_untold;
            faults.truncate(N_TOLD_MAX);
            if n_more > 0 {
                let message = format!("{n_more} more {what} are not shown");
                let mut more = Diagnostic::new(severity, end..end, String::new(), message);
                more.help("fix the others first");
                count_lines(std::slice::from_mut(&mut more), self.text);
                faults.push(more);
            }
            faults
        };
        let errors = shown(errors, self.n_untold, Severity::Error, "mistakes");
        (errors, shown(warnings, 0, Severity::Warning, "warnings"))
    }

    pub(super) fn error(
        &mut self,
        range: Range<usize>,
        place: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        if self.faults.len() >= N_TOLD_MAX {
            self.n_untold += 1;
        } else {
            mistake!(self.faults, range, place, message.into(), help.into());
        }
    }

    /// Whether a value has at most this many parts; reports it if not.
    pub(super) fn are_few(&mut self, n: usize, n_max: usize, what: &str, at: At<'_>) -> bool {
        few!(self.faults, n, n_max, what, at.0.span(), at.1)
    }

    /// Reports unknown keys; returns those that they probably mean.
    pub(super) fn misspelt_keys(
        &mut self,
        table: &DeTable<'_>,
        place: &str,
        keys: &[&'static str],
    ) -> Vec<&'static str> {
        let first = table.keys().next().map_or(0..0, Spanned::span);
        let mut misspelt = Vec::new();
        if few!(self.faults, table.len(), N_KEYS_MAX, "keys from here on", first, place) {
            for key in table.keys().filter(|key| !keys.contains(&&**key.get_ref())) {
                let name: &str = key.get_ref();
                let otherwise = format!("known are {}", keys.join(", "));
                let help = suggestion(name, keys.iter().copied(), &otherwise);
                misspelt.extend(closest(name, keys.iter().copied()));
                self.error(key.span(), place, format!("`{name}` means nothing here"), help);
            }
        }
        misspelt
    }

    pub(super) fn table<'v>(&mut self, at: At<'v>, example: &str) -> Option<&'v DeTable<'v>> {
        let table = at.0.get_ref().as_table();
        if table.is_none() {
            self.wrong_kind(at, "a table", example);
        }
        table
    }

    pub(super) fn array<'v>(&mut self, at: At<'v>, example: &str) -> Option<&'v [Value<'v>]> {
        let array = at.0.get_ref().as_array();
        if array.is_none() {
            self.wrong_kind(at, "a list", example);
        }
        array.map(|array| &**array)
    }

    pub(super) fn text(&mut self, (value, place): At<'_>, example: &str) -> Option<Text> {
        let Some(string) = value.get_ref().as_str() else {
            self.wrong_kind((value, place), "a text in quotes", example);
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

    /// A list of texts, the first `n_max` of them.
    pub(super) fn texts(
        &mut self,
        (value, place): At<'_>,
        (n_max, what): (usize, &str),
        example: &str,
        of_list: &str,
    ) -> Option<Texts> {
        let values = self.array((value, place), of_list)?;
        self.are_few(values.len(), n_max, what, (value, place));
        let texts =
            values.iter().take(n_max).filter_map(|value| self.text((value, place), example));
        Some(List { all: texts.collect(), n: values.len(), range: value.span() })
    }

    /// A table with names as keys, the first `n_max` of them; `what` is the word for an entry.
    pub(super) fn entries<T>(
        &mut self,
        (value, place): At<'_>,
        example: &str,
        what: &str,
        n_max: usize,
        mut read: impl FnMut(&mut Self, At<'_>) -> Option<T>,
    ) -> Option<Entries<T>> {
        let table = self.table((value, place), example)?;
        let list = table.iter().take(n_max).map(|(key, value)| {
            let name = key.get_ref().to_string();
            let place = format!("{what} `{}`", shortened(&name));
            let read = read(self, (value, &place));
            Entry { name, key: key.span(), range: value.span(), place, value: read }
        });
        Some(List { all: list.collect(), n: table.len(), range: value.span() })
    }

    /// A table with tiles as keys.
    pub(super) fn pairs<T>(
        &mut self,
        at: At<'_>,
        example: &str,
        mut read: impl FnMut(&mut Self, At<'_>) -> Option<T>,
    ) -> Option<Entries<T>> {
        let read = |reader: &mut Self, (value, _): At<'_>| read(reader, (value, at.1));
        let pairs = self.entries(at, example, at.1, N_ENTITIES_MAX, read)?;
        self.are_few(pairs.n, N_ENTITIES_MAX, "entries", at).then_some(pairs)
    }

    /// The value of a word; any other one is not `what`.
    pub(super) fn word<T: Copy>(
        &mut self,
        (value, place): At<'_>,
        example: &str,
        choices: &[(&str, T)],
        [what, help]: [&str; 2],
    ) -> Option<T> {
        let word = self.text((value, place), example)?.value;
        let message = |word: &str| format!("`{word}` is not {what}");
        choice(&word, choices.iter().copied(), message, help)
            .map_err(|(message, help)| self.error(value.span(), place, message, help))
            .ok()
    }

    pub(super) fn number(
        &mut self,
        (value, place): At<'_>,
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
            self.wrong_kind((value, place), "a number", example);
            return None;
        };
        if allowed.contains(&number) {
            return Some(number);
        }
        let message = format!("{number} is not in {} to {}", allowed.start(), allowed.end());
        self.error(value.span(), place, message, format!("write {example}"));
        None
    }

    /// A whole number up to `most`.
    pub(super) fn whole(
        &mut self,
        (value, place): At<'_>,
        most: u32,
        example: &str,
    ) -> Option<u32> {
        let number = self.number((value, place), 0.0..=f64::from(most), example)?;
        if number.fract() != 0.0 {
            let message = format!("{number} is not a whole number");
            self.error(value.span(), place, message, "round it");
            return None;
        }
        Some(number as u32)
    }

    /// A list of two numbers.
    pub(super) fn two(&mut self, (value, place): At<'_>, example: &str) -> Option<[f64; 2]> {
        const ALL: RangeInclusive<f64> = f64::NEG_INFINITY..=f64::INFINITY;
        let values = self.array((value, place), example)?;
        let [low, high] = values else {
            let message = format!("a range has 2 numbers, not {}", values.len());
            self.error(value.span(), place, message, format!("give {example}"));
            return None;
        };
        let low = self.number((low, place), ALL, example)?;
        Some([low, self.number((high, place), ALL, example)?])
    }

    pub(super) fn truth(&mut self, (value, place): At<'_>, example: &str) -> Option<bool> {
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            self.wrong_kind((value, place), "true or false", example);
        }
        flag
    }

    /// A table of keys inside.
    pub(super) fn inner<T>(
        &mut self,
        (value, place): At<'_>,
        read: impl FnOnce(&mut Self, At<'_>) -> Option<T>,
    ) -> Option<T> {
        read(self, (value, place))
    }

    /// Settings that a type reads by itself.
    pub(super) fn settings<S: DeserializeOwned>(&mut self, (value, place): At<'_>) -> Option<S> {
        let table = DeTable::from_iter([(Spanned::new(0..0, place.into()), value.clone())]);
        let deserializer = toml::Deserializer::from(Spanned::new(value.span(), table));
        match BTreeMap::<String, S>::deserialize(deserializer) {
            Ok(read) => read.into_values().next(),
            Err(error) => {
                let message = error.message().trim().to_owned();
                self.error(error.span().unwrap_or(value.span()), place, message, "");
                None
            }
        }
    }

    fn wrong_kind(&mut self, (value, place): At<'_>, expected: &str, example: &str) {
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

/// What was found in a text; adds the mistake if nothing was.
pub(super) fn checked<T>(
    text: &Text,
    parsed: Result<T, Mistake>,
    faults: &mut Faults,
) -> Option<T> {
    let checked = parsed.map_err(|Mistake { range, message, help }| {
        mistake!(faults, text.range_of(&range), text.place, message, help);
    });
    checked.ok()
}

/// Why a text means nothing: the message, and the help.
pub(super) type Refused = (String, String);

/// What a text means; adds a mistake if it means nothing.
pub(super) fn meant<T>(
    text: Option<&Option<Text>>,
    meaning: impl FnOnce(&str) -> Result<T, Refused>,
    faults: &mut Faults,
) -> Option<T> {
    let Text { value, range, place, .. } = text?.as_ref()?;
    let meant = meaning(value).map_err(|(message, help)| {
        mistake!(faults, range.clone(), place, message, help);
    });
    meant.ok()
}

/// The value of a word; `message` is for an unknown one.
pub(super) fn choice<'a, T>(
    word: &str,
    choices: impl IntoIterator<Item = (&'a str, T)>,
    message: impl Fn(&str) -> String,
    otherwise: &str,
) -> Result<T, Refused> {
    let mut names = Vec::new();
    for (name, value) in choices {
        if name == word {
            return Ok(value);
        }
        names.push(name);
    }
    Err((message(word), suggestion(word, names, otherwise)))
}

/// A name for messages; a long one is cut.
pub(super) fn shortened(name: &str) -> Cow<'_, str> {
    if name.len() <= Definition::NAME_BYTES_MAX {
        return name.into();
    }
    let start: String = name.chars().take(Definition::NAME_BYTES_MAX / 4).collect();
    format!("{start}...").into()
}
