//! Level generation problems as files: tiles, objectives, and what measures them.
//!
//! [`Definition`] is a problem file, understood; [`Problem`] is one with the settings of
//! a config, and its [`Meter`] measures level after level. [`CATALOGUE`] lists the
//! measures that files may name. Who makes levels, who averages over them, how far a way
//! through them is (`walking`), and what programs judge them from outside
//! ([`OutsideJudges`]) is not known here.

mod aggregate;
mod band;
mod catalogue;
mod condition;
mod control;
mod counts;
mod definition;
mod error;
mod expression;
mod measure;
mod outside;
mod problem;
mod program;
mod role;
mod settings;
mod signature;
#[cfg(test)]
mod testing;
mod variety;

pub use aggregate::{Aggregate, Tally};
pub use band::Band;
pub use catalogue::{CATALOGUE, Entry, Example, Parameter};
pub use condition::Condition;
pub use control::Control;
pub use counts::{Counts, positions};
pub use definition::{Definition, DefinitionError, Drawn, Genome, Sprite, parse_size};
pub use error::ProblemError;
pub use games::{Diversity, Trace};
pub use measure::PathMeasure;
pub use outside::{OnFailure, Outside, OutsideFailure, OutsideJudge, OutsideJudges};
pub use problem::{ExplainedObjective, Explanation, Meter, Problem};
pub use role::Role;
pub use settings::Settings;
pub use signature::{Differences, Members, Signature};
pub use variety::{Variety, Wanted, level_hash};

/// One goal of a problem: a raw value of a level and the band in which it is good.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// Name as in tables and configs.
    pub name: String,
    /// Turns the raw value into a score in 0..=1.
    pub band: Band,
    /// Whether the value is how far a level is from what a dial says.
    pub is_dial: bool,
}

/// What the value of an objective is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectiveKind {
    /// A number of which there can be too many.
    Count,
    /// More is never worse, as of the length of a way.
    Open,
    /// How far a level is from what a dial says.
    Dial,
}

/// So many cells of a level are given at most, where a problem names levels to take them from.
pub const N_PINS_MAX: usize = 10;

impl Objective {
    /// The objective called `name`, scored by `band`.
    pub fn new(name: impl Into<String>, band: Band) -> Self {
        let name = name.into();
        Self { name, band, is_dial: false }
    }

    /// Whether more is never worse, as of the length of a way; the others are
    /// counts, of which there can be too many.
    pub fn is_open(&self) -> bool {
        self.band.max() == f64::INFINITY
    }

    /// What its value is.
    pub fn kind(&self) -> ObjectiveKind {
        match (self.is_dial, self.is_open()) {
            (true, _) => ObjectiveKind::Dial,
            (false, true) => ObjectiveKind::Open,
            (false, false) => ObjectiveKind::Count,
        }
    }
}
