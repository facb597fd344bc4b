//! Marahel scripts of 2017: reading them, and rewriting them in today's dialect.
//!
//! The paper that introduced the language (Khalifa 2017) printed scripts in an
//! older dialect. [`parse_either`] reads a document of either dialect into the
//! same [`Script`]; [`convert`] rewrites an old one.
//!
//! A game that has only scripts of today needs nothing of this.

#![allow(clippy::missing_errors_doc, reason = "the types of errors say what can go wrong")]

/// The examples of the README are tested like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod convert;
mod document;
mod entities;
mod explorer;
mod flood;
mod measures;
mod neighborhood;
mod quotes;
mod region;
mod rule;
mod values;
mod walks;

pub use convert::{Conversion, convert};
pub use document::DIALECT;
pub use measures::{OldEstimator, Paths, Scope, Statistic};
pub use walks::{Agents, Connection, Connector, Interval, OldWalk, Sequential};

use document::Aiide17;
use script::parse::{Outline, Report};
use script::{Diagnostic, Script, ScriptError};

/// Reads a script of either dialect, which are told apart by what they contain.
pub fn parse_either(text: &str) -> Result<Script, ScriptError> {
    script::parse::read(text, Some(&Aiide17))
}

/// Reads a script of either dialect as [`parse_either`] does, and lets `warn` add warnings about
/// it, whose parts stand where the outline says.
pub fn check(
    text: &str,
    warn: impl FnOnce(&Script, &Outline, &mut Report),
) -> Result<(Script, Vec<Diagnostic>), ScriptError> {
    script::parse::check(text, Some(&Aiide17), warn)
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
