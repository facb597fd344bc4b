//! How much of the genomes was read.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// How often the genes of the used blocks were read, for one genome or, summed,
/// for many. Blocks of explorers that the genome does not ask for do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodonStats {
    /// Blocks expanded, one for each explorer.
    pub blocks: u64,
    /// Genes read, each as often as it was; equal to the symbols expanded.
    pub codons: u64,
    /// Times that reading went on from the last gene of a block to its first.
    pub wraps: u64,
    /// Genes that were read at least once.
    pub genes_read: u64,
    /// Genes that were never read.
    pub genes_unread: u64,
}

impl CodonStats {
    /// What an expansion that took `n_codons` genes did to a block of `block_len`.
    pub(crate) fn of_block(n_codons: usize, block_len: usize) -> Self {
        let genes_read = n_codons.min(block_len);
        Self {
            blocks: 1,
            codons: n_codons as u64,
            wraps: (n_codons.saturating_sub(1) / block_len) as u64,
            genes_read: genes_read as u64,
            genes_unread: (block_len - genes_read) as u64,
        }
    }
}

impl AddAssign for CodonStats {
    fn add_assign(&mut self, other: Self) {
        self.blocks += other.blocks;
        self.codons += other.codons;
        self.wraps += other.wraps;
        self.genes_read += other.genes_read;
        self.genes_unread += other.genes_unread;
    }
}

impl Add for CodonStats {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for CodonStats {
    fn sum<I: Iterator<Item = Self>>(stats: I) -> Self {
        stats.fold(Self::default(), Add::add)
    }
}
