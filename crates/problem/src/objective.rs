//! Objectives: which values of a level are good.

use crate::Band;
use crate::program::Node;

/// One goal of a problem: a raw value of a level and the band in which it is good.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// Name as in tables and configs.
    pub name: String,
    /// Turns the raw value into a score in 0..=1.
    pub band: Band,
    /// Whether the value is how far a level is from what a dial says.
    pub is_dial: bool,
    /// The expression of the value as written; of a dial the name of its control.
    pub(crate) text: String,
    /// The value; of a dial that of its control.
    pub(crate) node: Node,
}

/// The meaning of an objective's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectiveKind {
    /// A number of which there can be too many.
    Count,
    /// More is never worse, as of the length of a way.
    Open,
    /// How far a level is from what a dial says.
    Dial,
}

impl Objective {
    /// The expression of its value as written; of a dial the name of its control.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The meaning of its value.
    pub fn kind(&self) -> ObjectiveKind {
        match (self.is_dial, self.band.is_open()) {
            (true, _) => ObjectiveKind::Dial,
            (false, true) => ObjectiveKind::Open,
            (false, false) => ObjectiveKind::Count,
        }
    }
}
