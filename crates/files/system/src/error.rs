//! What can go wrong with a file.

use std::error::Error;
use std::fmt::Display;
use std::path::PathBuf;

/// A file or folder that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{action} {}", path.display())]
    Unreachable {
        /// What was tried, such as `writing`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why it failed.
        source: std::io::Error,
    },
    /// Its content is not understood.
    #[error("{}: {message}", path.display())]
    Content {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong, and what would be right.
        message: String,
    },
}

impl FileError {
    /// What is wrong with the content of a file or folder.
    pub fn content(path: impl Into<PathBuf>, message: impl Display) -> Self {
        Self::Content { path: path.into(), message: message.to_string() }
    }
}

/// An error with its reasons, as one sentence.
pub fn reasons(error: &dyn Error) -> String {
    let mut reasons = vec![error.to_string()];
    let mut reason = error.source();
    while let Some(error) = reason {
        reasons.push(error.to_string());
        reason = error.source();
    }
    reasons.join(": ")
}
