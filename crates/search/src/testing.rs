//! Genomes to test with.

use rand::{Rng, RngExt};

use crate::{First, Objectives, Survival, Variant, Variation};

/// Ten digits. A child is a crossover at the rate 0.7, which is mutated at the rate 0.3, or a
/// mutation; a crossover takes one of the first two digits or one of two blocks of four.
pub(crate) struct Digits {
    pub(crate) n_values: u32,
}

impl Variation<Vec<u32>> for Digits {
    fn first(&self, rng: &mut dyn Rng) -> First<Vec<u32>> {
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

/// Survival by the rooms of Deb 2002, and by others.
pub(crate) const SURVIVALS: [Survival; 2] = [Survival::CROWDING, Survival(rooms_with_bonuses)];

/// Rooms that are finite, with a bonus for the ends of each objective; twice that for the best.
pub(crate) fn rooms_with_bonuses(front: &Objectives) -> Vec<f64> {
    let mut rooms = vec![0.0; front.len()];
    for objective in 0..if front.is_empty() { 0 } else { front.n_objectives() } {
        let value = |row: usize| front.row(row)[objective];
        let mut rows: Vec<usize> = (0..front.len()).collect();
        rows.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
        for window in rows.windows(3) {
            rooms[window[1]] += value(window[2]) - value(window[0]);
        }
        rooms[rows[0]] += 1_000_000.0;
        rooms[rows[rows.len() - 1]] += 2_000_000.0;
    }
    rooms
}
