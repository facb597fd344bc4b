//! Scripts as they are kept: broken ones, and those that are sound.
//!
//! Each file of `tests/broken` holds cases like this one, whose heading says
//! how the text below it becomes a script:
//!
//! ```text
//! === rule: a misspelt entity
//! self(any) -> self(sold)
//!                   ^^^^ line 2, column 20: explorer 1, rule 1: unknown entity `sold`; did you mean `solid`?
//!                   ~~~~ becomes `solid`
//! ```
//!
//! The line with tildes is the fix, if there is one. Cases in `idle.txt` are
//! sound scripts with warnings, all others have mistakes.

use std::fs;
use std::path::{Path, PathBuf};

/// A broken script.
pub(crate) struct Case {
    /// Its kind and what is wrong with it.
    pub(crate) heading: String,
    /// The text that is wrong, without what is said about it.
    pub(crate) text: String,
    /// What stands before the text in the document, and behind it.
    pub(crate) frame: (&'static str, &'static str),
}

impl Case {
    /// The whole script.
    pub(crate) fn document(&self) -> String {
        let (head, tail) = self.frame;
        format!("{head}{}{tail}", self.text)
    }
}

/// All files of cases with their paths, in order.
pub(crate) fn files() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| (path.clone(), fs::read_to_string(path).expect("it is text")))
        .collect()
}

/// The cases of a file.
pub(crate) fn cases(file: &str) -> Vec<Case> {
    let cases = file.split("=== ").skip(1);
    let case = |case| {
        let (heading, body) = str::split_once(case, '\n').expect("a case has a heading");
        let (kind, _) = heading.split_once(':').expect("a heading has a kind");
        let body = body.trim_end().split('\n');
        let lines: Vec<&str> = body.filter(|line| !is_annotation(line)).collect();
        Case { heading: heading.to_owned(), text: lines.join("\n"), frame: frame(kind) }
    };
    cases.map(case).collect()
}

/// Whether a line of a case says something about the lines above it.
fn is_annotation(line: &str) -> bool {
    line.trim_start().starts_with(['^', '~'])
        || line.starts_with("elsewhere: ")
        || line == "nothing was found"
}

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

/// All scripts of the repository with their names.
pub(crate) fn scripts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in ["../marahel/tests/suite", "../../../configs/generators"] {
        collect(&root.join(folder), &mut paths);
    }
    paths.sort();
    let script = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("it is text");
        (path.display().to_string(), text)
    };
    // What composes scripts is none.
    let scripts = paths.into_iter().map(script);
    scripts.filter(|(_, text)| !text.starts_with("{\"world\"")).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|found| found == "json" || found == "json5") {
            paths.push(path);
        }
    }
}
