//! What can be walked on in a level, by which steps, and how far it is.
//!
//! [`Floor`] holds the measures of four directions: regions, longest shortest path,
//! distances. [`Movement`] says how somebody else moves, and [`Walker`] finds the
//! shortest ways. [`sokoban`] solves puzzles with crates. What a way is good for is not known here.

mod floor;
mod movement;
pub mod sokoban;

pub use floor::{Floor, Survey};
pub use movement::{Direction, Door, Movement, PLUS, Platformer, Steps, Trip, Walker};
