//! Diagnostics: what is wrong with a script, and where.

use std::fmt;
use std::ops::Range;

use crate::fix::Fix;

/// One error or warning about a script.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Whether the script is still usable.
    pub severity: Severity,
    /// The bytes of the document in question.
    pub range: Range<usize>,
    /// Line in the document, from 1.
    pub line: usize,
    /// Column in the line, in characters from 1.
    pub column: usize,
    /// The part of the script, such as `explorer 2, rule 1`; empty for the document.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: String,
    /// The change of the text that mends it, if the intention is clear.
    pub fix: Option<Fix>,
}

/// How serious a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// A mistake: the text is not a script.
    Error,
    /// Allowed, but without effect or misleading.
    Warning,
    /// A warning that no good level exists.
    Hopeless,
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Error => "error",
            Self::Warning | Self::Hopeless => "warning",
        })
    }
}

impl Diagnostic {
    /// A diagnostic without help. [`count_lines`] adds line and column, for all diagnostics at
    /// once.
    pub fn new(severity: Severity, range: Range<usize>, place: String, message: String) -> Self {
        Self { severity, line: 0, column: 0, range, place, message, help: String::new(), fix: None }
    }

    /// Sets the help: how to mend it.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = help.into();
        self
    }

    /// Sets the change of the text that mends it.
    pub fn fix(&mut self, fix: impl Into<Option<Fix>>) -> &mut Self {
        self.fix = fix.into();
        self
    }

    /// Writes place, message and help, but not line and column.
    pub fn write_message(&self, writer: &mut dyn fmt::Write) -> fmt::Result {
        if !self.place.is_empty() {
            write!(writer, "{}: ", self.place)?;
        }
        writer.write_str(&self.message)?;
        if self.help.is_empty() { Ok(()) } else { write!(writer, "; {}", self.help) }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}, column {}: ", self.line, self.column)?;
        self.write_message(formatter)
    }
}

/// Sets line and column of each diagnostic; they must be in the order of the document.
pub fn count_lines(diagnostics: &mut [Diagnostic], document: &str) {
    let (mut line, mut column, mut counted) = (1, 1, 0);
    for diagnostic in diagnostics {
        let start = diagnostic.range.start;
        for character in document[counted..start].chars() {
            (line, column) = if character == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        counted = start;
        (diagnostic.line, diagnostic.column) = (line, column);
    }
}

/// All mistakes of a script, in the order of the document; at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    diagnostics: Vec<Diagnostic>,
}

impl ScriptError {
    pub(crate) fn new(diagnostics: Vec<Diagnostic>) -> Self {
        debug_assert!(!diagnostics.is_empty(), "an error says what is wrong");
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
