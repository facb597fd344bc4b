//! Genomes of blocks: how they are drawn, crossed and mutated.

use std::ops::Range;

use rand::{Rng, RngExt};

use crate::{Flavor, SearchError};

#[cfg(test)]
mod tests;

/// The genes of an individual: leading genes, then blocks, as a [`GenomeShape`] says.
pub type Genome = Vec<u32>;

/// A genome has at most this many genes (16 Mi).
const LEN_MAX: usize = 1 << 24;

/// The shape of a genome: a few leading genes, each with a meaning of its own,
/// then blocks of equal length; all genes are in `0..n_values`.
///
/// A leading gene or a whole block is a **slot**, the unit of crossover.
///
/// ```
/// // Two leading genes and five blocks of twenty, as in Khalifa 2020, section 3.1.
/// let shape = marahel_search::GenomeShape::new(2, 5, 20, 50)?;
/// assert_eq!(shape.len(), 102);
/// assert_eq!(shape.n_slots(), 7);
/// # Ok::<(), marahel_search::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenomeShape {
    n_leading: usize,
    n_blocks: usize,
    block_len: usize,
    n_values: u32,
}

impl GenomeShape {
    /// A shape of `n_leading` single genes and `n_blocks` blocks of
    /// `block_len` genes, each gene in `0..n_values`.
    ///
    /// # Errors
    ///
    /// [`SearchError::Content`] if there are no genes, blocks of no genes, no
    /// values, or more than 16 Mi genes.
    pub fn new(
        n_leading: usize,
        n_blocks: usize,
        block_len: usize,
        n_values: u32,
    ) -> Result<Self, SearchError> {
        let len =
            n_blocks.checked_mul(block_len).and_then(|n_genes| n_genes.checked_add(n_leading));
        let refuse = |why: &str| {
            Err(SearchError::Content(format!("a genome cannot have this shape: {why}")))
        };
        if len.is_none_or(|len| len > LEN_MAX) {
            return refuse("it has more than 16 Mi genes");
        }
        if len == Some(0) {
            return refuse("it has no genes");
        }
        if n_blocks > 0 && block_len == 0 {
            return refuse("its blocks have no genes");
        }
        if n_values == 0 {
            return refuse("its genes have no values");
        }
        Ok(Self { n_leading, n_blocks, block_len, n_values })
    }

    /// Number of genes, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a genome is never empty")]
    pub fn len(&self) -> usize {
        self.n_leading + self.n_blocks * self.block_len
    }

    /// Number of slots, at least 1: each leading gene is one, each block is one.
    pub fn n_slots(&self) -> usize {
        self.n_leading + self.n_blocks
    }

    /// Whether `genes` has this length and all its values are in range.
    pub fn fits(&self, genes: &[u32]) -> bool {
        genes.len() == self.len() && genes.iter().all(|&gene| gene < self.n_values)
    }

    /// A genome with each gene uniform in `0..n_values`.
    pub fn random(&self, rng: &mut dyn Rng) -> Genome {
        (0..self.len()).map(|_| self.gene(rng)).collect()
    }

    /// A copy of `first` with one uniformly drawn slot of `second`.
    ///
    /// Source: Khalifa 2020, section 3.2.
    ///
    /// # Panics
    ///
    /// If a parent is not of this length.
    pub fn crossover(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Genome {
        let slot = self.random_slot(rng);
        let mut child = first.to_vec();
        child[slot.clone()].copy_from_slice(&second[slot]);
        child
    }

    /// Draws one gene of `genome` anew; it may get the value that it had.
    ///
    /// [`Flavor::Paper`] takes each location with equal probability,
    /// [`Flavor::Released`] each slot, and then each location within it: a
    /// leading gene is mutated more often than a gene of a block.
    ///
    /// Source: Khalifa 2020, section 3.2, and its released code.
    ///
    /// # Panics
    ///
    /// If `genome` is not of this length.
    pub fn mutate(&self, genome: &mut [u32], flavor: Flavor, rng: &mut dyn Rng) {
        let Range { start, end } = match flavor {
            Flavor::Paper => 0..self.len(),
            Flavor::Released => self.random_slot(rng),
        };
        let location = rng.random_range(start as u32..end as u32);
        genome[location as usize] = self.gene(rng);
    }

    /// The locations of a uniformly drawn slot.
    fn random_slot(&self, rng: &mut dyn Rng) -> Range<usize> {
        let slot = rng.random_range(0..self.n_slots() as u32) as usize;
        match slot.checked_sub(self.n_leading) {
            None => slot..slot + 1,
            Some(block) => {
                let start = self.n_leading + block * self.block_len;
                start..start + self.block_len
            }
        }
    }

    fn gene(&self, rng: &mut dyn Rng) -> u32 {
        rng.random_range(0..self.n_values)
    }
}
