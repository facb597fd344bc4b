//! Scripts from files, and what is said of them.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::anyhow;
use script::{Diagnostic, Script, ScriptError};

use crate::input;

/// The script in a file, or in standard input for `-`.
///
/// # Errors
///
/// If it cannot be read, or all of its mistakes.
pub(crate) fn read_script(path: &Path) -> anyhow::Result<Script> {
    let text = input::script(path)?;
    aiide17::parse_either(&text).map_err(|error| anyhow!(mistakes(&input::name(path), &error)))
}

/// The mistakes of a script, a line each, in the form that editors follow.
pub(crate) fn mistakes(file: &str, error: &ScriptError) -> String {
    listed(file, error.diagnostics(), |_| "")
}

/// What is said of a script, a line each, after its place and a word of its kind.
pub(crate) fn listed(
    file: &str,
    diagnostics: &[Diagnostic],
    kind: fn(&Diagnostic) -> &'static str,
) -> String {
    let mut text = String::new();
    for (index, found) in diagnostics.iter().enumerate() {
        let separator = if index == 0 { "" } else { "\n" };
        write!(text, "{separator}{file}:{}:{}: {}", found.line, found.column, kind(found))
            .and_then(|()| found.write_message(&mut text))
            .expect("text can be written to");
    }
    text
}
