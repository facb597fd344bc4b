//! mOneMinMax, where crowding distance cannot cover the front and truthful
//! crowding distance does.
//!
//! A bit string is cut into m/2 blocks; each gives two objectives, its number
//! of zeros and its number of ones. Every string is on the best front.
//!
//! Sources: Zheng 2022 (arXiv 2211.13084) for the problem and the failure of
//! crowding distance; Zheng 2024 (arXiv 2407.17687) for what truthful crowding
//! distance reaches. As there, each member has one child per generation, in
//! which each bit is flipped with probability 1/n, and ties are drawn.

use std::collections::BTreeSet;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Objectives, Survival};

const N_BLOCKS: usize = 2;
const N_BITS: usize = 20;
/// Each block has 0 to 10 ones.
const N_POINTS: usize = 11 * 11;

#[test]
fn truthful_crowding_covers_what_crowding_does_not() {
    for seed in 1..=3 {
        let truthful = covered(Survival::Truthful, N_POINTS, 200, seed);
        assert_eq!(truthful, N_POINTS, "seed {seed}: no larger a population than the front");
        // Seen: 53 to 62, after 100 generations as after 800.
        let crowding = covered(Survival::Crowding, N_POINTS, 400, seed);
        assert!(crowding < N_POINTS * 2 / 3, "seed {seed}: {crowding} of {N_POINTS}");
    }
}

/// Number of points of the front that the last population covers.
fn covered(survival: Survival, population_size: usize, n_generations: usize, seed: u64) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut population: Vec<Vec<bool>> =
        (0..population_size).map(|_| (0..N_BITS).map(|_| rng.random_bool(0.5)).collect()).collect();
    for _ in 0..n_generations {
        for parent in 0..population_size {
            let mut child = population[parent].clone();
            for bit in &mut child {
                *bit ^= rng.random_bool(1.0 / N_BITS as f64);
            }
            population.push(child);
        }
        // Ties go by row: rows in a random order make them random.
        population.shuffle(&mut rng);
        let survivors = survival.survivors(&measure(&population), population_size, &mut rng);
        population = survivors.iter().map(|one| population[one.row].clone()).collect();
    }
    let objectives = measure(&population);
    let points: BTreeSet<Vec<u64>> =
        objectives.rows().map(|row| row.iter().map(|value| value.to_bits()).collect()).collect();
    points.len()
}

fn measure(population: &[Vec<bool>]) -> Objectives {
    let row = |bits: &Vec<bool>| -> Vec<f64> {
        let blocks = bits.chunks(N_BITS / N_BLOCKS);
        blocks
            .flat_map(|block| {
                let n_ones = block.iter().filter(|&&bit| bit).count();
                [(block.len() - n_ones) as f64, n_ones as f64]
            })
            .collect()
    };
    Objectives::from_rows(2 * N_BLOCKS, population.iter().map(row)).expect("counts are finite")
}
