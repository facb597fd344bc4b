//! From one level others: repairs and variations.
//!
//! [`repair`] changes the fewest cells of a level so that it is playable or good, and says why.
//! [`remix`] makes variations of a map that keep its small windows, its numbers, and what can be
//! reached. Both are one search over levels.

mod aim;
mod freedom;
mod moves;
mod remix;
mod repair;
mod search;
#[cfg(test)]
mod tests;
mod windows;

pub use aim::{Aim, N_CELLS_MAX};
pub use freedom::Freedom;
pub use remix::{N_VARIATIONS_MAX, Variation, remix};
pub use repair::{Repair, repair};
pub use search::changed;

use marahel_problem::{DefinitionError, ProblemError};

/// Why a level cannot be repaired or remixed.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RemixError {
    /// A name that no tile has.
    #[error("there is no tile `{0}`; there are: {1}")]
    Tile(String, String),
    /// A rectangle outside of the level.
    #[error("`{0}` is no rectangle `x,y,width,height` within the level, which has {1}x{2} cells")]
    Rectangle(String, usize, usize),
    /// Too large a level.
    #[error("a level of {0}x{1} cells is too large; {N_CELLS_MAX} cells are the most")]
    Large(usize, usize),
    /// No change, or more than there can be.
    #[error("a change of {0} cannot be: give a share above 0, at most {1:.2} here, or keep less")]
    Change(f64, f64),
    /// A path search that needs too much memory.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A condition that cannot be measured.
    #[error(transparent)]
    Condition(#[from] DefinitionError),
}
