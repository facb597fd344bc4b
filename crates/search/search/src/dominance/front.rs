//! Fronts: how they store their members to test whether they dominate a point.
//!
//! Points come in descending lexicographic order and are distinct. So each member is at least as
//! good in the first objective as any later point, and dominates it if it is at least as good in
//! all other objectives.

use super::weakly_dominates;

pub(super) trait Front: Default {
    /// Whether a member dominates `point`, which comes after all members.
    fn dominates(&self, point: &[f64]) -> bool;

    /// Adds `point`, which comes after all members and is not dominated.
    fn insert(&mut self, point: &[f64]);
}

/// A front of two objectives: only the best second objective counts.
#[derive(Default)]
pub(super) struct Edge {
    best: Option<f64>,
}

impl Front for Edge {
    fn dominates(&self, point: &[f64]) -> bool {
        self.best.is_some_and(|best| best >= point[1])
    }

    fn insert(&mut self, point: &[f64]) {
        // A point is inserted only if no member dominates it, so its second objective is the best.
        self.best = Some(point[1]);
    }
}

/// A front of any number of objectives: all members, one after the other.
#[derive(Default)]
pub(super) struct Members {
    values: Vec<f64>,
}

impl Front for Members {
    fn dominates(&self, point: &[f64]) -> bool {
        // The newest members are nearest in the first objective and most likely to dominate.
        let mut members = self.values.chunks_exact(point.len()).rev();
        members.any(|member| weakly_dominates(&member[1..], &point[1..]))
    }

    fn insert(&mut self, point: &[f64]) {
        self.values.extend_from_slice(point);
    }
}
