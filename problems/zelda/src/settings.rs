//! What can be set.

use problem::{Band, ProblemError};
use serde::{Deserialize, Serialize};

/// The settings of the zelda problem; without any, the released code's weights
/// and the paper's bands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Weights of the initial explorer.
    pub weights: Weights,
    /// Bands of the objectives.
    pub objectives: Objectives,
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
    pub enemy: u32,
    pub key: u32,
    pub door: u32,
}

impl Weights {
    /// The weights in the order of the grammar.
    pub(crate) fn to_pairs(&self) -> Result<Vec<(String, u32)>, ProblemError> {
        problem::weights([
            ("solid", self.solid),
            ("empty", self.empty),
            ("player", self.player),
            ("enemy", self.enemy),
            ("key", self.key),
            ("door", self.door),
        ])
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self { solid: 15, empty: 30, player: 1, enemy: 5, key: 1, door: 1 }
    }
}

/// The band of each objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Objectives {
    /// Number of players.
    pub player: Band,
    /// Number of keys.
    pub key: Band,
    /// Number of doors.
    pub door: Band,
    /// Number of enemies.
    pub enemies: Band,
    /// Steps from the player over the key to the door, 0 where that is impossible.
    pub solution: Band,
}

impl Default for Objectives {
    fn default() -> Self {
        Self {
            player: Band::between(1, 1, 10),
            key: Band::between(1, 1, 10),
            door: Band::between(1, 1, 10),
            enemies: Band::between(2, 4, 10),
            solution: Band::at_least(20),
        }
    }
}
