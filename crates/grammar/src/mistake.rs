//! The mistakes of a grammar file.

use std::fmt;

/// All mistakes of a grammar file, in the order in which they were found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", list(mistakes))]
#[non_exhaustive]
pub struct GrammarError {
    /// The mistakes, at least one.
    pub mistakes: Vec<Mistake>,
}

/// One mistake of a grammar file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Line of the file, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

fn list(mistakes: &[Mistake]) -> String {
    let lines: Vec<_> = mistakes.iter().map(Mistake::to_string).collect();
    lines.join("\n")
}
