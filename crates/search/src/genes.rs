//! [`Genes`]: how NSGA-II of the paper varies genomes.

use rand::{Rng, RngExt};

use crate::{First, Flavor, GenomeShape, SearchError, Variant, Variation};

#[cfg(test)]
mod tests;

/// Crossover of slots and mutation of a gene.
///
/// A child is, with the crossover rate, a crossover of both parents, which is mutated with the
/// mutation rate; otherwise it is a mutated copy of the first. An [`Engine`](crate::Engine) of one
/// population that varies genomes so is the search of the paper.
///
/// Sources: Khalifa 2020, sections 3.2 and 4, and its released code for the order of crossover and
/// mutation. The fault of its distributed runner, where all offspring became one copy, is not kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Genes {
    shape: GenomeShape,
    crossover_rate: f64,
    mutation_rate: f64,
    flavor: Flavor,
}

impl Genes {
    /// Genomes of a shape, varied at these rates. The paper's are 0.7 and 0.3.
    ///
    /// # Errors
    ///
    /// [`SearchError::Rate`] for rates that are no probabilities.
    pub fn new(
        shape: GenomeShape,
        crossover_rate: f64,
        mutation_rate: f64,
        flavor: Flavor,
    ) -> Result<Self, SearchError> {
        for (name, value) in [("crossover", crossover_rate), ("mutation", mutation_rate)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(SearchError::Rate { name, value });
            }
        }
        Ok(Self { shape, crossover_rate, mutation_rate, flavor })
    }
}

impl Variation for Genes {
    fn first(&self, rng: &mut dyn Rng) -> First {
        self.shape.random(rng).into()
    }

    fn vary(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        let uses_second = rng.random_bool(self.crossover_rate);
        let mut genome =
            if uses_second { self.shape.crossover(first, second, rng) } else { first.to_vec() };
        if !uses_second || rng.random_bool(self.mutation_rate) {
            self.shape.mutate(&mut genome, self.flavor, rng);
        }
        let operator = if uses_second { "crossover" } else { "mutation" };
        Variant { genome, operator, uses_second }
    }

    fn fits(&self, genome: &[u32]) -> bool {
        self.shape.fits(genome)
    }
}
