//! Genomes that are trees of whole scripts, as an engine knows them.

use grammar::{Offspring, ScriptTrees};
use rand::Rng;
use search::{Genome, Variant, Variation};

use crate::{Config, ExperimentError, problem_of, script_trees_of};

/// Varies free genomes.
pub(crate) struct FreeGenome {
    trees: ScriptTrees,
}

impl FreeGenome {
    pub(crate) fn new(config: &Config) -> Result<Self, ExperimentError> {
        let problem = problem_of(config)?;
        Ok(Self { trees: script_trees_of(config, &problem)? })
    }
}

impl Variation for FreeGenome {
    fn random(&self, rng: &mut dyn Rng) -> Genome {
        self.trees.random(rng)
    }

    fn vary(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        let Offspring { genome, operator, uses_second } = self.trees.vary(first, second, rng);
        Variant { genome, operator, uses_second }
    }

    fn fits(&self, genome: &[u32]) -> bool {
        self.trees.fits(genome)
    }
}
