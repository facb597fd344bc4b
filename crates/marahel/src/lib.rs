//! The Marahel language: text to script to program to level.
//!
//! A Marahel script describes a constructive generator of 2D tile levels by
//! entities, neighborhoods, regions, explorers and rules (Khalifa 2017). Here
//! it goes through three forms:
//!
//! - [`Script`]: what the text says, checked, with all mistakes reported together;
//! - [`Program`]: the script compiled for one [`Semantics`], flat and ready to run;
//! - [`level::Level`]: what a run of the program yields.
//!
//! Scripts come in two dialects, which are told apart by what they contain: that
//! of Marahel 0.3.0, and that of the AIIDE'17 paper. [`Script::convert`]
//! rewrites the latter in the former.
//!
//! [`Generator`] holds a program for everyday use. The crate reads no files and
//! knows nothing of fitness or search.

/// The examples of the README are tested like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod convert;
mod diagnostic;
mod fix;
mod generator;
mod idle;
mod neighborhood;
mod parse;
mod program;
mod run;
mod script;
mod semantics;
mod uneven;

#[cfg(test)]
mod properties;

pub use convert::Conversion;
pub use diagnostic::{Diagnostic, ScriptError, Severity};
pub use fix::Fix;
pub use generator::Generator;
/// Levels, their tiles and their file formats.
pub use level;
pub use neighborhood::{Neighborhood, NeighborhoodError, PREDEFINED, REACH_MAX};
pub use parse::{ExplorerText, Frame, SCRIPT_BYTES_MAX};
pub use program::Program;
pub use run::{RuleCount, RunError, Snapshot, Workspace};
pub use script::*;
pub use semantics::Semantics;
