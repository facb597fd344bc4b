//! How long the lists of a file in TOML may be.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A list or a table has at most so many entries. Whoever lists more made a mistake, or wants
/// programs to take for ever.
pub const N_LISTED_MAX: usize = 1000;

/// Where the first list or table is that has more entries, and what is wrong with it.
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
    let told = || format!("at most {N_LISTED_MAX} things can be listed; there are {n_listed}");
    (n_listed > N_LISTED_MAX).then(told)
}
