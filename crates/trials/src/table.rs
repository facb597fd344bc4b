//! A CSV file of a run folder, whatever columns it has.

use std::path::{Path, PathBuf};

use crate::TrialsError;

/// A table in memory.
pub(crate) struct Table {
    path: PathBuf,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn read(path: &Path) -> Result<Self, TrialsError> {
        let fail = |error: csv::Error| TrialsError::Table {
            path: path.to_owned(),
            message: error.to_string(),
        };
        let mut reader = csv::Reader::from_path(path).map_err(fail)?;
        let columns = reader.headers().map_err(fail)?.iter().map(str::to_owned).collect();
        let rows = reader
            .records()
            .map(|record| Ok(record.map_err(fail)?.iter().map(str::to_owned).collect()))
            .collect::<Result<_, TrialsError>>()?;
        Ok(Self { path: path.to_owned(), columns, rows })
    }

    pub(crate) fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// The columns that hold finite numbers, with gaps where they hold nothing,
    /// in the order of the file; flags and texts are left out.
    pub(crate) fn numbers(&self) -> Vec<(&str, Vec<Option<f64>>)> {
        let columns = self.columns.iter().enumerate().filter_map(|(index, name)| {
            let numbers = self.rows.iter().map(|row| number(&row[index]));
            let numbers: Vec<Option<f64>> = numbers.collect::<Result<_, _>>().ok()?;
            numbers.iter().any(Option::is_some).then_some((name.as_str(), numbers))
        });
        columns.collect()
    }

    /// A column of numbers without gaps.
    pub(crate) fn whole(&self, name: &str) -> Result<Vec<f64>, TrialsError> {
        let found = self.numbers().into_iter().find(|(column, _)| *column == name);
        found.and_then(|(_, numbers)| numbers.into_iter().collect()).ok_or_else(|| {
            TrialsError::Table {
                path: self.path.clone(),
                message: format!("there is no column `{name}` of numbers"),
            }
        })
    }
}

/// A field that holds something else than a number.
struct NoNumber;

/// A finite number, or nothing in an empty field.
fn number(field: &str) -> Result<Option<f64>, NoNumber> {
    if field.is_empty() {
        return Ok(None);
    }
    let value: Option<f64> = field.parse().ok();
    value.filter(|value| value.is_finite()).map(Some).ok_or(NoNumber)
}
