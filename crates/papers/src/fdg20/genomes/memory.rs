//! What blocks of genes stand for, remembered.
//!
//! A child has most of its blocks from its parents: without this, decoding would be a large
//! part of a search.

use std::sync::{Arc, RwLock};

use config::GenomeError;
use indexmap::IndexMap;

use super::paper::Part;

/// Everything is forgotten once there are more blocks than this.
const N_BLOCKS_MAX: usize = 20_000;

/// What a block stands for, if its expansion ends.
type Meaning = Option<Arc<Part>>;

/// Blocks that were decoded before.
#[derive(Debug, Default)]
pub(super) struct Memory {
    meanings: RwLock<IndexMap<Vec<u32>, Meaning>>,
}

impl Memory {
    /// What a block stands for, decoded now if it was not met before.
    pub(super) fn recall(
        &self,
        block: &[u32],
        decode: impl FnOnce() -> Result<Meaning, GenomeError>,
    ) -> Result<Meaning, GenomeError> {
        const NO_PANIC: &str = "no thread panics with the lock";
        if let Some(meaning) = self.meanings.read().expect(NO_PANIC).get(block) {
            return Ok(meaning.clone());
        }
        let meaning = decode()?;
        let mut meanings = self.meanings.write().expect(NO_PANIC);
        if meanings.len() >= N_BLOCKS_MAX {
            meanings.clear();
        }
        meanings.insert(block.to_vec(), meaning.clone());
        Ok(meaning)
    }
}

#[cfg(test)]
mod tests;
