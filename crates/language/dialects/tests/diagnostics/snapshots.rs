//! What is said about broken scripts, and that fixes mend them.
//!
//! `UPDATE_GOLDEN=1 cargo test -p marahel-dialects --test diagnostics` writes the messages anew.

use std::fs;
use std::ops::Range;

use marahel_dialects::parse;
use marahel_script::{Diagnostic, Fix};

use crate::cases::{Case, cases, files};

/// All that is said about a document.
pub(crate) fn diagnostics(document: &str) -> Vec<Diagnostic> {
    match marahel_dialects::check(document) {
        Ok((_, warnings)) => warnings,
        Err(error) => error.diagnostics().to_vec(),
    }
}

/// The text of a case with the messages about it, each below its line.
fn annotate(case: &Case) -> String {
    let (text, head, document) = (&case.text, case.frame.0, case.document());
    let diagnostics = diagnostics(&document);
    if diagnostics.is_empty() {
        return format!("{text}\nnothing was found");
    }
    let mut annotated = Vec::new();
    let mut start = head.len();
    for line in text.split('\n') {
        let end = start + line.len();
        let is_here = |diagnostic: &&Diagnostic| (start..=end).contains(&diagnostic.range.start);
        annotated.push(line.to_owned());
        for diagnostic in diagnostics.iter().filter(is_here) {
            let pointer = pointer(&document, start..end, &diagnostic.range, '^');
            annotated.push(format!("{pointer} {diagnostic}"));
            annotated.extend(diagnostic.fix.iter().map(|fix| describe(&document, start..end, fix)));
        }
        start = end + 1;
    }
    let is_elsewhere =
        |diagnostic: &&Diagnostic| !(head.len()..start).contains(&diagnostic.range.start);
    let elsewhere = diagnostics.iter().filter(is_elsewhere);
    annotated.extend(elsewhere.map(|diagnostic| format!("elsewhere: {diagnostic}")));
    annotated.join("\n")
}

/// A line of signs below the part of some bytes that is on a line.
fn pointer(document: &str, line: Range<usize>, range: &Range<usize>, sign: char) -> String {
    let width = |range: Range<usize>| document[range].chars().count();
    let start = range.start.clamp(line.start, line.end);
    let length = width(start..range.end.clamp(start, line.end)).max(1);
    format!("{}{}", " ".repeat(width(line.start..start)), sign.to_string().repeat(length))
}

/// A line that says what a fix does.
fn describe(document: &str, line: Range<usize>, fix: &Fix) -> String {
    let pointer = pointer(document, line, &fix.range, '~');
    match (fix.range.is_empty(), fix.replacement.replace('\n', "\\n").as_str()) {
        (true, put_in) => format!("{pointer} before it, put in `{put_in}`"),
        (false, "") => format!("{pointer} goes"),
        (false, other) => format!("{pointer} becomes `{other}`"),
    }
}

#[test]
fn mistakes_are_explained_where_they_are() {
    let mut n_cases = 0;
    let mut stale = Vec::new();
    for (path, file) in files() {
        let cases = cases(&file);
        n_cases += cases.len();
        let renew = |case: &Case| format!("=== {}\n{}\n", case.heading, annotate(case));
        let renewed = cases.iter().map(renew).collect::<Vec<_>>().join("\n");
        assert!(!renewed.contains("nothing was found"), "{}:\n{renewed}", path.display());
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
    assert!(n_cases >= 100, "only {n_cases} cases were found");
}

/// Demands of all that is said about a document what holds whatever it is about.
#[track_caller]
pub(crate) fn check_fixes(name: &str, document: &str) {
    let found = diagnostics(document);
    let is_sound = parse(document).is_ok();
    for diagnostic in &found {
        assert!(!diagnostic.help.is_empty(), "{name}: no help for: {diagnostic}");
        let Some(fix) = &diagnostic.fix else { continue };
        let fixed = fix.apply(document);
        if let Err(error) = parse(&fixed) {
            let n_left = error.diagnostics().len();
            assert!(!is_sound, "{name}: a warning is mended into a mistake:\n{fixed}\n{error}");
            assert!(n_left < found.len(), "{name}: no mistake fewer in\n{fixed}\n{error}");
        }
    }
    // All together, again and again as long as there are any.
    let mut fixed = document.to_owned();
    let mut left = found.clone();
    for _ in 0..10 {
        let n_fixes = left.iter().filter(|diagnostic| diagnostic.fix.is_some()).count();
        if n_fixes == 0 {
            break;
        }
        fixed = Fix::apply_all(&left, &fixed);
        let n_left = parse(&fixed).map_or_else(|error| error.diagnostics().len(), |_| 0);
        let n_expected = left.len() - n_fixes;
        assert!(n_left <= n_expected, "{name}: {n_fixes} fixes leave {n_left}:\n{fixed}");
        left = diagnostics(&fixed);
    }
    assert!(left.iter().all(|diagnostic| diagnostic.fix.is_none()), "{name}: fixes without end");
    if found.iter().all(|diagnostic| diagnostic.fix.is_some()) {
        assert!(parse(&fixed).is_ok(), "{name}: everything is fixed, and yet\n{fixed}");
    }
}

#[test]
fn fixes_mend() {
    for (path, file) in files() {
        for case in cases(&file) {
            check_fixes(&format!("{}: {}", path.display(), case.heading), &case.document());
        }
    }
}
