//! Errors of a study.

use marahel_config::EvolutionError;
use marahel_report::ReportError;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// A run folder cannot be read, or a figure cannot be drawn.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A config or generator is invalid.
    #[error(transparent)]
    Experiment(#[from] EvolutionError),
    /// A file cannot be read, written or parsed.
    #[error(transparent)]
    File(#[from] marahel_system::FileError),
    #[error("{0}/{1}: no run of this size is done")]
    NoRun(&'static str, &'static str),
    /// The runs of a family and problem have other objectives.
    #[error("{0}/{1}: a run has other objectives than the study")]
    Objectives(&'static str, &'static str),
}
