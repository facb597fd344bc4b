//! Rounding numbers to their significant digits.

use libm::{floor, log10};
use marahel_statistics::Quartiles;

/// Decimals of a number without a known error, and the maximum.
const N_DECIMALS: usize = 3;
const N_DECIMALS_MAX: usize = 6;

/// Standard errors of the median of a normal distribution per distance of its quartiles,
/// times the root of the number of values: 1.2533 / 1.349.
const MEDIAN_ERROR: f64 = 0.929;

/// Median and quartiles, rounded to the first digit of the error of the median, which follows from
/// the quartiles and the number of values.
pub(crate) fn quartiles_text(quartiles: &Quartiles, n: usize) -> String {
    let error = MEDIAN_ERROR * quartiles.range() / (n as f64).sqrt();
    let n = n_decimals(error);
    let Quartiles { q1, median, q3 } = quartiles;
    format!("{median:.n$} [{q1:.n$}, {q3:.n$}]")
}

/// Number of decimals down to the first digit of an error.
fn n_decimals(error: f64) -> usize {
    if error <= 0.0 {
        return N_DECIMALS;
    }
    let first_digit = -floor(log10(error));
    first_digit.clamp(0.0, N_DECIMALS_MAX as f64) as usize
}

/// A p-value with two significant digits.
pub(crate) fn p_text(p: f64) -> String {
    if p <= 0.0 || p >= 0.095 {
        return format!("{p:.2}");
    }
    if p < 1e-4 {
        return format!("{p:.1e}");
    }
    let n = n_decimals(p) + 1;
    format!("{p:.n$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_rounded_at_the_first_digit_of_their_error() {
        let text = |q1, median, q3, n| quartiles_text(&Quartiles { q1, median, q3 }, n);
        // 0.929 x 0.06 / 4 = 0.014
        assert_eq!(text(0.81, 0.8437, 0.87, 16), "0.84 [0.81, 0.87]");
        assert_eq!(text(0.8431, 0.8437, 0.8442, 16), "0.8437 [0.8431, 0.8442]");
        assert_eq!(text(100.0, 512.25, 900.0, 4), "512 [100, 900]");
        assert_eq!(text(0.5, 0.5, 0.5, 9), "0.500 [0.500, 0.500]");
    }

    #[test]
    fn p_values_keep_two_digits() {
        let check = |p, text: &str| assert_eq!(p_text(p), text);
        check(1.0, "1.00");
        check(0.1, "0.10");
        check(0.0952, "0.10");
        check(0.0413, "0.041");
        check(0.000_123, "0.00012");
        check(0.000_045, "4.5e-5");
    }
}
