//! Errors in the use of a problem.

/// A mistake in the settings of a problem, or in a script for it, with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ProblemError(pub(crate) String);
