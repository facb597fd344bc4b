//! The search engine of a config.

use grammar::{Blocks, GenomeShape, Trees};
use rand::{Rng, RngExt};
use search::{
    Engine, First, Islands, IslandsSettings, Nsga2, Nsga2Settings, SearchError, Variant, Variation,
};

use crate::script_genome::ScriptGenome;
use crate::{
    Algorithm, Config, ExperimentError, Operators, Representation, Search, decoder_of, problem_of,
};

/// The search engine of a config.
///
/// # Errors
///
/// If its settings make no sense.
pub fn engine_of(config: &Config) -> Result<Box<dyn Engine>, ExperimentError> {
    let GenomeShape { n_explorers, block_len, n_values } = config.genome;
    let shape = search::GenomeShape::new(2, n_explorers, block_len, n_values)?;
    let search = &config.search;
    for (name, value) in [("crossover", search.crossover), ("mutation", search.mutation)] {
        if !(0.0..=1.0).contains(&value) {
            return Err(SearchError::Rate { name, value }.into());
        }
    }
    Ok(match search.algorithm {
        Algorithm::Islands => {
            let settings = IslandsSettings {
                n_islands: search.n_islands(),
                population_size: search.population,
                n_beginners: search.beginners,
                isolation: search.isolation,
                pool_size: search.pool,
                family_size: search.family_size(),
                survival: search.survival,
            };
            let variation: Box<dyn Variation> = match config.representation {
                Representation::Paper => Box::new(BlockGenome::new(config, shape)?),
                Representation::Free => Box::new(ScriptGenome::new(config, &problem_of(config)?)?),
            };
            Box::new(Islands::new(settings, variation)?)
        }
        Algorithm::Nsga2 => Box::new(Nsga2::new(Nsga2Settings {
            shape,
            population_size: search.population,
            crossover_rate: search.crossover,
            mutation_rate: search.mutation,
            flavor: search.flavor,
        })?),
        Algorithm::Random => Box::new(Nsga2::random_search(shape, search.population)?),
    })
}

/// Varies genomes of the paper's kind: leading genes, and a block for each explorer.
struct BlockGenome {
    shape: search::GenomeShape,
    blocks: Blocks,
    trees: Trees,
    /// Rates and weights of operators.
    search: Search,
}

/// Probability that a change of a tree is followed by another one.
const MORE: f64 = 0.2;

impl BlockGenome {
    fn new(config: &Config, shape: search::GenomeShape) -> Result<Self, ExperimentError> {
        let problem = problem_of(config)?;
        Ok(Self {
            shape,
            blocks: Blocks { shape: config.genome, layout: config.layout },
            trees: Trees::new(&decoder_of(config, &problem)?),
            search: config.search.clone(),
        })
    }

    /// The paper's crossover of slots and mutation of one gene (Khalifa 2020,
    /// section 3.2).
    fn vary_genes(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        let uses_second = rng.random_bool(self.search.crossover);
        let mut genome =
            if uses_second { self.shape.crossover(first, second, rng) } else { first.to_vec() };
        if !uses_second || rng.random_bool(self.search.mutation) {
            self.shape.mutate(&mut genome, self.search.flavor, rng);
        }
        let operator = if uses_second { "crossover" } else { "mutation" };
        Variant { genome, operator, uses_second }
    }

    /// A symbol of one explorer changed, and perhaps some more; a mutation where
    /// no genes say such a tree.
    fn vary_tree(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        let Some(mut genome) = self.trees.mutate(first, rng) else {
            return self.vary_genes(first, second, rng);
        };
        while rng.random_bool(MORE) {
            let Some(more) = self.trees.mutate(&genome, rng) else { break };
            genome = more;
        }
        Variant { genome, operator: "tree", uses_second: false }
    }

    /// A subtree of one explorer replaced by one of the second parent.
    fn graft(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        match self.trees.graft(first, second, rng) {
            Some(genome) => Variant { genome, operator: "graft", uses_second: true },
            None => self.vary_genes(first, second, rng),
        }
    }
}

impl Variation for BlockGenome {
    fn first(&self, rng: &mut dyn Rng) -> First {
        self.shape.random(rng).into()
    }

    fn vary(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        let Operators { genes, blocks, tree, graft } = self.search.operators;
        let x = rng.random::<f64>() * (genes + blocks + tree + graft);
        if x < genes {
            self.vary_genes(first, second, rng)
        } else if x < genes + blocks {
            let (genome, uses_second) = self.blocks.vary(first, second, rng);
            Variant { genome, operator: "blocks", uses_second }
        } else if x < genes + blocks + tree {
            self.vary_tree(first, second, rng)
        } else {
            self.graft(first, second, rng)
        }
    }

    fn fits(&self, genome: &[u32]) -> bool {
        self.shape.fits(genome)
    }
}
