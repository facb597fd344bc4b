//! Errors of a report.

use std::path::PathBuf;

/// An error of a report: a file of the run folder is missing or invalid, or a figure cannot be
/// drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A script of the run folder is invalid.
    #[error("{}: the script is not understood", path.display())]
    Script {
        /// The file.
        path: PathBuf,
        /// The mistakes.
        source: marahel::ScriptError,
    },
    /// A table has no objectives.
    #[error(
        "{}: no column looks like an objective; name the objectives",
        .0.display()
    )]
    NoObjectiveColumns(PathBuf),
    /// A figure cannot be drawn in pixels.
    #[error("drawing a figure as PNG: {0}")]
    Png(String),
    /// A file cannot be read, written or parsed.
    #[error(transparent)]
    File(#[from] marahel_system::FileError),
    /// A run folder that is not understood.
    #[error(transparent)]
    Run(#[from] marahel_config::EvolutionError),
}
