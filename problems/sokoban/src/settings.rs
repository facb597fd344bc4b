//! What can be set.

use problem::{Band, ProblemError};
use serde::{Deserialize, Serialize};

use crate::Solver;

/// The settings of the sokoban problem; without any, the released code's
/// weights, the paper's bands and shortest solutions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// How levels are solved.
    pub solver: SolverSettings,
    /// Weights of the initial explorer.
    pub weights: Weights,
    /// Bands of the objectives.
    pub objectives: Objectives,
}

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
    /// As the released code does.
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
    /// Whether there is a solver with these settings.
    pub(crate) fn check(self) -> Result<(), ProblemError> {
        let (Self::Optimal { states } | Self::Released { states }) = self;
        if states == 0 {
            return Err(ProblemError::SolverStates);
        }
        Ok(())
    }

    /// A solver that finds shortest solutions, whatever solver is set.
    pub(crate) fn optimal_solver(self) -> Solver {
        match self {
            Self::Optimal { states } => Solver::optimal(states),
            Self::Released { .. } => Solver::optimal(optimal_states()),
        }
    }

    /// A solver with these settings.
    pub(crate) fn solver(self) -> Solver {
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

/// How likely the initial explorer is to draw each entity, relative to the sum.
/// A weight that is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "each is the weight of the entity it names")]
pub struct Weights {
    pub solid: u32,
    pub empty: u32,
    pub player: u32,
    #[serde(rename = "crate")]
    pub crates: u32,
    pub target: u32,
}

impl Weights {
    /// The weights in the order of the grammar.
    pub(crate) fn to_pairs(&self) -> Result<Vec<(String, u32)>, ProblemError> {
        problem::weights([
            ("solid", self.solid),
            ("empty", self.empty),
            ("player", self.player),
            ("crate", self.crates),
            ("target", self.target),
        ])
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self { solid: 8, empty: 9, player: 1, crates: 1, target: 1 }
    }
}

/// The band of each objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Objectives {
    /// Number of players.
    pub player: Band,
    /// Number of crates.
    #[serde(rename = "crate")]
    pub crates: Band,
    /// By how much the numbers of crates and targets differ.
    pub difference: Band,
    /// Number of moves of the solution, 0 where none is known.
    pub solution: Band,
}

impl Default for Objectives {
    fn default() -> Self {
        Self {
            player: Band::between(1, 1, 10),
            crates: Band::between(2, 4, 10),
            difference: Band::between(0, 0, 10),
            solution: Band::at_least(20),
        }
    }
}
