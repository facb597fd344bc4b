//! Genomes to test with.

use rand::{Rng, RngExt};

use crate::{Founder, Variant, Variation};

/// Ten digits. A child is a crossover at the rate 0.7, which is mutated at the rate 0.3, or a
/// mutation; a crossover takes one of the first two digits or one of two blocks of four.
pub(crate) struct Digits {
    pub(crate) n_values: u32,
}

impl Variation<Vec<u32>> for Digits {
    fn first(&self, rng: &mut dyn Rng) -> Founder<Vec<u32>> {
        (0..10).map(|_| rng.random_range(0..self.n_values)).collect::<Vec<_>>().into()
    }

    fn vary(&self, first: &Vec<u32>, second: &Vec<u32>, rng: &mut dyn Rng) -> Variant<Vec<u32>> {
        let uses_second = rng.random_bool(0.7);
        let mut genome = first.clone();
        if uses_second {
            let slots = [0..1, 1..2, 2..6, 6..10];
            let slot = slots[rng.random_range(0..4_u32) as usize].clone();
            genome[slot.clone()].copy_from_slice(&second[slot]);
        }
        if !uses_second || rng.random_bool(0.3) {
            let location = rng.random_range(0..10_u32) as usize;
            genome[location] = rng.random_range(0..self.n_values);
        }
        Variant { genome, operator: "digits", uses_second }
    }

    fn fits(&self, genome: &Vec<u32>) -> bool {
        genome.len() == 10 && genome.iter().all(|&digit| digit < self.n_values)
    }
}
