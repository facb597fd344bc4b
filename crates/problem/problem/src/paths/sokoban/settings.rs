//! What can be set of solving.

use serde::{Deserialize, Serialize};

use crate::paths::sokoban::Solver;

/// How levels are solved, and how many states the solver may keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SolverSettings {
    /// With the least number of moves.
    Optimal {
        /// Number of states, at least 1.
        #[serde(default = "optimal_states")]
        states: u32,
    },
    /// In two searches that give up early.
    Released {
        /// Number of states of each of its two searches, at least 1.
        #[serde(default = "released_states")]
        states: u32,
    },
}

const fn optimal_states() -> u32 {
    1_000_000
}

const fn released_states() -> u32 {
    10_000
}

impl SolverSettings {
    /// The most states that a solver may keep, for the memory of each thread that has one.
    pub const N_STATES_MAX: u32 = 4_000_000;

    /// Whether there is a solver with these settings: one that may keep a state, but not too many.
    pub fn is_possible(self) -> bool {
        (1..=Self::N_STATES_MAX).contains(&self.states())
    }

    /// Number of states after which it gives up.
    pub fn states(self) -> u32 {
        let (Self::Optimal { states } | Self::Released { states }) = self;
        states
    }

    /// A solver with these settings.
    pub fn solver(self) -> Solver {
        match self {
            Self::Optimal { states } => Solver::optimal(states),
            Self::Released { states } => Solver::released(states),
        }
    }
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self::Optimal { states: optimal_states() }
    }
}
