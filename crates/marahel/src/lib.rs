//! The Marahel language: from a script to a program to levels.
//!
//! A Marahel script describes a constructive generator of 2D tile levels by
//! entities, neighborhoods, regions, explorers and rules (Khalifa 2017). Here
//! it goes through three forms:
//!
//! - [`Script`]: what the text says, checked, with all mistakes reported together;
//! - [`Program`]: the script compiled for one [`Semantics`], flat and ready to run;
//! - [`level::Level`]: what a run of the program yields.
//!
//! [`Generator`] holds a program for everyday use, and [`Certified`] one all of whose levels
//! are known to play. The crate reads no files and knows nothing of fitness or search. The
//! first form is the work of the crate `script`, whose main types stand here as well.

#![allow(clippy::missing_errors_doc, reason = "the types of errors say what can go wrong")]
// A new variant must not be mistaken in silence.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

/// The examples of the README are tested like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod cells;
mod certificate;
mod certified;
mod generator;
pub mod handed;
mod pins;
mod program;
mod released_sort;
mod run;
mod seeds;
mod semantics;
mod world;

#[cfg(test)]
mod properties;

pub use cells::CellCounter;
pub use certificate::{Certificate, CertificateError};
pub use certified::Certified;
pub use generator::Generator;
/// Levels, their tiles and their file formats.
pub use level;
pub use pins::{Pins, PinsError};
pub use program::{Program, decisions};
pub use run::{RuleCount, RunError, Snapshot, Workspace};
/// Scripts, their parts, and what is wrong with them.
pub use script;
pub use script::{Atlas, Diagnostic, Dial, DialError, Fix, Script, ScriptError, Severity};
pub use seeds::candidate;
pub use semantics::Semantics;
pub use world::{World, WorldError};

/// The JSON schema of scripts, for editors.
pub const SCHEMA: &str = include_str!("../schema/marahel.schema.json");
