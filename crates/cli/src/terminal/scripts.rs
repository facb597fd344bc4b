//! Scripts from files, and what is said of them.

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

/// The script in a file that another one names, or that is in a folder.
pub(crate) fn read_named_script(path: &Path) -> anyhow::Result<Script> {
    parse_script(path, &FileKind::SCRIPT.text(path)?)
}

/// The script in the text of a file.
pub(crate) fn parse_script(path: &Path, text: &str) -> anyhow::Result<Script> {
    aiide17::parse_either(text).map_err(|error| anyhow!(mistakes(&input::name(path), &error)))
}

/// Mending may bring forth mistakes that were hidden, but not for ever.
const N_ROUNDS_MAX: usize = 10;

/// The text of a script with the fixes that its mistakes offer, and how many these were.
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

/// The mistakes of a script, a line each, in the form that editors follow.
pub(crate) fn mistakes(file: &str, error: &ScriptError) -> String {
    listed(file, error.diagnostics(), "")
}

/// What is said of a text, a line each, after its place; `warning` stands before what is no mistake.
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
