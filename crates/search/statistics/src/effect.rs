//! How much one sample tends to be larger than another.

use crate::rank_test::u_of;

/// The probability that a value of `one` is larger than one of `other`, equals
/// counting half: in 0..=1, 0.5 where neither tends to be larger; `None` if one
/// sample is empty.
///
/// The source calls a difference small from 0.56 (or 0.44), medium from 0.64 (0.36)
/// and large from 0.71 (0.29) on.
///
/// Source: Vargha and Delaney 2000 (doi 10.3102/10769986025002101).
pub fn a12(left: &[f64], right: &[f64]) -> Option<f64> {
    let n_pairs = left.len() * right.len();
    (n_pairs > 0).then(|| u_of(left, right) / n_pairs as f64)
}
