//! The greedy turtle: to the neighbor with the smallest heuristics.

use crate::program::{Estimator, HeuristicPart, Heuristics, Move, Ties};
use crate::run::pass::Pass;
use crate::uneven_sort;

#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Cells that a step can lead to.
    candidates: Vec<usize>,
    /// Their packed heuristics, `n_words` each.
    keys: Vec<u64>,
    best: Vec<usize>,
}

/// Walks from a random cell always to the best neighbor by its `moves`: by the first heuristic,
/// then by the second and so on; ties are random.
#[inline(never)]
pub(super) fn walk(
    pass: &mut Pass<'_>,
    moves: &[Move],
    heuristics: &Heuristics,
    scratch: &mut Scratch,
) {
    let (x, y) = pass.draw_cell();
    let mut at = pass.buffers.front.index(x, y);
    while !pass.is_done() {
        pass.visit(at);
        pass.update_fields(heuristics);
        let best = match pass.explorer.ties {
            Ties::Fair => scratch.draw_best(pass, at, moves, heuristics),
            Ties::Uneven => scratch.draw_first(pass, at, moves, heuristics),
        };
        at = best.unwrap_or(at);
    }
}

impl Scratch {
    #[inline]
    fn draw_best(
        &mut self,
        pass: &mut Pass<'_>,
        at: usize,
        moves: &[Move],
        heuristics: &Heuristics,
    ) -> Option<usize> {
        match &heuristics.parts[..] {
            [] => self.draw_least(pass, at, moves, |_, _| 0),
            [HeuristicPart { estimator: Estimator::Count { offsets, set }, .. }] => {
                self.draw_least(pass, at, moves, |pass, cell| pass.count(offsets, *set, cell))
            }
            &[HeuristicPart { estimator: Estimator::Distance(distance), .. }] => {
                self.draw_least(pass, at, moves, |pass: &mut Pass<'_>, cell| {
                    pass.known_distance(distance, cell).map_or(0, |far| u64::from(far) + 1)
                })
            }
            [HeuristicPart { estimator, .. }] => {
                self.draw_least(pass, at, moves, |pass, cell| pass.heuristic_key(estimator, cell))
            }
            _ if heuristics.n_words == 1 => self.draw_least(pass, at, moves, |pass, cell| {
                let mut key = [0];
                pass.measure(heuristics, cell, &mut key);
                key
            }),
            _ => {
                self.measure(pass, at, moves, heuristics);
                let keys = self.keys.chunks_exact(heuristics.n_words);
                let least = keys.clone().min()?;
                let cells = self.candidates.iter().zip(keys);
                self.best.clear();
                self.best.extend(cells.filter(|&(_, key)| key == least).map(|(&cell, _)| cell));
                Some(self.best[pass.draw(self.best.len())])
            }
        }
    }

    /// One of the cells with the smallest key at random.
    #[inline]
    fn draw_least<K: Ord + Copy>(
        &mut self,
        pass: &mut Pass<'_>,
        at: usize,
        moves: &[Move],
        key: impl Fn(&mut Pass<'_>, usize) -> K,
    ) -> Option<usize> {
        let mut least = None;
        self.best.clear();
        for step in moves {
            let cell = at.wrapping_add_signed(step.offset);
            if pass.buffers.front.is_outside(cell) {
                continue;
            }
            let key = key(pass, cell);
            if least.is_none_or(|least| key < least) {
                least = Some(key);
                self.best.clear();
            }
            if least == Some(key) {
                self.best.push(cell);
            }
        }
        (!self.best.is_empty()).then(|| self.best[pass.draw(self.best.len())])
    }

    /// The cell that the original engine sorts to the front.
    #[inline]
    fn draw_first(
        &mut self,
        pass: &mut Pass<'_>,
        at: usize,
        moves: &[Move],
        heuristics: &Heuristics,
    ) -> Option<usize> {
        self.measure(pass, at, moves, heuristics);
        let (keys, n) = (&self.keys, self.candidates.len());
        let drawn = match heuristics.n_words {
            0 => uneven_sort::first(n, pass.rng, |_| 0),
            1 => uneven_sort::first(n, pass.rng, |index| keys[index]),
            n_words => uneven_sort::first(n, pass.rng, |index| &keys[index * n_words..][..n_words]),
        };
        self.candidates.get(drawn).copied()
    }

    #[inline]
    fn measure(&mut self, pass: &mut Pass<'_>, at: usize, moves: &[Move], heuristics: &Heuristics) {
        let cells = moves.iter().map(|step| at.wrapping_add_signed(step.offset));
        self.candidates.clear();
        self.candidates.extend(cells.filter(|&cell| !pass.buffers.front.is_outside(cell)));
        if heuristics.n_words > 0 {
            self.keys.resize(self.candidates.len() * heuristics.n_words, 0);
            let keys = self.keys.chunks_exact_mut(heuristics.n_words);
            for (&cell, key) in self.candidates.iter().zip(keys) {
                pass.measure(heuristics, cell, key);
            }
        }
    }
}
