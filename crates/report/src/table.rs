//! A CSV file, read column by column.

use std::fs;
use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, StringRecord, Trim};
use experiment::RunStatus;

use crate::ReportError;

/// Room for rounding errors at the ends of 0..=1.
const SLACK: f64 = 1e-9;

/// A CSV file with one line of column names, held in memory.
#[derive(Debug)]
pub(crate) struct Table {
    path: PathBuf,
    columns: StringRecord,
    rows: Vec<StringRecord>,
}

impl Table {
    /// Reads the `front.csv` of a run folder.
    pub(crate) fn read_front(folder: &Path) -> Result<Self, ReportError> {
        let path = folder.join("front.csv");
        if !path.exists() {
            let folder = folder.to_owned();
            let interruption = RunStatus::read(&folder)?.and_then(|run| run.interruption());
            return Err(match interruption {
                Some(interruption) => ReportError::NothingFound { folder, interruption },
                None => ReportError::NoFront(folder),
            });
        }
        Self::read(path)
    }

    /// Reads the whole file.
    pub(crate) fn read(path: PathBuf) -> Result<Self, ReportError> {
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(source) => return Err(ReportError::File { action: "reading", path, source }),
        };
        if text.iter().all(u8::is_ascii_whitespace) {
            return Err(ReportError::Empty(path));
        }
        // Spaces beside a comma mean nothing.
        let mut reader = ReaderBuilder::new()
            .delimiter(delimiter(&text))
            .trim(Trim::All)
            .from_reader(text.as_slice());
        let rows = reader.records().collect::<Result<Vec<_>, _>>();
        let columns = reader.headers().cloned();
        let table = match (columns, rows) {
            (Ok(columns), Ok(rows)) => Self { path, columns, rows },
            (Err(source), _) | (_, Err(source)) => return Err(ReportError::Csv { path, source }),
        };
        if table.begins_with_values() {
            return Err(ReportError::NoNames(table.path));
        }
        Ok(table)
    }

    /// Whether numbers stand where the names of the columns should. Columns that
    /// nobody named are numbered by those who write them, and that is no mistake.
    fn begins_with_values(&self) -> bool {
        let is_number = |name: &str| name.parse::<f64>().is_ok();
        let are_numbered =
            |from: usize| (from..).zip(self.columns()).all(|(n, name)| n.to_string() == name);
        self.columns().all(is_number) && !are_numbered(0) && !are_numbered(1)
    }

    /// Where the file is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The names of the columns, in the order of the file.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter()
    }

    /// Number of rows below the names of the columns.
    pub(crate) fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// The fields of the first column of this name; none if there is no such column.
    pub(crate) fn fields(&self, name: &str) -> impl Iterator<Item = &str> {
        let column = self.columns().position(|column| column == name);
        self.rows.iter().filter_map(move |row| row.get(column?))
    }

    /// Whether there is a column of this name.
    pub(crate) fn has_column(&self, name: &str) -> bool {
        self.columns().any(|column| column == name)
    }

    /// A column of whole numbers, such as counts.
    pub(crate) fn counts(&self, name: &str) -> Result<Vec<u32>, ReportError> {
        self.values(name, "a whole number", |field| field.parse().ok())
    }

    /// A column of numbers in 0..=1.
    pub(crate) fn scores(&self, name: &str) -> Result<Vec<f64>, ReportError> {
        self.values(name, "a number in 0..=1", score)
    }

    /// A column of numbers in 0..=1, or of empty fields where nothing is known.
    pub(crate) fn optional_scores(&self, name: &str) -> Result<Vec<Option<f64>>, ReportError> {
        self.values(name, "a number in 0..=1, or nothing", |field| {
            if field.is_empty() { Some(None) } else { score(field).map(Some) }
        })
    }

    /// A column of numbers of any size, or of empty fields where nothing is known.
    pub(crate) fn optional_numbers(&self, name: &str) -> Result<Vec<Option<f64>>, ReportError> {
        self.values(name, "a number, or nothing", |field| {
            let number = || field.parse().ok().filter(|number: &f64| number.is_finite());
            if field.is_empty() { Some(None) } else { number().map(Some) }
        })
    }

    /// A column of files of scripts in the folder, or of empty fields.
    pub(crate) fn script_files(&self, name: &str) -> Result<Vec<Option<String>>, ReportError> {
        self.values(name, "a file in `scripts`, or nothing", |field| {
            let is_inside = field.strip_prefix("scripts/").is_some_and(|file| !file.contains('/'));
            if field.is_empty() { Some(None) } else { is_inside.then(|| Some(field.to_owned())) }
        })
    }

    /// A column of `true` and `false`.
    pub(crate) fn flags(&self, name: &str) -> Result<Vec<bool>, ReportError> {
        self.values(name, "`true` or `false`", |field| field.parse().ok())
    }

    /// The column `name`, each field as `parse` understands it.
    fn values<T>(
        &self,
        name: &str,
        expected: &'static str,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<Vec<T>, ReportError> {
        let Some(column) = self.columns().position(|column| column == name) else {
            let columns: Vec<String> = self.columns().map(|column| format!("`{column}`")).collect();
            return Err(ReportError::MissingColumn {
                path: self.path.clone(),
                column: name.to_owned(),
                columns: columns.join(", "),
            });
        };
        let parse_row = |row: &StringRecord| {
            parse(&row[column]).ok_or_else(|| ReportError::Value {
                path: self.path.clone(),
                line: row.position().map_or(0, csv::Position::line),
                column: name.to_owned(),
                expected,
                value: row[column].to_owned(),
            })
        };
        self.rows.iter().map(parse_row).collect()
    }
}

/// What stands between the fields of a table: what the line of the names has
/// first outside of quotes, of a comma and the semicolon or tab of other spreadsheets.
fn delimiter(text: &[u8]) -> u8 {
    let mut is_quoted = false;
    let names = text.iter().copied().take_while(|&byte| byte != b'\n');
    let mut outside = names.filter(|&byte| {
        is_quoted ^= byte == b'"';
        !is_quoted
    });
    outside.find(|byte| b",;\t".contains(byte)).unwrap_or(b',')
}

/// A number in 0..=1; no number, not even `NaN`, is out of it after this.
fn score(field: &str) -> Option<f64> {
    let value: f64 = field.parse().ok()?;
    (-SLACK..=1.0 + SLACK).contains(&value).then(|| value.clamp(0.0, 1.0))
}
