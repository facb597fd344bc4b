//! Operators on whole explorers and on their derivation trees.

use marahel_config::Genome;
use marahel_search::{Founder, Variant, Variation};
use rand::{Rng, RngExt};

use super::genes::Genes;
use crate::fdg20::decoding::{Blocks, Decoder, Trees};

/// Varies genomes of the paper: leading genes, and a block for each explorer.
pub(super) struct BlockGenome {
    genes: Genes,
    blocks: Blocks,
    trees: Trees,
}

/// Frequencies of varying genes, explorers, a symbol and a subtree: the best in results/search.
const OPERATORS: [f64; 4] = [0.45, 0.2, 0.25, 0.1];

/// Probability of a further change of a tree.
const MORE: f64 = 0.2;

impl BlockGenome {
    pub(super) fn new(decoder: &Decoder, genes: Genes) -> Self {
        let blocks = Blocks { shape: decoder.shape, layout: decoder.layout };
        Self { genes, blocks, trees: Trees::new(decoder) }
    }

    /// Changes a symbol of one explorer, and perhaps more; mutates a gene if genes cannot encode
    /// the tree.
    fn vary_tree(&self, first: &Genome, second: &Genome, rng: &mut dyn Rng) -> Variant<Genome> {
        let Some(mut genes) = self.trees.mutate(first.genes(), rng) else {
            return self.genes.vary(first, second, rng);
        };
        while rng.random_bool(MORE) {
            let Some(more) = self.trees.mutate(&genes, rng) else { break };
            genes = more;
        }
        Variant { genome: Genome::Genes(genes), operator: "tree", uses_second: false }
    }

    /// Replaces a subtree of one explorer by one of the second parent.
    fn graft(&self, first: &Genome, second: &Genome, rng: &mut dyn Rng) -> Variant<Genome> {
        match self.trees.graft(first.genes(), second.genes(), rng) {
            Some(genes) => {
                Variant { genome: Genome::Genes(genes), operator: "graft", uses_second: true }
            }
            None => self.genes.vary(first, second, rng),
        }
    }
}

impl Variation<Genome> for BlockGenome {
    fn first(&self, rng: &mut dyn Rng) -> Founder<Genome> {
        self.genes.first(rng)
    }

    fn vary(&self, first: &Genome, second: &Genome, rng: &mut dyn Rng) -> Variant<Genome> {
        let [genes, blocks, tree, graft] = OPERATORS;
        let x = rng.random::<f64>() * (genes + blocks + tree + graft);
        if x < genes {
            self.genes.vary(first, second, rng)
        } else if x < genes + blocks {
            let (genes, uses_second) = self.blocks.vary(first.genes(), second.genes(), rng);
            Variant { genome: Genome::Genes(genes), operator: "blocks", uses_second }
        } else if x < genes + blocks + tree {
            self.vary_tree(first, second, rng)
        } else {
            self.graft(first, second, rng)
        }
    }

    fn fits(&self, genome: &Genome) -> bool {
        self.genes.fits(genome)
    }
}
