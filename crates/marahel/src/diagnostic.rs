//! What is wrong with a script, and where.

use std::fmt;
use std::ops::Range;

/// One mistake of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The bytes of the document that it is about.
    pub range: Range<usize>,
    /// Line in the document, from 1.
    pub line: usize,
    /// Column in the line, in characters from 1.
    pub column: usize,
    /// The part of the script, such as `explorer 2, rule 1`; empty for the document.
    pub place: String,
    /// What is wrong and what would be right.
    pub message: String,
    /// A known name close to an unknown one.
    pub suggestion: Option<String>,
}

impl Diagnostic {
    /// A diagnostic of the given bytes of a document.
    pub(crate) fn at(
        document: &str,
        range: Range<usize>,
        place: String,
        message: String,
        suggestion: Option<String>,
    ) -> Self {
        // A JSON error may point into the middle of a character.
        let start = document.floor_char_boundary(range.start);
        let range = start..document.ceil_char_boundary(range.end).max(start);
        let before = &document[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            range,
            place,
            message,
            suggestion,
        }
    }

    /// Writes everything but line and column: part of the script, message, suggestion.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_message(&self, writer: &mut dyn fmt::Write) -> fmt::Result {
        if !self.place.is_empty() {
            write!(writer, "{}: ", self.place)?;
        }
        writer.write_str(&self.message)?;
        match &self.suggestion {
            Some(name) => write!(writer, "; did you mean `{name}`?"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}, column {}: ", self.line, self.column)?;
        self.write_message(formatter)
    }
}

/// All mistakes of a script, in the order of the document; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    diagnostics: Vec<Diagnostic>,
}

impl ScriptError {
    pub(crate) fn new(mut diagnostics: Vec<Diagnostic>) -> Self {
        debug_assert!(!diagnostics.is_empty(), "an error says what is wrong");
        diagnostics.sort_by_key(|diagnostic| diagnostic.range.start);
        Self { diagnostics }
    }

    /// The mistakes, in the order of the document.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                formatter.write_str("\n")?;
            }
            write!(formatter, "{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ScriptError {}
