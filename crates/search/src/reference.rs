//! Survival by reference directions, as in NSGA-III: who stays is spread over
//! directions that are given in advance, not over gaps among the members.
//!
//! The directions are those of the module `directions`, the units of the
//! objectives those of `scale`.

mod directions;
mod scale;
#[cfg(test)]
mod tests;

use rand::{Rng, RngExt};

use crate::Objectives;
pub use directions::{das_dennis_directions, reference_directions};
use scale::Scale;

/// Which `n_open` members of the front `last` survive beside those of `better`,
/// the fronts before it: their rows, ascending.
///
/// Each member belongs to the direction next to it. A direction with the fewest
/// members so far, drawn from `rng` among equals, gets one more from the last
/// front: the nearest to it if it has none, anyone if it has some.
///
/// The ideal point and the extremes are those of the given rows. The paper
/// remembers the ideal point of earlier generations; here a search must go on
/// from its population alone.
///
/// `directions` are those of [`reference_directions`]; `last` has more than
/// `n_open` rows.
///
/// Source: Deb 2014 (doi 10.1109/TEVC.2013.2281535), sections IV-C to IV-E and
/// algorithm 4.
pub(crate) fn niche_survivors(
    objectives: &Objectives,
    better: &[Vec<usize>],
    last: &[usize],
    n_open: usize,
    directions: &[Vec<f64>],
    rng: &mut dyn Rng,
) -> Vec<usize> {
    let better_rows = better.concat();
    let first_front = better.first().map_or(last, Vec::as_slice);
    let rows = [better_rows.as_slice(), last].concat();
    let niches = niches(objectives, first_front, &rows, directions);
    let (better_niches, last_niches) = niches.split_at(better_rows.len());

    let mut n_members = count(better_niches, directions.len());
    let mut candidates: Vec<Vec<Candidate>> = vec![Vec::new(); directions.len()];
    for (&row, niche) in last.iter().zip(last_niches) {
        candidates[niche.direction].push(Candidate { row, distance: niche.distance });
    }

    let mut survivors = Vec::with_capacity(n_open);
    while survivors.len() < n_open {
        let direction = emptiest(&n_members, &candidates, rng);
        let candidates = &mut candidates[direction];
        let place = if n_members[direction] == 0 {
            nearest(candidates)
        } else {
            rng.random_range(0..candidates.len() as u32) as usize
        };
        survivors.push(candidates.remove(place).row);
        n_members[direction] += 1;
    }
    survivors.sort_unstable();
    survivors
}

/// What each of `rows` has of its direction: one over the number of `rows` that
/// share it. 1 is the most, for whoever is alone.
///
/// `first_front` are the rows of the first front.
pub(crate) fn niche_shares(
    objectives: &Objectives,
    first_front: &[usize],
    rows: &[usize],
    directions: &[Vec<f64>],
) -> Vec<f64> {
    let niches = niches(objectives, first_front, rows, directions);
    let n_members = count(&niches, directions.len());
    niches.iter().map(|niche| 1.0 / n_members[niche.direction] as f64).collect()
}

/// The direction that a row belongs to, and how far it is from its line.
struct Niche {
    direction: usize,
    distance: f64,
}

/// A member of the last front that may survive.
#[derive(Clone)]
struct Candidate {
    row: usize,
    distance: f64,
}

/// The niche of each of `rows`: the direction at the smallest angle, the first
/// among equals.
fn niches(
    objectives: &Objectives,
    first_front: &[usize],
    rows: &[usize],
    directions: &[Vec<f64>],
) -> Vec<Niche> {
    let scale = Scale::new(objectives, first_front, rows);
    let axes: Vec<Vec<f64>> = directions.iter().map(|direction| unit(direction)).collect();
    let niche = |&row: &usize| {
        let costs = scale.costs(objectives.row(row));
        let mut direction = 0;
        let mut along = f64::NEG_INFINITY;
        for (index, axis) in axes.iter().enumerate() {
            let projection = dot(&costs, axis);
            if projection > along {
                (direction, along) = (index, projection);
            }
        }
        let beside = costs.iter().zip(&axes[direction]).map(|(cost, axis)| cost - along * axis);
        Niche { direction, distance: beside.map(|part| part * part).sum::<f64>().sqrt() }
    };
    rows.iter().map(niche).collect()
}

/// Number of members of each direction.
fn count(niches: &[Niche], n_directions: usize) -> Vec<usize> {
    let mut n_members = vec![0; n_directions];
    for niche in niches {
        n_members[niche.direction] += 1;
    }
    n_members
}

/// A direction with candidates that has the fewest members, drawn among equals.
fn emptiest(n_members: &[usize], candidates: &[Vec<Candidate>], rng: &mut dyn Rng) -> usize {
    let open = || (0..candidates.len()).filter(|&direction| !candidates[direction].is_empty());
    let fewest = open().map(|direction| n_members[direction]).min();
    let equals: Vec<usize> =
        open().filter(|&direction| Some(n_members[direction]) == fewest).collect();
    equals[rng.random_range(0..equals.len() as u32) as usize]
}

/// Place of the first of the candidates that are nearest to their direction.
fn nearest(candidates: &[Candidate]) -> usize {
    let by_distance =
        |&a: &usize, &b: &usize| candidates[a].distance.total_cmp(&candidates[b].distance);
    (0..candidates.len()).min_by(by_distance).expect("the direction has candidates")
}

fn unit(direction: &[f64]) -> Vec<f64> {
    let length = dot(direction, direction).sqrt();
    direction.iter().map(|part| part / length).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
