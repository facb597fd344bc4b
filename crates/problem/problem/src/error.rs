//! Errors in the use of a problem.

/// A mistake in the settings of a problem, or in a script for it, with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ProblemError(pub(crate) String);

impl ProblemError {
    /// Levels so large that the states of a path search do not fit into memory.
    pub(crate) fn of_size((width, height): (usize, usize)) -> Self {
        Self(format!(
            "ways through levels of {width}x{height} have too many states; make levels smaller, \
             or take stops, doors or height and reach of jumps away"
        ))
    }
}
