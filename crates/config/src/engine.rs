//! The search engine of a config.

use grammar::{Blocks, Trees};
use problem::Problem;
use rand::{Rng, RngExt};
use search::{Engine, EngineSettings, First, Survival, Variant, Variation};

use crate::genes::Genes;
use crate::script_genome::ScriptGenome;
use crate::{Algorithm, Config, ExperimentError, Operators, Representation, decoder_of};

/// The search engine of a config and its problem.
///
/// # Errors
///
/// If its settings make no sense.
pub fn engine_of(config: &Config, problem: &Problem) -> Result<Engine, ExperimentError> {
    let search = &config.search;
    let genes = Genes::new(config.genome, search)?;
    let one = |survival| EngineSettings::of_one(search.population, survival);
    let (settings, variation): (_, Box<dyn Variation>) = match search.algorithm {
        Algorithm::Islands => {
            let settings = EngineSettings {
                n_islands: search.n_islands(),
                population_size: search.population,
                n_beginners: search.beginners,
                isolation: search.isolation,
                pool_size: search.pool,
                family_size: search.family_size(),
                survival: search.survival,
                is_random: false,
            };
            match config.representation {
                Representation::Paper => {
                    (settings, Box::new(BlockGenome::new(config, problem, genes)?))
                }
                Representation::Free => (settings, Box::new(ScriptGenome::new(config, problem)?)),
            }
        }
        Algorithm::Nsga2 => (one(search.flavor.survival()), Box::new(genes)),
        Algorithm::Random => {
            (EngineSettings { is_random: true, ..one(Survival::Crowding) }, Box::new(genes))
        }
    };
    Ok(Engine::new(settings, variation)?)
}

/// Varies genomes of the paper's kind: leading genes, and a block for each explorer.
struct BlockGenome {
    genes: Genes,
    blocks: Blocks,
    trees: Trees,
    operators: Operators,
}

/// Probability that a change of a tree is followed by another one.
const MORE: f64 = 0.2;

impl BlockGenome {
    fn new(config: &Config, problem: &Problem, genes: Genes) -> Result<Self, ExperimentError> {
        Ok(Self {
            genes,
            blocks: Blocks { shape: config.genome, layout: config.layout },
            trees: Trees::new(&decoder_of(config, problem)?),
            operators: config.search.operators,
        })
    }

    /// A symbol of one explorer changed, and perhaps some more; a mutation where
    /// no genes say such a tree.
    fn vary_tree(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        let Some(mut genome) = self.trees.mutate(first, rng) else {
            return self.genes.vary(first, second, rng);
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
            None => self.genes.vary(first, second, rng),
        }
    }
}

impl Variation for BlockGenome {
    fn first(&self, rng: &mut dyn Rng) -> First {
        self.genes.first(rng)
    }

    fn vary(&self, first: &[u32], second: &[u32], rng: &mut dyn Rng) -> Variant {
        let Operators { genes, blocks, tree, graft } = self.operators;
        let x = rng.random::<f64>() * (genes + blocks + tree + graft);
        if x < genes {
            self.genes.vary(first, second, rng)
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
        self.genes.fits(genome)
    }
}
