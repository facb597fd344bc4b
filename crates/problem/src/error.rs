//! What can be wrong with the settings of a problem.

/// A mistake in the settings of a problem: what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ProblemError(pub(crate) String);

impl ProblemError {
    /// Levels in which the search for some way would not fit into memory.
    pub(crate) fn of_size((width, height): (usize, usize)) -> Self {
        Self(format!(
            "ways through levels of {width}x{height} have too many states; make levels smaller, \
             or take stops, doors or height and reach of jumps away"
        ))
    }
}

/// A script that names an entity that the problem does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the script has the entity `{entity}`, which {problem} does not know; its entities are {known}"
)]
pub struct UnknownEntity {
    /// The entity.
    pub entity: String,
    /// The problem.
    pub problem: String,
    /// Entities of the problem.
    pub known: String,
}
