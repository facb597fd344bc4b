//! Domain-free multi-objective search: it knows genomes and numbers, not
//! what they stand for.
//!
//! The key type is the [`Engine`]: it proposes genomes ([`ask`](Engine::ask)),
//! is told their objectives ([`tell`](Engine::tell)) and keeps a ranked
//! population. [`Islands`] are populations that search apart at first, [`Nsga2`] is
//! the algorithm of the FDG'20 study, [`Nsga2::random_search`] the baseline that only draws
//! genomes. Every objective is maximized.
//!
//! The parts of an engine are public too: [`GenomeShape`] draws and varies
//! genomes, [`non_dominated_sort`] and [`crowding_distance`] rank a table of
//! [`Objectives`], [`Survival`] decides who stays,
//! [`hypervolume`] says in one number how good a front is, and
//! other indicators, such as [`igd_plus`] and [`knee`], what it is like.
//!
//! Evaluation, parallelism, configuration and files belong to the caller.

mod crowding;
mod dominance;
mod engine;
mod error;
mod families;
mod flavor;
mod genome;
mod hypervolume;
mod indicators;
mod islands;
mod nsga2;
mod objectives;
mod population;
mod saved;
mod survival;
mod variation;

pub use crowding::{crowding_distance, crowding_distance_released};
pub use dominance::{dominates, fronts, non_dominated_sort};
pub use engine::{Engine, Individual};
pub use error::SearchError;
pub use flavor::Flavor;
pub use genome::{Genome, GenomeShape};
pub use hypervolume::hypervolume;
pub use indicators::{additive_epsilon, coverage, ideal, igd_plus, knee, nadir, spread};
pub use islands::{Islands, IslandsSettings};
pub use nsga2::{Nsga2, Nsga2Settings};
pub use objectives::Objectives;
pub use saved::SavedSearch;
pub use survival::{Ranked, Survival};
pub use variation::{First, Variant, Variation};
