//! What can be set.

use problem::{Band, ProblemError};
use serde::{Deserialize, Serialize};

/// The settings of the binary problem; without any, the released code's
/// weights and the paper's bands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// How the longest shortest path is measured.
    pub path: PathMeasure,
    /// Weights of the initial explorer.
    pub weights: Weights,
    /// Bands of the objectives.
    pub objectives: Objectives,
}

/// How the longest shortest path is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PathMeasure {
    /// The exact diameter.
    #[default]
    Exact,
    /// Two sweeps from a random cell, as the released code does.
    TwoSweep,
}

/// How likely the initial explorer is to draw each entity, relative to the sum.
/// A weight that is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(missing_docs, reason = "each is the weight of the entity it names")]
pub struct Weights {
    pub solid: u32,
    pub empty: u32,
}

impl Weights {
    /// The weights in the order of the grammar.
    pub(crate) fn to_pairs(&self) -> Result<Vec<(String, u32)>, ProblemError> {
        let Self { solid, empty } = *self;
        problem::weights([("solid", solid), ("empty", empty)])
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self { solid: 1, empty: 1 }
    }
}

/// The band of each objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Objectives {
    /// Number of regions.
    pub regions: Band,
    /// Steps by which the longest shortest path grew after the initial explorer.
    pub path: Band,
}

impl Default for Objectives {
    fn default() -> Self {
        Self { regions: Band::between(1, 1, 10), path: Band::at_least(20) }
    }
}
