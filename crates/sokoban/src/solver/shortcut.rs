//! The answers of the released solver, of most levels without its searches.

use level::View;

use super::Outcome;
use super::optimal::OptimalSolver;
use super::released::ReleasedSolver;

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
}

impl Shortcut {
    /// The released solver whose searches enqueue up to `n_states_max` states each.
    pub(super) fn new(n_states_max: u32) -> Self {
        Self {
            optimal: OptimalSolver::new(n_states_max),
            released: ReleasedSolver::new(n_states_max),
            n_states_max: n_states_max as usize,
        }
    }

    pub(super) fn solve(&mut self, level: View<'_>) -> Outcome {
        let outcome = self.optimal.solve(level);
        let is_known = match outcome {
            Outcome::Gated | Outcome::Unsolvable => true,
            Outcome::Solved { .. } => self.optimal.yard().n_states() <= self.n_states_max,
            Outcome::Undecided => false,
        };
        if is_known { outcome } else { self.released.solve(level) }
    }
}
