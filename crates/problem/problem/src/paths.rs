//! What can be walked on in a level, by which steps, and how far it is.
//!
//! [`Floor`] measures four-connected floors: regions, longest shortest path, distances.
//! [`Movement`] defines other ways to move, and [`Walker`] finds their shortest paths. [`sokoban`]
//! solves puzzles with crates.

mod floor;
mod movement;
pub mod sokoban;

pub use floor::{Floor, Survey};
pub use movement::{Direction, Door, Movement, PLUS, Platformer, Steps, Trip, Walker};
