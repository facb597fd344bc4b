//! Statistics of samples of numbers, and of the levels of a generator ([`range`]).
//!
//! [`Quartiles`] describe a sample, [`rank_test`] tests whether two samples may come from one
//! distribution, [`a12`] is the effect size, [`holm`] corrects p-values of several tests,
//! [`clopper_pearson`] gives a confidence interval of a share. An [`Estimate`] is a number with its
//! standard error, a [`Share`] a count out of a total; [`spearman`] and [`pearson`] are
//! correlations. [`Variation`] says how much levels differ, cell by cell.
//!
//! Values of samples are finite. [`CsvText`] is a table of numbers; [`column_width`],
//! [`to_left`] and [`to_right`] align one for people.

mod clopper_pearson;
mod columns;
mod correlation;
mod csv_text;
mod effect;
mod estimate;
mod holm;
mod quartiles;
pub mod range;
mod rank_sums;
mod rank_test;
mod share;
mod variation;

#[cfg(test)]
mod tests;

pub use clopper_pearson::clopper_pearson;
pub use columns::{column_width, to_left, to_right};
pub use correlation::{pearson, ranks, spearman};
pub use csv_text::CsvText;
pub use effect::a12;
pub use estimate::{Estimate, N_ERRORS};
pub use holm::holm;
pub use quartiles::{Quartiles, quantile};
pub use rank_test::{RankTest, rank_test};
pub use share::Share;
pub use variation::Variation;
