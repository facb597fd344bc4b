//! From one level others: repairs and variations.
//!
//! [`repair`] changes the fewest cells of a level so that it is playable or good, and says why each
//! changes. [`remix`] makes variations of a map that keep its small windows, its numbers, and what
//! can be reached. Both are one search over levels: cells change where the judge gains by it, and
//! what the judge does not need is taken back.
//!
//! This crate reads no files and starts no threads. A result depends on the level, what is asked,
//! and the seed.

mod aim;
mod freedom;
mod moves;
mod remix;
mod repair;
mod search;
#[cfg(test)]
mod tests;
mod windows;

pub use aim::{Aim, N_CELLS_MAX, Standard};
pub use freedom::Freedom;
pub use remix::{Remix, remix, usual_change};
pub use repair::{Change, N_REPAIRS_MAX, Repair, repair};

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
    /// More change than there can be.
    #[error(
        "{0} of the cells cannot change if the number of each kind stays: at most about {1:.2} of this map; \
         ask for less, or keep less"
    )]
    Change(f64, f64),
    /// A share that is none.
    #[error("a change of {0} is no share of cells; give more than 0, and 1 at most")]
    Share(f64),
    /// Nothing that can change.
    #[error("nothing can change: what may is one kind of tile, or no cell; keep less")]
    Fixed,
    /// A path search that needs too much memory.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// A condition that cannot be measured.
    #[error(transparent)]
    Condition(#[from] DefinitionError),
}
