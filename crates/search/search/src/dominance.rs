//! Pareto dominance, and sorting into fronts: [`non_dominated_sort`].

mod front;
#[cfg(test)]
mod tests;

use crate::Objectives;
use front::{Edge, Front, Members};

/// The rank of each row, in the same order: 0 for the non-dominated rows, k for those that are
/// non-dominated without the ranks below k.
///
/// Equal rows do not dominate each other and share a rank. Ranks have no gaps.
///
/// Costs O(n log n) for n rows of two objectives, and at most O(n^2 m) for any other number m.
///
/// Sources: Deb 2002, section III-A, for the definition; Zhang 2015 (doi 10.1109/TEVC.2014.2308305)
/// for the algorithm, the efficient non-dominated sort ENS-BS.
pub fn non_dominated_sort(objectives: &Objectives) -> Vec<u32> {
    match objectives.n_objectives() {
        2 => sort_into::<Edge>(objectives),
        _ => sort_into::<Members>(objectives),
    }
}

/// The rows of each front, best front first, in ascending order within a front, from the ranks of
/// [`non_dominated_sort`].
pub fn fronts(ranks: &[u32]) -> Vec<Vec<usize>> {
    let n_fronts = ranks.iter().max().map_or(0, |&worst| worst as usize + 1);
    let mut fronts = vec![Vec::new(); n_fronts];
    for (row, &rank) in ranks.iter().enumerate() {
        fronts[rank as usize].push(row);
    }
    fronts
}

/// Whether `a` is at least as good as `b` in each objective, and better in at least one.
///
/// # Panics
///
/// If the two differ in length.
pub fn dominates(a: &[f64], b: &[f64]) -> bool {
    assert_eq!(a.len(), b.len(), "points of different spaces");
    weakly_dominates(a, b) && a != b
}

/// Whether `a` is at least as good as `b` in each objective.
#[inline]
#[expect(
    clippy::needless_bitwise_bool,
    reason = "which comparison fails first is hard to predict: all of them without a branch are faster"
)]
pub(crate) fn weakly_dominates(a: &[f64], b: &[f64]) -> bool {
    let pairs = a.iter().zip(b);
    pairs.fold(true, |so_far, (a, b)| so_far & (a >= b))
}

/// Visits the rows from the lexicographically largest to the smallest, so that no row is dominated
/// by a later one, and puts each into the first front that does not dominate it.
///
/// A front dominates everything that a later front dominates, because its members dominate theirs.
/// So bisection finds the front.
fn sort_into<F: Front>(objectives: &Objectives) -> Vec<u32> {
    let mut order: Vec<u32> = (0..objectives.len() as u32).collect();
    order.sort_unstable_by(|&a, &b| {
        let (a, b) = (objectives.row(a as usize), objectives.row(b as usize));
        b.partial_cmp(a).expect("objectives are finite")
    });

    let mut fronts: Vec<F> = Vec::new();
    let mut ranks = vec![0; objectives.len()];
    let mut previous = None;
    for row in order.into_iter().map(|row| row as usize) {
        let point = objectives.row(row);
        ranks[row] = match previous {
            Some(twin) if objectives.row(twin) == point => ranks[twin],
            _ => {
                let rank = fronts.partition_point(|front| front.dominates(point));
                if rank == fronts.len() {
                    fronts.push(F::default());
                }
                fronts[rank].insert(point);
                rank as u32
            }
        };
        previous = Some(row);
    }
    ranks
}
