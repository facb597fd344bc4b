//! Scripts from files, and messages about them.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::anyhow;
use marahel_script::{Diagnostic, Fix, Script, ScriptError, Severity};
use marahel_system::files::FileKind;

use super::{counted, input};

/// The script in a file, or in standard input for `-`.
pub(crate) fn read_script(path: &Path) -> anyhow::Result<Script> {
    parse_script(path, &input::script(path)?)
}

/// The script in a file that is named by another file or found in a folder.
pub(crate) fn read_named_script(path: &Path) -> anyhow::Result<Script> {
    parse_script(path, &FileKind::SCRIPT.text(path)?)
}

pub(crate) fn parse_script(path: &Path, text: &str) -> anyhow::Result<Script> {
    marahel_dialects::parse(text).map_err(|error| anyhow!(mistakes(&input::name(path), &error)))
}

/// What is found in the text of a script.
pub(crate) struct ScriptFindings {
    /// Mistakes; or else warnings.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What a text without mistakes holds, such as `3 explorers`.
    content: Option<String>,
}

impl ScriptFindings {
    pub(crate) fn of(text: &str) -> Self {
        match marahel_dialects::check(text) {
            Ok((script, warnings)) => Self {
                diagnostics: warnings,
                content: Some(counted(script.explorers.len(), "explorer")),
            },
            Err(error) => Self { diagnostics: error.diagnostics().to_vec(), content: None },
        }
    }

    pub(crate) fn has_mistakes(&self) -> bool {
        self.content.is_none()
    }

    /// The number of messages that offer a fix.
    pub(crate) fn n_fixes(&self) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.fix.is_some()).count()
    }

    /// The number of messages in words; `fix` is what mends some of them.
    pub(crate) fn summary(&self, fix: &str) -> String {
        let is_warning = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Warning;
        let n_warnings = self.diagnostics.iter().filter(is_warning).count();
        let warnings = match n_warnings {
            0 => String::new(),
            n => format!(", {}", counted(n, "warning")),
        };
        if let Some(content) = &self.content {
            return format!("no mistakes{warnings}, {content}");
        }
        let fixes = match self.n_fixes() {
            0 => String::new(),
            n => format!(", {n} of which {fix} can mend"),
        };
        format!("{}{warnings}{fixes}", counted(self.diagnostics.len() - n_warnings, "mistake"))
    }
}

/// Maximum rounds of fixes, because a fix may reveal further mistakes.
const N_ROUNDS_MAX: usize = 10;

/// The text of a script after applying all fixes, also of warnings, and what each has changed.
pub(crate) fn mended(mut text: String) -> (String, Vec<String>) {
    let mut changes = Vec::new();
    for _ in 0..N_ROUNDS_MAX {
        let checked = marahel_dialects::check(&text);
        let diagnostics = match &checked {
            Ok((_, warnings)) => warnings.as_slice(),
            Err(error) => error.diagnostics(),
        };
        let next = Fix::apply_all(diagnostics, &text);
        // Fixes of warnings are tried one by one, and may not go together.
        if next == text || checked.is_ok() && marahel_dialects::check(&next).is_err() {
            break;
        }
        changes.extend(diagnostics.iter().filter_map(|diagnostic| change(diagnostic, &text)));
        text = next;
    }
    (text, changes)
}

/// What the fix of a diagnostic changes; `None` if it has none.
fn change(diagnostic: &Diagnostic, text: &str) -> Option<String> {
    let Fix { range, replacement } = diagnostic.fix.as_ref()?;
    let [old, new] = [&text[range.clone()], replacement].map(one_line);
    Some(match (old.as_str(), new.as_str()) {
        ("", new) => format!("line {}: `{new}` is put in", diagnostic.line),
        (old, "") => format!("line {}: `{old}` is taken out", diagnostic.line),
        (old, new) => format!("line {}: `{old}` becomes `{new}`", diagnostic.line),
    })
}

fn one_line(part: &str) -> String {
    part.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The mistakes of a script, one per line, in a form that editors understand.
pub(crate) fn mistakes(file: &str, error: &ScriptError) -> String {
    listed(file, error.diagnostics(), "")
}

/// The messages about a text, one per line, each with its place; `warning` precedes warnings.
pub(crate) fn listed(file: &str, diagnostics: &[Diagnostic], warning: &str) -> String {
    let mut text = String::new();
    for (index, diagnostic) in diagnostics.iter().enumerate() {
        let separator = if index == 0 { "" } else { "\n" };
        let kind = if diagnostic.severity == Severity::Error { "" } else { warning };
        write!(text, "{separator}{file}:{}:{}: {kind}", diagnostic.line, diagnostic.column)
            .and_then(|()| diagnostic.write_message(&mut text))
            .expect("text can be written to");
    }
    text
}
