//! Cells of tables.

/// A number as a cell; empty for `None`.
pub(crate) fn cell(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// Several numbers as one cell, separated by spaces.
pub(crate) fn join(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
