//! What can go wrong with an experiment of many runs.

use std::path::PathBuf;

/// An error of an experiment file, of one of its runs or of its folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrialsError {
    /// An experiment file that is not understood or makes no sense.
    #[error("{}: {message}", path.display())]
    Design {
        /// The file.
        path: PathBuf,
        /// What is wrong and what would be right.
        message: String,
    },
    /// A setting that makes no config of a problem.
    #[error("{}: setting `{setting}`, problem `{problem}`", path.display())]
    Setting {
        /// The experiment file.
        path: PathBuf,
        /// The setting.
        setting: String,
        /// The problem.
        problem: String,
        /// What is wrong.
        source: Box<experiment::ExperimentError>,
    },
    /// A folder that holds a run of another config, which is not to be lost.
    #[error(
        "{}: there is something else than this run ({difference}); remove the folder",
        path.display()
    )]
    Another {
        /// The folder of the run.
        path: PathBuf,
        /// Settings that differ.
        difference: String,
    },
    /// A column that no run has.
    #[error("no run has the column `{column}`; there are {columns}")]
    UnknownColumn {
        /// The column that was asked for.
        column: String,
        /// The columns that there are.
        columns: String,
    },
    /// Threads that cannot be started.
    #[error("starting threads")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// A run that fails, or a file that cannot be read or written, or is not understood.
    #[error(transparent)]
    Run(#[from] experiment::ExperimentError),
    /// A run folder without the tables of a run, or a figure that cannot be drawn.
    #[error(transparent)]
    Report(#[from] report::ReportError),
}

impl TrialsError {
    /// Whether another experiment file is needed, not another try.
    pub fn is_of_the_file(&self) -> bool {
        matches!(self, Self::Design { .. } | Self::Setting { .. } | Self::UnknownColumn { .. })
    }
}
