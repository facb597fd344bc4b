//! Fixes: changes of a script's text that remove a mistake or an idle part.
//!
//! A fix is offered only if the intention is clear, or if the deleted text has no effect. The fixes
//! of one check never overlap. Each can be applied alone, or all together, and each removes at
//! least one diagnostic.

use std::ops::Range;

use crate::diagnostic::Diagnostic;

/// A replacement of some bytes of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The bytes to replace; empty for an insertion.
    pub range: Range<usize>,
    /// The new text.
    pub replacement: String,
}

impl Fix {
    /// Puts a text in.
    pub fn insertion(at: usize, replacement: impl Into<String>) -> Self {
        Self { range: at..at, replacement: replacement.into() }
    }

    /// Applies only this change.
    ///
    /// # Panics
    ///
    /// If the text is shorter than the one that the fix was made for.
    pub fn apply(&self, text: &str) -> String {
        apply([self], text)
    }

    /// Applies the fixes of all diagnostics.
    ///
    /// One mistake can hide another: check the new text again.
    ///
    /// # Panics
    ///
    /// If the text is shorter than the one that was checked.
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

/// Drops each fix that overlaps an earlier one, so that all can be applied together. The next check
/// offers it again.
pub(crate) fn separate(diagnostics: &mut [Diagnostic]) {
    let fixes = diagnostics.iter_mut().map(|diagnostic| &mut diagnostic.fix);
    let mut fixes: Vec<(Range<usize>, &mut Option<Fix>)> =
        fixes.filter_map(|fix| Some((fix.as_ref()?.range.clone(), fix))).collect();
    fixes.sort_by_key(|(range, _)| (range.start, range.end));
    let mut previous: Option<Range<usize>> = None;
    for (range, fix) in fixes {
        // The result of two insertions at one place would depend on their order.
        let last = previous.as_ref();
        if last.is_none_or(|last| range.start >= last.end && range != *last) {
            previous = Some(range);
        } else {
            *fix = None;
        }
    }
}

/// The bytes to delete with part `index` of a comma-separated list, so that the list stays valid
/// whichever parts are deleted.
///
/// `parts` are the bytes of all parts in order. The first `n_first` are all deleted, and the next
/// one is kept.
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
