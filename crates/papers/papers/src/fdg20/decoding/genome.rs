//! The layout of a genome: its shape, and the order of its two leading genes.

use std::ops::Range;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// The number of genes of a genome, and their values.
///
/// Two leading genes, the number of explorers and the seed, are followed by one block of genes for
/// each possible explorer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenomeShape {
    /// Number of blocks, and so of explorers at most; at least 1.
    pub n_explorers: usize,
    /// Number of genes of a block, at least 1.
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

    /// A genome with uniform random genes.
    pub fn random(&self, rng: &mut dyn Rng) -> Vec<u32> {
        (0..self.len()).map(|_| rng.random_range(0..self.n_values)).collect()
    }

    /// Number of slots: the leading genes and the blocks.
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

    /// Number of explorers selected by a gene: from 2 to `n_explorers`, with nearly equal
    /// frequencies. With the default shape it is 2 plus the gene modulo 4.
    ///
    /// Source: the released code of Khalifa 2020; the paper only states the maximum of five.
    pub fn n_explorers_of(&self, gene: u32) -> usize {
        let least = self.n_explorers.min(2);
        least + gene as usize % (self.n_explorers - least + 1)
    }
}

/// The order of the two leading genes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// The number of explorers, then the seed, as in Khalifa 2020.
    #[default]
    Paper,
    /// The seed, then the number of explorers, as in the released chromosomes.
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
