//! Text to [`Script`]: reading a document and reporting all its mistakes at once.
//!
//! A document is JSON or JSON5. Reading never stops at the first mistake: a
//! part that cannot be understood is reported and left out, and the script
//! counts only if nothing was reported.

mod document;
mod explorer;
mod frame;
mod names;
mod reader;
mod rule;

use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::diagnostic::{Diagnostic, ScriptError};
use crate::script::Script;
use reader::Reader;

pub use frame::{ExplorerText, Frame};

/// A level and the border around it have at most this many cells.
const N_CELLS_MAX: u64 = 1 << 28;

impl Script {
    /// Reads a script from JSON or JSON5.
    ///
    /// # Errors
    ///
    /// All mistakes of the text together, each with its place.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        Self::check(text).map(|(script, _)| script)
    }

    /// Reads a script and says what is allowed in it, but may not do what was meant.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse).
    pub fn check(text: &str) -> Result<(Self, Vec<Diagnostic>), ScriptError> {
        let mut reader = Reader::new(text);
        let script = read(text, &mut reader);
        reader.finish(script)
    }
}

/// Reads a whole text; `None` only if something was reported.
fn read<'t>(text: &'t str, reader: &mut Reader<'t>) -> Option<Script> {
    let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
    match parse_to_ast(text, &CollectOptions::default(), &options) {
        Ok(parsed) => reader.document(parsed.value.as_ref()),
        Err(error) => {
            let range = error.range().start..error.range().end;
            reader.report(range, format!("not valid JSON: {}", uncapitalized(error.kind())));
            None
        }
    }
}

/// A message of the JSON parser in the style of ours.
fn uncapitalized(message: &impl ToString) -> String {
    let mut message = message.to_string();
    if let Some(first) = message.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    message
}

#[cfg(test)]
mod tests;
