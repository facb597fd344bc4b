//! Indicators: numbers that describe a front or compare two.
//!
//! Every objective is maximized. Comparisons cost the product of the fronts' sizes.
//! [`hypervolume`](crate::hypervolume()) has its own module.

use crate::Objectives;
use crate::dominance::weakly_dominates;

#[cfg(test)]
mod tests;

/// The best value of each objective over all rows; `None` without rows.
pub fn ideal(front: &Objectives) -> Option<Vec<f64>> {
    extreme(front, f64::max)
}

/// The worst value of each objective over all rows, which should form a non-dominated front; `None`
/// without rows.
pub fn nadir(front: &Objectives) -> Option<Vec<f64>> {
    extreme(front, f64::min)
}

fn extreme(front: &Objectives, pick: fn(f64, f64) -> f64) -> Option<Vec<f64>> {
    let mut rows = front.rows();
    let first = rows.next()?.to_vec();
    Some(rows.fold(first, |extreme, row| {
        extreme.into_iter().zip(row).map(|(a, &b)| pick(a, b)).collect()
    }))
}

/// The best compromise: the row furthest beyond the plane through the extremes of the front. There
/// the sum of the objectives is largest, each scaled from its [`nadir`] to its [`ideal`].
///
/// An objective with one value for all rows is ignored. Ties go to the first row; `None` without
/// rows.
///
/// Source: Das 1999, On characterizing the "knee" of the Pareto curve based on
/// normal-boundary intersection (doi 10.1007/BF01195985).
pub fn knee(front: &Objectives) -> Option<usize> {
    let (ideal, nadir) = (ideal(front)?, nadir(front)?);
    let heights = front.rows().map(|row| {
        let values = row.iter().zip(&ideal).zip(&nadir);
        let telling = values.filter(|((_, ideal), nadir)| ideal > nadir);
        telling.map(|((value, ideal), nadir)| (value - nadir) / (ideal - nadir)).sum()
    });
    let heights: Vec<f64> = heights.collect();
    // `max_by` returns the last maximum, so the reversed order finds the first.
    (0..heights.len()).rev().max_by(|&a, &b| heights[a].total_cmp(&heights[b]))
}

/// How unevenly a front is spread: the mean deviation of the distances from each row to its nearest
/// neighbor, as a share of their mean. 0 is even; `None` for fewer than three different rows.
///
/// Source: Zhou 2006, the generalized spread (doi 10.1109/CEC.2006.1688406),
/// measured with the front's own extremes. Costs O(n^2).
pub fn spread(front: &Objectives) -> Option<f64> {
    let mut rows: Vec<&[f64]> = front.rows().collect();
    rows.sort_by(|a, b| a.partial_cmp(b).expect("objectives are finite"));
    rows.dedup();
    if rows.len() < 3 {
        return None;
    }
    let gaps = (0..rows.len()).map(|index| {
        let neighbors = rows.iter().enumerate().filter(|&(neighbor, _)| neighbor != index);
        neighbors.map(|(_, row)| distance(rows[index], row)).fold(f64::INFINITY, f64::min)
    });
    let gaps: Vec<f64> = gaps.collect();
    let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
    let deviation = gaps.iter().map(|gap| (gap - mean).abs()).sum::<f64>();
    Some(deviation / (gaps.len() as f64 * mean))
}

/// The mean distance from the rows of `reference` to what `front` attains: to the nearest row of
/// `front`, counting only objectives in which that row falls short. 0 if every row is attained;
/// `None` if either is empty.
///
/// Source: Ishibuchi 2015, Modified distance calculation in generational distance and inverted
/// generational distance, IGD+ (doi 10.1007/978-3-319-15892-1_8).
///
/// # Panics
///
/// If the two differ in their number of objectives.
pub fn igd_plus(front: &Objectives, reference: &Objectives) -> Option<f64> {
    let distances = nearest(front, reference, |row, target| {
        let gaps = row.iter().zip(target).map(|(a, b)| (b - a).max(0.0));
        gaps.map(|gap| gap * gap).sum()
    })?;
    let total: f64 = distances.iter().map(|square| square.sqrt()).sum();
    Some(total / distances.len() as f64)
}

/// The smallest amount that must be added to every objective of `front` to attain all of
/// `reference`. Negative if it does so with room to spare; `None` if either is empty.
///
/// Source: Zitzler 2003, Performance assessment of multiobjective optimizers,
/// the unary additive epsilon indicator (doi 10.1109/TEVC.2003.810758).
///
/// # Panics
///
/// If the two differ in their number of objectives.
pub fn additive_epsilon(front: &Objectives, reference: &Objectives) -> Option<f64> {
    let shortfalls = nearest(front, reference, |row, target| {
        let gaps = row.iter().zip(target).map(|(a, b)| b - a);
        gaps.fold(f64::NEG_INFINITY, f64::max)
    })?;
    shortfalls.into_iter().reduce(f64::max)
}

/// The smallest value of `measure` over `front`, for each row of `reference`.
fn nearest(
    front: &Objectives,
    reference: &Objectives,
    measure: impl Fn(&[f64], &[f64]) -> f64,
) -> Option<Vec<f64>> {
    assert_eq!(front.n_objectives(), reference.n_objectives(), "fronts of different spaces");
    if front.is_empty() || reference.is_empty() {
        return None;
    }
    let smallest =
        |target| front.rows().map(|row| measure(row, target)).fold(f64::INFINITY, f64::min);
    Some(reference.rows().map(smallest).collect())
}

/// The share of the rows of `other` that some row of `front` weakly dominates; `None` if `other` is
/// empty.
///
/// Source: Zitzler 1999, the coverage of two sets (doi 10.1109/4235.797969).
///
/// # Panics
///
/// If the two differ in their number of objectives.
pub fn coverage(front: &Objectives, reference: &Objectives) -> Option<f64> {
    assert_eq!(front.n_objectives(), reference.n_objectives(), "fronts of different spaces");
    if reference.is_empty() {
        return None;
    }
    let is_covered = |target: &&[f64]| front.rows().any(|row| weakly_dominates(row, target));
    Some(reference.rows().filter(is_covered).count() as f64 / reference.len() as f64)
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}
