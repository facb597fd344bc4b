//! A diagnostic for people, with the lines that it is about, and for editors.

use std::io;
use std::ops::Range;
use std::process::ExitCode;

use annotate_snippets::normalize_untrusted_str;
use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use clap::ValueEnum;
use script::{Diagnostic, Severity};
use serde_json::{Value, json};

use super::output::{plain, print};
use super::scripts::listed;

/// A script whose diagnostics are shown.
pub(crate) struct Shown<'a> {
    /// What messages call its file.
    pub(crate) file: &'a str,
    /// All of it.
    pub(crate) text: &'a str,
    pub(crate) has_colors: bool,
}

impl Shown<'_> {
    /// The message, the lines underlined, what to do, and how they look then.
    pub(crate) fn render(&self, diagnostic: &Diagnostic) -> String {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            _ => Level::WARNING,
        };
        let title = match diagnostic.place.as_str() {
            "" => diagnostic.message.clone(),
            place => format!("{place}: {}", diagnostic.message),
        };
        let title = plain(&title);
        let help = normalize_untrusted_str(&plain(&diagnostic.help));
        let lines = self.lines(&diagnostic.range);
        let snippet = Snippet::source(&self.text[lines.clone()])
            .line_start(diagnostic.line)
            .path(self.file)
            .annotation(AnnotationKind::Primary.span(within(&diagnostic.range, &lines)));
        let group = level.primary_title(title).element(snippet);
        let report = match &diagnostic.fix {
            None if help.is_empty() => vec![group],
            None => vec![group.element(Level::HELP.message(help))],
            Some(fix) => {
                let lines = self.lines(&fix.range);
                let first_line = self.text[..lines.start].matches('\n').count() + 1;
                let patch = Patch::new(within(&fix.range, &lines), &fix.replacement);
                let snippet =
                    Snippet::source(&self.text[lines]).line_start(first_line).patch(patch);
                vec![group, Group::with_title(Level::HELP.secondary_title(help)).element(snippet)]
            }
        };
        let renderer = if self.has_colors { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&report)
    }

    /// A diagnostic as a JSON object, as the README of the crate `marahel` describes it.
    fn json(&self, diagnostic: &Diagnostic) -> Value {
        let end = &self.text[..diagnostic.range.end];
        let last_line = end.rfind('\n').map_or(0, |newline| newline + 1);
        let fix = diagnostic.fix.as_ref().map(|fix| {
            json!({"start": fix.range.start, "end": fix.range.end, "replacement": fix.replacement})
        });
        json!({
            "file": self.file,
            "severity": diagnostic.severity.to_string(),
            "line": diagnostic.line,
            "column": diagnostic.column,
            "end_line": end.matches('\n').count() + 1,
            "end_column": end[last_line..].chars().count() + 1,
            "start": diagnostic.range.start,
            "end": diagnostic.range.end,
            "place": diagnostic.place,
            "message": diagnostic.message,
            "help": diagnostic.help,
            "fix": fix,
        })
    }

    /// The whole lines that hold some bytes: all that is needed of a long text.
    fn lines(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.text[..range.start].rfind('\n').map_or(0, |newline| newline + 1);
        let end = self.text[range.end..].find('\n').map_or(self.text.len(), |n| range.end + n);
        start..end
    }
}

/// Bytes of a text as bytes of a part of it.
fn within(range: &Range<usize>, part: &Range<usize>) -> Range<usize> {
    range.start - part.start..range.end - part.start
}

/// The form of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Each message with the lines of the file that it concerns.
    #[default]
    Text,
    /// A line per message, as compilers write them.
    Short,
    /// An array of objects, for editors.
    Json,
}

/// What was found in all files that were checked.
#[derive(Default)]
pub(crate) struct Findings {
    /// Whether a file has mistakes or cannot be read.
    pub(crate) has_failed: bool,
    /// Whether a file without mistakes has warnings.
    pub(crate) has_warnings: bool,
    objects: Vec<Value>,
}

impl Findings {
    /// Prints the messages on a file; those in JSON are printed together [at the end](Self::end).
    pub(crate) fn tell(
        &mut self,
        form: Form,
        shown: &Shown<'_>,
        diagnostics: &[Diagnostic],
    ) -> io::Result<()> {
        match form {
            Form::Text => {
                let mut each = diagnostics.iter();
                each.try_for_each(|one| print(format_args!("{}\n", shown.render(one))))
            }
            Form::Short if diagnostics.is_empty() => Ok(()),
            Form::Short => print(listed(shown.file, diagnostics, "warning: ")),
            Form::Json => {
                self.objects.extend(diagnostics.iter().map(|one| shown.json(one)));
                Ok(())
            }
        }
    }

    /// How the command ends.
    pub(crate) fn end(self, form: Form, deny_warnings: bool) -> anyhow::Result<ExitCode> {
        if form == Form::Json {
            print(serde_json::to_string_pretty(&self.objects)?)?;
        }
        let has_failed = self.has_failed || deny_warnings && self.has_warnings;
        Ok(if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}
