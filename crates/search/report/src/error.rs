//! Errors of a report.

use std::path::PathBuf;

/// An error of a report: a file of the run folder is missing or invalid.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A table has no objectives.
    #[error(
        "{}: no column looks like an objective; name the objectives",
        .0.display()
    )]
    NoObjectiveColumns(PathBuf),
    /// A file cannot be read, written or parsed.
    #[error(transparent)]
    File(#[from] marahel_system::FileError),
    /// A run folder that is not understood.
    #[error(transparent)]
    Run(#[from] marahel_config::EvolutionError),
}
