//! The greedy turtle: to the neighbor with the smallest heuristics.

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
        if n_words > 0 {
            pass.update_fields(heuristics);
            pass.measure_each(heuristics, candidates, keys);
        }
        let key = |index: usize| &keys[index * n_words..][..n_words];
        let drawn = match (pass.semantics, n_words) {
            (Semantics::Fdg20, 1) => {
                let compare = |one: usize, other: usize| keys[one].cmp(&keys[other]);
                uneven::first(candidates.len(), pass.rng, compare)
            }
            (Semantics::Fdg20, _) => {
                let compare = |one, other| key(one).cmp(key(other));
                uneven::first(candidates.len(), pass.rng, compare)
            }
            (_, 1) => draw_least(pass, keys.iter().copied(), best)?,
            _ => draw_least(pass, (0..candidates.len()).map(key), best)?,
        };
        candidates.get(drawn).copied()
    }
}

/// The index of a smallest key, each as likely.
#[inline]
fn draw_least<K: Ord + Copy, R: Rng + ?Sized>(
    pass: &mut Pass<'_, R>,
    keys: impl Iterator<Item = K>,
    best: &mut Vec<usize>,
) -> Option<usize> {
    best.clear();
    let mut least = None;
    for (index, key) in keys.enumerate() {
        if least.is_none_or(|least| key < least) {
            best.clear();
            least = Some(key);
        }
        if least == Some(key) {
            best.push(index);
        }
    }
    (!best.is_empty()).then(|| best[pass.draw(best.len())])
}
