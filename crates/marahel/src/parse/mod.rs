//! Text to [`Script`]: reading a document and reporting all its mistakes at once.
//!
//! A document is JSON or JSON5. Reading never stops at the first mistake: a
//! part that cannot be understood is reported and left out, and the script
//! counts only if nothing was reported.

mod document;
mod explorer;
mod names;
mod reader;
mod rule;

use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use crate::diagnostic::ScriptError;
use crate::script::Script;
use reader::Reader;

impl Script {
    /// Reads a script from JSON or JSON5.
    ///
    /// # Errors
    ///
    /// All mistakes of the text together, each with its place.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let mut reader = Reader::new(text);
        let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
        let script = match parse_to_ast(text, &CollectOptions::default(), &options) {
            Ok(parsed) => reader.document(parsed.value.as_ref()),
            Err(error) => {
                let message = format!("not valid JSON: {}", error.kind());
                reader.report(error.range().start..error.range().end, message);
                None
            }
        };
        reader.finish(script)
    }
}
