//! The search engine of a config.

use grammar::{Blocks, GenomeShape};
use rand::{Rng, RngExt};
use search::{
    Engine, Flavor, Genome, Islands, IslandsSettings, Nsga2, Nsga2Settings, RandomSearch, Variant,
    Variation,
};

use crate::{Algorithm, Config, ExperimentError};

/// The search engine of a config.
///
/// # Errors
///
/// If its settings make no sense.
pub fn engine_of(config: &Config) -> Result<Box<dyn Engine>, ExperimentError> {
    let GenomeShape { n_explorers, block_len, n_values } = config.genome;
    let shape = search::GenomeShape::new(2, n_explorers, block_len, n_values)?;
    let search = &config.search;
    Ok(match search.algorithm {
        Algorithm::Islands => {
            let settings = IslandsSettings {
                n_islands: search.islands,
                population_size: search.population,
                isolation: search.isolation,
                pool_size: search.pool,
            };
            Box::new(Islands::new(settings, Box::new(BlockGenome::new(config, shape)))?)
        }
        Algorithm::Nsga2 => Box::new(Nsga2::new(Nsga2Settings {
            shape,
            population_size: search.population,
            crossover_rate: search.crossover,
            mutation_rate: search.mutation,
            flavor: search.flavor,
        })?),
        Algorithm::Random => Box::new(RandomSearch::new(shape, search.population)?),
    })
}

/// Varies genomes of the paper's kind: leading genes, and a block for each explorer.
struct BlockGenome {
    shape: search::GenomeShape,
    blocks: Blocks,
    crossover: f64,
    mutation: f64,
    flavor: Flavor,
    /// The share of children that the paper's operators make.
    genes_share: f64,
}

impl BlockGenome {
    fn new(config: &Config, shape: search::GenomeShape) -> Self {
        let operators = config.search.operators;
        Self {
            shape,
            blocks: Blocks { shape: config.genome, layout: config.layout },
            crossover: config.search.crossover,
            mutation: config.search.mutation,
            flavor: config.search.flavor,
            genes_share: operators.genes / (operators.genes + operators.blocks),
        }
    }

    /// The paper's crossover of slots and mutation of one gene (Khalifa 2020,
    /// section 3.2).
    fn vary_genes(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        let uses_second = rng.random_bool(self.crossover);
        let mut genome =
            if uses_second { self.shape.crossover(first, second, rng) } else { first.to_vec() };
        if !uses_second || rng.random_bool(self.mutation) {
            self.shape.mutate(&mut genome, self.flavor, rng);
        }
        let operator = if uses_second { "crossover" } else { "mutation" };
        Variant { genome, operator, uses_second }
    }
}

impl Variation for BlockGenome {
    fn random(&self, rng: &mut dyn Rng) -> Genome {
        self.shape.random(rng)
    }

    fn vary(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        if rng.random_bool(self.genes_share) {
            self.vary_genes(first, second, rng)
        } else {
            let (genome, uses_second) = self.blocks.vary(first, second, rng);
            Variant { genome, operator: "blocks", uses_second }
        }
    }

    fn fits(&self, genome: &[u32]) -> bool {
        self.shape.fits(genome)
    }
}
