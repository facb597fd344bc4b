//! Statistics of samples of numbers, and of the levels of a generator ([`range`]).
//!
//! [`Quartiles`] say where the values of a sample lie, [`rank_test`] whether two
//! samples may come from one distribution, [`a12`] how much one tends to be
//! larger than the other, [`holm`] what is left of many p-values that are looked at
//! together, [`clopper_pearson`] how well a share is known. An [`Estimate`] is a number with
//! its standard error, a [`Share`] counts how many of some things are as they should be, [`spearman`] and [`pearson`] say how two numbers go together.
//!
//! Values of samples are finite. [`CsvText`] is a table of numbers.

mod clopper_pearson;
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

#[cfg(test)]
mod tests;

pub use clopper_pearson::clopper_pearson;
pub use correlation::{pearson, ranks, spearman};
pub use csv_text::CsvText;
pub use effect::a12;
pub use estimate::{Estimate, N_ERRORS};
pub use holm::holm;
pub use quartiles::{Quartiles, quantile};
pub use rank_test::{RankTest, rank_test};
pub use share::Share;
