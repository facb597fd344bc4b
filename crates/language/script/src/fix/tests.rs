use super::{Fix, part_with_comma, separate};
use crate::{Diagnostic, Severity};

fn fix(start: usize, end: usize, replacement: &str) -> Fix {
    Fix { range: start..end, replacement: replacement.to_owned() }
}

fn with(fix: Fix) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        range: fix.range.clone(),
        line: 1,
        column: 1,
        place: String::new(),
        message: String::new(),
        help: String::new(),
        fix: Some(fix),
    }
}

/// Deletes the parts of a list that are written in capitals: alone, each of
/// them, and together.
#[track_caller]
fn check_list(list: &str, alone: &[&str], together: &str) {
    let mut parts = Vec::new();
    for part in list.split(',') {
        let start = part.as_ptr() as usize - list.as_ptr() as usize;
        let n_spaces = part.len() - part.trim_start().len();
        parts.push(start + n_spaces..start + part.trim_end().len());
    }
    let goes = |index: usize| list[parts[index].clone()].starts_with(char::is_uppercase);
    let n_first = (0..parts.len()).take_while(|&index| goes(index)).count();
    let fixes: Vec<Fix> = (0..parts.len())
        .filter(|&index| goes(index))
        .map(|index| {
            let range = part_with_comma(&parts, index, n_first);
            fix(range.start, range.end, "")
        })
        .collect();
    let found: Vec<String> = fixes.iter().map(|fix| fix.apply(list)).collect();
    assert_eq!(found, alone);
    let mut diagnostics: Vec<Diagnostic> = fixes.into_iter().map(with).collect();
    separate(&mut diagnostics);
    assert!(diagnostics.iter().all(|diagnostic| diagnostic.fix.is_some()), "none overlap");
    assert_eq!(Fix::apply_all(&diagnostics, list), together);
}

#[test]
fn parts_of_lists_go_with_a_comma() {
    check_list("A, b, c", &["b, c"], "b, c");
    check_list("a, B, c", &["a, c"], "a, c");
    check_list("a, b, C", &["a, b"], "a, b");
    check_list("a, B, C", &["a, C", "a, B"], "a");
    check_list("A, B, c", &["B, c", "A, c"], "c");
    check_list("A, b, C", &["b, C", "A, b"], "b");
    check_list("A", &[""], "");
    // A comma that is left at the end does no harm.
    check_list("A, B", &["B", "A, "], "");
}

#[test]
fn fixes_are_applied_in_the_order_of_the_text() {
    let diagnostics = [with(fix(4, 5, "E")), with(fix(0, 1, "AA")), with(fix(2, 2, "-"))];
    assert_eq!(Fix::apply_all(&diagnostics, "abcdef"), "AAb-cdEf");
}

#[test]
fn fixes_that_overlap_are_withdrawn() {
    let mut diagnostics =
        [with(fix(3, 5, "")), with(fix(0, 4, "")), with(fix(7, 7, "x")), with(fix(7, 7, "y"))];
    separate(&mut diagnostics);
    let kept: Vec<bool> = diagnostics.iter().map(|diagnostic| diagnostic.fix.is_some()).collect();
    assert_eq!(kept, [false, true, true, false]);
}
