//! Reads a document as a [`Script`], and reports all its mistakes at once.
//!
//! A document is JSON or JSON5. The reader does not stop at a mistake: it reports it and leaves the
//! part out, or goes on with what was probably meant. A script is returned only if nothing was
//! reported.
//!
//! Most programs need only [`Script::parse`]. The rest is public for crates that build on the
//! [`Reader`], which reads today's dialect, and another one if it gets an [`OtherDialect`].

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

pub use conditions::{conditions, placed_conditions};
pub(crate) use document::N_TRIALS_MAX;
pub use document::{N_REGIONS_MAX, SCHEMA};
pub use explorer::COUNT_MAX;
pub(crate) use explorer::N_RULES_MAX;
pub use frame::{ExplorerText, Frame};
pub use names::{Names, closest, name_problem};
pub(crate) use names::{WEIGHT_MAX, greatest_common_divisor};
pub use other::{NotCurrent, OtherDialect, Rewritten, is_of_other_dialect};
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

/// Maximum number of bytes of a script: a hundred times the longest that people write. Reading
/// takes about thirty times as much memory, and time in proportion.
pub const SCRIPT_BYTES_MAX: usize = 1 << 22;

/// Maximum number of fixes of one document that are tried, because each trial reads the document.
const N_FIXES_TRIED_MAX: usize = 100;
/// Maximum number of bytes that all trials may read.
const N_BYTES_TRIED_MAX: usize = 1 << 20;

/// Maximum number of cells of a level with the border around it.
pub(crate) const N_CELLS_MAX: u64 = 1 << 28;

impl Script {
    /// Reads a script of today's dialect from JSON or JSON5.
    ///
    /// # Errors
    ///
    /// All mistakes of the text together, each with its place. A text of more than
    /// [`SCRIPT_BYTES_MAX`] bytes is refused unread. A document of the older dialect is refused, too:
    /// the crate `dialects` reads it.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        read(text, None)
    }
}

/// Reads a document of today's dialect, or of `other`.
pub fn read(text: &str, dialect: Option<&dyn OtherDialect>) -> Result<Script, ScriptError> {
    parse(text, None, dialect).map(|(script, _)| script)
}

/// Like [`read`], and lets `warn` add warnings about the script. The outline has the places of its
/// parts.
pub fn check(
    text: &str,
    dialect: Option<&dyn OtherDialect>,
    warn: impl FnOnce(&Script, &Outline, &mut Report),
) -> Result<(Script, Vec<Diagnostic>), ScriptError> {
    let (script, parsed) = parse(text, Some(Outline::default()), dialect)?;
    let Parsed { mut report, outline, repaired, .. } = parsed;
    warn(&script, &outline.unwrap_or_default(), &mut report);
    let mut warnings = report.finish(Severity::Warning, text, &repaired);
    keep_good_fixes(&mut warnings, text, 1, dialect);
    Ok((script, warnings))
}

fn parse(
    text: &str,
    outline: Option<Outline>,
    dialect: Option<&dyn OtherDialect>,
) -> Result<(Script, Parsed), ScriptError> {
    if text.len() > SCRIPT_BYTES_MAX {
        let mut report = Report::default();
        let message = format!("the script has {} bytes", text.len());
        let mistake = report.add(Severity::Error, 0..0, String::new(), message);
        mistake.help = format!("a script has at most {SCRIPT_BYTES_MAX} bytes");
        return Err(error(text, report, &Repaired::default(), dialect));
    }
    let mut parsed = Parsed::of(text, Report::default(), outline, dialect);
    match parsed.script.take() {
        Some(script) => Ok((script, parsed)),
        None => Err(error(text, parsed.report, &parsed.repaired, dialect)),
    }
}

struct Parsed {
    /// None if there is a mistake.
    script: Option<Script>,
    report: Report,
    outline: Option<Outline>,
    repaired: Repaired,
}

impl Parsed {
    /// Reads a text, and fills in the outline if there is one.
    fn of(
        text: &str,
        said: Report,
        outline: Option<Outline>,
        dialect: Option<&dyn OtherDialect>,
    ) -> Self {
        let error = match parse_json(text) {
            Ok(value) => {
                let reader = Reader { said, outline, ..Reader::new(text, dialect) };
                return Self::of_json(reader, value.as_ref(), Repaired::default());
            }
            Err(error) => error,
        };
        let rewritten = dialect.map(|dialect| dialect.rewrite(text));
        if let Some(rewritten) = &rewritten
            && let Some(value) = rewritten.parse()
        {
            let reader = Reader { said, outline, ..Reader::new(rewritten.text(), dialect) };
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
        let reader = Reader { said, outline, ..Reader::new(&mended, dialect) };
        Self::of_json(reader, value.as_ref(), repaired)
    }

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
    dialect: Option<&dyn OtherDialect>,
) -> ScriptError {
    let n_mistakes = report.n_errors() + repaired.mistakes().count();
    let mut mistakes = report.finish(Severity::Error, text, repaired);
    keep_good_fixes(&mut mistakes, text, n_mistakes, dialect);
    ScriptError::new(mistakes)
}

/// Drops each fix that does not reduce the number of mistakes, because it would only replace one by
/// another. If there are many fixes, or the text is long, the last ones are dropped untried. If the
/// fixes do not work together, only the first is kept. The next check tries the others.
fn keep_good_fixes(
    diagnostics: &mut [Diagnostic],
    text: &str,
    n_mistakes: usize,
    dialect: Option<&dyn OtherDialect>,
) {
    let n_left = |text: &str| Parsed::of(text, Report::counted(), None, dialect).n_mistakes();
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
