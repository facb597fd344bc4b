//! How a number becomes a score.

/// What keeps a division by the length of a slope from being one by zero; it
/// also keeps scores on a slope a little too low.
const NEARLY_NOTHING: f64 = 1e-8;

/// 1 from `low` to `high`, falling to 0 at `zero_below` and at `zero_above`.
///
/// Values inside the range score 1 before anything else is checked, so that ends and zeros may be
/// equal.
pub(crate) fn range(value: f64, zero_below: f64, low: f64, high: f64, zero_above: f64) -> f64 {
    if low <= value && value <= high {
        1.0
    } else if value <= zero_below || zero_above <= value {
        0.0
    } else if value < low {
        ((value - zero_below) / (low - zero_below + NEARLY_NOTHING)).clamp(0.0, 1.0)
    } else {
        ((zero_above - value) / (zero_above - high + NEARLY_NOTHING)).clamp(0.0, 1.0)
    }
}

/// 1 from `low` to `high`, rising from 0 at 0; nothing above `high` counts.
pub(crate) fn up_to(value: f64, low: f64, high: f64) -> f64 {
    range(value, 0.0, low, high, high)
}

/// 1 for exactly one thing, falling to 0 at `zero_above`.
pub(crate) fn exactly_one(count: u32, zero_above: f64) -> f64 {
    range(f64::from(count), 0.0, 1.0, 1.0, zero_above)
}

/// 1 for nothing, falling to 0 at `zero_above`; less than nothing scores 0.
pub(crate) fn none(value: f64, zero_above: f64) -> f64 {
    range(value, 0.0, 0.0, 0.0, zero_above)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_flat_and_falls_to_both_sides() {
        assert_eq!(range(3.0, 0.0, 2.0, 4.0, 8.0), 1.0);
        assert_eq!(range(1.0, 0.0, 2.0, 4.0, 8.0), 1.0 / (2.0 + 1e-8));
        assert_eq!(range(6.0, 0.0, 2.0, 4.0, 8.0), 2.0 / (4.0 + 1e-8));
        assert_eq!(range(8.0, 0.0, 2.0, 4.0, 8.0), 0.0);
        assert_eq!(range(-1.0, 0.0, 2.0, 4.0, 8.0), 0.0);
    }

    #[test]
    fn an_end_may_be_a_zero() {
        assert_eq!(none(0.0, 5.0), 1.0);
        assert_eq!(none(-1.0, 5.0), 0.0);
        assert_eq!(up_to(4.0, 2.0, 4.0), 1.0);
        assert_eq!(up_to(5.0, 2.0, 4.0), 0.0);
    }
}
