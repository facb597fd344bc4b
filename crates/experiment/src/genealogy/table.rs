//! `ancestry.csv`: a row for each ancestor of the final front, by ascending ids.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::Path;
use std::str::FromStr;

use config::{files, genes_of_cell, genes_to_cell};
use problem::Objective;

use crate::genealogy::Ancestor;
use crate::{CsvText, ExperimentError, write_atomically};

/// The name of the table in a run folder.
pub(crate) const FILE: &str = "ancestry.csv";

/// What stands before the objectives; behind them stand the genes.
const COLUMNS: [&str; 5] = ["id", "parents", "operator", "island", "generation"];

/// Writes the table into a run folder.
///
/// # Errors
///
/// If it cannot be written.
pub(crate) fn write(
    folder: &Path,
    ancestors: &[Ancestor],
    objectives: &[Objective],
) -> Result<(), ExperimentError> {
    let names = objectives.iter().map(|objective| objective.name.as_str());
    let mut table = CsvText::new(COLUMNS.into_iter().chain(names).chain(["genes"]));
    for one in ancestors {
        let mut row = vec![
            one.id.to_string(),
            join(&one.parents),
            one.operator.clone(),
            one.island.to_string(),
            one.generation.to_string(),
        ];
        row.extend(one.objectives.iter().map(f64::to_string));
        row.push(genes_to_cell(&one.genome));
        table.add(&row);
    }
    write_atomically(&folder.join(FILE), table.bytes())
}

/// Reads the table of a run folder.
///
/// # Errors
///
/// If there is no such table, it is not one of this problem, or it lacks parents.
pub(crate) fn read(
    folder: &Path,
    objectives: &[Objective],
) -> Result<Vec<Ancestor>, ExperimentError> {
    let path = folder.join(FILE);
    let text = files::read(&path)?;
    let content = |message: String| ExperimentError::Content { path: path.clone(), message };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().map_err(|error| content(error.to_string()))?;
    let names = objectives.iter().map(|objective| objective.name.as_str());
    let expected: Vec<&str> = COLUMNS.into_iter().chain(names).chain(["genes"]).collect();
    if columns.iter().ne(expected.iter().copied()) {
        return Err(content(format!("the columns should be {}", expected.join(", "))));
    }
    let mut ancestors = Vec::new();
    let mut ids = BTreeSet::new();
    for (index, record) in reader.records().enumerate() {
        let record = record.map_err(|error| content(error.to_string()))?;
        let ancestor = of_record(&record, objectives.len())
            .map_err(|column| content(format!("row {}: wrong {}", index + 1, expected[column])))?;
        if let Some(parent) = ancestor.parents.iter().find(|parent| !ids.contains(*parent)) {
            let message = format!("row {}: there is no parent {parent} above it", index + 1);
            return Err(content(message));
        }
        ids.insert(ancestor.id);
        ancestors.push(ancestor);
    }
    Ok(ancestors)
}

/// A row of the table; the error is the number of a column that is not understood.
fn of_record(record: &csv::StringRecord, n_objectives: usize) -> Result<Ancestor, usize> {
    let (first, genes) = (COLUMNS.len(), COLUMNS.len() + n_objectives);
    Ok(Ancestor {
        id: number(record, 0)?,
        parents: list(record, 1)?,
        operator: record[2].to_owned(),
        island: number(record, 3)?,
        generation: number(record, 4)?,
        objectives: (first..genes)
            .map(|column| number(record, column))
            .collect::<Result<_, _>>()?,
        genome: genes_of_cell(&record[genes]).ok_or(genes)?,
    })
}

fn number<T: FromStr>(record: &csv::StringRecord, column: usize) -> Result<T, usize> {
    record[column].parse().map_err(|_| column)
}

fn list<T: FromStr>(record: &csv::StringRecord, column: usize) -> Result<Vec<T>, usize> {
    let numbers = record[column].split_whitespace().map(str::parse);
    numbers.collect::<Result<_, _>>().map_err(|_| column)
}

fn join(numbers: &[impl Display]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
