//! [`Genes`]: variation of genomes as in the paper.

use std::ops::Range;

use marahel_config::Genome;
use marahel_search::{Founder, Variant, Variation};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::fdg20::decoding::GenomeShape;

#[cfg(test)]
mod tests;

/// Which description of the search to follow where paper and code differ.
///
/// | | [`Paper`](Flavor::Paper) | [`Released`](Flavor::Released) |
/// |---|---|---|
/// | mutated location | uniform over the genome | uniform over leading genes and blocks, then within the block |
/// | crowding | that of Deb 2002 | [`released_crowding`](super::crowding::released_crowding) |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Flavor {
    /// The text of Khalifa 2020, section 3.2, with the crowding of Deb 2002.
    #[default]
    Paper,
    /// The code released with Khalifa 2020.
    Released,
}

/// Crossover of slots and mutation of a gene; a slot is a leading gene or a whole block.
///
/// With the crossover rate, a child is a copy of the first parent with one slot of the second,
/// which is then mutated with the mutation rate; otherwise it is a mutated copy of the first.
///
/// Sources: Khalifa 2020, sections 3.2 and 4, and its released code for the order of crossover and
/// mutation. A bug of its distributed runner, which made all offspring one copy, is not reproduced.
#[derive(Clone, Copy)]
pub(super) struct Genes {
    shape: GenomeShape,
    /// Probabilities of a crossover, and of a mutation after it.
    rates: [f64; 2],
    flavor: Flavor,
}

impl Genes {
    pub(super) fn new(flavor: Flavor) -> Self {
        Self { shape: GenomeShape::default(), rates: [0.7, 0.3], flavor }
    }

    fn random_slot(&self, rng: &mut dyn Rng) -> Range<usize> {
        self.shape.slot(rng.random_range(0..self.shape.n_slots() as u32) as usize)
    }

    /// Redraws one gene; it may get its old value.
    fn mutate(&self, genome: &mut [u32], rng: &mut dyn Rng) {
        let Range { start, end } = match self.flavor {
            Flavor::Paper => 0..self.shape.len(),
            Flavor::Released => self.random_slot(rng),
        };
        let location = rng.random_range(start as u32..end as u32);
        genome[location as usize] = rng.random_range(0..self.shape.n_values);
    }
}

impl Variation<Genome> for Genes {
    fn first(&self, rng: &mut dyn Rng) -> Founder<Genome> {
        Genome::Genes(self.shape.random(rng)).into()
    }

    fn vary(&self, first: &Genome, second: &Genome, rng: &mut dyn Rng) -> Variant<Genome> {
        let uses_second = rng.random_bool(self.rates[0]);
        let mut genes = first.genes().to_vec();
        if uses_second {
            let slot = self.random_slot(rng);
            genes[slot.clone()].copy_from_slice(&second.genes()[slot]);
        }
        if !uses_second || rng.random_bool(self.rates[1]) {
            self.mutate(&mut genes, rng);
        }
        let operator = if uses_second { "crossover" } else { "mutation" };
        Variant { genome: Genome::Genes(genes), operator, uses_second }
    }

    fn fits(&self, genome: &Genome) -> bool {
        let genes = genome.genes();
        genes.len() == self.shape.len() && genes.iter().all(|&gene| gene < self.shape.n_values)
    }
}
