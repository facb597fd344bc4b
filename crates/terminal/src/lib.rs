//! What the programs of a command line share: how they read what it names, and how they print.
//!
//! Files and standard input are read alike ([`input`]), scripts ([`scripts`]) and levels
//! ([`levels`]) in every form. Results go to standard output, everything else to standard
//! error ([`output`]), and no text from a file can do anything to the screen. What the
//! programs do is not known here.

pub mod color;
pub mod documents;
pub mod input;
pub mod levels;
pub mod numbers;
pub mod output;
pub mod scripts;
pub mod shown;

/// What was asked makes no sense: another call is needed, not another try.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub String);
