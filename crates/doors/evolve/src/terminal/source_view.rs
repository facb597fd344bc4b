//! Diagnostics for people, with the lines that they refer to, and for editors.

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::process::ExitCode;

use annotate_snippets::normalize_untrusted_str;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};
use clap::ValueEnum;
use marahel_script::{Diagnostic, Severity};
use serde_json::{Value, json};

use super::output::{plain, print, print_colored};
use super::scripts::listed;

pub(crate) struct SourceView<'a> {
    /// The name of its file in messages.
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
    pub(crate) has_colors: bool,
}

impl SourceView<'_> {
    /// The message with the underlined lines, and the suggested fix.
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
        let Excerpt { source, range, is_cut, .. } = self.excerpt(&diagnostic.range);
        let snippet = Snippet::source(source)
            .line_start(diagnostic.line)
            .annotation(AnnotationKind::Primary.span(range));
        let title = level.primary_title(title);
        let group = if is_cut {
            // The library cannot compute the column.
            let origin = Origin::path(self.file).line(diagnostic.line);
            title.element(origin.char_column(diagnostic.column)).element(snippet)
        } else {
            title.element(snippet.path(self.file))
        };
        // A fix that is too long is only in the JSON form.
        let fix = diagnostic.fix.as_ref();
        let report = match fix
            .filter(|fix| fix.range.len().max(fix.replacement.len()) <= N_BYTES_DRAWN)
        {
            None if help.is_empty() => vec![group],
            None => vec![group.element(Level::HELP.message(help))],
            Some(fix) => {
                let Excerpt { source, range, start, .. } = self.excerpt(&fix.range);
                let first_line = self.line_of(start, diagnostic);
                let patch = Patch::new(range, &fix.replacement);
                let snippet = Snippet::source(source).line_start(first_line).patch(patch);
                vec![group, Group::with_title(Level::HELP.secondary_title(help)).element(snippet)]
            }
        };
        let renderer = if self.has_colors { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&report)
    }

    /// A diagnostic as a JSON object, described in the README of the crate `marahel`.
    fn json(&self, diagnostic: &Diagnostic) -> Value {
        let (end_line, end_column) = self.end(diagnostic);
        let fix = diagnostic.fix.as_ref().map(|fix| {
            json!({"start": fix.range.start, "end": fix.range.end, "replacement": fix.replacement})
        });
        json!({
            "file": self.file,
            "severity": diagnostic.severity.to_string(),
            "line": diagnostic.line,
            "column": diagnostic.column,
            "end_line": end_line,
            "end_column": end_column,
            "start": diagnostic.range.start,
            "end": diagnostic.range.end,
            "place": diagnostic.place,
            "message": diagnostic.message,
            "help": diagnostic.help,
            "fix": fix,
        })
    }

    fn end(&self, diagnostic: &Diagnostic) -> (usize, usize) {
        let within = &self.text[diagnostic.range.clone()];
        let (last, n_before) = match within.rfind('\n') {
            Some(newline) => (&within[newline + 1..], 1),
            None => (within, diagnostic.column),
        };
        (diagnostic.line + within.matches('\n').count(), n_before + last.chars().count())
    }

    fn line_of(&self, at: usize, diagnostic: &Diagnostic) -> usize {
        let start = diagnostic.range.start;
        let n_lines = self.text[at.min(start)..at.max(start)].matches('\n').count();
        if at < start { diagnostic.line - n_lines } else { diagnostic.line + n_lines }
    }

    /// The lines with some bytes, shortened if they are too long: a script may consist of one line
    /// with a thousand mistakes.
    fn excerpt(&self, range: &Range<usize>) -> Excerpt<'_> {
        let text = self.text;
        let end = text.floor_char_boundary(range.end.min(range.start + N_BYTES_DRAWN));
        let before =
            &text[text.ceil_char_boundary(range.start.saturating_sub(N_BYTES_DRAWN))..range.start];
        let after = &text[end..text.floor_char_boundary(end.saturating_add(N_BYTES_DRAWN))];
        let line_start = match before.rfind('\n') {
            Some(newline) => Some(range.start - before.len() + newline + 1),
            None => (before.len() == range.start).then_some(0),
        };
        let line_end = match after.find('\n') {
            Some(newline) => Some(end + newline),
            None => (end + after.len() == text.len()).then_some(text.len()),
        };
        // A line that is too long is cut on both sides, also near its ends.
        let is_short = line_start.is_some() && line_end.is_some();
        let n_bytes_max = if is_short { usize::MAX } else { N_BYTES_AROUND };
        let line_start = line_start.filter(|&at| range.start - at <= n_bytes_max);
        let line_end = line_end.filter(|&at| at - end <= n_bytes_max);
        let start =
            line_start.unwrap_or_else(|| text.ceil_char_boundary(range.start - N_BYTES_AROUND));
        let stop = line_end.unwrap_or_else(|| text.floor_char_boundary(end + N_BYTES_AROUND));
        let [left, right] = [line_start, line_end].map(|at| if at.is_none() { DOTS } else { "" });
        let source = if left.is_empty() && right.is_empty() {
            Cow::Borrowed(&text[start..stop])
        } else {
            Cow::Owned(format!("{left}{}{right}", &text[start..stop]))
        };
        let is_cut = line_start.is_none();
        let from = range.start - start + left.len();
        Excerpt { source, range: from..from + end - range.start, start, is_cut }
    }
}

/// Maximum bytes of a line to draw, ...
const N_BYTES_DRAWN: usize = 300;
/// ... or else this many before and after the place, ...
const N_BYTES_AROUND: usize = 80;
/// ... with this in place of the rest.
const DOTS: &str = "...";

struct Excerpt<'a> {
    source: Cow<'a, str>,
    range: Range<usize>,
    start: usize,
    /// Whether the start is within a line.
    is_cut: bool,
}

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

#[derive(Default)]
pub(crate) struct Findings {
    /// Whether a file has mistakes or cannot be read.
    pub(crate) has_failed: bool,
    /// Whether a file without mistakes has warnings.
    pub(crate) has_warnings: bool,
    objects: Vec<Value>,
}

impl Findings {
    /// Prints the messages about a file; JSON is printed [at the end](Self::end).
    pub(crate) fn tell(
        &mut self,
        form: Form,
        shown: &SourceView<'_>,
        diagnostics: &[Diagnostic],
    ) -> io::Result<()> {
        match form {
            Form::Text => {
                let mut each = diagnostics.iter();
                each.try_for_each(|diagnostic| {
                    let text = format!("{}\n", shown.render(diagnostic));
                    if shown.has_colors { print_colored(text) } else { print(text) }
                })
            }
            Form::Short if diagnostics.is_empty() => Ok(()),
            Form::Short => print(listed(shown.file, diagnostics, "warning: ")),
            Form::Json => {
                self.objects.extend(diagnostics.iter().map(|diagnostic| shown.json(diagnostic)));
                Ok(())
            }
        }
    }

    /// Prints what is left, and returns the exit code.
    pub(crate) fn end(self, form: Form, deny_warnings: bool) -> anyhow::Result<ExitCode> {
        if form == Form::Json {
            print(serde_json::to_string_pretty(&self.objects)?)?;
        }
        let has_failed = self.has_failed || deny_warnings && self.has_warnings;
        Ok(if has_failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

#[cfg(test)]
mod tests {
    use marahel_script::{Diagnostic, Fix, Severity, count_lines};

    use super::SourceView;

    /// A message about the first `here` of a text, with a fix that replaces it by `there`.
    fn rendered(text: &str) -> String {
        let start = text.find("here").expect("it is there");
        let range = start..start + 4;
        let mut found =
            [Diagnostic::new(Severity::Error, range.clone(), String::new(), "no".to_owned())];
        found[0].help("write it").fix(Fix { range, replacement: "there".to_owned() });
        count_lines(&mut found, text);
        let shown = SourceView { file: "f", text, has_colors: false };
        assert_eq!(shown.json(&found[0])["end_column"], found[0].column + 4);
        shown.render(&found[0])
    }

    #[test]
    fn short_lines_are_shown_whole() {
        let told = rendered("one\ntwo here and\nthree");
        assert!(told.contains(" --> f:2:5\n"), "{told}");
        assert!(told.contains("2 | two here and\n"), "{told}");
        assert!(told.contains("2 | two there and\n"), "{told}");
    }

    #[test]
    fn of_long_lines_only_what_is_around_the_place_is_shown() {
        let long = "ä ".repeat(100_000);
        let text = format!("one\n{long}here {long}\nthree");
        let told = rendered(&text);
        assert!(told.contains(" --> f:2:200001\n"), "{told}");
        assert!(told.len() < 2000, "{told}");
        assert!(told.contains("..."), "{told}");
        assert!(told.contains("ä here ä"), "{told}");
        // Long lines before or after it do not matter.
        assert!(rendered(&format!("{long}\nhere\n{long}")).contains(" --> f:2:1\n"));
        // Nothing is cut at either end of a line.
        assert!(!rendered(&format!("here {long}")).contains("...here"));
        assert!(rendered(&format!("{long}here")).contains("here\n"));
    }
}
