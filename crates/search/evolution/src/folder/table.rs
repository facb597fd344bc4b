//! CSV files, read column by column.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use csv::{ReaderBuilder, StringRecord, Trim};
use marahel_system::files::FileKind;

use crate::RunStatus;
use marahel_config::EvolutionError;

/// Allowed rounding errors at the ends of 0..=1.
const SLACK: f64 = 1e-9;

/// A CSV file with a header line, held in memory.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    columns: StringRecord,
    /// The first column of each name: a table may have many columns.
    places: BTreeMap<String, usize>,
    rows: Vec<StringRecord>,
}

impl Table {
    /// Maximum number of rows of a table, such as generations of a run.
    pub const N_ROWS_MAX: usize = 1_000_000;

    /// Reads the `front.csv` of a run folder.
    pub fn read_front(folder: &Path) -> Result<Self, EvolutionError> {
        let path = folder.join("front.csv");
        if path.exists() {
            return Self::read(path);
        }
        let interruption = RunStatus::read(folder)?.and_then(|run| run.interruption());
        let why = match interruption {
            Some(interruption) => {
                format!("the run was {interruption}, before anything was found")
            }
            None => "this is no run folder, or its run is still going on, or was ended before it \
                     could write one"
                .to_owned(),
        };
        let message = format!("there is no front.csv; {why}");
        Err(EvolutionError::content(folder, message))
    }

    /// Reads the whole file.
    pub fn read(path: PathBuf) -> Result<Self, EvolutionError> {
        let text = FileKind::TABLE.bytes(&path)?;
        Self::of_bytes(path, &text)
    }

    /// Reads a file that a person named, which may be a pipe.
    pub fn read_given(path: PathBuf) -> Result<Self, EvolutionError> {
        let text = FileKind::TABLE.bytes_given(&path)?;
        Self::of_bytes(path, &text)
    }

    fn of_bytes(path: PathBuf, text: &[u8]) -> Result<Self, EvolutionError> {
        let content = |message: String| EvolutionError::content(&path, message);
        if text.iter().all(u8::is_ascii_whitespace) {
            return Err(content("the file is empty".to_owned()));
        }
        // Ignore spaces beside commas.
        let mut reader =
            ReaderBuilder::new().delimiter(delimiter(text)).trim(Trim::All).from_reader(text);
        let rows = reader.records().take(Self::N_ROWS_MAX + 1).collect::<Result<Vec<_>, _>>();
        let read = rows.and_then(|rows| Ok((reader.headers()?.clone(), rows)));
        let (columns, rows) = read.map_err(|error| {
            content(format!("this is not a CSV table in UTF-8 with equally long rows: {error}"))
        })?;
        if rows.len() > Self::N_ROWS_MAX {
            let n_max = Self::N_ROWS_MAX;
            return Err(content(format!("a table has at most {n_max} rows; this has more")));
        }
        let mut places = BTreeMap::new();
        for (place, name) in columns.iter().enumerate() {
            places.entry(name.to_owned()).or_insert(place);
        }
        let table = Self { path, columns, places, rows };
        if table.begins_with_values() {
            let what = "the first line has only numbers; write the names of the columns there";
            return Err(table.content(what));
        }
        Ok(table)
    }

    /// An error about the content of this table.
    pub fn content(&self, message: impl Into<String>) -> EvolutionError {
        EvolutionError::content(&self.path, message.into())
    }

    /// Whether the first line consists of numbers instead of column names. Consecutive numbers from
    /// 0 or 1 are accepted: programs name columns like that.
    fn begins_with_values(&self) -> bool {
        let are_numbered =
            |from: usize| (from..).zip(self.columns()).all(|(n, name)| n.to_string() == name);
        self.columns().all(|name| name.parse::<f64>().is_ok())
            && !are_numbered(0)
            && !are_numbered(1)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The names of the columns, in the order of the file.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter()
    }

    /// Number of rows below the header.
    pub fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// The fields of the first column of this name; empty if there is no such column.
    pub fn fields(&self, name: &str) -> impl Iterator<Item = &str> {
        let column = self.places.get(name).copied();
        self.rows.iter().filter_map(move |row| row.get(column?))
    }

    pub fn has_column(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// A column of parsed values without gaps.
    pub(crate) fn parsed<T: FromStr>(&self, name: &str) -> Result<Vec<T>, EvolutionError> {
        self.values(name, "a number", |field| field.parse().ok())
    }

    /// A column of whole numbers, such as counts.
    pub fn counts(&self, name: &str) -> Result<Vec<u32>, EvolutionError> {
        self.values(name, "a whole number", |field| field.parse().ok())
    }

    /// A column of numbers in 0..=1.
    pub fn scores(&self, name: &str) -> Result<Vec<f64>, EvolutionError> {
        self.values(name, "a number in 0..=1", score)
    }

    /// A column of numbers in 0..=1; `None` for empty fields.
    pub fn optional_scores(&self, name: &str) -> Result<Vec<Option<f64>>, EvolutionError> {
        self.values(name, "a number in 0..=1, or nothing", |field| {
            if field.is_empty() { Some(None) } else { score(field).map(Some) }
        })
    }

    /// A column of finite numbers; `None` for empty fields.
    pub fn optional_numbers(&self, name: &str) -> Result<Vec<Option<f64>>, EvolutionError> {
        self.values(name, "a number, or nothing", number)
    }

    /// A column of script files in the folder; `None` for empty fields.
    pub fn script_files(&self, name: &str) -> Result<Vec<Option<String>>, EvolutionError> {
        self.values(name, "a file in `scripts`, or nothing", |field| {
            let is_inside = field.strip_prefix("scripts/").is_some_and(|file| !file.contains('/'));
            if field.is_empty() { Some(None) } else { is_inside.then(|| Some(field.to_owned())) }
        })
    }

    /// A column of `true` and `false`.
    pub fn flags(&self, name: &str) -> Result<Vec<bool>, EvolutionError> {
        self.values(name, "`true` or `false`", |field| field.parse().ok())
    }

    /// All columns of finite numbers, with `None` for empty fields, in the order of the file.
    pub fn numbers(&self) -> Vec<(&str, Vec<Option<f64>>)> {
        let columns = self.columns().enumerate().filter_map(|(index, name)| {
            let numbers = self.rows.iter().map(|row| number(&row[index]));
            let numbers: Vec<Option<f64>> = numbers.collect::<Option<_>>()?;
            numbers.iter().any(Option::is_some).then_some((name, numbers))
        });
        columns.collect()
    }

    /// A column of finite numbers without gaps.
    pub fn whole(&self, name: &str) -> Result<Vec<f64>, EvolutionError> {
        self.values(name, "a number", |field| number(field)?)
    }

    /// The column `name`, each field parsed by `parse`. `expected` describes the fields in errors.
    pub fn values<T>(
        &self,
        name: &str,
        expected: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, EvolutionError> {
        let Some(&column) = self.places.get(name) else {
            let columns: Vec<String> = self.columns().map(|column| format!("`{column}`")).collect();
            let columns = columns.join(", ");
            return Err(self.content(format!("there is no column `{name}`; there are {columns}")));
        };
        let values = self.rows.iter().map(|row| {
            parse(&row[column]).ok_or_else(|| {
                let line = row.position().map_or(0, csv::Position::line);
                let field = &row[column];
                self.content(format!(
                    "line {line}, column `{name}`: expected {expected}, found `{field}`"
                ))
            })
        });
        values.collect()
    }
}

/// The delimiter of a table: the first comma, semicolon or tab outside of quotes in the header
/// line. Spreadsheets also write the last two.
fn delimiter(text: &[u8]) -> u8 {
    let mut is_quoted = false;
    let names = text.iter().copied().take_while(|&byte| byte != b'\n');
    let mut outside = names.filter(|&byte| {
        is_quoted ^= byte == b'"';
        !is_quoted
    });
    outside.find(|byte| b",;\t".contains(byte)).unwrap_or(b',')
}

/// A finite number, `Some(None)` for an empty field, and `None` for anything else.
#[expect(clippy::option_option, reason = "a field without a number is no mistake, other text is")]
fn number(field: &str) -> Option<Option<f64>> {
    if field.is_empty() {
        return Some(None);
    }
    field.parse().ok().filter(|number: &f64| number.is_finite()).map(Some)
}

/// A number in 0..=1 with rounding errors removed; `None` for anything else, including `NaN`.
fn score(field: &str) -> Option<f64> {
    let value: f64 = field.parse().ok()?;
    (-SLACK..=1.0 + SLACK).contains(&value).then(|| value.clamp(0.0, 1.0))
}
