//! Changes of a genome that treat the explorer of a block as one unit.

use marahel_problem::below;
use rand::{Rng, RngExt};

use crate::fdg20::decoding::{GenomeShape, Layout};

/// Swaps, copies, drops and adds whole explorers of a genome.
///
/// Explorers run one after the other on the result of the previous ones. A change of a single gene
/// seldom turns one useful order of explorers into another; these changes do so in one step.
///
/// Sources: duplication, deletion and transposition of Koza 1995
/// ("architecture-altering operations"), here of explorers instead of routines.
#[derive(Clone, Copy, Debug)]
pub struct Blocks {
    pub shape: GenomeShape,
    /// Determines the leading gene for the number of used blocks.
    pub layout: Layout,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Swap,
    /// Duplicates one at any place.
    Copy,
    Drop,
    Add,
    /// Replaces one by a random one.
    Redraw,
    /// Adds one of another genome at any place.
    Adopt,
    /// Replaces one by one of another genome.
    Exchange,
}

impl Change {
    const ALL: [Self; 7] =
        [Self::Swap, Self::Copy, Self::Drop, Self::Add, Self::Redraw, Self::Adopt, Self::Exchange];
}

impl Blocks {
    /// A copy of `genes` with its explorers changed in one random way, and whether an explorer of
    /// `donor` is in it. Only changes that keep the number of explorers within its limits are
    /// drawn.
    ///
    /// # Panics
    ///
    /// If a genome does not have the shape.
    pub fn vary(&self, genes: &[u32], donor: &[u32], rng: &mut dyn Rng) -> (Vec<u32>, bool) {
        let mut blocks = self.used(genes);
        let n_before = blocks.len();
        let (least, most) = (self.shape.n_explorers.min(2), self.shape.n_explorers);
        let change = loop {
            let change = Change::ALL[below(Change::ALL.len(), rng)];
            let is_possible = match change {
                Change::Swap => n_before > 1,
                Change::Copy | Change::Add | Change::Adopt => n_before < most,
                Change::Drop => n_before > least,
                Change::Redraw | Change::Exchange => true,
            };
            if is_possible {
                break change;
            }
        };
        match change {
            Change::Swap => {
                let first = below(n_before, rng);
                let second = (first + 1 + below(n_before - 1, rng)) % n_before;
                blocks.swap(first, second);
            }
            Change::Copy => {
                let block = blocks[below(n_before, rng)].clone();
                blocks.insert(below(n_before + 1, rng), block);
            }
            Change::Drop => drop(blocks.remove(below(n_before, rng))),
            Change::Add => blocks.insert(below(n_before + 1, rng), self.random(rng)),
            Change::Redraw => blocks[below(n_before, rng)] = self.random(rng),
            Change::Adopt => blocks.insert(below(n_before + 1, rng), self.any_of(donor, rng)),
            Change::Exchange => blocks[below(n_before, rng)] = self.any_of(donor, rng),
        }
        let mut child = genes.to_vec();
        if blocks.len() != n_before {
            child[self.layout.n_explorers_idx()] = self.gene_for(blocks.len(), rng);
        }
        for (index, block) in blocks.iter().enumerate() {
            child[self.shape.block(index)].copy_from_slice(block);
        }
        (child, matches!(change, Change::Adopt | Change::Exchange))
    }

    /// The blocks of a genome that are used as explorers.
    fn used(&self, genes: &[u32]) -> Vec<Vec<u32>> {
        let n = self.shape.n_explorers_of(genes[self.layout.n_explorers_idx()]);
        (0..n).map(|index| genes[self.shape.block(index)].to_vec()).collect()
    }

    fn any_of(&self, donor: &[u32], rng: &mut dyn Rng) -> Vec<u32> {
        let mut blocks = self.used(donor);
        blocks.swap_remove(below(blocks.len(), rng))
    }

    fn random(&self, rng: &mut dyn Rng) -> Vec<u32> {
        (0..self.shape.block_len).map(|_| rng.random_range(0..self.shape.n_values)).collect()
    }

    /// A random gene value that selects `n` explorers.
    ///
    /// Every reachable number comes from such a value or lies between two that do. If no value
    /// selects `n`, the closest number below is used.
    fn gene_for(&self, n: usize, rng: &mut dyn Rng) -> u32 {
        let mut genes_of_numbers = (0..=n).rev().map(|n| {
            let genes = 0..self.shape.n_values;
            genes.filter(|&gene| self.shape.n_explorers_of(gene) == n).collect()
        });
        let genes: Vec<u32> = genes_of_numbers
            .find(|genes: &Vec<u32>| !genes.is_empty())
            .expect("gene 0 asks for the least number");
        genes[below(genes.len(), rng)]
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const SHAPE: GenomeShape = GenomeShape { n_explorers: 5, block_len: 2, n_values: 50 };
    const BLOCKS: Blocks = Blocks { shape: SHAPE, layout: Layout::Paper };

    /// A genome whose used blocks contain the given numbers twice each.
    fn genome(numbers: &[u32]) -> Vec<u32> {
        let mut genes = vec![numbers.len() as u32 - 2, 7];
        genes.extend(numbers.iter().flat_map(|&number| [number; 2]));
        genes.resize(SHAPE.len(), 49);
        genes
    }

    fn numbers(genes: &[u32]) -> Vec<u32> {
        let n = SHAPE.n_explorers_of(genes[0]);
        (0..n).map(|index| genes[SHAPE.block(index)][0]).collect()
    }

    #[test]
    fn every_change_keeps_to_the_shape_and_all_of_them_happen() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mother, donor) = (genome(&[1, 2, 3]), genome(&[11, 12]));
        let (mut swapped, mut copied, mut dropped, mut adopted, mut exchanged) =
            (false, false, false, false, false);
        for _ in 0..500 {
            let (child, has_adopted) = BLOCKS.vary(&mother, &donor, &mut rng);
            assert_eq!((child.len(), child[1]), (SHAPE.len(), 7));
            assert!(child.iter().all(|&gene| gene < 50));
            let found = numbers(&child);
            assert!((2..=4).contains(&found.len()));
            let from_donor = found.iter().any(|number| (11..=12).contains(number));
            swapped |= found == [3, 2, 1];
            copied |= found == [1, 2, 1, 3];
            dropped |= found == [1, 3];
            adopted |= has_adopted && from_donor && found.len() == 4;
            exchanged |= has_adopted && from_donor && found.len() == 3;
        }
        assert!(swapped && copied && dropped && adopted && exchanged);
    }

    #[test]
    fn the_number_of_explorers_stays_within_its_bounds() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for start in [genome(&[1, 2]), genome(&[1, 2, 3, 4, 5])] {
            for _ in 0..200 {
                let (child, _) = BLOCKS.vary(&start, &start, &mut rng);
                assert!((2..=5).contains(&numbers(&child).len()));
            }
        }
    }

    #[test]
    fn genomes_of_one_explorer_can_be_varied() {
        let shape = GenomeShape { n_explorers: 1, block_len: 1, n_values: 1 };
        let blocks = Blocks { shape, layout: Layout::Released };
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        assert_eq!(blocks.vary(&[0, 0, 0], &[0, 0, 0], &mut rng).0, [0, 0, 0]);
    }
}
