//! What the programs of a command line share: how they read what it names, and how they print.
//!
//! Files and standard input are read alike ([`input`]), scripts ([`scripts`]) and levels
//! ([`levels`]) in every form. Results go to standard output, everything else to standard
//! error ([`output`]), and no text from a file can do anything to the screen. What the
//! programs do is not known here.

mod color;
mod documents;
pub(crate) mod input;
pub(crate) mod levels;
mod numbers;
mod output;
mod scripts;
mod shown;

pub(crate) use color::Color;
pub(crate) use documents::{completions, manual};
pub(crate) use numbers::{at_least, between, threads};
pub(crate) use output::{counted, note, plain, print};
pub(crate) use scripts::{listed, mended, mistakes, parse_script, read_named_script, read_script};
pub(crate) use shown::{Findings, Form, Shown};

/// What was asked makes no sense: another call is needed, not another try.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub String);
