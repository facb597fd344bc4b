//! The Marahel language: scripts, programs, levels.
//!
//! A Marahel script describes a constructive generator of 2D tile levels by entities,
//! neighborhoods, regions, explorers and rules (Khalifa 2017). It takes three forms:
//!
//! - [`Script`]: the checked content of a text;
//! - [`Program`]: the script compiled for one [`Semantics`], ready to run;
//! - [`marahel_level::Level`]: the result of a run.
//!
//! [`Generator`] wraps a program for everyday use. [`Certified`] adds a certificate, so that all
//! levels play. The crate reads no files and has no fitness or search. The crate `script` reads
//! scripts; its main types are re-exported here.

#![warn(missing_docs)]
// A new variant must not fall into a wildcard unnoticed.
#![cfg_attr(not(test), warn(clippy::wildcard_enum_match_arm))]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod cells;
mod certificate;
mod certified;
pub mod extension;
mod generator;
pub mod lint;
mod pins;
mod program;
mod run;
mod seeds;
mod semantics;
mod uneven_sort;
mod world;

#[cfg(test)]
mod properties;

pub use cells::CellCounter;
pub use certificate::{Certificate, CertificateError};
pub use certified::Certified;
pub use generator::Generator;
pub use marahel_level as level;
pub use marahel_script as script;
pub use marahel_script::{Diagnostic, Dial, DialError, Fix, Script, ScriptError, Severity};
pub use pins::{Pins, PinsError};
pub use program::{Program, decisions};
pub use run::{RuleCount, RunError, Snapshot, Workspace};
pub use seeds::candidate;
pub use semantics::Semantics;
pub use world::{World, WorldError};

/// The JSON schema of scripts, for editors.
pub const SCHEMA: &str = include_str!("../schema/marahel.schema.json");
