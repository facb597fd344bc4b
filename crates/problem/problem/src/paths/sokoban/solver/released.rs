//! The solver of the released code, for the reproduction of its numbers.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use marahel_level::View;

use super::states::{N_STATES_MAX, States};
use super::yard::{Cell, Yard};
use super::{Move, Outcome};

/// Breadth-first search and, where that finds nothing, best-first search, each
/// until it has enqueued a number of states.
///
/// Crates can be told apart, no squares are taken for dead, and a state is tested when it leaves
/// the queue. The solutions of the best-first search are often longer than the shortest ones.
///
/// Source: the released code of Khalifa and Togelius 2020.
#[derive(Debug)]
pub struct ReleasedSolver {
    pub(super) n_states_max: usize,
    yard: Yard,
    states: States,
    depths: Vec<u32>,
    /// Priorities and states, least priority first, among equals the state that was found first.
    queue: BinaryHeap<Reverse<(u32, u32)>>,
    /// Estimate of the pushes to go for each arrangement of the crates.
    estimates: Vec<u32>,
    assignment: Assignment,
}

impl ReleasedSolver {
    /// A solver whose searches enqueue up to `n_states_max` states each; in the
    /// released code 10,000.
    pub fn new(n_states_max: u32) -> Self {
        Self {
            n_states_max: (n_states_max as usize).min(N_STATES_MAX),
            yard: Yard::default(),
            states: States::distinct(),
            depths: Vec::new(),
            queue: BinaryHeap::new(),
            estimates: Vec::new(),
            assignment: Assignment::default(),
        }
    }

    /// The answer of the first search that finds a solution.
    ///
    /// Without a solution the level is unsolvable if the breadth-first search saw all its states.
    pub fn solve(&mut self, level: View<'_>) -> Outcome {
        match self.breadth_first(level) {
            Outcome::Undecided => self.best_first(level),
            outcome => outcome,
        }
    }

    /// The answer of the breadth-first search alone.
    pub fn breadth_first(&mut self, level: View<'_>) -> Outcome {
        if !self.start(level) {
            return Outcome::Gated;
        }
        // States are found in the order of their number of moves.
        for index in 0.. {
            if self.states.len() > self.n_states_max {
                break;
            }
            if index == self.states.len() {
                return Outcome::Unsolvable;
            }
            if self.look_at(index) {
                return Outcome::Solved { moves: self.depths[index] };
            }
        }
        Outcome::Undecided
    }

    /// The answer of the best-first search alone, by a tenth of the number of
    /// moves plus an estimate of the pushes to go.
    pub fn best_first(&mut self, level: View<'_>) -> Outcome {
        if !self.start(level) {
            return Outcome::Gated;
        }
        self.queue.clear();
        self.estimates.clear();
        self.enqueue(0);
        while self.states.len() <= self.n_states_max {
            let Some(Reverse((_, index))) = self.queue.pop() else {
                return Outcome::Unsolvable;
            };
            let (index, n_known) = (index as usize, self.states.len());
            if self.look_at(index) {
                return Outcome::Solved { moves: self.depths[index] };
            }
            for new in n_known..self.states.len() {
                self.enqueue(new);
            }
        }
        Outcome::Undecided
    }

    /// Takes the level as the only state, and returns whether it is a puzzle.
    fn start(&mut self, level: View<'_>) -> bool {
        let is_puzzle = self.yard.read(level);
        if is_puzzle {
            self.states.start(&self.yard);
            self.depths.clear();
            self.depths.push(0);
        }
        is_puzzle
    }

    /// Returns whether a state is solved; if not, adds the states that are one move away.
    fn look_at(&mut self, index: usize) -> bool {
        if self.states.is_solved(index) {
            return true;
        }
        let depth = self.depths[index] + 1;
        let player = self.states.open(index);
        for direction in Move::ALL {
            let is_floor = |cell| self.yard.is_floor(cell);
            let step = self.states.step(&self.yard, player, direction, is_floor);
            if step.is_some_and(|step| self.states.add(step)) {
                self.depths.push(depth);
            }
        }
        false
    }

    /// Puts a state in the queue of the best-first search.
    fn enqueue(&mut self, index: usize) {
        // Arrangements are numbered as they are found, so at most one is new.
        let arrangement = self.states.arrangement(index);
        if arrangement == self.estimates.len() {
            let crates = self.states.crates(index);
            self.estimates.push(self.assignment.cost(&self.yard, crates));
        }
        // Ten times the released priority, which keeps it an integer.
        let priority = self.depths[index] + 10 * self.estimates[arrangement];
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
    /// Sum of the distances, without walls, of the crates to targets: in the order of the distance
    /// to their nearest targets the crates take the nearest ones that are left.
    fn cost(&mut self, yard: &Yard, crates: &[Cell]) -> u32 {
        self.targets.clear();
        self.targets.extend(&yard.targets);
        self.crates.clear();
        self.crates.extend(crates);
        self.crates.sort_by_key(|&cell| {
            let targets = yard.targets.iter();
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
