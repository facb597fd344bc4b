//! The greedy turtle: to the neighbor with the smallest heuristics.

use std::cmp::Ordering;

use rand::Rng;

use crate::program::{Heuristics, Move};
use crate::run::pass::Pass;
use crate::run::uneven;
use crate::semantics::Semantics;

/// Memory reused from pass to pass.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Cells that a step may lead to.
    candidates: Vec<usize>,
    /// Their heuristics, packed; as many words for each as the heuristics need.
    keys: Vec<u64>,
    /// Indices of the candidates with the smallest key.
    best: Vec<usize>,
}

/// Walks from a random cell to the best cell among its `moves`, by the first
/// heuristic, among equals by the second and so on, at last by lot.
pub(super) fn walk<R: Rng + ?Sized>(
    pass: &mut Pass<'_, R>,
    moves: &[Move],
    heuristics: &Heuristics,
    scratch: &mut Scratch,
) {
    let (x, y) = pass.draw_cell();
    let mut at = pass.canvas.front.index(x, y);
    while !pass.is_done() {
        pass.visit(at);
        let cells = moves.iter().map(|step| at.wrapping_add_signed(step.offset));
        scratch.candidates.clear();
        scratch.candidates.extend(cells.filter(|&cell| !pass.canvas.front.is_outside(cell)));
        if let Some(best) = scratch.draw_best(pass, heuristics) {
            at = best;
        }
    }
}

impl Scratch {
    /// One of the best candidates, each as likely; under [`Semantics::Fdg20`]
    /// the one that the released engine sorts to the front.
    fn draw_best<R: Rng + ?Sized>(
        &mut self,
        pass: &mut Pass<'_, R>,
        heuristics: &Heuristics,
    ) -> Option<usize> {
        let Self { candidates, keys, best } = self;
        let n_words = heuristics.n_words;
        keys.clear();
        keys.resize(candidates.len() * n_words, 0);
        if n_words > 0 {
            pass.update_fields(heuristics);
            for (&candidate, key) in candidates.iter().zip(keys.chunks_exact_mut(n_words)) {
                pass.measure(heuristics, candidate, key);
            }
        }
        let compare = |one: usize, other: usize| match n_words {
            1 => keys[one].cmp(&keys[other]),
            _ => keys[one * n_words..][..n_words].cmp(&keys[other * n_words..][..n_words]),
        };
        let drawn = if pass.semantics == Semantics::Fdg20 {
            uneven::first(candidates.len(), pass.rng, compare)
        } else {
            best.clear();
            for index in 0..candidates.len() {
                let order = best.first().map_or(Ordering::Equal, |&first| compare(index, first));
                if order.is_lt() {
                    best.clear();
                }
                if order.is_le() {
                    best.push(index);
                }
            }
            if best.len() > 1 { best[pass.draw(best.len())] } else { *best.first()? }
        };
        candidates.get(drawn).copied()
    }
}
