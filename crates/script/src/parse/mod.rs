//! Text to [`Script`]: reading a document and reporting all its mistakes at once.
//!
//! A document is JSON or JSON5. Reading never stops at the first mistake: a part
//! that cannot be understood is reported and left out, and the script counts only
//! if nothing was reported. Where it is clear what was meant, reading goes on with
//! that.
//!
//! [`Script::parse`] is all that most programs need. The rest is public for crates
//! that build on the [`Reader`]: it reads today's dialect, and a document of another
//! if it is given an [`OtherDialect`].

mod atlas;
mod conditions;
mod dials;
mod document;
mod entities;
mod explorer;
mod frame;
mod names;
mod other;
mod other_languages;
mod outline;
mod piece;
mod reader;
mod repair;
mod report;
mod rule;

pub(crate) use atlas::atlas;
pub use conditions::conditions;
pub use document::N_REGIONS_MAX;
pub(crate) use document::N_TRIALS_MAX;
pub use explorer::COUNT_MAX;
pub(crate) use explorer::N_RULES_MAX;
pub use frame::{ExplorerText, Frame};
pub use names::{Names, closest, name_problem};
pub(crate) use names::{WEIGHT_MAX, greatest_common_divisor};
pub use other::{OtherDialect, Rewritten, is_of_2017};
pub use outline::{ExplorerOutline, Outline, RuleOutline};
pub use piece::Piece;
pub use reader::{Reader, name_range, parse_integer, parse_real, property_range, range_of};
pub use repair::parse_json;
pub use report::Report;
pub use rule::{Vocabulary, split_list};

use jsonc_parser::ast::Value;

use crate::fix::Fix;
use crate::{Diagnostic, Script, ScriptError, Severity};
use repair::Repaired;

/// Bytes of a script, at most: a hundred times the longest that people write. A
/// document takes some thirty times its length to read, and as long as that.
pub const SCRIPT_BYTES_MAX: usize = 1 << 22;

/// So many fixes of one document are tried out, for each is a reading of it, ...
const N_FIXES_TRIED_MAX: usize = 100;
/// ... and so many bytes may be read for that.
const N_BYTES_TRIED_MAX: usize = 1 << 20;

/// A level and the border around it have at most this many cells.
pub(crate) const N_CELLS_MAX: u64 = 1 << 28;

impl Script {
    /// Reads a script of today's dialect from JSON or JSON5.
    ///
    /// # Errors
    ///
    /// All mistakes of the text together, each with its place.
    /// A text of more than [`SCRIPT_BYTES_MAX`] bytes is refused unread, and so
    /// is a document of 2017, which the crate `aiide17` reads.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        read(text, None)
    }
}

/// Reads a document, also one of another dialect if it is told how.
pub fn read(text: &str, other: Option<&dyn OtherDialect>) -> Result<Script, ScriptError> {
    parse(text, None, other).map(|(script, _)| script)
}

/// Reads a document as [`read`] does, and lets `warn` add warnings about its script,
/// whose parts stand where the outline says.
pub fn check(
    text: &str,
    other: Option<&dyn OtherDialect>,
    warn: impl FnOnce(&Script, &Outline, &mut Report),
) -> Result<(Script, Vec<Diagnostic>), ScriptError> {
    let (script, parsed) = parse(text, Some(Outline::default()), other)?;
    let Parsed { mut report, outline, repaired, .. } = parsed;
    warn(&script, &outline.unwrap_or_default(), &mut report);
    let mut warnings = report.finish(Severity::Warning, text, &repaired);
    keep_good_fixes(&mut warnings, text, 1, other);
    Ok((script, warnings))
}

/// Reads a document, and refuses one that would take too long to read.
fn parse(
    text: &str,
    outline: Option<Outline>,
    other: Option<&dyn OtherDialect>,
) -> Result<(Script, Parsed), ScriptError> {
    if text.len() > SCRIPT_BYTES_MAX {
        let mut report = Report::default();
        let message = format!("the script has {} bytes", text.len());
        let mistake = report.add(Severity::Error, 0..0, String::new(), message);
        mistake.help = format!("a script has at most {SCRIPT_BYTES_MAX} bytes");
        return Err(error(text, report, &Repaired::default(), other));
    }
    let mut parsed = Parsed::of(text, Report::default(), outline, other);
    match parsed.script.take() {
        Some(script) => Ok((script, parsed)),
        None => Err(error(text, parsed.report, &parsed.repaired, other)),
    }
}

struct Parsed {
    /// None if there is a mistake.
    script: Option<Script>,
    report: Report,
    /// The one that was asked for.
    outline: Option<Outline>,
    repaired: Repaired,
}

impl Parsed {
    /// Reads a text, and records its outline if there is something to record it in.
    fn of(
        text: &str,
        said: Report,
        outline: Option<Outline>,
        other: Option<&dyn OtherDialect>,
    ) -> Self {
        let error = match parse_json(text) {
            Ok(value) => {
                let reader = Reader { said, outline, ..Reader::new(text, other) };
                return Self::of_json(reader, value.as_ref(), Repaired::default());
            }
            Err(error) => error,
        };
        let rewritten = other.map(|other| other.rewrite(text));
        if let Some(rewritten) = &rewritten
            && let Some(value) = rewritten.parse()
        {
            let reader = Reader { said, outline, ..Reader::new(rewritten.text(), other) };
            let mut parsed = Self::of_json(reader, Some(&value), Repaired::default());
            parsed.report.move_ranges(|range| rewritten.origin(range));
            if let Some(outline) = &mut parsed.outline {
                outline.move_ranges(|range| rewritten.origin(range));
            }
            return parsed;
        }
        let repaired = Repaired::new(text, error);
        let mended = repaired.text.clone();
        let value = if repaired.is_readable() { parse_json(&mended).ok().flatten() } else { None };
        let reader = Reader { said, outline, ..Reader::new(&mended, other) };
        Self::of_json(reader, value.as_ref(), repaired)
    }

    /// Reads `value`, which is the whole of the reader's text.
    fn of_json<'t>(mut reader: Reader<'t>, value: Option<&Value<'t>>, repaired: Repaired) -> Self {
        let script = if repaired.is_readable() { reader.document(value) } else { None };
        let is_sound = repaired.is_sound() && reader.has_no_mistake();
        let Reader { said: report, outline, .. } = reader;
        Self { script: script.filter(|_| is_sound), report, outline, repaired }
    }

    fn n_mistakes(&self) -> usize {
        self.report.n_errors() + self.repaired.mistakes().count()
    }
}

fn error(
    text: &str,
    report: Report,
    repaired: &Repaired,
    other: Option<&dyn OtherDialect>,
) -> ScriptError {
    let n_mistakes = report.n_errors() + repaired.mistakes().count();
    let mut mistakes = report.finish(Severity::Error, text, repaired);
    keep_good_fixes(&mut mistakes, text, n_mistakes, other);
    ScriptError::new(mistakes)
}

/// Withdraws the fixes that leave `n_mistakes` or more in the text: nobody is
/// helped by a change after which something else is wrong. Of many fixes, or in a
/// long text, the last are withdrawn untried, and of fixes that do not go
/// together all but the first; the next check tries them.
fn keep_good_fixes(
    diagnostics: &mut [Diagnostic],
    text: &str,
    n_mistakes: usize,
    other: Option<&dyn OtherDialect>,
) {
    let n_left = |text: &str| Parsed::of(text, Report::counted(), None, other).n_mistakes();
    let mut n_bytes_left = N_BYTES_TRIED_MAX;
    let (mut n_tried, mut n_fixes) = (0, 0);
    for diagnostic in diagnostics.iter_mut() {
        let Some(fix) = &diagnostic.fix else { continue };
        let n_bytes = text.len() + fix.replacement.len();
        let is_tried = n_tried < N_FIXES_TRIED_MAX && n_bytes_left >= n_bytes;
        n_tried += 1;
        n_bytes_left = n_bytes_left.saturating_sub(n_bytes);
        if is_tried && n_left(&fix.apply(text)) < n_mistakes {
            n_fixes += 1;
        } else {
            diagnostic.fix = None;
        }
    }
    if n_fixes > 1
        && n_left(&Fix::apply_all(diagnostics, text)) > n_mistakes.saturating_sub(n_fixes)
    {
        let with_fix = diagnostics.iter_mut().filter(|diagnostic| diagnostic.fix.is_some());
        with_fix.skip(1).for_each(|diagnostic| diagnostic.fix = None);
    }
}

#[cfg(test)]
mod tests;
