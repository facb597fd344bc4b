//! What is said about a document, in the order of the document.

use std::ops::Range;

use super::repair::Repaired;
use crate::fix::separate;
use crate::{Diagnostic, Severity, count_lines};

/// So many mistakes, and so many warnings, are told; of more only how many there are. Nobody reads
/// on, and each takes memory, and time to show it.
const N_TOLD_MAX: usize = 1000;

/// Collects diagnostics; their lines and columns are counted in the end.
#[derive(Default)]
pub struct Report {
    diagnostics: Vec<Diagnostic>,
    /// How many there are, errors and warnings, with those that are not told.
    n: [usize; 2],
    /// The last of those.
    untold: Option<Diagnostic>,
    /// Whether all are only counted.
    is_counted: bool,
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
        let diagnostic = Diagnostic::new(severity, range, place, message);
        let is_told = self.is_told(severity);
        self.n[severity as usize] += 1;
        if !is_told {
            return self.untold.insert(diagnostic);
        }
        self.diagnostics.push(diagnostic);
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    /// A report that only counts: of a text that is read to see what a change leaves wrong.
    pub(crate) fn counted() -> Self {
        Self { is_counted: true, ..Self::default() }
    }

    /// Whether a further diagnostic of a severity is told, so that it should say all it can.
    pub(crate) fn is_told(&self, severity: Severity) -> bool {
        !self.is_counted && !self.is_full(severity)
    }

    /// Whether there are so many of a severity that further ones are only counted.
    pub(crate) fn is_full(&self, severity: Severity) -> bool {
        self.n[severity as usize] >= N_TOLD_MAX
    }

    /// Adds all of another report.
    pub fn append(&mut self, other: Self) {
        let n_untold = other.n_untold();
        other.diagnostics.into_iter().for_each(|one| self.take(one));
        self.n = [self.n[0] + n_untold[0], self.n[1] + n_untold[1]];
    }

    fn take(&mut self, one: Diagnostic) {
        let Diagnostic { severity, range, place, message, help, fix, .. } = one;
        self.add(severity, range, place, message).help(help).fix(fix);
    }

    fn n_untold(&self) -> [usize; 2] {
        self.n.map(|n| n.saturating_sub(N_TOLD_MAX))
    }

    /// Adds what another report says about other parts, if a condition holds; fixes, which must
    /// always be right, are left out.
    pub fn append_others(&mut self, condition: &str, other: Self) {
        let is_told =
            |one: &Diagnostic| self.diagnostics.iter().any(|told| told.range == one.range);
        let mut others = other.diagnostics;
        others.retain(|one| !is_told(one));
        for mut one in others {
            one.message.insert_str(0, condition);
            one.fix = None;
            self.take(one);
        }
    }

    /// Keeps what another report says, too.
    pub fn keep_common(&mut self, other: &Self) {
        let (one, other_one) = (self.n_untold(), other.n_untold());
        self.diagnostics.retain(|diagnostic| other.diagnostics.contains(diagnostic));
        self.n = [Severity::Error, Severity::Warning].map(|severity| {
            let index = severity as usize;
            let told = self.diagnostics.iter().filter(|one| one.severity == severity);
            told.count() + one[index].min(other_one[index])
        });
    }

    pub(crate) fn n_errors(&self) -> usize {
        self.n[Severity::Error as usize]
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
        let n_more = self.n_untold()[severity as usize];
        if n_more > 0 {
            let what = if severity == Severity::Error { "mistakes" } else { "warnings" };
            let (end, message) = (text.len(), format!("{n_more} more {what} are not told"));
            let mut more = Diagnostic::new(severity, end..end, String::new(), message);
            more.help("see to the others first");
            self.diagnostics.push(more);
        }
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.range.start);
        count_lines(&mut self.diagnostics, text);
        separate(&mut self.diagnostics);
        self.diagnostics
    }
}
