//! Errors of a run.

use std::fmt::Display;
use std::path::PathBuf;

use marahel_system::FileError;

/// An error of a run: a config that makes no sense, a file that cannot be read or written, a script
/// that a problem cannot judge.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvolutionError {
    /// A config file, or a value set on the command line, that is not understood.
    #[error("{place}: {message}")]
    Config {
        /// The file or the option.
        place: String,
        message: String,
    },
    /// A config file whose settings do not make sense together.
    #[error("{}", path.display())]
    ConfigFile { path: PathBuf, source: Box<EvolutionError> },
    /// A problem that does not exist.
    #[error("unknown problem `{name}`; there are {names}")]
    UnknownProblem {
        /// The name that was given.
        name: String,
        /// The names of problems.
        names: String,
    },
    /// A problem file with mistakes.
    #[error("{}", path.display())]
    ProblemFile {
        path: PathBuf,
        /// Its mistakes.
        source: Box<marahel_problem::DefinitionError>,
    },
    /// Settings of a problem that make no sense.
    #[error("settings of {problem}")]
    Problem { problem: String, source: marahel_problem::ProblemError },
    /// Settings of the search that make no sense.
    #[error("settings of the search")]
    Search(#[from] marahel_search::SearchError),
    /// A script that a search cannot begin with.
    #[error("{}: {message}", path.display())]
    From { path: PathBuf, message: String },
    /// A genome that does not fit, or does not write explorers.
    #[error(transparent)]
    Genome(#[from] GenomeError),
    /// Grammar and weights write a script that Marahel does not understand.
    #[error("grammar and weights make a script that is not understood: {script}")]
    Script {
        /// The script as JSON.
        script: String,
        /// Its mistakes.
        source: marahel::ScriptError,
    },
    /// A script with entities that the problem lacks.
    #[error(transparent)]
    Entities(#[from] marahel_problem::ProblemError),
    /// A script whose level costs too much work.
    #[error(transparent)]
    Run(#[from] marahel::RunError),
    /// A level that the external judge did not answer.
    #[error(transparent)]
    Outside(#[from] marahel_problem::OutsideFailure),
    /// A file or folder that cannot be read or written, or whose content is not understood.
    #[error(transparent)]
    File(#[from] FileError),
    /// A folder that is not empty and may not be overwritten.
    #[error(
        "the folder {} is not empty",
        .0.display()
    )]
    FolderInUse(PathBuf),
    /// A folder or a file to which a running program writes.
    #[error(
        "a program that is still going on writes to {}; wait for its end, or name another folder or file",
        .0.display()
    )]
    BeingWritten(PathBuf),
    /// A checkpoint from which no run can resume.
    #[error("{} {reason}", path.display())]
    Checkpoint {
        path: PathBuf,
        /// What is wrong with it; follows its name.
        reason: String,
    },
    /// A saved state of a run with another config.
    #[error("what was saved is not of a run of this config: {0}")]
    Saved(String),
    /// Workers elsewhere failed.
    #[error("{0}")]
    Crew(String),
}

/// Why a genome has no script.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenomeError {
    /// It does not belong to this search: what is wrong.
    #[error("{0}")]
    Wrong(String),
    /// Its expansion never ends: where.
    #[error("{0}")]
    Unbounded(String),
}

impl EvolutionError {
    pub fn content(path: impl Into<PathBuf>, message: impl Display) -> Self {
        Self::File(FileError::content(path, message))
    }
}
