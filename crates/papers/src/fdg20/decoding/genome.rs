//! How a genome is laid out: its shape, and the order of its two leading genes.

use std::ops::Range;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// How many genes a genome has and what values they take.
///
/// Two leading genes, the number of explorers and the seed, are followed by
/// one block of genes for each explorer that there can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenomeShape {
    /// Blocks of a genome, which is the most explorers it can write; at least 1.
    pub n_explorers: usize,
    /// Genes of a block, at least 1.
    pub block_len: usize,
    /// Number of values of a gene, at least 1: genes are `0..n_values`.
    pub n_values: u32,
}

impl Default for GenomeShape {
    /// 102 genes from 0 to 49.
    ///
    /// Source: Khalifa 2020, section 3.1.
    fn default() -> Self {
        Self { n_explorers: 5, block_len: 20, n_values: 50 }
    }
}

impl GenomeShape {
    /// Genes before the first block.
    const N_LEADING: usize = 2;

    /// Number of genes of a genome.
    #[expect(clippy::len_without_is_empty, reason = "a genome is never empty")]
    pub fn len(&self) -> usize {
        self.n_explorers.saturating_mul(self.block_len).saturating_add(Self::N_LEADING)
    }

    /// The genes of block `index`, counted from 0.
    pub fn block(&self, index: usize) -> Range<usize> {
        let start = Self::N_LEADING + index * self.block_len;
        start..start + self.block_len
    }

    /// A genome of which each gene is uniform.
    pub fn random(&self, rng: &mut dyn Rng) -> Vec<u32> {
        (0..self.len()).map(|_| rng.random_range(0..self.n_values)).collect()
    }

    /// Number of slots: each leading gene is one, each block is one.
    pub fn n_slots(&self) -> usize {
        Self::N_LEADING + self.n_explorers
    }

    /// The genes of slot `index`, counted from 0.
    pub fn slot(&self, index: usize) -> Range<usize> {
        match index.checked_sub(Self::N_LEADING) {
            None => index..index + 1,
            Some(block) => self.block(block),
        }
    }

    /// Number of explorers that the gene for it asks for: from 2 to
    /// `n_explorers`, each for equally many values of the gene as far as that
    /// goes. With the default shape it is 2 plus the gene modulo 4.
    ///
    /// Source: the released code of Khalifa 2020; the paper says only that
    /// there are at most five.
    pub fn n_explorers_of(&self, gene: u32) -> usize {
        let least = self.n_explorers.min(2);
        least + gene as usize % (self.n_explorers - least + 1)
    }
}

/// Which of the two leading genes is which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// The number of explorers, then the seed, as Khalifa 2020 has it.
    #[default]
    Paper,
    /// The seed, then the number of explorers, as in the chromosomes released
    /// with it.
    Released,
}

impl Layout {
    /// Index of the gene for the number of explorers.
    pub fn n_explorers_idx(self) -> usize {
        match self {
            Self::Paper => 0,
            Self::Released => 1,
        }
    }
}

#[cfg(test)]
mod tests;
