//! Describing and comparing fronts.
//!
//! [`input`] finds the objectives in a table, [`statistics`] describes one front, and
//! [`comparison`] compares several; [`output`] turns that into tables.

mod comparison;
mod input;
mod output;
mod statistics;

#[cfg(test)]
mod tests;

use std::path::PathBuf;

use indexmap::IndexSet;
use marahel_evolution::RunStatus;
use marahel_search::N_VOLUME_OBJECTIVES_MAX;
use serde::Serialize;
use serde_json::{Value, json};

use crate::ReportError;
use comparison::Comparison;
use input::{FrontTable, Source};
use statistics::{FirstFront, N_ROWS_MAX, n_volume_rows_max};

/// Fronts read from tables, described and compared.
#[derive(Debug)]
pub struct Analysis {
    document: Document,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Document {
    /// Names of the objectives, those of the first table.
    objectives: Vec<String>,
    reference_point: u8,
    fronts: Vec<FirstFront>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<Comparison>,
}

/// Which values of the fronts of runs to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Values {
    /// Validated ones if all fronts were validated, otherwise searched ones: only equal kinds can
    /// be compared.
    #[default]
    Known,
    /// Validated ones.
    Validated,
    /// Searched ones.
    Searched,
}

impl Analysis {
    /// Reads tables and describes their fronts.
    ///
    /// A path is a CSV file with a line of column names, or a run folder with a `front.csv`.
    /// `objectives` names the columns to use. If it is empty, these are the columns X with a column
    /// `X_validated`, or else all columns of numbers that are not known to be something else, such
    /// as `id`. For validated `values`, the columns `X_validated` are used, together with the
    /// searched ones. Objectives are in 0..=1, 1 is best.
    pub fn read(
        paths: &[PathBuf],
        objectives: &[String],
        values: Values,
    ) -> Result<Self, ReportError> {
        let mut names: Vec<String> = objectives.iter().map(|name| name.trim().to_owned()).collect();
        let mut sources: Vec<Source> = Vec::with_capacity(paths.len());
        for (index, path) in paths.iter().enumerate() {
            let mut source = Source::open(path, &names)?;
            names.clone_from(&source.objectives);
            // Fronts are identified by their names.
            if paths[..index].contains(path) {
                source.name = format!("{} ({})", source.name, index + 1);
            }
            sources.push(source);
        }
        let takes_validated = match values {
            Values::Known => sources.iter().all(Source::is_validated),
            Values::Validated => true,
            Values::Searched => false,
        };
        let tables = sources.iter().map(|source| source.read(takes_validated));
        let tables = tables.collect::<Result<Vec<FrontTable>, _>>()?;
        let mut notes = origins(&sources, values, takes_validated);
        notes.extend(tables.iter().flat_map(left_undone));
        let fronts = tables.iter().map(|table| FirstFront::of(table, &names)).collect();
        let comparison = (tables.len() > 1).then(|| Comparison::of(&tables));
        if comparison.as_ref().is_some_and(Comparison::has_gaps) {
            notes.push(format!(
                "no IGD+, epsilon and coverage where fronts have more than {N_ROWS_MAX} rows each"
            ));
        }
        let document = Document { objectives: names, reference_point: 0, fronts, comparison };
        Ok(Self { document, notes })
    }

    /// Notes for the reader: the origin of values, omitted columns, and values that would take too
    /// long to compute.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Everything as one nested object.
    pub fn json(&self) -> Value {
        json!(self.document)
    }
}

/// Notes on omitted columns, and on values that would take too long.
fn left_undone(FrontTable { name, left_out, first_front, .. }: &FrontTable) -> Vec<String> {
    let (n_front, n_objectives) = (first_front.len(), first_front.n_objectives());
    let mut notes = Vec::new();
    if !left_out.is_empty() {
        let columns = left_out.join(", ");
        notes.push(format!("{name}: columns left out because they contain no numbers: {columns}"));
    }
    let n_max = n_volume_rows_max(n_objectives);
    if n_objectives > N_VOLUME_OBJECTIVES_MAX {
        notes.push(format!(
            "{name}: no hypervolume: it is measured for at most {N_VOLUME_OBJECTIVES_MAX} objectives, and there are {n_objectives}"
        ));
    } else if n_front > n_max {
        notes.push(format!(
            "{name}: no hypervolume: with {n_objectives} objectives it is measured for at most {n_max} rows, and the first front has {n_front}"
        ));
    }
    if n_front > N_ROWS_MAX {
        notes.push(format!(
            "{name}: no spread: it is measured for at most {N_ROWS_MAX} rows, and the first front has {n_front}"
        ));
    }
    notes
}

/// Notes on the values of fronts: runs that were interrupted or not validated, or validated on
/// different numbers of levels.
fn origins(sources: &[Source], values: Values, takes_validated: bool) -> Vec<String> {
    let mut notes = Vec::new();
    for Source { name, status, .. } in sources {
        let interruption = status.as_ref().and_then(RunStatus::interruption);
        notes.extend(interruption.map(|interruption| format!("{name}: {interruption}")));
    }
    if values == Values::Known && sources.iter().any(Source::is_of_run) {
        let runs = sources.iter().filter(|source| source.is_of_run());
        let unvalidated = runs.filter(|source| !source.is_validated());
        notes.extend(unvalidated.map(|Source { name, .. }| {
            format!("{name}: not validated, so all values are as searched; `evolve validate` measures them")
        }));
    }
    let runs = sources.iter().filter_map(|source| source.status.as_ref());
    let counts: IndexSet<u32> = runs.map(|run| run.n_validation_levels).collect();
    if takes_validated && counts.len() > 1 {
        let counts: Vec<String> = counts.iter().map(u32::to_string).collect();
        notes.push(format!(
            "the fronts were validated on different numbers of levels: {}",
            counts.join(", ")
        ));
    }
    notes
}
