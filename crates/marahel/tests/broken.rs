//! Broken scripts and what is said about them.
//!
//! Each file of `tests/broken` holds cases like this one, whose heading says
//! how the text below it becomes a script:
//!
//! ```text
//! === rule: a misspelt entity
//! self(any) -> self(sold)
//!                   ^^^^ line 2, column 20: explorer 1, rule 1: unknown entity `sold`; did you mean `solid`?
//! ```
//!
//! `UPDATE_GOLDEN=1 cargo test -p marahel --test broken` writes the messages anew.

use std::fs;
use std::ops::Range;
use std::path::Path;

use marahel::{Diagnostic, Script};

/// What stands before and after the text of a case.
fn frame(kind: &str) -> (&'static str, &'static str) {
    match kind {
        "script" => ("", ""),
        "section" => (
            "{metadata: {min: '3x3', max: '3x3'}, entities: ['empty', 'solid'], explorers: [],\n",
            "\n}",
        ),
        "explorer" => (
            "{metadata: {min: '3x3', max: '3x3'}, entities: ['empty', 'solid'], explorers: [\n",
            "\n]}",
        ),
        "rule" => (
            "{metadata: {min: '3x3', max: '3x3'}, entities: ['empty', 'solid'], explorers: [{rules: [\n'",
            "'\n]}]}",
        ),
        "section17" => {
            ("{metadata: {dimension: 9}, entities: ['empty', 'solid'], explorers: [],\n", "\n}")
        }
        "explorer17" => {
            ("{metadata: {dimension: 9}, entities: ['empty', 'solid'], explorers: [\n", "\n]}")
        }
        "rule17" => (
            "{metadata: {dimension: 9}, entities: ['empty', 'solid'], explorers: [{type: 'random', rules: [\n'",
            "'\n]}]}",
        ),
        other => panic!(
            "there are cases of a script, section, explorer or rule, today's or of 2017, not {other}"
        ),
    }
}

/// The text of a case with the messages about it, each below its line.
fn annotate(kind: &str, text: &str) -> String {
    let (head, tail) = frame(kind);
    let document = format!("{head}{text}{tail}");
    let Err(error) = Script::parse(&document) else {
        return format!("{text}\nno mistake was found");
    };
    let mut annotated = Vec::new();
    let mut start = head.len();
    for line in text.split('\n') {
        let end = start + line.len();
        let is_here = |diagnostic: &&Diagnostic| (start..=end).contains(&diagnostic.range.start);
        annotated.push(line.to_owned());
        let here = error.diagnostics().iter().filter(is_here);
        annotated.extend(here.map(|diagnostic| pointer(&document, start, end, diagnostic)));
        start = end + 1;
    }
    let is_elsewhere =
        |diagnostic: &&Diagnostic| !(head.len()..start).contains(&diagnostic.range.start);
    let elsewhere = error.diagnostics().iter().filter(is_elsewhere);
    annotated.extend(elsewhere.map(|diagnostic| format!("elsewhere: {diagnostic}")));
    annotated.join("\n")
}

/// A line that points at the bytes of a diagnostic, as far as they are on the line.
fn pointer(document: &str, line_start: usize, line_end: usize, diagnostic: &Diagnostic) -> String {
    let width = |range: Range<usize>| document[range].chars().count();
    let indent = width(line_start..diagnostic.range.start);
    let length = width(
        diagnostic.range.start..diagnostic.range.end.min(line_end).max(diagnostic.range.start),
    );
    format!("{}{} {diagnostic}", " ".repeat(indent), "^".repeat(length.max(1)))
}

/// Whether a line of a case was written by [`annotate`].
fn is_annotation(line: &str) -> bool {
    line.trim_start().starts_with('^')
        || line.starts_with("elsewhere: ")
        || line == "no mistake was found"
}

/// The cases of a file with the messages as they are now.
fn renew(file: &str) -> Vec<String> {
    let cases = file.split("=== ").skip(1);
    let renew = |case: &str| {
        let (heading, body) = case.split_once('\n').expect("a case has a heading");
        let (kind, _) = heading.split_once(':').expect("a heading has a kind");
        let body = body.trim_end().split('\n');
        let lines: Vec<&str> = body.filter(|line| !is_annotation(line)).collect();
        format!("=== {heading}\n{}\n", annotate(kind, &lines.join("\n")))
    };
    cases.map(renew).collect()
}

#[test]
fn mistakes_are_explained_where_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let mut n_cases = 0;
    let mut stale = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        let file = fs::read_to_string(&path).expect("it is text");
        let cases = renew(&file);
        n_cases += cases.len();
        let renewed = cases.join("\n");
        assert!(!renewed.contains("no mistake was found"), "{}:\n{renewed}", path.display());
        if file == renewed {
            continue;
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&path, renewed).expect("it can be written");
        } else {
            let lines = file.lines().zip(renewed.lines());
            let first = lines
                .filter(|(old, new)| old != new)
                .map(|(old, new)| format!("- {old}\n+ {new}"))
                .next();
            stale.push(format!("{}:\n{}", path.display(), first.unwrap_or_default()));
        }
    }
    assert!(stale.is_empty(), "{}", stale.join("\n"));
    assert!(n_cases >= 40, "only {n_cases} cases were found");
}
