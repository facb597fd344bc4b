//! The greedy turtle: to the neighbor with the smallest heuristics.

use rand::{Rng, RngExt};

use crate::program::{Estimator, Move};
use crate::run::pass::Pass;
use crate::run::uneven;
use crate::semantics::Semantics;

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
        if pass.semantics == Semantics::Fdg20 {
            uneven::sort(candidates, |&one, &other| comes_before(pass, heuristics, one, other));
            candidates.truncate(1);
        }
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

/// Whether the released engine, asked once, puts one candidate before another.
fn comes_before<R: Rng + ?Sized>(
    pass: &mut Pass<'_, R>,
    heuristics: &[Estimator],
    one: usize,
    other: usize,
) -> bool {
    for heuristic in heuristics {
        let (one, other) = (pass.heuristic(heuristic, one), pass.heuristic(heuristic, other));
        if one != other {
            return one < other;
        }
    }
    pass.rng.random()
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
