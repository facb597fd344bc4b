//! Scripts from files, and messages about them.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::anyhow;
use script::{Diagnostic, Fix, Script, ScriptError, Severity};
use system::files::FileKind;

use super::input;

/// The script in a file, or in standard input for `-`.
pub(crate) fn read_script(path: &Path) -> anyhow::Result<Script> {
    parse_script(path, &input::script(path)?)
}

/// The script in a file that is named by another file or found in a folder.
pub(crate) fn read_named_script(path: &Path) -> anyhow::Result<Script> {
    parse_script(path, &FileKind::SCRIPT.text(path)?)
}

pub(crate) fn parse_script(path: &Path, text: &str) -> anyhow::Result<Script> {
    aiide17::parse_either(text).map_err(|error| anyhow!(mistakes(&input::name(path), &error)))
}

/// Maximum rounds of fixes, because a fix may reveal further mistakes.
const N_ROUNDS_MAX: usize = 10;

/// The text of a script after applying all fixes, and their number.
pub(crate) fn mended(mut text: String) -> (String, usize) {
    let mut n_fixes = 0;
    for _ in 0..N_ROUNDS_MAX {
        let Err(error) = aiide17::check(&text) else { break };
        let diagnostics = error.diagnostics();
        let n = diagnostics.iter().filter(|diagnostic| diagnostic.fix.is_some()).count();
        if n == 0 {
            break;
        }
        n_fixes += n;
        text = Fix::apply_all(diagnostics, &text);
    }
    (text, n_fixes)
}

/// The mistakes of a script, one per line, in a form that editors understand.
pub(crate) fn mistakes(file: &str, error: &ScriptError) -> String {
    listed(file, error.diagnostics(), "")
}

/// The messages about a text, one per line, each with its place; `warning` precedes warnings.
pub(crate) fn listed(file: &str, diagnostics: &[Diagnostic], warning: &str) -> String {
    let mut text = String::new();
    for (index, found) in diagnostics.iter().enumerate() {
        let separator = if index == 0 { "" } else { "\n" };
        let kind = if found.severity == Severity::Error { "" } else { warning };
        write!(text, "{separator}{file}:{}:{}: {kind}", found.line, found.column)
            .and_then(|()| found.write_message(&mut text))
            .expect("text can be written to");
    }
    text
}
