//! Limits on lists in TOML files.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Maximum number of entries of a list or table. A longer one is a mistake, or would make programs
/// run forever.
pub const N_LISTED_MAX: usize = 1000;

/// The place of the first list or table with more entries, and the message.
pub fn long_list(document: &DeTable<'_>) -> Option<(Range<usize>, String)> {
    let of_all = too_long(document.len()).map(|message| (0..0, message));
    of_all.or_else(|| document.values().find_map(of_value))
}

fn of_value(value: &Spanned<DeValue<'_>>) -> Option<(Range<usize>, String)> {
    let of_all = |n_listed| too_long(n_listed).map(|message| (value.span(), message));
    match value.get_ref() {
        DeValue::Array(array) => of_all(array.len()).or_else(|| array.iter().find_map(of_value)),
        DeValue::Table(table) => of_all(table.len()).or_else(|| long_list(table)),
        _ => None,
    }
}

fn too_long(n_listed: usize) -> Option<String> {
    (n_listed > N_LISTED_MAX)
        .then(|| format!("at most {N_LISTED_MAX} things can be listed; there are {n_listed}"))
}
