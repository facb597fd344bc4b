//! What a search remembers between two generations.

use serde::{Deserialize, Serialize};

use crate::Individual;

/// All that an engine remembers between two generations; see [`Engine::save`](crate::Engine::save).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedSearch<G> {
    /// One population for each that searches apart, at least one.
    pub(crate) populations: Vec<SavedPopulation<G>>,
    /// Number of genomes that the engine was told about.
    pub(crate) n_born: u64,
    /// What all populations were narrowed to, if they were.
    pub(crate) narrowed: Option<usize>,
}

/// One population of a [`SavedSearch`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedPopulation<G> {
    /// How many survive.
    pub(crate) size: usize,
    /// Number of births when it was last told.
    pub(crate) n_born: u64,
    /// The survivors, best first.
    pub(crate) individuals: Vec<Individual<G>>,
}
