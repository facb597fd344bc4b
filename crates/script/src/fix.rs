//! Changes of a script's text that mend what a diagnostic is about.
//!
//! A fix is offered only where it is clear what was meant, or where the text
//! that goes does nothing. The fixes of one reading of a text never overlap:
//! each can be applied alone, and all of them together, and as many mistakes are
//! gone then.

use std::ops::Range;

use crate::diagnostic::Diagnostic;

/// A change of a text: other bytes in place of some of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes of the document that go; none where something is only put in.
    pub range: Range<usize>,
    /// What comes in their place.
    pub replacement: String,
}

impl Fix {
    /// The text with this change alone.
    ///
    /// # Panics
    ///
    /// If the text is not the one that the fix is for, and is shorter.
    pub fn apply(&self, text: &str) -> String {
        apply([self], text)
    }

    /// The text with the changes of all diagnostics that have one.
    ///
    /// What was wrong behind a mistake may show only once it is mended: check
    /// the new text again.
    ///
    /// # Panics
    ///
    /// If the text is not the one that was checked, and is shorter.
    pub fn apply_all(diagnostics: &[Diagnostic], text: &str) -> String {
        apply(diagnostics.iter().filter_map(|diagnostic| diagnostic.fix.as_ref()), text)
    }
}

fn apply<'f>(fixes: impl IntoIterator<Item = &'f Fix>, text: &str) -> String {
    let mut fixes: Vec<&Fix> = fixes.into_iter().collect();
    fixes.sort_by_key(|fix| (fix.range.start, fix.range.end));
    let mut changed = String::with_capacity(text.len());
    let mut end = 0;
    for fix in fixes {
        if fix.range.start >= end {
            changed.push_str(&text[end..fix.range.start]);
            changed.push_str(&fix.replacement);
            end = fix.range.end;
        }
    }
    changed.push_str(&text[end..]);
    changed
}

/// Withdraws each fix that overlaps an earlier one, so that all can be applied
/// together; the next check offers it again.
pub(crate) fn separate(diagnostics: &mut [Diagnostic]) {
    let fixes = diagnostics.iter_mut().map(|diagnostic| &mut diagnostic.fix);
    let mut fixes: Vec<(Range<usize>, &mut Option<Fix>)> =
        fixes.filter_map(|fix| Some((fix.as_ref()?.range.clone(), fix))).collect();
    fixes.sort_by_key(|(range, _)| (range.start, range.end));
    let mut previous: Option<Range<usize>> = None;
    for (range, fix) in fixes {
        // Two insertions at one place would depend on their order.
        let is_apart = |previous: &Range<usize>| range.start >= previous.end && range != *previous;
        if previous.as_ref().is_none_or(is_apart) {
            previous = Some(range);
        } else {
            *fix = None;
        }
    }
}

/// The bytes that go with a part of a comma-separated list, so that the list
/// stays one whichever of the parts that go is deleted.
///
/// `parts` are the bytes of all parts, in order, of which the first `n_first` go, and not the next.
pub fn part_with_comma(parts: &[Range<usize>], index: usize, n_first: usize) -> Range<usize> {
    let part = parts[index].clone();
    match parts.get(index + 1) {
        _ if index >= n_first => parts[index - 1].end..part.end,
        Some(next) => part.start..next.start,
        None => part,
    }
}

#[cfg(test)]
mod tests;
