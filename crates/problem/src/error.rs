//! What can be wrong with the settings of a problem.

/// A mistake in the settings of a problem.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// The range of a band has no value in it.
    #[error("the range {min} to {max} is empty; give two numbers, the smaller one first")]
    Range {
        /// Lower end as given.
        min: f64,
        /// Upper end as given.
        max: f64,
    },
    /// The score below a range has nowhere to fall to.
    #[error("`zero_below` = {zero} does not lie at or below the range's lower end {min}")]
    ZeroBelow {
        /// The value given as zero.
        zero: f64,
        /// Lower end of the range.
        min: f64,
    },
    /// The score above a range has nowhere to fall to.
    #[error("`zero_above` = {zero} does not lie at or above the range's upper end {max}")]
    ZeroAbove {
        /// The value given as zero.
        zero: f64,
        /// Upper end of the range.
        max: f64,
    },
    /// A range ends, but it is not said how the score falls above it.
    #[error("a range that ends at {max} needs `zero_above`, the value where the score is 0")]
    ZeroAboveMissing {
        /// Upper end of the range.
        max: f64,
    },
    /// The initial explorer could draw nothing.
    #[error("all weights of the initial explorer are 0; give some entity a positive weight")]
    Weights,
    /// Levels in which the search for some way would not fit into memory.
    #[error(
        "ways through levels of {width}x{height} have too many states; make levels smaller, or \
         take stops, doors or height and reach of jumps away"
    )]
    Size {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// A solver that may not look at a single state.
    #[error("the solver has `states` = 0; give the number of states it may keep")]
    SolverStates,
}
