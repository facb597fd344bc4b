//! [`Trees`]: changes of the derivation tree behind a genome.

mod silent;

use marahel_problem::below;
use rand::Rng;

use crate::fdg20::decoding::Decoder;
use crate::fdg20::decoding::derivation::{Forms, Node, Tree};

/// Changes a genome at one symbol of its derivation tree, and writes the result back as a genome.
///
/// A block of genes encodes a derivation tree: each node is a symbol with the alternative chosen by
/// its gene. Reading one gene differently can shift the meaning of all later genes. So this changes
/// one node of the tree, and then finds genes that encode the new tree. A ring of genes is read
/// more than once, so a gene needs a value that fits all its readings: the old one if it does, else
/// a random fitting one. Nodes in parameters that the [`Cleanup`](crate::fdg20::decoding::Cleanup)
/// drops may have any value.
///
/// ```
/// use marahel_papers::fdg20::decoding::{Cleanup, Decoder, GenomeShape, Grammar, Layout, Trees};
/// use rand::SeedableRng;
/// use rand_chacha::ChaCha8Rng;
///
/// let decoder = Decoder {
///     grammar: Grammar::fdg20(["solid", "empty"]),
///     shape: GenomeShape::default(),
///     layout: Layout::Paper,
///     cleanup: Cleanup::Intended,
/// };
/// let child = Trees::new(&decoder).mutate(&[1; 102], &mut ChaCha8Rng::seed_from_u64(1));
/// assert!(child.is_some_and(|child| decoder.decode(&child).is_ok()));
/// ```
///
/// Source: derivation trees as the object of variation are those of P. Whigham,
/// "Grammatically-based genetic programming", 1995; a ring of genes that is read again is
/// that of C. Ryan, J. Collins and M. O'Neill, "Grammatical evolution", `EuroGP` 1998.
#[derive(Clone, Debug)]
pub struct Trees {
    decoder: Decoder,
    forms: Forms,
    /// Whether each symbol can write a semicolon.
    splits: Vec<bool>,
}

/// Maximum number of readings of a ring.
const READINGS_MAX: usize = 8;

/// Number of nodes drawn for a new child.
const N_NEW: usize = 12;

/// Number of tries for a change that can be written back. Six in ten changes of random genomes of
/// the built-in grammar can.
const N_CHANGES: usize = 4;

/// Number of pairs of nodes to try for a graft.
const N_PAIRS: usize = 16;

impl Trees {
    /// The trees of the genomes of `decoder`.
    pub fn new(decoder: &Decoder) -> Self {
        Self {
            forms: Forms::new(&decoder.grammar),
            splits: silent::splits(&decoder.grammar),
            decoder: decoder.clone(),
        }
    }

    /// The genome with another alternative at one symbol. The symbol is drawn uniformly from those
    /// of a random explorer that have another alternative and survive the clean-up. Children that
    /// still fit are kept.
    ///
    /// `None` if genes can encode none of four such trees, if `genome` does not have the decoder's
    /// shape, or if its expansion is not bounded.
    pub fn mutate(&self, genome: &[u32], rng: &mut dyn Rng) -> Option<Vec<u32>> {
        (0..N_CHANGES).find_map(|_| self.try_mutation(genome, rng))
    }

    fn try_mutation(&self, genome: &[u32], rng: &mut dyn Rng) -> Option<Vec<u32>> {
        let (start, tree) = self.random_explorer(genome, rng)?;
        let silent = self.silent(&tree);
        let nodes = tree.iter().zip(&silent).enumerate();
        let mut candidates =
            nodes.filter(|(_, (node, silent))| !**silent && self.forms.varies(node.symbol));
        let n_candidates = candidates.clone().count();
        if n_candidates == 0 {
            return None;
        }
        let (idx, _) = candidates.nth(below(n_candidates, rng))?;
        let changed = self.forms.change(&tree, idx, N_NEW, rng)?;
        self.write_back(genome, start, &changed, rng)
    }

    /// The genome with one subtree of a random explorer replaced by another of the same symbol,
    /// from a random explorer of `donor`.
    ///
    /// `None` as in [`mutate`](Self::mutate), or if there is no such pair.
    pub fn graft(&self, genome: &[u32], donor: &[u32], rng: &mut dyn Rng) -> Option<Vec<u32>> {
        (0..N_CHANGES).find_map(|_| self.try_graft(genome, donor, rng))
    }

    fn try_graft(&self, genome: &[u32], donor: &[u32], rng: &mut dyn Rng) -> Option<Vec<u32>> {
        let (start, tree) = self.random_explorer(genome, rng)?;
        let (_, donor) = self.random_explorer(donor, rng)?;
        let silent = self.silent(&tree);
        for _ in 0..N_PAIRS {
            let idx = below(tree.len(), rng);
            let mut alike =
                (0..donor.len()).filter(|&graft| donor[graft].symbol == tree[idx].symbol);
            let n_alike = alike.clone().count();
            if silent[idx] || n_alike == 0 {
                continue;
            }
            let graft = alike.nth(below(n_alike, rng))?;
            let (end, other_end) = (self.forms.end(&tree, idx), self.forms.end(&donor, graft));
            if tree[idx..end] != donor[graft..other_end] {
                let grafted = [&tree[..idx], &donor[graft..other_end], &tree[end..]].concat();
                return self.write_back(genome, start, &grafted, rng);
            }
        }
        None
    }

    fn random_explorer(&self, genome: &[u32], rng: &mut dyn Rng) -> Option<(usize, Tree)> {
        let mut blocks = self.decoder.blocks(genome).ok()?;
        let index = below(blocks.len(), rng);
        let tree = self.derive(blocks.nth(index)?)?;
        Some((self.decoder.shape.block(index).start, tree))
    }

    fn derive(&self, block: &[u32]) -> Option<Tree> {
        let n_nodes_max = block.len() * READINGS_MAX;
        let mut tree = Tree::with_capacity(3 * block.len());
        let mut genes = block.iter().cycle();
        let is_whole = self.forms.grow(&mut tree, self.forms.start(), |symbol, n_nodes| {
            let n_alternatives = self.forms.n_alternatives(symbol);
            let gene = genes.next().filter(|_| n_alternatives > 0 && n_nodes < n_nodes_max)?;
            Some(*gene as usize % n_alternatives)
        });
        is_whole.then_some(tree)
    }

    fn silent(&self, tree: &[Node]) -> Vec<bool> {
        silent::silent(&self.decoder.grammar, self.decoder.cleanup, &self.splits, tree)
    }

    /// The genome with `tree` encoded in the block at `start`; `None` if no genes do so.
    fn write_back(
        &self,
        genome: &[u32],
        start: usize,
        tree: &[Node],
        rng: &mut dyn Rng,
    ) -> Option<Vec<u32>> {
        let block_len = self.decoder.shape.block_len;
        let silent = self.silent(tree);
        let mut genome = genome.to_vec();
        let mut suitable = Vec::new();
        for idx in 0..block_len {
            let suits = |value: u32| {
                let readings = tree.iter().zip(&silent).skip(idx).step_by(block_len);
                readings.into_iter().all(|(node, silent)| self.says(value, *node, *silent))
            };
            let gene = &mut genome[start + idx];
            if !suits(*gene) {
                suitable.clear();
                suitable.extend(self.values().filter(|value| suits(*value)));
                if suitable.is_empty() {
                    return None;
                }
                *gene = suitable[below(suitable.len(), rng)];
            }
        }
        Some(genome)
    }

    /// The values that a gene may get: all, or the first few thousand.
    fn values(&self) -> impl Iterator<Item = u32> {
        0..self.decoder.shape.n_values.min(1 << 12)
    }

    /// Whether a gene of this value, read for the symbol of `node`, leads to `node`; for a dropped
    /// node it suffices to lead to the same symbols.
    fn says(&self, value: u32, node: Node, is_silent: bool) -> bool {
        let Node { symbol, choice } = node;
        let alternative = value as usize % self.forms.n_alternatives(symbol);
        if is_silent {
            self.forms.children(symbol, alternative) == self.forms.children(symbol, choice)
        } else {
            self.forms.choice(symbol, alternative) == choice
        }
    }
}

#[cfg(test)]
mod tests;
