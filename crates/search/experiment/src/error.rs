//! Errors of an experiment.

use std::path::PathBuf;

use marahel_config::EvolutionError;

/// An error of an experiment file, of one of its runs or of its folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// An invalid experiment file; the source says why a setting is not a valid config.
    #[error("{0}")]
    Invalid(String, #[source] Option<Box<EvolutionError>>),
    /// A folder contains a run of another config, which must not be lost; with the difference.
    #[error("{path}: the folder contains something else ({1}); remove the folder", path = .0.display())]
    Another(PathBuf, String),
    /// Threads cannot be started.
    #[error("starting threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A run failed, or a file cannot be read, written or parsed.
    #[error(transparent)]
    Run(#[from] EvolutionError),
    /// A file cannot be read, written or parsed.
    #[error(transparent)]
    File(#[from] marahel_system::FileError),
    /// A run folder lacks the tables of a run, or a figure cannot be drawn.
    #[error(transparent)]
    Report(#[from] marahel_report::ReportError),
}
