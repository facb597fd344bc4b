//! What can go wrong in a report.

use std::path::PathBuf;

/// An error of a report: a table of the run folder that is missing or not
/// understood, or a figure that cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A file or folder that cannot be read or made.
    #[error("{action} {}", path.display())]
    File {
        /// What was tried, such as `reading`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why it failed.
        source: std::io::Error,
    },
    /// A file that is not a table.
    #[error("{}: this is no CSV table in UTF-8 with equally long rows", path.display())]
    Csv {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: csv::Error,
    },
    /// A folder without the table of a front.
    #[error(
        "{}: there is no front.csv; this is no run folder, or its run is still going on, or was ended before it could write one",
        .0.display()
    )]
    NoFront(PathBuf),
    /// The folder of a run that was stopped before it found anything.
    #[error("{}: there is no front.csv; the run was {interruption}, before anything was found", folder.display())]
    NothingFound {
        /// The folder.
        folder: PathBuf,
        /// When the run was stopped.
        interruption: String,
    },
    /// A table in which nothing stands.
    #[error("{}: the file is empty", .0.display())]
    Empty(PathBuf),
    /// A table that begins with values.
    #[error("{}: the first line has only numbers; write the names of the columns there", .0.display())]
    NoNames(PathBuf),
    /// A table without a column that is needed.
    #[error("{}: there is no column `{column}`; there are {columns}", path.display())]
    MissingColumn {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
        /// The columns that it has.
        columns: String,
    },
    /// A front that was not measured on held-out levels.
    #[error(
        "{}: column `{column}` is empty, for the front was not validated; `evolve validate` does that",
        path.display()
    )]
    NotValidated {
        /// The table.
        path: PathBuf,
        /// The first column of validated values.
        column: String,
    },
    /// A script of the run folder that is not understood.
    #[error("{}: the script is not understood", path.display())]
    Script {
        /// The file.
        path: PathBuf,
        /// Its mistakes.
        source: marahel::ScriptError,
    },
    /// A value that its column cannot hold.
    #[error(
        "{}, line {line}, column `{column}`: expected {expected}, found `{value}`",
        path.display()
    )]
    Value {
        /// The file.
        path: PathBuf,
        /// Line of the file, from 1, the line of the names.
        line: u64,
        /// The column.
        column: String,
        /// What the column holds, such as `a whole number`.
        expected: &'static str,
        /// What stands there.
        value: String,
    },
    /// A front of no objectives.
    #[error(
        "{}: no objectives; an objective X is a column `X` beside which there is a column `X_validated`",
        .0.display()
    )]
    NoObjectives(PathBuf),
    /// A table without objectives.
    #[error(
        "{}: no column looks like an objective; name the objectives",
        .0.display()
    )]
    NoObjectiveColumns(PathBuf),
    /// An objective that would count twice.
    #[error("{}: the objective `{objective}` is there twice", path.display())]
    Twice {
        /// The table.
        path: PathBuf,
        /// The objective.
        objective: String,
    },
    /// A table without rows.
    #[error("{}: there are column names, but no row", .0.display())]
    NoRows(PathBuf),
    /// A run without a generation.
    #[error("{}: there are no generations yet; a figure needs at least one", .0.display())]
    NoGenerations(PathBuf),
    /// A figure that cannot be drawn in pixels.
    #[error("drawing a figure as PNG: {0}")]
    Png(String),
    /// A figure that cannot be written, or a run whose config or script is not
    /// understood.
    #[error(transparent)]
    Experiment(#[from] experiment::ExperimentError),
}
