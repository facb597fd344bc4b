//! The cheapest path between two cells; the shortest of the cheapest, straight on where possible.
//!
//! Paths are measured backwards from their end (Dijkstra 1959, doi 10.1007/BF01386390).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use marahel_level::TileSet;

use crate::program::{Cost, Costs, Move};
use crate::run::pass::Pass;

#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    /// The remaining cost and steps to the end, by place in memory.
    left: Vec<Left>,
    /// The cost of entering a cell; NaN if not measured.
    entries: Vec<f64>,
    queue: BinaryHeap<Reverse<(Left, u32)>>,
    /// The places to clear before the next path: most paths are short.
    reached: Vec<usize>,
    /// Whether the turtle visited a cell in this pass, so that it costs nothing.
    was_there: Vec<bool>,
    best: Vec<Move>,
}

/// The remaining cost of a path, as the bits of a number that is not negative, which compare like
/// it; then the remaining steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Left {
    cost: u64,
    n_steps: u32,
}

/// No path is known.
const FAR: Left = Left { cost: u64::MAX, n_steps: u32::MAX };

impl Left {
    /// The value one step earlier, for the cost of entering the cell.
    fn before(self, entry: f64) -> Self {
        let cost = f64::from_bits(self.cost) + entry;
        Self { cost: cost.to_bits(), n_steps: self.n_steps + 1 }
    }
}

impl Route {
    /// Begins a pass: no cell is visited.
    pub(super) fn begin(&mut self, pass: &Pass<'_>) {
        let n_cells = pass.buffers.front.n_cells();
        self.reached.clear();
        self.left.clear();
        self.left.resize(n_cells, FAR);
        self.entries.clear();
        self.entries.resize(n_cells, f64::NAN);
        self.was_there.clear();
        self.was_there.resize(n_cells, false);
    }

    /// Visits a cell, which then costs nothing.
    pub(super) fn visit(&mut self, pass: &mut Pass<'_>, at: usize) {
        self.was_there[at] = true;
        pass.visit(at);
    }

    /// Measures the paths from one cell to another. Pinned cells that can have none of the entities
    /// block them.
    pub(super) fn measure(
        &mut self,
        pass: &mut Pass<'_>,
        moves: &[Move],
        (costs, entities): (&Costs, TileSet),
        [from, to]: [usize; 2],
    ) {
        for place in self.reached.drain(..) {
            (self.left[place], self.entries[place]) = (FAR, f64::NAN);
        }
        self.queue.clear();
        self.learn(to, Left { cost: 0, n_steps: 0 });
        let mut n_entered = 0;
        while let Some(Reverse((left, at))) = self.queue.pop() {
            let at = at as usize;
            if at == from {
                break;
            }
            if left > self.left[at] {
                continue; // a cheaper path was found
            }
            n_entered += 1;
            self.entries[at] = if self.was_there[at] { 0.0 } else { pass.cost(costs, at) };
            let before = left.before(self.entries[at]);
            for step in moves {
                let place = at.wrapping_add_signed(-step.offset);
                let front = &pass.buffers.front;
                let is_free = !front.is_outside(place) && !front.never_holds(place, entities);
                if is_free && before < self.left[place] {
                    self.learn(place, before);
                }
            }
        }
        pass.charge(n_entered * (costs.n_cells + 16 * moves.len() as u64));
    }

    /// Records a better path from a place.
    fn learn(&mut self, place: usize, left: Left) {
        if self.left[place] == FAR {
            self.reached.push(place);
        }
        self.left[place] = left;
        self.queue.push(Reverse((left, place as u32)));
    }

    /// The next move of a cheapest path: straight on if possible, else random. `None` if no path
    /// leads on.
    pub(super) fn step(
        &mut self,
        pass: &mut Pass<'_>,
        moves: &[Move],
        at: usize,
        last: Option<Move>,
    ) -> Option<Move> {
        let left = self.left[at];
        self.best.clear();
        for &step in moves {
            let place = at.wrapping_add_signed(step.offset);
            let next = self.left[place];
            if next != FAR && next.before(self.entries[place]) == left {
                self.best.push(step);
            }
        }
        let straight = last.filter(|last| self.best.iter().any(|step| step.offset == last.offset));
        straight.or_else(|| match self.best.len() {
            0 => None,
            n => Some(self.best[pass.draw(n)]),
        })
    }
}

impl Pass<'_> {
    fn cost(&mut self, costs: &Costs, at: usize) -> f64 {
        let mut sum = 0.0;
        for Cost { conditions, estimator } in &costs.terms {
            if conditions.iter().all(|condition| self.meets(condition, at)) {
                // A distance without a target costs nothing, like everything below 0.
                sum += self.estimate(estimator, at).max(0.0);
            }
        }
        sum
    }
}
