//! The greedy turtle: to the neighbor with the smallest heuristics.

use std::cmp::Ordering;

use rand::Rng;

use crate::program::{Distance, Estimator, Move};
use crate::run::pass::Pass;
use crate::run::uneven;
use crate::semantics::Semantics;

/// Memory reused from pass to pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Cells that a step may lead to.
    candidates: Vec<usize>,
    /// All heuristics of all candidates.
    values: Vec<f64>,
    /// Indices of the candidates, to be sorted.
    order: Vec<usize>,
}

/// Walks from a random cell to the best cell among its `moves`, by the first
/// heuristic, among equals by the second and so on, at last by lot.
pub(super) fn walk<R: Rng + ?Sized>(
    pass: &mut Pass<'_, R>,
    moves: &[Move],
    heuristics: &[Estimator],
    scratch: &mut Scratch,
) {
    let (x, y) = pass.draw_cell();
    let mut at = pass.canvas.front.index(x, y);
    while !pass.is_done() {
        pass.visit(at);
        let cells = moves.iter().map(|step| at.wrapping_add_signed(step.offset));
        scratch.candidates.clear();
        scratch.candidates.extend(cells.filter(|&cell| !pass.canvas.front.is_outside(cell)));
        if scratch.candidates.is_empty() {
            continue;
        }
        at = match pass.semantics {
            Semantics::Documented => scratch.draw_best(pass, heuristics),
            Semantics::Fdg20 => scratch.draw_best_unevenly(pass, heuristics),
        };
    }
}

impl Scratch {
    /// One of the best candidates, each as likely.
    fn draw_best<R: Rng + ?Sized>(
        &mut self,
        pass: &mut Pass<'_, R>,
        heuristics: &[Estimator],
    ) -> usize {
        let candidates = &mut self.candidates;
        for heuristic in heuristics {
            match heuristic {
                _ if candidates.len() == 1 => break,
                Estimator::Distance(Distance { field: Some(field), to_outside: false }) => {
                    if pass.canvas.has_target(*field) {
                        pass.update_field(*field, |_| {});
                        keep_smallest(candidates, |cell| pass.canvas.distance(*field, cell));
                    }
                }
                other => keep_smallest(candidates, |cell| pass.heuristic(other, cell)),
            }
        }
        candidates[pass.draw(candidates.len())]
    }

    /// The first candidate as the released engine sorts them.
    fn draw_best_unevenly<R: Rng + ?Sized>(
        &mut self,
        pass: &mut Pass<'_, R>,
        heuristics: &[Estimator],
    ) -> usize {
        let is_absent = |heuristic: &Estimator| match heuristic {
            Estimator::Distance(Distance { field: Some(field), to_outside: false }) => {
                !pass.canvas.has_target(*field)
            }
            _ => false,
        };
        if heuristics.iter().all(is_absent) {
            return self.candidates[uneven::first_of_equals(self.candidates.len(), pass.rng)];
        }
        self.values.clear();
        for &candidate in &self.candidates {
            self.values.extend(heuristics.iter().map(|one| pass.heuristic(one, candidate)));
        }
        let values = |index: usize| &self.values[index * heuristics.len()..][..heuristics.len()];
        self.order.clear();
        self.order.extend(0..self.candidates.len());
        uneven::sort(&mut self.order, pass.rng, |&one, &other| {
            values(one).partial_cmp(values(other)).unwrap_or(Ordering::Equal)
        });
        self.candidates[self.order[0]]
    }
}

/// Leaves only the candidates with the smallest value, in their order.
fn keep_smallest<V: PartialOrd + Copy>(
    candidates: &mut Vec<usize>,
    mut value: impl FnMut(usize) -> V,
) {
    let mut smallest = value(candidates[0]);
    let mut n_kept = 1;
    for index in 1..candidates.len() {
        let candidate = candidates[index];
        let value = value(candidate);
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
