//! What can go wrong in a study.

use experiment::ExperimentError;
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
    /// A problem of which there is nothing to report.
    #[error("{family}/{problem}: no run of this size is done")]
    NoRun {
        /// The family.
        family: &'static str,
        /// The problem.
        problem: &'static str,
    },
    /// Runs of a problem do not have its objectives.
    #[error("{family}/{problem}: a run has other objectives than the study")]
    Objectives {
        /// The family.
        family: &'static str,
        /// The problem.
        problem: &'static str,
    },
}
