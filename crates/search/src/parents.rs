//! Who has children with whom.
//!
//! Where a search is told how its genomes do in several cases, half of the parents are chosen by
//! them, one case after the other in random order: who is best in the first one, within what is
//! usual, stays for the next. So a specialist has children, however bad it is on the whole. The
//! second parent is one that does what the first one lacks.
//!
//! Source: La Cava, Spector and Danai 2016 ("Epsilon-lexicase selection for regression").

use std::collections::BTreeMap;

use rand::{Rng, RngExt};

use crate::population::Population;

/// A case that is met from here on.
const MET: f64 = 0.985;

/// Who is better in a case by no more than this is as good.
const EPSILON: f64 = 0.02;

/// Probability that a parent is chosen by cases, where there are some.
const BY_CASES: f64 = 0.5;

/// Two parents, by their places in a population.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parents {
    pub(crate) first: usize,
    pub(crate) second: usize,
    /// A case that the first one does not meet.
    pub(crate) lack: Option<usize>,
}

/// Parents of a child. `cases` says how each does in each case, by its id.
pub(crate) fn parents<G: Clone>(
    population: &Population<G>,
    cases: &BTreeMap<u64, Vec<f64>>,
    rng: &mut dyn Rng,
) -> Parents {
    if cases.is_empty() {
        let (first, second) = (population.tournament(rng), population.tournament(rng));
        return Parents { first, second, lack: None };
    }
    let known: Vec<(usize, &[f64])> = population
        .individuals
        .iter()
        .enumerate()
        .filter_map(|(place, one)| Some((place, cases.get(&one.id)?.as_slice())))
        .collect();
    let first = if rng.random_bool(BY_CASES) && !known.is_empty() {
        lexicase(known.clone(), rng)
    } else {
        population.tournament(rng)
    };
    let own = known.iter().find(|(place, _)| *place == first).map_or(&[][..], |(_, own)| own);
    let lacks: Vec<usize> = (0..own.len()).filter(|&case| own[case] < MET).collect();
    let Some(&lack) = pick(&lacks, rng) else {
        return Parents { first, second: population.tournament(rng), lack: None };
    };
    // The better one of two who are better than the first one, so that not always the same helps.
    let better: Vec<&(usize, &[f64])> =
        known.iter().filter(|(_, other)| other[lack] > own[lack] + EPSILON).collect();
    let drawn = [(); 2].map(|()| pick(&better, rng));
    let second = drawn.into_iter().flatten().max_by(|(_, a), (_, b)| a[lack].total_cmp(&b[lack]));
    let second = second.map_or_else(|| population.tournament(rng), |&&(place, _)| place);
    Parents { first, second, lack: Some(lack) }
}

/// One that is best in cases taken in random order, those first that come first.
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
