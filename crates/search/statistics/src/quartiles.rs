//! Where the values of a sample lie.

/// Median and quartiles of a sample.
///
/// Between two values they are interpolated, as numpy, pandas and R do
/// unless they are told otherwise.
///
/// Source: Hyndman and Fan 1996 (doi 10.1080/00031305.1996.10473566), their
/// definition 7.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quartiles {
    /// A quarter of the values lies below.
    pub q1: f64,
    /// Half of the values lies below.
    pub median: f64,
    /// Three quarters of the values lie below.
    pub q3: f64,
}

impl Quartiles {
    /// Those of some values in any order; `None` of none.
    pub fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let [q1, median, q3] = [0.25, 0.5, 0.75].map(|share| quantile(&sorted, share));
        Some(Self { q1: q1?, median: median?, q3: q3? })
    }

    /// Distance of the outer two.
    pub fn range(&self) -> f64 {
        self.q3 - self.q1
    }
}

/// The value below which `share`, in 0..=1, of ascending values lie, by the
/// definition of [`Quartiles`]; `None` of no values.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (place - below as f64) * (sorted[above] - sorted[below]))
}
