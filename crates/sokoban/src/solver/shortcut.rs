//! The answers of the released solver, of most levels without its searches.

use level::View;

use super::optimal::OptimalSolver;
use super::released::ReleasedSolver;
use super::{Move, Outcome};

/// Asks the optimal solver first, which is many times faster.
///
/// A level without solution has none for the released solver either, and one
/// with few states is solved by its breadth-first search, whose solutions are
/// shortest ones. Only the other levels are given to it.
///
/// What has no solution is said to be unsolvable, even where the released
/// solver would not have found out.
#[derive(Debug)]
pub(super) struct Shortcut {
    optimal: OptimalSolver,
    released: ReleasedSolver,
    n_states_max: usize,
    /// Whether the last answer is that of the optimal solver.
    is_optimal: bool,
}

impl Shortcut {
    /// The released solver whose searches enqueue up to `n_states_max` states each.
    pub(super) fn new(n_states_max: u32) -> Self {
        Self {
            optimal: OptimalSolver::new(n_states_max),
            released: ReleasedSolver::new(n_states_max),
            n_states_max: n_states_max as usize,
            is_optimal: false,
        }
    }

    pub(super) fn solve(&mut self, level: View<'_>) -> Outcome {
        let outcome = self.optimal.solve(level);
        self.is_optimal = match outcome {
            Outcome::Gated | Outcome::Unsolvable => true,
            Outcome::Solved { .. } => self.optimal.yard().n_states() <= self.n_states_max,
            Outcome::Undecided => false,
        };
        if self.is_optimal { outcome } else { self.released.solve(level) }
    }

    /// The moves of the solution that [`solve`](Self::solve) found last.
    pub(super) fn path(&self) -> Vec<Move> {
        if self.is_optimal { self.optimal.path() } else { self.released.path() }
    }
}
