//! Domain-free multi-objective search: it knows genomes and numbers, not
//! what they stand for.
//!
//! The key type is the [`Engine`]: it proposes genomes ([`ask`](Engine::ask)),
//! is told their objectives ([`tell`](Engine::tell)) and keeps a ranked
//! population. Its [`EngineSettings`] make it populations that search apart at first, NSGA-II, or
//! the baseline that only draws genomes; a [`Variation`] says how genomes are drawn and varied.
//! Every objective is maximized.
//!
//! The parts of an engine are public too: [`non_dominated_sort`] and [`crowding_distance`] rank a table of [`Objectives`], [`Survival`]
//! decides who stays, [`hypervolume`] says in one number how good a front is, and other indicators,
//! such as [`igd_plus`] and [`knee`], what it is like.
//!
//! Evaluation, parallelism, configuration and files belong to the caller.

mod crowding;
mod dominance;
mod engine;
mod error;
mod families;
mod hypervolume;
mod indicators;
mod objectives;
mod parents;
mod population;
mod saved;
mod survival;
#[cfg(test)]
mod testing;
mod variation;

pub use crowding::crowding_distance;
pub use dominance::{dominates, fronts, non_dominated_sort};
pub use engine::{Engine, EngineSettings};
pub use error::SearchError;
pub use hypervolume::{N_VOLUME_OBJECTIVES_MAX, feasible_hypervolume, hypervolume};
pub use indicators::{additive_epsilon, coverage, ideal, igd_plus, knee, nadir, spread};
pub use objectives::Objectives;
pub use population::Individual;
pub use saved::SavedSearch;
pub use survival::{Ranked, Survival};
pub use variation::{First, Variant, Variation};
