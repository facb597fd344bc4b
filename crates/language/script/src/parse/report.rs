//! Collects the diagnostics of a document.

use std::ops::Range;

use super::repair::Repaired;
use crate::fix::separate;
use crate::{Diagnostic, Severity, count_lines};

/// Maximum number of errors, and of warnings, to keep. The others are only counted: nobody reads
/// them, and each takes memory, and time to display.
const N_TOLD_MAX: usize = 1000;

/// Collects diagnostics; lines and columns are counted at the end.
#[derive(Default)]
pub struct Report {
    diagnostics: Vec<Diagnostic>,
    /// Number of errors and of warnings, with those that are only counted.
    n: [usize; 2],
    /// The last one that was only counted, so that `add` can return a reference.
    untold: Option<Diagnostic>,
    /// Whether no diagnostic is kept.
    is_counted: bool,
}

impl Report {
    /// Adds a diagnostic about some bytes of the text.
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

    /// A report that only counts, for trying a fix.
    pub(crate) fn counted() -> Self {
        Self { is_counted: true, ..Self::default() }
    }

    /// Whether a further diagnostic of this severity is kept, so that its message and help are
    /// needed.
    pub(crate) fn is_told(&self, severity: Severity) -> bool {
        !self.is_counted && !self.is_full(severity)
    }

    /// Whether further diagnostics of this severity are only counted.
    pub(crate) fn is_full(&self, severity: Severity) -> bool {
        self.n[severity as usize] >= N_TOLD_MAX
    }

    /// Adds the diagnostics of another report.
    pub fn append(&mut self, report: Self) {
        let n_untold = report.n_untold();
        report.diagnostics.into_iter().for_each(|diagnostic| self.take(diagnostic));
        self.n = [self.n[0] + n_untold[0], self.n[1] + n_untold[1]];
    }

    fn take(&mut self, diagnostic: Diagnostic) {
        let Diagnostic { severity, range, place, message, help, fix, .. } = diagnostic;
        self.add(severity, range, place, message).help(help).fix(fix);
    }

    fn n_untold(&self) -> [usize; 2] {
        self.n.map(|n| n.saturating_sub(N_TOLD_MAX))
    }

    /// Adds the diagnostics of another report about other bytes, each message after `condition`.
    /// Fixes are dropped, because they may not be right without the condition.
    pub fn append_others(&mut self, condition: &str, report: Self) {
        let mut added = report.diagnostics;
        added.retain(|diagnostic| {
            self.diagnostics.iter().all(|reported| reported.range != diagnostic.range)
        });
        for mut diagnostic in added {
            diagnostic.message.insert_str(0, condition);
            diagnostic.fix = None;
            self.take(diagnostic);
        }
    }

    /// Keeps only the diagnostics that another report has, too.
    pub fn keep_common(&mut self, report: &Self) {
        let (n_untold, n_untold_there) = (self.n_untold(), report.n_untold());
        self.diagnostics.retain(|diagnostic| report.diagnostics.contains(diagnostic));
        self.n = [Severity::Error, Severity::Warning].map(|severity| {
            let index = severity as usize;
            let diagnostics =
                self.diagnostics.iter().filter(|n_untold| n_untold.severity == severity);
            diagnostics.count() + n_untold[index].min(n_untold_there[index])
        });
    }

    pub(crate) fn n_errors(&self) -> usize {
        self.n[Severity::Error as usize]
    }

    /// Moves all diagnostics and fixes to the bytes of another text.
    pub(crate) fn move_ranges(&mut self, origin: impl Fn(Range<usize>) -> Range<usize>) {
        for diagnostic in &mut self.diagnostics {
            diagnostic.range = origin(diagnostic.range.clone());
            if let Some(fix) = &mut diagnostic.fix {
                fix.range = origin(fix.range.clone());
            }
        }
    }

    /// The diagnostics of one severity, in order, with places in `text`; `repaired` leads from
    /// `text` to the text that was read.
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
        self.diagnostics
            .extend(repaired.mistakes().filter(|diagnostic| diagnostic.severity == severity));
        let n_more = self.n_untold()[severity as usize];
        if n_more > 0 {
            let what = if severity == Severity::Error { "mistakes" } else { "warnings" };
            let (end, message) = (text.len(), format!("{n_more} more {what} are not shown"));
            let mut more = Diagnostic::new(severity, end..end, String::new(), message);
            more.help("fix the others first");
            self.diagnostics.push(more);
        }
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.range.start);
        count_lines(&mut self.diagnostics, text);
        separate(&mut self.diagnostics);
        self.diagnostics
    }
}
