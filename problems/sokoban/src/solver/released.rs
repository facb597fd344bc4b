//! The solver of the released code, for the reproduction of its numbers.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use level::View;

use super::lists::Lists;
use super::states::{N_STATES_MAX, States};
use super::trail::Trail;
use super::yard::{Cell, Yard};
use super::{Move, Outcome};

/// Breadth-first search and, where that finds nothing, best-first search, each
/// until it has enqueued a number of states.
///
/// Crates can be told apart, no squares are taken for dead, and a state is
/// tested when it leaves the queue. The solutions of the best-first search are
/// often longer than the shortest ones.
///
/// Source: the released code of Khalifa and Togelius 2020.
#[derive(Debug)]
pub struct ReleasedSolver {
    n_states_max: usize,
    yard: Yard,
    states: Lists,
    trail: Trail,
    /// Number of moves to each state.
    depths: Vec<u32>,
    /// Least priority first, among equals the state that was found first.
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    solved: usize,
    assignment: Assignment,
}

/// What decides which state is looked at next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The number of moves.
    Breadth,
    /// A tenth of the number of moves plus an estimate of the pushes to go.
    Best,
}

impl ReleasedSolver {
    /// A solver whose searches enqueue up to `n_states_max` states each; in the
    /// released code 10,000.
    pub fn new(n_states_max: u32) -> Self {
        Self {
            n_states_max: (n_states_max as usize).min(N_STATES_MAX),
            yard: Yard::default(),
            states: Lists::new(true),
            trail: Trail::default(),
            depths: Vec::new(),
            queue: BinaryHeap::new(),
            solved: 0,
            assignment: Assignment::default(),
        }
    }

    /// The answer of the first search that finds a solution.
    ///
    /// Without a solution the level is unsolvable if the breadth-first search
    /// saw all its states.
    pub fn solve(&mut self, level: View<'_>) -> Outcome {
        match self.breadth_first(level) {
            Outcome::Undecided => self.best_first(level),
            outcome => outcome,
        }
    }

    /// The answer of the breadth-first search alone.
    pub fn breadth_first(&mut self, level: View<'_>) -> Outcome {
        self.search(level, Order::Breadth)
    }

    /// The answer of the best-first search alone.
    pub fn best_first(&mut self, level: View<'_>) -> Outcome {
        self.search(level, Order::Best)
    }

    /// The moves of the solution that was found last.
    pub(super) fn path(&self) -> Vec<Move> {
        self.trail.moves(&self.yard, &self.states, self.solved)
    }

    fn search(&mut self, level: View<'_>, order: Order) -> Outcome {
        if !self.yard.read(level) {
            return Outcome::Gated;
        }
        self.states.start(&self.yard);
        self.trail.start();
        self.depths.clear();
        self.queue.clear();
        self.enqueue(order, 0);
        while self.states.len() <= self.n_states_max {
            let Some(Reverse((_, index))) = self.queue.pop() else {
                return Outcome::Unsolvable;
            };
            let index = index as usize;
            let depth = self.depths[index];
            if self.states.is_solved(index) {
                self.solved = index;
                return Outcome::Solved { moves: depth };
            }
            let player = self.states.open(index);
            for direction in Move::ALL {
                let is_floor = |cell| self.yard.is_floor(cell);
                let step = self.states.step(&self.yard, player, direction, is_floor);
                if step.is_some_and(|step| self.states.add(&self.yard, step)) {
                    self.trail.add(index);
                    self.enqueue(order, depth + 1);
                }
            }
        }
        Outcome::Undecided
    }

    /// Puts the newest state, `depth` moves from the start, in the queue.
    fn enqueue(&mut self, order: Order, depth: u32) {
        let index = self.states.len() - 1;
        let priority = match order {
            Order::Breadth => depth,
            // Ten times the released priority, which keeps it an integer.
            Order::Best => {
                let crates = self.states.crates(index);
                depth + 10 * self.assignment.cost(&self.yard, crates)
            }
        };
        self.depths.push(depth);
        self.queue.push(Reverse((priority, index as u32)));
    }
}

/// The released estimate of the pushes to go.
#[derive(Debug, Default)]
struct Assignment {
    crates: Vec<Cell>,
    targets: Vec<Cell>,
}

impl Assignment {
    /// Sum of the distances, without walls, of the crates to targets: in the
    /// order of the distance to their nearest targets the crates take the
    /// nearest ones that are left.
    fn cost(&mut self, yard: &Yard, crates: &[Cell]) -> u32 {
        self.targets.clear();
        self.targets.extend(yard.targets());
        self.crates.clear();
        self.crates.extend(crates);
        self.crates.sort_by_key(|&cell| {
            let targets = yard.targets().iter();
            targets.map(|&target| yard.steps_apart(cell, target)).min()
        });
        let mut cost = 0;
        for &cell in &self.crates {
            let distances = self.targets.iter().enumerate();
            let nearest = distances.min_by_key(|&(_, &target)| yard.steps_apart(cell, target));
            let (index, &target) = nearest.expect("there are as many targets as crates");
            cost += yard.steps_apart(cell, target);
            self.targets.remove(index);
        }
        cost
    }
}
