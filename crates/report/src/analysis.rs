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
use statistics::Statistics;

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
        let mut names = objectives.to_vec();
        let mut tables = Vec::with_capacity(paths.len());
        for path in paths {
            let table = FrontTable::read(path, &names, validated)?;
            names.clone_from(&table.objectives);
            tables.push(table);
        }
        Ok(Self {
            objectives: names,
            fronts: tables.iter().map(Statistics::of).collect(),
            comparison: (tables.len() > 1).then(|| Comparison::of(&tables)),
        })
    }
}
