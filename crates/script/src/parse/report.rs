//! What is said about a document, in the order of the document.

use std::ops::Range;

use super::repair::Repaired;
use crate::fix::separate;
use crate::{Diagnostic, Severity, count_lines};

/// Collects diagnostics; their lines and columns are counted in the end.
#[derive(Default)]
pub struct Report {
    diagnostics: Vec<Diagnostic>,
}

impl Report {
    /// Adds a diagnostic about some bytes of the text that is read.
    pub fn add(
        &mut self,
        severity: Severity,
        range: Range<usize>,
        place: String,
        message: String,
    ) -> &mut Diagnostic {
        self.diagnostics.push(Diagnostic::new(severity, range, place, message));
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    /// Adds all of another report.
    pub fn append(&mut self, mut other: Self) {
        self.diagnostics.append(&mut other.diagnostics);
    }

    /// Adds what another report says about other parts, if a condition holds; fixes, which must
    /// always be right, are left out.
    pub fn append_others(&mut self, condition: &str, other: Self) {
        let is_told =
            |one: &Diagnostic| self.diagnostics.iter().any(|told| told.range == one.range);
        let mut others = other.diagnostics;
        others.retain(|one| !is_told(one));
        for one in &mut others {
            one.message.insert_str(0, condition);
            one.fix = None;
        }
        self.diagnostics.append(&mut others);
    }

    /// Keeps what another report says, too.
    pub fn keep_common(&mut self, other: &Self) {
        self.diagnostics.retain(|diagnostic| other.diagnostics.contains(diagnostic));
    }

    pub(crate) fn n_errors(&self) -> usize {
        let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
        self.diagnostics.iter().filter(is_error).count()
    }

    /// Moves everything to the bytes of another text.
    pub(crate) fn move_ranges(&mut self, origin: impl Fn(Range<usize>) -> Range<usize>) {
        for diagnostic in &mut self.diagnostics {
            diagnostic.range = origin(diagnostic.range.clone());
            if let Some(fix) = &mut diagnostic.fix {
                fix.range = origin(fix.range.clone());
            }
        }
    }

    /// All diagnostics of one severity with their places in `text`, from which
    /// the text that was read is `repaired`.
    pub(crate) fn finish(
        mut self,
        severity: Severity,
        text: &str,
        repaired: &Repaired,
    ) -> Vec<Diagnostic> {
        self.diagnostics.retain(|diagnostic| diagnostic.severity == severity);
        self.move_ranges(|range| {
            // A JSON error may point into the middle of a character.
            let start = text.floor_char_boundary(repaired.original(range.start));
            start..text.ceil_char_boundary(repaired.original(range.end)).max(start)
        });
        self.diagnostics.extend(repaired.mistakes().filter(|one| one.severity == severity));
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.range.start);
        count_lines(&mut self.diagnostics, text);
        separate(&mut self.diagnostics);
        self.diagnostics
    }
}
