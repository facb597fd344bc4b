//! What fronts are like, and how they compare.
//!
//! The key type is the [`Analysis`] of one or more tables. [`input`] finds the
//! objectives in a table, [`statistics`] describes one front, [`comparison`]
//! sets several beside each other, [`output`] writes all that down.

mod comparison;
mod input;
mod output;
mod statistics;

#[cfg(test)]
mod tests;

use std::path::PathBuf;

use crate::ReportError;
use comparison::Comparison;
use input::FrontTable;
use statistics::{N_ROWS_MAX, Statistics, n_volume_rows_max};

pub use output::Format;

/// Fronts read from tables, described and compared.
#[derive(Debug)]
pub struct Analysis {
    /// Names of the objectives, those of the first table.
    objectives: Vec<String>,
    fronts: Vec<Statistics>,
    /// Between several fronts.
    comparison: Option<Comparison>,
}

impl Analysis {
    /// Reads tables and describes their fronts.
    ///
    /// A path is a CSV file with a line of column names, or a run folder, which
    /// stands for the `front.csv` in it. `objectives` names the columns to look
    /// at; none of them means: those X beside which there is a column
    /// `X_validated`, or else all columns of numbers that are not known to be
    /// something else, such as `id`. With `validated`, the columns
    /// `X_validated` are taken instead. Objectives are in 0..=1, 1 is best.
    ///
    /// # Errors
    ///
    /// If a table cannot be read, has no row or no objective, lacks a column
    /// that the first table has, or holds a value that is no number in 0..=1.
    pub fn read(
        paths: &[PathBuf],
        objectives: &[String],
        validated: bool,
    ) -> Result<Self, ReportError> {
        let mut names: Vec<String> = objectives.iter().map(|name| name.trim().to_owned()).collect();
        let mut tables: Vec<FrontTable> = Vec::with_capacity(paths.len());
        for (index, path) in paths.iter().enumerate() {
            let mut table = FrontTable::read(path, &names, validated)?;
            names.clone_from(&table.objectives);
            // Fronts are told apart by their names.
            if paths[..index].contains(path) {
                table.name = format!("{} ({})", table.name, index + 1);
            }
            tables.push(table);
        }
        Ok(Self {
            objectives: names,
            fronts: tables.iter().map(Statistics::of).collect(),
            comparison: (tables.len() > 1).then(|| Comparison::of(&tables)),
        })
    }

    /// What whoever reads the analysis should know: columns that were left out,
    /// and what was not measured because it would take too long.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for front in &self.fronts {
            let Statistics { name, left_out, n_front, .. } = front;
            if !left_out.is_empty() {
                let columns = left_out.join(", ");
                notes
                    .push(format!("{name}: columns left out, for they hold no numbers: {columns}"));
            }
            if front.hypervolume.is_none() {
                let n_objectives = self.objectives.len();
                let n_max = n_volume_rows_max(n_objectives);
                notes.push(format!(
                    "{name}: no hypervolume: with {n_objectives} objectives it is measured for at most {n_max} rows, and the first front has {n_front}"
                ));
            }
            if *n_front > N_ROWS_MAX {
                notes.push(format!(
                    "{name}: no spread: it is measured for at most {N_ROWS_MAX} rows, and the first front has {n_front}"
                ));
            }
        }
        if self.comparison.as_ref().is_some_and(Comparison::has_gaps) {
            notes.push(format!(
                "no IGD+, epsilon and coverage where fronts have more than {N_ROWS_MAX} rows each"
            ));
        }
        notes
    }
}
