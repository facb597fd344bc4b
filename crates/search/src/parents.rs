//! The choice of parents.
//!
//! If the caller provides results in several cases, half of the parents can be chosen by lexicase
//! selection. It takes the cases in random order, and keeps for the next case only the individuals
//! that are as good as the best in this one, within a tolerance. So a specialist can have children
//! even if it is bad on the whole. The second parent is better at something that the first one
//! lacks.
//!
//! Source: La Cava, Spector and Danai 2016 ("Epsilon-lexicase selection for regression").

use std::collections::BTreeMap;

use rand::{Rng, RngExt};

use crate::population::Population;

/// The result from which a case counts as met.
const MET: f64 = 0.985;

/// Results that differ by no more than this are equally good.
const EPSILON: f64 = 0.02;

/// Probability that a parent is chosen by cases.
const BY_CASES: f64 = 0.5;

/// Probability that a child completes what its parent lacks, if parents are not chosen by cases.
const COMPLETED: f64 = 0.5;

/// The results of individuals in several cases.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cases {
    /// Values in 0..=1 by the id of the individual, the same number for each; empty for none.
    pub(crate) results: BTreeMap<u64, Vec<f64>>,
    /// Whether parents and survivors are chosen by cases.
    pub(crate) are_chosen_by: bool,
}

impl Cases {
    /// Those by which survivors are chosen.
    pub(crate) fn of_survival(&self) -> &BTreeMap<u64, Vec<f64>> {
        static NONE: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        if self.are_chosen_by { &self.results } else { &NONE }
    }
}

/// Two parents, as indices in a population.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parents {
    pub(crate) first: usize,
    pub(crate) second: usize,
    /// A case that the first parent does not meet.
    pub(crate) lack: Option<usize>,
}

/// Chooses parents.
pub(crate) fn parents<G: Clone>(
    population: &Population<G>,
    cases: &Cases,
    rng: &mut dyn Rng,
) -> Parents {
    let Cases { results, are_chosen_by } = cases;
    if results.is_empty() || !are_chosen_by && !rng.random_bool(COMPLETED) {
        let (first, second) = (population.tournament(rng), population.tournament(rng));
        return Parents { first, second, lack: None };
    }
    let known: Vec<(usize, &[f64])> = population
        .individuals
        .iter()
        .enumerate()
        .filter_map(|(place, one)| Some((place, results.get(&one.id)?.as_slice())))
        .collect();
    let first = if *are_chosen_by && rng.random_bool(BY_CASES) && !known.is_empty() {
        lexicase(known.clone(), rng)
    } else {
        population.tournament(rng)
    };
    let own = known.iter().find(|(place, _)| *place == first).map_or(&[][..], |(_, own)| own);
    let lacks: Vec<usize> = (0..own.len()).filter(|&case| own[case] < MET).collect();
    let Some(&lack) = pick(&lacks, rng) else {
        return Parents { first, second: population.tournament(rng), lack: None };
    };
    // The better one of two drawn from those that beat the first, so that it is not always the same
    // one.
    let better: Vec<&(usize, &[f64])> =
        known.iter().filter(|(_, other)| other[lack] > own[lack] + EPSILON).collect();
    let drawn = [(); 2].map(|()| pick(&better, rng));
    let second = drawn.into_iter().flatten().max_by(|(_, a), (_, b)| a[lack].total_cmp(&b[lack]));
    let second = second.map_or_else(|| population.tournament(rng), |&&(place, _)| place);
    Parents { first, second, lack: Some(lack) }
}

/// Lexicase selection among (index, results).
pub(crate) fn lexicase(mut left: Vec<(usize, &[f64])>, rng: &mut dyn Rng) -> usize {
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
