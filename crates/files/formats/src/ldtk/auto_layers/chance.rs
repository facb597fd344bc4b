//! LDtk's pseudo-random numbers, which depend on a seed and a cell alone.

#[cfg(test)]
mod tests;

/// A number in `0..n` for a cell. 0 if `n` is 0.
///
/// Source: LDtk 1.5.3, `dn.M.randSeedCoords`. LDtk runs on JavaScript: its sums and products are
/// floating-point numbers, and only `^` and `>>` cut them to 32 bits.
pub(super) fn number_of_cell(seed: i64, (x, y): (i64, i64), n: i64) -> i64 {
    let sum = seed
        .wrapping_add(x.wrapping_mul(374_761_393))
        .wrapping_add(y.wrapping_mul(668_265_263)) as i32;
    // The product has up to 61 bits, and a floating-point number rounds it to 53.
    let product = f64::from(sum ^ (sum >> 13)) * 1_274_126_177.0;
    let bits = product as i64 as i32;
    // Both sides have the same sign bit, so that the result is never negative.
    i64::from(bits ^ (bits >> 16)).checked_rem(n).unwrap_or(0)
}
