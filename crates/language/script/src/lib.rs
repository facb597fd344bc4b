//! Marahel scripts: from text to [`Script`], with a diagnostic for each mistake.
//!
//! A Marahel script describes a constructive generator of 2D tile levels by entities,
//! neighborhoods, regions, explorers and rules (Khalifa 2017). [`Script::parse`] reports all
//! mistakes of a text together, each with its place, help, and often a [`Fix`].
//!
//! This crate draws no random numbers and runs nothing. The crate `marahel` makes levels from a
//! script, and `marahel::lint` warns of parts without effect. Another crate can add a dialect
//! ([`OtherDialect`]) with its own walks and estimators ([`Extension`]), as `dialects` does for scripts
//! of 2017.

#![warn(missing_docs)]
// A new variant must not fall into a wildcard unnoticed.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod diagnostic;
mod dial;
mod diff;
mod estimator;
mod explorer;
mod extension;
mod fix;
mod neighborhood;
pub mod parse;
mod parts;
mod rule;
mod script;
mod spelling;
mod write;

pub use diagnostic::{Diagnostic, ScriptError, Severity, count_lines};
pub use dial::{
    Dial, DialError, Dialled, DialledLimits, DialledRegions, DialledWeights, N_DIALS_MAX,
};
pub use diff::diff;
pub use estimator::{Edge, EntityList, Estimator};
pub use explorer::{Area, Border, Cost, Explorer, Locked, RegionSelector, Replace, Walk};
pub use extension::{Copied, Extension};
pub use fix::{Fix, part_with_comma};
pub use marahel_level::Mirror;
pub use neighborhood::{Neighborhood, NeighborhoodError, PREDEFINED, REACH_MAX};
pub use parse::{ExplorerText, Frame, OtherDialect, SCRIPT_BYTES_MAX, closest};
pub use parts::{
    Cells, Listed, Number, NumberMut, Parameter, ParameterMut, Part, PartMut, Place, PlacedPart,
    Whole, WholeMut,
};
pub use rule::{CellCount, Condition, Executer, Operator, Rule};
pub use script::{
    Dialect, Divider, EntityLimit, NeighborhoodNames, Regions, Script, Size, Spelling,
};
pub use spelling::{estimator_words, explorer_types, parameter_names};
pub use write::{Document, Writer, explorer_lines, laid_out, one_line, plain};
