//! The state that a run needs to continue as if it had never stopped.
//!
//! Random numbers are not part of it: each comes from the seed, a purpose, a generation and an
//! individual ([`Streams`](crate::Streams)), so every process draws the same ones. The state holds
//! the living, their measurements and their descent, which scripts are known, and the progress of
//! the search.

use std::borrow::Cow;

use marahel_search::SavedSearch;
use serde::{Deserialize, Serialize};

use crate::genealogy::Genealogy;
use crate::judging::SavedJudge;
use crate::progress::Progress;
use crate::{GenerationSummary, LimitChange};
use marahel_config::{EvolutionError, Genome};

/// A run between two generations.
#[derive(Serialize, Deserialize)]
pub struct SavedRun<'s> {
    pub(crate) progress: Progress,
    pub(crate) extensions: Cow<'s, [LimitChange]>,
    pub(crate) engine: SavedSearch<Genome>,
    pub(crate) judge: SavedJudge<'s>,
    pub(crate) genealogy: Cow<'s, Genealogy>,
    pub(crate) last: Cow<'s, GenerationSummary>,
}

impl SavedRun<'_> {
    /// Number of finished generations.
    pub fn n_generations(&self) -> u64 {
        self.progress.n_generations
    }

    /// Number of levels that the search measured.
    pub fn n_levels(&self) -> u64 {
        self.last.n_maps
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("it is plain data")
    }

    /// Parses the bytes of a saved run.
    pub fn of_bytes(bytes: &[u8]) -> Result<Self, EvolutionError> {
        let saved: Self = postcard::from_bytes(bytes)
            .map_err(|error| EvolutionError::Saved(error.to_string()))?;
        if saved.progress.n_generations != saved.last.generation.saturating_add(1) {
            return Err(EvolutionError::Saved("its generations do not add up".to_owned()));
        }
        Ok(saved)
    }
}
