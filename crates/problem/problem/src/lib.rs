//! Level generation problems as files: tiles, objectives, and their measures.
//!
//! [`Definition`] is a parsed problem file. [`Problem`] adds the settings of a config. Its
//! [`Meter`] judges levels ([`Judged`]), which a [`Maker`] makes from a script. [`CATALOGUE`] lists
//! the measures for problem files. [`paths`] finds ways; other crates do
//! breeding and external programs ([`OutsideJudges`]).

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests read their own files"))]
#![warn(missing_docs)]

mod band;
mod case;
mod catalogue;
mod condition;
mod control;
mod counts;
mod definition;
mod desk;
mod error;
mod explanation;
mod expression;
mod formulas;
pub mod likeness;
mod lists;
mod maker;
mod marks;
mod measure;
mod meter;
mod objective;
mod outside;
pub mod paths;
pub mod pcg_benchmark;
mod problem;
mod programs;
mod role;
mod settings;
mod signature;
mod tally;
#[cfg(test)]
mod tests;
mod unruled;
mod variety;
mod wishes;

pub use band::Band;
pub use case::{Case, Demand, Demanded};
pub use catalogue::{CATALOGUE, Entry, Example, Parameter};
pub use condition::Condition;
pub use control::Control;
pub use counts::Counts;
pub use definition::{
    Definition, DefinitionError, DemandedCells, Drawn, DrawnHints, KEYS_OF_CONFIGS, N_PINS_MAX,
    N_SIZES_MAX, SECTIONS, Sprite, parse_size,
};
pub use desk::{Desk, N_TILES_SMALL, Row, Sample};
pub use error::ProblemError;
pub use explanation::{ExplainedCondition, ExplainedObjective, Explanation, Lack};
pub use lists::{N_LISTED_MAX, long_list};
pub use maker::{Levels, MadeLevel, Maker, Maps, below, level_stream, rename};
pub use marks::Mark;
pub use measure::{MeasureSettings, PathMeasure};
pub use meter::{Judged, Meter};
pub use objective::{Objective, ObjectiveKind};
pub use outside::{OnFailure, Outside, OutsideFailure, OutsideJudge, OutsideJudges};
pub use pcg_benchmark::{Diversity, Trace};
pub use problem::Problem;
pub use programs::{programs, programs_in_all, size_range, version_of};
pub use settings::index_of;
pub use signature::{Differences, Members, Signature};
pub use tally::Tally;
pub use unruled::Unruled;
pub use variety::{FEW_CELLS, Places, Variety, VarietyGoals, WIDTH_MIN, level_hash};
pub use wishes::{Wish, Wished};
