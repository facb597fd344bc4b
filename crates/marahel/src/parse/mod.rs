//! Text to [`Script`]: reading a document and reporting all its mistakes at once.
//!
//! A document is JSON or JSON5, in the dialect of today or that of 2017. Reading never stops at the first mistake: a
//! part that cannot be understood is reported and left out, and the script
//! counts only if nothing was reported.

mod aiide17;
mod document;
mod explorer;
mod frame;
mod names;
mod reader;
mod rule;

use jsonc_parser::ast::Value;
use jsonc_parser::errors::ParseError;
use jsonc_parser::{CollectOptions, ParseOptions, ParseResult, parse_to_ast};

use crate::diagnostic::{Diagnostic, ScriptError};
use crate::script::Script;
use aiide17::Quoted;
pub(crate) use aiide17::{ExplorerPlaces, Places};
pub(crate) use names::Names;
use reader::Reader;
pub(crate) use reader::Reading;

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
        read(text).map(|reading| (reading.script, reading.warnings))
    }
}

/// Reads a document of either dialect.
pub(crate) fn read(text: &str) -> Result<Reading, ScriptError> {
    match parse_json(text) {
        Ok(parsed) => Reader::new(text).read(parsed.value.as_ref()),
        Err(error) => read_as_printed(text).unwrap_or_else(|| {
            let mut reader = Reader::new(text);
            let range = error.range().start..error.range().end;
            reader.report(range, format!("not valid JSON: {}", uncapitalized(error.kind())));
            reader.finish(None)
        }),
    }
}

/// Reads a document of 2017 that lacks quotes, as some listings of the paper do.
fn read_as_printed(text: &str) -> Option<Result<Reading, ScriptError>> {
    let quoted = Quoted::new(text);
    let value = parse_json(quoted.text()).ok()?.value;
    let is_aiide17 = aiide17::is_aiide17(value.as_ref()?.as_object()?);
    is_aiide17.then(|| Reader::of_quoted(&quoted).read(value.as_ref()))
}

fn parse_json(text: &str) -> Result<ParseResult<'_>, ParseError> {
    let options = ParseOptions { allow_missing_commas: false, ..ParseOptions::default() };
    parse_to_ast(text, &CollectOptions::default(), &options)
}

impl<'t> Reader<'t> {
    fn read(mut self, value: Option<&Value<'t>>) -> Result<Reading, ScriptError> {
        let script = self.document(value);
        self.finish(script)
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
