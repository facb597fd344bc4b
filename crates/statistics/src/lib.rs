//! How samples are summed up and compared.
//!
//! [`Quartiles`] say where the values of a sample lie, [`rank_test`] whether two
//! samples may come from one distribution, [`a12`] how much one tends to be
//! larger than the other, [`holm`] what is left of many p-values that are looked at
//! together, [`wilson`] how well a share is known.
//!
//! All of it is pure: numbers in, numbers out. Values are finite. Means with their
//! standard errors, shares and ranks are in the crate `claims`.

mod effect;
mod holm;
mod quartiles;
mod rank_sums;
mod rank_test;
mod wilson;

#[cfg(test)]
mod tests;

pub use effect::a12;
pub use holm::holm;
pub use quartiles::{Quartiles, quantile};
pub use rank_test::{Method, N_EXACT_MAX, RankTest, rank_test};
pub use wilson::wilson;
