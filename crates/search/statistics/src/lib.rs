//! Statistics of samples of numbers, and of the levels of a generator ([`range`]).
//!
//! An [`Estimate`] is a number with its standard error, a [`Share`] a count out of a total, with
//! [`clopper_pearson`] for its interval; [`spearman`] and [`pearson`] are correlations.
//!
//! Values of samples are finite. [`CsvText`] is a table of numbers; [`column_width`],
//! [`to_left`] and [`to_right`] align one for people.

mod clopper_pearson;
mod estimate;
pub mod range;
mod sample;
mod tables;

#[cfg(test)]
mod tests;

pub use clopper_pearson::clopper_pearson;
pub use estimate::{Estimate, N_ERRORS, Share};
pub use sample::{pearson, quantile, ranks, spearman};
pub use tables::{CsvText, column_width, to_left, to_right};
