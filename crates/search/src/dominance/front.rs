//! What a front has to remember to say whether it dominates a point.
//!
//! Points come in descending lexicographic order and are distinct. A member is
//! thus at least as good in the first objective as any point that asks later,
//! and dominates it if it is at least as good in all the other objectives.

use std::collections::BTreeMap;

use super::weakly_dominates;

/// A front that grows.
pub(super) trait Front: Default {
    /// Whether some member dominates `point`, which is later in order than all members.
    fn dominates(&self, point: &[f64]) -> bool;

    /// Adds `point`, which is later in order than all members.
    fn insert(&mut self, point: &[f64]);
}

/// A front of two objectives: only the best second objective matters.
#[derive(Default)]
pub(super) struct Edge {
    best: Option<f64>,
}

impl Front for Edge {
    fn dominates(&self, point: &[f64]) -> bool {
        self.best.is_some_and(|best| best >= point[1])
    }

    fn insert(&mut self, point: &[f64]) {
        // A point is inserted where it is not dominated: its second objective is the best.
        self.best = Some(point[1]);
    }
}

/// A front of three objectives: the staircase that its members form in the
/// second and the third. Keys are second objectives; the third objective falls
/// from step to step.
///
/// Source: Kung 1975 (doi 10.1145/321906.321910), for a single front.
#[derive(Default)]
pub(super) struct Staircase {
    steps: BTreeMap<i64, f64>,
}

impl Front for Staircase {
    fn dominates(&self, point: &[f64]) -> bool {
        let mut steps = self.steps.range(ordinal(point[1])..);
        steps.next().is_some_and(|(_, &third)| third >= point[2])
    }

    fn insert(&mut self, point: &[f64]) {
        let key = ordinal(point[1]);
        while let Some((&covered, &third)) = self.steps.range(..=key).next_back()
            && third <= point[2]
        {
            self.steps.remove(&covered);
        }
        self.steps.insert(key, point[2]);
    }
}

/// An integer that orders finite floats as their values do.
fn ordinal(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    // Negative floats grow in magnitude with their bits, so these are turned around.
    if bits < 0 { i64::MIN - bits } else { bits }
}

/// A front of any number of objectives: all its members, row after row.
#[derive(Default)]
pub(super) struct Members {
    values: Vec<f64>,
}

impl Front for Members {
    fn dominates(&self, point: &[f64]) -> bool {
        // The newest members are the nearest in the first objective and the likeliest to dominate.
        let mut members = self.values.chunks_exact(point.len()).rev();
        members.any(|member| weakly_dominates(&member[1..], &point[1..]))
    }

    fn insert(&mut self, point: &[f64]) {
        self.values.extend_from_slice(point);
    }
}
