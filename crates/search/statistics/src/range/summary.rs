//! Summaries of one metric.

use crate::quantile;
use marahel_problem::Tally;
use serde::Serialize;

#[cfg(test)]
mod tests;

/// Mean, spread and quartiles of one metric.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Number of levels that have a value.
    pub n: usize,
    pub mean: f64,
    /// Standard deviation of the levels; not known from a single one.
    pub sd: Option<f64>,
    /// Standard error of the mean; not known from a single level.
    pub se: Option<f64>,
    /// Least value.
    pub min: f64,
    /// A quarter of the levels lies below.
    pub q1: f64,
    /// Half of the levels lies below.
    pub median: f64,
    /// Three quarters of the levels lie below.
    pub q3: f64,
    /// Greatest value.
    pub max: f64,
}

impl Summary {
    /// Names of the parts, in their order.
    pub const PARTS: [&str; 9] = ["n", "mean", "sd", "se", "min", "q1", "median", "q3", "max"];

    /// The summary of some finite values in any order; `None` of none.
    ///
    /// Quartiles between two values are interpolated, as in numpy and pandas.
    pub fn of(mut values: Vec<f64>) -> Option<Self> {
        let mut tally = Tally::default();
        for &value in &values {
            tally.add(value);
        }
        values.sort_by(f64::total_cmp);
        let [q1, median, q3] = [0.25, 0.5, 0.75].map(|share| quantile(&values, share));
        let (&min, &max) = (values.first()?, values.last()?);
        Some(Self {
            n: values.len(),
            mean: tally.mean(),
            sd: tally.variance().map(f64::sqrt),
            se: tally.standard_error(),
            min,
            q1: q1?,
            median: median?,
            q3: q3?,
            max,
        })
    }

    /// The parts in the order of [`PARTS`](Self::PARTS).
    pub fn parts(&self) -> [Option<f64>; 9] {
        let &Self { n, mean, sd, se, min, q1, median, q3, max } = self;
        let n = n as f64;
        [Some(n), Some(mean), sd, se, Some(min), Some(q1), Some(median), Some(q3), Some(max)]
    }
}
