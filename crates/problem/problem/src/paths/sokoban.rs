//! Sokoban puzzles, solved: how many moves a level takes.
//!
//! The key type is [`Solver`]; [`Memo`] caches outcomes. The crate's README defines the tiles and
//! explains the solvers.

mod memo;
mod settings;
mod solver;

pub use memo::Memo;
pub use settings::SolverSettings;
pub use solver::{Outcome, ReleasedSolver, Solver};

use marahel_level::Tile;

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
/// A crate that begins on a target.
pub const CRATE_AT_TARGET: Tile = 5;
/// The player, on a target.
pub const PLAYER_AT_TARGET: Tile = 6;
