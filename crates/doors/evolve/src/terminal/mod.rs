//! Common parts of the command line programs: reading inputs and printing.
//!
//! Files and standard input are read alike ([`input`]), with scripts ([`scripts`]) and levels
//! ([`levels`]) in every form. Results go to standard output, everything else to standard error
//! ([`output`]). Text from files cannot control the terminal.

mod advice;
mod color;
mod force;
pub(crate) mod input;
pub(crate) mod levels;
mod options;
mod output;
mod scripts;
mod source_view;

pub(crate) use advice::advised;
pub(crate) use color::{Color, colored, picture_width};
pub(crate) use force::{Force, Held};
pub(crate) use options::{
    ReadingArgs, ReadingSetting, at_least, between, completions, manual, threads,
};
pub(crate) use output::{Results, counted, harmless, note, note_colored, plain, print};
pub(crate) use scripts::{
    ScriptFindings, listed, mended, mistakes, parse_script, read_named_script, read_script,
};
pub(crate) use source_view::{Findings, Form, SourceView};

/// A usage error: another call is needed; a retry does not help.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub String);
