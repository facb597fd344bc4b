//! The changed lines between two texts.

use similar::TextDiff;

/// Lines around a change that a diff shows.
const N_CONTEXT: usize = 1;

/// The changed lines from one text to another, as a unified diff without a header: applied to the
/// old text it gives the new one.
pub fn diff(old: &str, new: &str) -> String {
    TextDiff::from_lines(old, new).unified_diff().context_radius(N_CONTEXT).to_string()
}
