//! Marahel scripts of every dialect: reads them, and rewrites those of 2017 in today's.
//!
//! The paper that introduced the language (Khalifa 2017) printed scripts in an older dialect.
//! [`parse`] reads a document of either dialect into the same [`Script`]; [`convert`] rewrites
//! an old one. A game with only scripts of today does not need this crate.

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
mod statistic;
mod values;
mod walks;

pub use convert::{Conversion, convert};
pub use document::DIALECT;
pub use measures::{OldEstimator, Paths, Scope};
pub use statistic::Statistic;
pub use walks::{Agents, Connection, Connector, Interval, OldWalk, Sequential};

use document::Aiide17;
use marahel_script::{Diagnostic, Script, ScriptError};

/// Reads a script of either dialect; its content decides which it is.
pub fn parse(text: &str) -> Result<Script, ScriptError> {
    marahel_script::parse::read(text, Some(&Aiide17))
}

/// Reads a script as [`parse`] does, and warns of parts without effect ([`marahel::lint`]).
pub fn check(text: &str) -> Result<(Script, Vec<Diagnostic>), ScriptError> {
    marahel_script::parse::check(text, Some(&Aiide17), marahel::lint::warn)
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
