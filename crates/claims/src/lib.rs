//! What measurements say of the claims of a paper.
//!
//! An [`Estimate`] is a number with its standard error, a [`Share`] counts how
//! many of some things are as they should be, a [`Verdict`] is what follows,
//! and a [`Finding`] says so beside the numbers. [`spearman`] and [`pearson`]
//! say how two numbers go together.
//!
//! What is measured, and which claims there are, belongs to the crates of the
//! experiments.

mod correlation;
mod estimate;
mod finding;
mod share;
mod verdict;

#[cfg(test)]
mod tests;

pub use correlation::{pearson, ranks, spearman};
pub use estimate::{Estimate, N_ERRORS};
pub use finding::Finding;
pub use share::Share;
pub use verdict::Verdict;
