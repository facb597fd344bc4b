//! What the programs of a command line share: how they read what it names, and how they print.
//!
//! Files and standard input are read alike ([`input`]), scripts ([`scripts`]) and levels
//! ([`levels`]) in every form. Results go to standard output, everything else to standard
//! error ([`output`]), and no text from a file can do anything to the screen. What the
//! programs do is not known here.

pub(crate) mod color;
pub(crate) mod documents;
pub(crate) mod input;
pub(crate) mod levels;
pub(crate) mod numbers;
pub(crate) mod output;
pub(crate) mod scripts;
pub(crate) mod shown;

/// What was asked makes no sense: another call is needed, not another try.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub String);
