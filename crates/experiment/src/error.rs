//! Errors of an experiment.

use std::path::PathBuf;

use config::ExperimentError;

/// An error of an experiment file, of one of its runs or of its folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrialsError {
    /// An invalid experiment file; the source says why a setting is not a valid config.
    #[error("{0}")]
    Invalid(String, #[source] Option<Box<ExperimentError>>),
    /// A folder that holds a run of another config, which is not to be lost, and what differs.
    #[error("{path}: there is something else than this run ({1}); remove the folder", path = .0.display())]
    Another(PathBuf, String),
    /// Threads that cannot be started.
    #[error("starting threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A run that fails, or a file that cannot be read or written, or is not understood.
    #[error(transparent)]
    Run(#[from] ExperimentError),
    /// A file that cannot be read or written, or is not understood.
    #[error(transparent)]
    File(#[from] system::FileError),
    /// A run folder without the tables of a run, or a figure that cannot be drawn.
    #[error(transparent)]
    Report(#[from] report::ReportError),
}
