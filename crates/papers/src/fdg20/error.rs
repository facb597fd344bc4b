//! What can go wrong in a study.

use config::ExperimentError;
use report::ReportError;

/// An error of a study.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// A run folder that cannot be read, or a figure that cannot be drawn.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A config or generator that makes no sense.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// A file that cannot be read or written, or is not understood.
    #[error(transparent)]
    File(#[from] system::FileError),
    /// A family, and a problem of which there is nothing to report in it.
    #[error("{0}/{1}: no run of this size is done")]
    NoRun(&'static str, &'static str),
    /// A family, and a problem of which its runs have other objectives.
    #[error("{0}/{1}: a run has other objectives than the study")]
    Objectives(&'static str, &'static str),
}
