//! Marahel scripts as genomes: initial scripts and variation.
//!
//! Any [`Script`](script::Script) is a genome. A [`Breeder`] makes the initial scripts of a search,
//! from starters or at random, and children of scripts. It changes numbers, entities, conditions,
//! rules, explorers, neighborhoods and regions, each in suitable ways. Parts move from one script
//! to another with everything they need. [Locked](script::Locked) parts stay the same.
//!
//! This crate does not measure levels. It knows the tiles of a problem by their names and roles.

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
pub use complete::{Lack, Look};
pub use learnt::learnt;
pub use mirrors::Symmetry;
pub use task::{Axis, Joined, Task, TileInfo};
