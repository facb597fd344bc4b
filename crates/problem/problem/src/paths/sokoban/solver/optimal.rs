//! Shortest solutions.

use marahel_level::View;

use super::board::Board;
use super::meeting::Meeting;
use super::states::{N_STATES_MAX, States};
use super::yard::Yard;
use super::{Move, Outcome};

/// Number of words of a small board, up to 7x8 tiles as those of the study, ...
const SMALL: usize = 1;
/// ... and of a larger one, up to 22x22 tiles.
const LARGE: usize = 8;

/// Lists of crates hold at most so many cells together (512 MiB).
const N_LISTED_CELLS_MAX: usize = 1 << 27;

/// Finds the least number of moves.
///
/// Crates cannot be told apart. States with a crate off the live squares are left out; no solution
/// leads through them. Levels that fit into few words are searched as sets of bits, from both ends;
/// larger ones as lists of cells, from the start.
#[derive(Debug, Default)]
pub(super) struct OptimalSolver {
    n_states_max: usize,
    /// The level that was solved last.
    pub(super) yard: Yard,
    small: Meeting<SMALL>,
    large: Meeting<LARGE>,
    states: States,
}

impl OptimalSolver {
    pub(super) fn new(n_states_max: u32) -> Self {
        Self { n_states_max: (n_states_max as usize).min(N_STATES_MAX), ..Self::default() }
    }

    pub(super) fn solve(&mut self, level: View<'_>) -> Outcome {
        if !self.yard.read(level) {
            return Outcome::Gated;
        }
        self.yard.find_live_squares();
        let yard = &self.yard;
        if !yard.crates.iter().all(|&cell| yard.is_live(cell)) {
            return Outcome::Unsolvable;
        }
        if let Some(board) = Board::<SMALL>::new(yard) {
            self.small.search(&board, self.n_states_max)
        } else if let Some(board) = Board::<LARGE>::new(yard) {
            self.large.search(&board, self.n_states_max)
        } else {
            let n_listed_max = N_LISTED_CELLS_MAX / (yard.crates.len() + 1);
            let n_states_max = self.n_states_max.min(n_listed_max);
            breadth_first(yard, &mut self.states, n_states_max)
        }
    }
}

/// Breadth-first search over moves.
///
/// Every move counts one and states are looked at in the order of their
/// number of moves, so the first solved state has the fewest. When all states
/// have been seen and none is solved, there is no solution.
pub(super) fn breadth_first(yard: &Yard, states: &mut States, n_states_max: usize) -> Outcome {
    states.start(yard);
    let mut index = 0;
    for moves in 1.. {
        let n_nearer = states.len();
        if index == n_nearer {
            break;
        }
        while index < n_nearer {
            let player = states.open(index);
            for direction in Move::ALL {
                let is_live = |cell| yard.is_live(cell);
                let Some(step) = states.step(yard, player, direction, is_live) else {
                    continue;
                };
                if states.add(step) {
                    if step.crate_to.is_some() && states.is_solved(states.len() - 1) {
                        return Outcome::Solved { moves };
                    }
                    if states.len() > n_states_max {
                        return Outcome::Undecided;
                    }
                }
            }
            index += 1;
        }
    }
    Outcome::Unsolvable
}
