//! The table of all problems: the one place that names them.
//!
//! What is about any problem takes a table as an argument; the programs hand in
//! this one. Studies of papers name the problems that they are about.

use experiment::{ProblemKind, Problems};

/// All problems; the first is that of configs that name none.
pub const ALL: Problems = Problems(&[
    ProblemKind::of::<binary::Binary>(),
    ProblemKind::of::<zelda::Zelda>(),
    ProblemKind::of::<sokoban::Sokoban>(),
]);

#[cfg(test)]
mod tests;
