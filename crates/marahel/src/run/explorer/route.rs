//! The cheapest way from cell to cell, of those the shortest, with as few turns as it takes to
//! keep on straight where that is as good.
//!
//! Ways are measured backwards from where they end (Dijkstra 1959, doi 10.1007/BF01386390).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use level::TileSet;

use crate::program::{Costs, Move};
use crate::run::pass::Pass;

#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    /// What is left to the end, by place in memory.
    left: Vec<Left>,
    /// What it costs to enter a cell; not a number where nobody asked.
    entries: Vec<f64>,
    queue: BinaryHeap<Reverse<(Left, u32)>>,
    /// The places where something is known, to be forgotten before the next way: most ways are short.
    known: Vec<usize>,
    /// Where the turtle was in this pass: to go there again costs nothing.
    was_there: Vec<bool>,
    best: Vec<Move>,
}

/// What a way still costs, as bits that compare like the number, which is not negative; then how
/// many steps it still takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Left {
    cost: u64,
    n_steps: u32,
}

/// No way is known.
const FAR: Left = Left { cost: u64::MAX, n_steps: u32::MAX };

impl Left {
    /// The same one step before, if it costs so much to enter the cell.
    fn before(self, entry: f64) -> Self {
        let cost = f64::from_bits(self.cost) + entry;
        Self { cost: cost.to_bits(), n_steps: self.n_steps + 1 }
    }
}

impl Route {
    /// Begins a pass, in which the turtle was nowhere.
    pub(super) fn begin(&mut self, pass: &Pass<'_>) {
        let n_cells = pass.buffers.front.n_cells();
        self.known.clear();
        self.left.clear();
        self.left.resize(n_cells, FAR);
        self.entries.clear();
        self.entries.resize(n_cells, f64::NAN);
        self.was_there.clear();
        self.was_there.resize(n_cells, false);
    }

    /// Visits a cell, which costs nothing from now on.
    pub(super) fn visit(&mut self, pass: &mut Pass<'_>, at: usize) {
        self.was_there[at] = true;
        pass.visit(at);
    }

    /// Measures the ways from one cell to another. Pinned cells that can hold none of the entities
    /// are in the way.
    pub(super) fn measure(
        &mut self,
        pass: &mut Pass<'_>,
        moves: &[Move],
        (costs, entities): (&Costs, TileSet),
        [from, to]: [usize; 2],
    ) {
        for place in self.known.drain(..) {
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
                continue; // a cheaper way was found
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

    /// A way leads from a place that costs so much.
    fn learn(&mut self, place: usize, left: Left) {
        if self.left[place] == FAR {
            self.known.push(place);
        }
        self.left[place] = left;
        self.queue.push(Reverse((left, place as u32)));
    }

    /// The next move of a cheapest way: straight on if that is one, else each as likely. None
    /// where no way leads on.
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
    /// What it costs to enter a cell.
    fn cost(&mut self, costs: &Costs, at: usize) -> f64 {
        // A distance to nothing costs nothing, like all that is below 0.
        costs.estimators.iter().fold(0.0, |sum, one| sum + self.estimate(one, at).max(0.0))
    }
}
