//! Marahel scripts as genomes: where a search begins, and how scripts are varied.
//!
//! Any [`Script`](script::Script) is a genome. A [`Breeder`] makes the scripts that a search
//! begins with, out of starters or at random, and children of scripts: numbers, entities,
//! conditions, rules, explorers, neighborhoods and regions are changed, each in ways that make
//! sense for it, and parts go from one script to another with all that they need. What is
//! [locked](script::Locked) stays as it is.
//!
//! This crate measures nothing. It knows the tiles of a problem by their names and roles.

mod asked;
mod breeder;
mod cast;
mod complete;
mod compose;
mod dials;
mod explorers;
mod learnt;
mod mirrors;
mod names;
mod plans;
mod random;
mod reading;
mod rules;
mod sites;
pub mod starters;
mod task;

pub use asked::Asked;
pub use breeder::{Breeder, Library, Start, n_bytes_max};
pub use cast::{CastError, cast, recast};
pub use complete::Look;
pub use learnt::learnt;
pub use task::{Run, Task, TileInfo};
