//! How many levels of a set differ from all others.

use crate::pcg_benchmark::{Game, Trace};

/// How diverse the levels of a set are.
#[derive(Clone, Debug, PartialEq)]
pub struct Diversity {
    /// The share of levels that differ enough from all others that are left when the level most
    /// like the rest is taken out, again and again; 0 without levels.
    pub share: f64,
    /// A value for each level, 1 for those that are left.
    ///
    /// The library puts values of levels that were taken out where they would
    /// stand among those that were still in, so that they may be beside the
    /// wrong level. So does this; the share does not depend on it.
    pub values: Vec<f64>,
    /// The numbers of the levels that are left, ascending.
    pub left: Vec<usize>,
}

/// The diversity of a set of levels of one game.
///
/// It falls with the size of the set: only compare sets of equally many levels.
/// The time grows with the third power of their number; 100 take some
/// milliseconds, or a tenth of a second where long texts are compared.
pub fn diversity(game: &mut dyn Game, traces: &[Trace]) -> Diversity {
    let mut alike: Vec<Vec<f64>> = Vec::with_capacity(traces.len());
    for left in traces {
        alike.push(traces.iter().map(|right| 1.0 - game.distance(left, right)).collect());
    }
    let (values, left) = of_matrix(alike);
    let n_passed = values.iter().filter(|&&value| value >= 1.0).count();
    let share = if values.is_empty() { 0.0 } else { n_passed as f64 / values.len() as f64 };
    Diversity { share, values, left }
}

/// The value of each level, by how alike each two of them are, and who is left.
fn of_matrix(mut alike: Vec<Vec<f64>>) -> (Vec<f64>, Vec<usize>) {
    let mut left: Vec<usize> = (0..alike.len()).collect();
    let mut taken_out: Vec<(usize, f64)> = Vec::new();
    while let Some((index, total)) = most_alike(&alike)
        && total > 1.0
    {
        let n_alike = alike[index].iter().filter(|&&value| value > 0.0).count();
        let value = (1.0 - (total - 1.0) / n_alike as f64).clamp(0.0, 1.0);
        taken_out.push((left.remove(index), value));
        alike.remove(index);
        for row in &mut alike {
            row.remove(index);
        }
    }
    let mut values = vec![1.0; left.len()];
    for (place, value) in taken_out.into_iter().rev() {
        values.insert(place.min(values.len()), value);
    }
    (values, left)
}

/// The first of the levels that are most like all levels together, themselves
/// included, and how much they are.
fn most_alike(alike: &[Vec<f64>]) -> Option<(usize, f64)> {
    let totals = alike.iter().map(|row| sum(row)).enumerate();
    totals.reduce(|most, next| if next.1 > most.1 { next } else { most })
}

/// A sum in the order of numpy, since whether a total is above 1 may depend on how it is rounded.
fn sum(values: &[f64]) -> f64 {
    if values.len() < 8 {
        return values.iter().sum();
    }
    if values.len() > 128 {
        let half = values.len() / 2;
        let (head, tail) = values.split_at(half - half % 8);
        return sum(head) + sum(tail);
    }
    let (eights, remainder) = values.as_chunks::<8>();
    let mut lanes = [0.0; 8];
    for eight in eights {
        lanes.iter_mut().zip(eight).for_each(|(lane, value)| *lane += value);
    }
    let pairs = [0, 2, 4, 6].map(|lane| lanes[lane] + lanes[lane + 1]);
    remainder.iter().fold((pairs[0] + pairs[1]) + (pairs[2] + pairs[3]), |sum, value| sum + value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three equal levels and one of its own.
    #[test]
    fn copies_are_taken_out_and_values_may_stand_beside_the_wrong_level() {
        let alike = |a: usize, b: usize| f64::from(a == b || (a < 3 && b < 3));
        let matrix = (0..4).map(|a| (0..4).map(|b| alike(a, b)).collect()).collect();
        // The first two are taken out, with 1 - 2/3 and 1 - 1/2. The value of
        // the second is put in among the two that are left, so beside the third.
        let (values, left) = of_matrix(matrix);
        assert_eq!(values, [1.0 - 2.0 / 3.0, 1.0, 0.5, 1.0]);
        assert_eq!(left, [2, 3]);
    }

    #[test]
    fn nothing_is_not_diverse() {
        assert_eq!(of_matrix(Vec::new()).0, [0.0; 0]);
    }
}
