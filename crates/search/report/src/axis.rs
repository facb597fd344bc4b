//! The ends and ticks of an axis.

#[cfg(test)]
mod tests;

/// An axis from `start` to `end`, with a tick at each multiple of `step`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    pub(crate) start: f64,
    pub(crate) end: f64,
    pub(crate) step: f64,
    pub(crate) n_decimals: usize,
}

impl Axis {
    /// The axis of objectives, 0..=1.
    pub(crate) const UNIT: Self = Self { start: 0.0, end: 1.0, step: 0.2, n_decimals: 1 };

    /// From 0 to the first tick at or above `largest`, which must not be negative; 0..=1 if it is
    /// 0, which has no scale.
    pub(crate) fn up_to(largest: f64) -> Self {
        if largest == 0.0 { Self::UNIT } else { Self::from_zero(largest, 0.0) }
    }

    /// From 0 to the first tick at or above `largest`, with ticks at whole numbers.
    pub(crate) fn of_counts(largest: u32) -> Self {
        Self::from_zero(f64::from(largest.max(1)), 1.0)
    }

    /// From `first` to just after `last`, with ticks at whole numbers.
    ///
    /// Counted from 0, the last of 2000 is 1999: the axis ends at 2000.
    pub(crate) fn of_indices(first: u32, last: u32) -> Self {
        let (start, end) = (f64::from(first), f64::from(last) + 1.0);
        let (step, n_decimals) = step_of(end - start, 1.0);
        Self { start, end, step, n_decimals }
    }

    /// From a tick at or below `low` to one at or above `high`, with at most six steps: the finest
    /// such ticks leave the least empty space.
    pub(crate) fn around(low: f64, high: f64) -> Self {
        // Equal values are in the middle of a tenth.
        let (low, high) = if low == high { (low - 0.05, high + 0.05) } else { (low, high) };
        let ends = |step: f64| [(low / step).floor(), (high / step).ceil()];
        let is_fitting = |step: f64| {
            let [first, last] = ends(step);
            last - first <= 6.0
        };
        let (step, n_decimals) = first_step(is_fitting);
        let [start, end] = ends(step).map(|n_steps| n_steps * step);
        Self { start, end, step, n_decimals }
    }

    /// From half below `low` to half above `high`, with ticks at whole numbers: each has equal room
    /// on both sides.
    pub(crate) fn around_counts(low: f64, high: f64) -> Self {
        let (start, end) = (low - 0.5, high + 0.5);
        let (step, n_decimals) = step_of(end - start, 1.0);
        Self { start, end, step, n_decimals }
    }

    fn from_zero(largest: f64, smallest_step: f64) -> Self {
        let (step, n_decimals) = step_of(largest, smallest_step);
        Self { start: 0.0, end: step * (largest / step).ceil(), step, n_decimals }
    }
}

/// The first step, at least `smallest`, that fits into `span` at most five times; and its decimal
/// places.
fn step_of(span: f64, smallest: f64) -> (f64, usize) {
    first_step(|step| step >= smallest && span <= 5.0 * step)
}

/// The smallest fitting step among 1, 2 and 5 times powers of ten from a millionth on; and its
/// decimal places.
fn first_step(is_fitting: impl Fn(f64) -> bool) -> (f64, usize) {
    let steps = (-6_i32..=9).flat_map(|exponent| {
        let power = f64::from(10_u32.pow(exponent.unsigned_abs()));
        // Division by a power is exact to the displayed decimals, unlike multiplication by a tenth.
        let of = |factor: f64| if exponent < 0 { factor / power } else { factor * power };
        let n_decimals = exponent.min(0).unsigned_abs() as usize;
        [1.0, 2.0, 5.0].map(|factor| (of(factor), n_decimals))
    });
    let mut fitting = steps.filter(|&(step, _)| is_fitting(step));
    fitting.next().expect("spans are below 2^32 + 1, and so below 5e9")
}
