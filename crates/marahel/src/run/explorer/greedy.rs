//! The greedy turtle: to the neighbor with the smallest heuristics.

use rand::Rng;

use crate::program::{Estimator, Move};
use crate::run::pass::Pass;

/// Walks from a random cell to the best cell among its `moves`, by the first
/// heuristic, among equals by the second and so on, at last by lot.
pub(super) fn walk<R: Rng + ?Sized>(
    pass: &mut Pass<'_, R>,
    moves: &[Move],
    heuristics: &[Estimator],
    candidates: &mut Vec<usize>,
) {
    let (x, y) = pass.draw_cell();
    let mut at = pass.canvas.front.index(x, y);
    while !pass.is_done() {
        pass.visit(at);
        candidates.clear();
        candidates.extend(moves.iter().map(|step| at.wrapping_add_signed(step.offset)));
        candidates.retain(|&candidate| !pass.canvas.front.is_outside(candidate));
        for heuristic in heuristics {
            if candidates.len() > 1 {
                keep_smallest(pass, heuristic, candidates);
            }
        }
        if !candidates.is_empty() {
            at = candidates[pass.draw(candidates.len())];
        }
    }
}

/// Leaves only the candidates with the smallest value, in their order.
fn keep_smallest<R: Rng + ?Sized>(
    pass: &mut Pass<'_, R>,
    heuristic: &Estimator,
    candidates: &mut Vec<usize>,
) {
    let mut smallest = f64::INFINITY;
    let mut n_kept = 0;
    for index in 0..candidates.len() {
        let candidate = candidates[index];
        let value = pass.heuristic(heuristic, candidate);
        if value < smallest {
            smallest = value;
            n_kept = 0;
        }
        if value == smallest {
            candidates[n_kept] = candidate;
            n_kept += 1;
        }
    }
    candidates.truncate(n_kept);
}
