//! Sokoban puzzles, solved: how many moves a level takes.
//!
//! The key type is [`Solver`]; [`Memo`] remembers what it found out. What the tiles
//! mean and how the solvers work stands in the crate's README.

mod memo;
mod settings;
mod solver;

pub use memo::Memo;
pub use settings::SolverSettings;
pub use solver::{Outcome, ReleasedSolver, Solver};

use level::Tile;

/// What the player pushes.
pub const CRATE: Tile = 0;
/// Free floor.
pub const EMPTY: Tile = 1;
/// Where the player starts.
pub const PLAYER: Tile = 2;
/// A wall.
pub const SOLID: Tile = 3;
/// Where a crate should end.
pub const TARGET: Tile = 4;
