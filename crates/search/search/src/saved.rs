//! The state of a search between two generations.

use serde::{Deserialize, Serialize};

use crate::Individual;

/// The state of an engine between two generations; see [`Engine::save`](crate::Engine::save).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedSearch<G> {
    /// One for each island, or the pool.
    pub(crate) populations: Vec<SavedPopulation<G>>,
    /// Number of evaluated genomes.
    pub(crate) n_born: u64,
    /// The size set by `narrow`.
    pub(crate) narrowed: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedPopulation<G> {
    pub(crate) size: usize,
    /// Number of births in all populations at its last `tell`.
    pub(crate) n_born: u64,
    pub(crate) individuals: Vec<Individual<G>>,
}
