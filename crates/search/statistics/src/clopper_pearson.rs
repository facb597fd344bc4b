//! How well a share is known, for sure.

use libm::{exp, lgamma, log, log1p, pow};

/// What the interval may miss.
const MISSED: f64 = 0.05;

/// Halvings that leave nothing of an interval in 0..=1 but rounding errors.
const N_HALVINGS: usize = 60;

/// The interval that holds the true share, with a confidence of at least 95 % whatever it is,
/// after `n` of `of` things were as they should be; its ends are in 0..=1. `None` of no things.
///
/// Where all things are as they should be, or none, there is one end to err at, and the whole
/// 5 % go there.
///
/// # Panics
///
/// If `n` is more than `of`.
///
/// Source: Clopper and Pearson 1934 (doi 10.1093/biomet/26.4.404).
pub fn clopper_pearson(n: u64, of: u64) -> Option<[f64; 2]> {
    assert!(n <= of, "{n} of {of} is no share");
    if of == 0 {
        return None;
    }
    let sure = pow(MISSED, 1.0 / of as f64);
    Some(match n {
        0 => [0.0, 1.0 - sure],
        n if n == of => [sure, 1.0],
        n => [low(n, of), 1.0 - low(of - n, of)],
    })
}

/// The share of which `n` of `of` things or more come by chance as often as may be missed at
/// one of two ends; `n` is in 1..of.
fn low(n: u64, of: u64) -> f64 {
    let (mut low, mut high) = (0.0, n as f64 / of as f64);
    for _ in 0..N_HALVINGS {
        let middle = 0.5 * (low + high);
        if tail(n, of, middle) < MISSED / 2.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// How likely `n` of `of` things or more are as they should be, if each is with the probability
/// `share`, less than `n / of`: then each term is smaller than the one before.
fn tail(n: u64, of: u64, share: f64) -> f64 {
    let (k, all) = (n as f64, of as f64);
    let n_ways = lgamma(all + 1.0) - lgamma(k + 1.0) - lgamma(all - k + 1.0);
    let first = exp(n_ways + k * log(share) + (all - k) * log1p(-share));
    let odds = share / (1.0 - share);
    let (mut sum, mut term) = (1.0, 1.0);
    for k in n..of {
        term *= (of - k) as f64 / (k + 1) as f64 * odds;
        sum += term;
        if term < sum * f64::EPSILON {
            break;
        }
    }
    first * sum
}
