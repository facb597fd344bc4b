//! The hypervolume of a front: how much of the space of objectives it dominates, [`hypervolume`].
//!
//! The module `sweep` computes three objectives; more are reduced to three here.

mod sweep;
#[cfg(test)]
mod tests;

use std::slice::ChunksExact;

use crate::Objectives;
use crate::dominance::weakly_dominates;
use sweep::Sweep;

/// Maximum number of objectives of [`feasible_hypervolume`].
pub const N_VOLUME_OBJECTIVES_MAX: usize = 16;

/// Maximum number of comparisons of points in [`feasible_hypervolume`]: some tenths of a second.
const N_COMPARED_MAX: u64 = 5_000_000;

/// The [`hypervolume`], or `None` if it has more than [`N_VOLUME_OBJECTIVES_MAX`] objectives or
/// would take long: with many rows of a dozen objectives it could take years, and the volume would
/// be close to 0.
pub fn feasible_hypervolume(objectives: &Objectives) -> Option<f64> {
    let is_worth_it = objectives.n_objectives() <= N_VOLUME_OBJECTIVES_MAX;
    is_worth_it.then(|| within(objectives, N_COMPARED_MAX)).flatten()
}

/// The volume that the rows of `objectives` dominate together, measured from the origin; larger is
/// better.
///
/// With objectives in 0..=1 the result is in 0..=1. Rows may be dominated, equal, and in any order.
/// A row with an objective at or below zero adds nothing. Without rows the volume is 0. The value
/// is exact up to rounding.
///
/// Costs O(n log n) for n rows of up to three objectives. Each further objective multiplies the
/// worst case by n, but common fronts by much less: 500 rows of five objectives take less than ten
/// milliseconds.
///
/// Sources: Zitzler 1999 (doi 10.1109/4235.797969) for the indicator; While 2012 (doi
/// 10.1109/TEVC.2010.2077298) for the sum of exclusive volumes and its slices; Beume 2009 (doi
/// 10.1109/TEVC.2009.2015575) for the sweep.
pub fn hypervolume(objectives: &Objectives) -> f64 {
    within(objectives, u64::MAX).expect("no front has so many points")
}

/// The volume; `None` if it needs more than `n_left` comparisons.
fn within(objectives: &Objectives, mut n_left: u64) -> Option<f64> {
    // Missing dimensions of length 1 do not change the volume.
    let n_dimensions = objectives.n_objectives().max(3);
    let padding = n_dimensions - objectives.n_objectives();
    let mut points = Points::new(n_dimensions);
    for row in objectives.rows() {
        if row.iter().all(|&value| value > 0.0) {
            points.values.extend_from_slice(row);
            points.values.extend(std::iter::repeat_n(1.0, padding));
        }
    }
    let mut levels: Vec<Level> = (3..n_dimensions).map(Level::new).collect();
    volume(&points, &mut levels, &mut Sweep::default(), &mut n_left)
}

/// The volume of `points`: the sum of what each adds to those above it in the last dimension.
///
/// A point shares with the points above it a prism that reaches down from its own height. So the
/// shared volume is this height times a volume of one dimension less: that of the points above,
/// clipped to this point.
///
/// `None` if it needs more than `n_left` comparisons.
fn volume(
    points: &Points,
    levels: &mut [Level],
    sweep: &mut Sweep,
    n_left: &mut u64,
) -> Option<f64> {
    let Some((Level { order, clipped }, levels)) = levels.split_last_mut() else {
        return Some(sweep.volume(points.rows()));
    };
    points.sort_by_height(order);
    let mut total = 0.0;
    for (index, &point) in order.iter().enumerate() {
        let (height, base) = points.height_and_base(point);
        clipped.values.clear();
        // The nearest come first: clipped, they are large and cover many others.
        for &above in &order[index + 1..] {
            *n_left = n_left.checked_sub(1 + clipped.rows().len() as u64)?;
            clipped.push_clipped(points.height_and_base(above).1, base);
        }
        let shared = volume(clipped, levels, sweep, n_left)?;
        total += height * (base.iter().product::<f64>() - shared);
    }
    Some(total)
}

/// Working memory for points with one dimension more than `clipped`.
struct Level {
    order: Vec<u32>,
    clipped: Points,
}

impl Level {
    fn new(n_dimensions: usize) -> Self {
        Self { order: Vec::new(), clipped: Points::new(n_dimensions) }
    }
}

/// Points of at least three dimensions, all values above zero, one after the other.
struct Points {
    n_dimensions: usize,
    values: Vec<f64>,
}

impl Points {
    fn new(n_dimensions: usize) -> Self {
        Self { n_dimensions, values: Vec::new() }
    }

    fn rows(&self) -> ChunksExact<'_, f64> {
        self.values.chunks_exact(self.n_dimensions)
    }

    /// The value in the last dimension, and the others.
    fn height_and_base(&self, point: u32) -> (f64, &[f64]) {
        let start = point as usize * self.n_dimensions;
        let last = start + self.n_dimensions - 1;
        (self.values[last], &self.values[start..last])
    }

    fn sort_by_height(&self, order: &mut Vec<u32>) {
        order.clear();
        order.extend(0..self.rows().len() as u32);
        order.sort_unstable_by(|&a, &b| {
            let heights = (self.height_and_base(a).0, self.height_and_base(b).0);
            heights.0.total_cmp(&heights.1).then(a.cmp(&b))
        });
    }

    /// Adds `point`, clipped to `bounds`, unless points here cover it, and removes the points that
    /// it covers.
    fn push_clipped(&mut self, point: &[f64], bounds: &[f64]) {
        let start = self.values.len();
        let clipped = point.iter().zip(bounds).map(|(a, b)| a.min(*b));
        self.values.extend(clipped);
        if self.n_dimensions == 3 {
            // The sweep skips covered points faster than this search finds them.
            return;
        }
        let mut kept_len = 0;
        for kept in (0..start).step_by(self.n_dimensions) {
            let (kept_rows, new) = self.values.split_at(start);
            let kept = kept..kept + self.n_dimensions;
            if weakly_dominates(&kept_rows[kept.clone()], new) {
                // What covers the new point also covers what that would cover, so nothing was
                // removed.
                self.values.truncate(start);
                return;
            }
            if !weakly_dominates(new, &kept_rows[kept.clone()]) {
                self.values.copy_within(kept, kept_len);
                kept_len += self.n_dimensions;
            }
        }
        self.values.copy_within(start.., kept_len);
        self.values.truncate(kept_len + self.n_dimensions);
    }
}
