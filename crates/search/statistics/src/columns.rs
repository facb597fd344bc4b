//! Columns of texts that stand below each other.
//!
//! Names come from files, and `format!` panics if a width is above 65,535: so widths are limited,
//! and spaces are added by hand.

/// The widest column; what is longer sticks out. Wider ones would cost the memory of their names
/// times the rows.
const WIDTH_MAX: usize = 200;

/// The number of characters of the longest text, as far as a column may be wide.
pub fn column_width<'t>(texts: impl IntoIterator<Item = &'t str>) -> usize {
    let widths = texts.into_iter().map(|text| text.chars().take(WIDTH_MAX).count());
    widths.max().unwrap_or(0)
}

/// A text with spaces behind it, up to a width.
pub fn to_left(text: &str, width: usize) -> String {
    format!("{text}{}", gap(text, width))
}

/// A text with spaces before it, up to a width.
pub fn to_right(text: &str, width: usize) -> String {
    format!("{}{text}", gap(text, width))
}

fn gap(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.chars().count()))
}
