//! Solving levels: how many moves it takes.
//!
//! The key type is [`Solver`]. A `Yard` is the level as a solver sees it.
//!
//! - `optimal` finds shortest solutions. `meeting` does so for levels that fit
//!   a `Board`, where sets of cells are the `Bits` of few words.
//! - `released` gives up early. It and `optimal` for large levels remember `States` one by one.

mod bits;
mod board;
mod meeting;
mod optimal;
mod released;
mod states;
mod visited;
mod yard;

#[cfg(test)]
mod tests;

pub use released::ReleasedSolver;

use marahel_level::View;

use optimal::OptimalSolver;
pub(crate) use visited::mix;

/// The result of solving a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The level has not exactly one player, no crate, or not as many targets
    /// as crates, so that nothing was searched.
    Gated,
    /// All crates can be brought to targets.
    Solved {
        /// Number of moves, walks and pushes together; the fewest possible if
        /// the solver is optimal.
        moves: u32,
    },
    /// It is proven that there is no solution.
    Unsolvable,
    /// The solver used up its states before it found out.
    Undecided,
}

impl Outcome {
    /// The length of the solution, if there is one.
    pub fn moves(self) -> Option<u32> {
        match self {
            Self::Solved { moves } => Some(moves),
            Self::Gated | Self::Unsolvable | Self::Undecided => None,
        }
    }
}

/// One action of the player: a step in a direction, pushing what stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Left,
    Right,
    Up,
    Down,
}

impl Move {
    /// All moves, in the order in which solvers try them.
    pub(crate) const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }
}

/// Solves level after level; keeps its memory between them.
///
/// Tiles are those of this crate, such as [`CRATE`](crate::paths::sokoban::CRATE). What is neither a known
/// tile nor inside of the level is a wall.
#[derive(Debug)]
pub struct Solver {
    optimal: Box<OptimalSolver>,
    released: Option<Box<ReleasedSolver>>,
}

impl Solver {
    /// A solver that finds shortest solutions. It searches from the start and from the end, each
    /// way until it has found `n_states_max` states, that is arrangements of player and crates.
    pub fn optimal(n_states_max: u32) -> Self {
        Self { optimal: Box::new(OptimalSolver::new(n_states_max)), released: None }
    }

    /// A solver that enqueues up to `n_states_max` states in each of its two searches.
    ///
    /// It runs the much faster optimal solver first. A level without a solution is unsolvable, even
    /// if these searches would have been undecided.
    pub fn released(n_states_max: u32) -> Self {
        let released = Some(Box::new(ReleasedSolver::new(n_states_max)));
        Self { released, ..Self::optimal(n_states_max) }
    }

    /// Solves `level`.
    pub fn solve(&mut self, level: View<'_>) -> Outcome {
        let outcome = self.optimal.solve(level);
        match (&mut self.released, outcome) {
            (Some(released), Outcome::Undecided) => released.solve(level),
            // With few states the breadth-first search solves the level, by a shortest solution.
            (Some(released), Outcome::Solved { .. })
                if self.optimal.yard.n_states() > released.n_states_max =>
            {
                released.solve(level)
            }
            _ => outcome,
        }
    }
}
