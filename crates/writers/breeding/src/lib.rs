//! Marahel scripts as genomes: initial scripts and variation.
//!
//! Any [`Script`](marahel_script::Script) is a genome. A [`Breeder`] makes the initial scripts of a search,
//! from starters or at random, and children of scripts. It changes numbers, entities, conditions,
//! rules, explorers, neighborhoods and regions, each in suitable ways. Parts move from one script
//! to another with everything they need. [Locked](marahel_script::Locked) parts stay the same.
//!
//! This crate does not measure levels. It knows the tiles of a problem by their names and roles.

mod about;
pub mod beginnings;
mod breeder;
mod cast;
mod demand;
mod demanded;
mod descriptions;
mod dials;
mod draw;
mod explorers;
mod locks;
mod mirrors;
mod names;
mod operators;
pub mod parts;
mod random;
mod reading;
mod rules;
mod sites;
pub mod starters;
mod sweep;
mod task;
mod teaching;
mod together;

pub use breeder::{Breeder, Child, Library, Start, n_bytes_max};
pub use cast::{CastError, cast, recast, reordered};
pub use demand::CellDemand;
pub use descriptions::{Descriptions, settle_as_in};
pub use locks::tell_locks_apart;
pub use names::settle as name_neighborhoods;
pub use sweep::Guard;
pub use task::{Axis, Symmetry, Task, TileInfo};
pub use teaching::Lesson;
