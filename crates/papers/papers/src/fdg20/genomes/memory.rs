//! A cache of decoded blocks.
//!
//! A child has most of its blocks from its parents. Without the cache, decoding would be a large
//! part of a search.

use std::sync::{Arc, RwLock};

use indexmap::IndexMap;
use marahel_config::GenomeError;

use super::paper::Part;

/// The cache is cleared when it has this many blocks.
const N_BLOCKS_MAX: usize = 20_000;

/// The explorer of a block; `None` if its expansion never ends.
type Meaning = Option<Arc<Part>>;

#[derive(Debug, Default)]
pub(super) struct Memory {
    meanings: RwLock<IndexMap<Vec<u32>, Meaning>>,
}

impl Memory {
    /// The explorer of a block, from the cache or by `decode`.
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
