//! How well a share is known.

/// Standard errors to either side that hold 95 of 100 values of a normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The interval that holds the true share, with a confidence of 95 %, after `n` of
/// `of` things were as they should be; its ends are in 0..=1. `None` of no things.
///
/// Unlike a mean with its standard error it says something where all or none
/// are as they should be.
///
/// # Panics
///
/// If `n` is more than `of`.
///
/// Source: Wilson 1927 (doi 10.1080/01621459.1927.10502953).
pub fn wilson(n: u64, of: u64) -> Option<[f64; 2]> {
    assert!(n <= of, "{n} of {of} is no share");
    if of == 0 {
        return None;
    }
    let (share, of) = (n as f64 / of as f64, of as f64);
    let scale = 1.0 + Z * Z / of;
    let middle = (share + Z * Z / (2.0 * of)) / scale;
    let half = Z * (share * (1.0 - share) / of + Z * Z / (4.0 * of * of)).sqrt() / scale;
    // At the ends the formula misses 0 and 1 by a rounding error.
    let low = if share == 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if share == 1.0 { 1.0 } else { (middle + half).min(1.0) };
    Some([low, high])
}
