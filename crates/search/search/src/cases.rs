//! Cases: selection by results in several of them, if the caller provides these.
//!
//! Half of the parents and of the survivors can be chosen by lexicase selection. It takes the cases
//! in random order, and keeps for the next case only the individuals that are as good as the best
//! in this one, within a tolerance. So a specialist can survive and have children even if it is bad
//! on the whole. The second parent is better at something that the first one lacks.
//!
//! Source: La Cava, Spector and Danai 2016 ("Epsilon-lexicase selection for regression").

use std::collections::{BTreeMap, BTreeSet};

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Individual;
use crate::population::Population;

/// The result from which a case counts as met.
const MET: f64 = 0.985;

/// Results that differ by no more than this are equally good.
const EPSILON: f64 = 0.02;

/// Probability that a parent is chosen by cases.
const BY_CASES: f64 = 0.5;

/// Probability that a second parent is better in a case, if parents are not chosen by cases.
const BETTER: f64 = 0.5;

/// The results of individuals in several cases.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cases {
    /// Values in 0..=1 by the id of the individual, the same number for each; empty for none.
    pub(crate) results: BTreeMap<u64, Vec<f64>>,
    /// Whether parents and survivors are chosen by cases.
    pub(crate) are_chosen_by: bool,
}

/// Two parents, as indices in a population.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parents {
    pub(crate) first: usize,
    pub(crate) second: usize,
}

impl Cases {
    /// Chooses parents; without cases, the winners of two tournaments.
    pub(crate) fn parents<G: Clone>(
        &self,
        population: &Population<G>,
        rng: &mut dyn Rng,
    ) -> Parents {
        let Self { results, are_chosen_by } = self;
        if results.is_empty() || !are_chosen_by && !rng.random_bool(BETTER) {
            let (first, second) = (population.tournament(rng), population.tournament(rng));
            return Parents { first, second };
        }
        let judged = self.judged(&population.individuals);
        let first = if *are_chosen_by && rng.random_bool(BY_CASES) && !judged.is_empty() {
            lexicase(judged.clone(), rng)
        } else {
            population.tournament(rng)
        };
        let own = judged.iter().find(|(place, _)| *place == first).map_or(&[][..], |(_, own)| own);
        let lacks: Vec<usize> = (0..own.len()).filter(|&case| own[case] < MET).collect();
        let Some(&lack) = pick(&lacks, rng) else {
            return Parents { first, second: population.tournament(rng) };
        };
        // The better one of two drawn from those that beat the first, so that it is not always the
        // same one.
        let better: Vec<&(usize, &[f64])> =
            judged.iter().filter(|(_, results)| results[lack] > own[lack] + EPSILON).collect();
        let drawn = [(); 2].map(|()| pick(&better, rng));
        let second =
            drawn.into_iter().flatten().max_by(|(_, a), (_, b)| a[lack].total_cmp(&b[lack]));
        let second = second.map_or_else(|| population.tournament(rng), |&&(place, _)| place);
        Parents { first, second }
    }

    /// How many of `n` survivors are chosen by cases.
    pub(crate) fn n_specialists(&self, n: usize) -> usize {
        if self.are_chosen_by && !self.results.is_empty() { n / 2 } else { 0 }
    }

    /// The places of at most `n` further survivors with different results. The choice draws from a
    /// seed, since nobody hands over random numbers when survivors are chosen.
    pub(crate) fn specialists<G>(
        &self,
        individuals: &[Individual<G>],
        excluded: &[usize],
        n: usize,
        seed: u64,
    ) -> Vec<usize> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let excluded: BTreeSet<&usize> = excluded.iter().collect();
        let mut candidates = self.judged(individuals);
        candidates.retain(|(place, _)| !excluded.contains(place));
        let mut chosen = Vec::new();
        while chosen.len() < n && !candidates.is_empty() {
            let place = lexicase(candidates.clone(), &mut rng);
            chosen.push(place);
            let own = &self.results[&individuals[place].id];
            candidates.retain(|(_, results)| results != own);
        }
        chosen
    }

    fn judged<G>(&self, individuals: &[Individual<G>]) -> Vec<(usize, &[f64])> {
        let places = individuals.iter().enumerate();
        places
            .filter_map(|(place, member)| Some((place, &self.results.get(&member.id)?[..])))
            .collect()
    }
}

/// Lexicase selection among (index, results).
fn lexicase(mut left: Vec<(usize, &[f64])>, rng: &mut dyn Rng) -> usize {
    let mut order: Vec<usize> = (0..left[0].1.len()).collect();
    while left.len() > 1 && !order.is_empty() {
        let case = order.swap_remove(rng.random_range(0..order.len() as u32) as usize);
        let best = left.iter().map(|(_, own)| own[case]).fold(0.0, f64::max);
        left.retain(|(_, own)| own[case] >= best - EPSILON);
    }
    pick(&left, rng).expect("the best of all stays").0
}

fn pick<'t, T>(all: &'t [T], rng: &mut dyn Rng) -> Option<&'t T> {
    if all.is_empty() { None } else { Some(&all[rng.random_range(0..all.len() as u32) as usize]) }
}

#[cfg(test)]
mod tests;
