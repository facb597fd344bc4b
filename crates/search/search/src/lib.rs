//! Multi-objective search, independent of what genomes and objectives mean.
//!
//! The key type is the [`Engine`]: it proposes genomes ([`ask`](Engine::ask)), takes their
//! objectives ([`tell`](Engine::tell)) and keeps a ranked population. Its [`EngineSettings`] choose
//! islands, plain NSGA-II, or a baseline that only draws genomes. A [`Variation`] draws and varies
//! genomes. Every objective is maximized.
//!
//! The parts of an engine are public, too: [`non_dominated_sort`] and [`crowding_distance`] rank a
//! table of [`Objectives`], [`Survival`] selects the survivors, and [`hypervolume`], [`igd_plus`],
//! [`knee`] and other indicators describe a front.
//!
//! The caller does evaluation, configuration and files. Slow genomes are bred on its rayon threads.

#![warn(missing_docs)]

mod cases;
mod crowding;
mod dominance;
mod engine;
mod error;
mod families;
mod hypervolume;
mod indicators;
mod objectives;
mod population;
mod saved;
mod survival;
#[cfg(test)]
mod tests;
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
pub use variation::{Drafts, Founder, Variant, Variation};
