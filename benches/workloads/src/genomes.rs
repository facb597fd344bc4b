//! Random genomes.

use rand::RngExt;

use crate::stream;

/// Genes of a genome, and the values that each may take (Khalifa 2020, section 3.1).
const N_GENES: usize = 102;
const N_VALUES: u32 = 50;

/// `n` genomes of 102 genes, each gene uniform in `0..50`.
pub fn random_genomes(n: usize, seed: u64) -> Vec<Vec<u32>> {
    let mut rng = stream(seed);
    let mut genome = || (0..N_GENES).map(|_| rng.random_range(0..N_VALUES)).collect();
    (0..n).map(|_| genome()).collect()
}
