//! What can go wrong in a report.

use std::path::PathBuf;

/// An error of a report: a file of the run folder that is missing or not
/// understood, or a figure that cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A script of the run folder that is not understood.
    #[error("{}: the script is not understood", path.display())]
    Script {
        /// The file.
        path: PathBuf,
        /// Its mistakes.
        source: marahel::ScriptError,
    },
    /// A table without objectives.
    #[error(
        "{}: no column looks like an objective; name the objectives",
        .0.display()
    )]
    NoObjectiveColumns(PathBuf),
    /// A figure that cannot be drawn in pixels.
    #[error("drawing a figure as PNG: {0}")]
    Png(String),
    /// A file that cannot be read or written, or is not understood.
    #[error(transparent)]
    File(#[from] system::FileError),
    /// A run folder that is not understood.
    #[error(transparent)]
    Experiment(#[from] config::ExperimentError),
}
