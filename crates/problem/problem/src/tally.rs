//! [`Tally`]: the sum of the scores of many levels.

use serde::{Deserialize, Serialize};

#[cfg(test)]
mod tests;

/// Scores of one objective, added level by level.
///
/// Mean and variance follow Welford's recurrence, so that equal scores have exactly the variance 0.
/// Before the first score, all values are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    n: u64,
    mean: f64,
    squares: f64,
    min: f64,
}

impl Tally {
    /// A tally of one score.
    pub fn of(score: f64) -> Self {
        let mut tally = Self::default();
        tally.add(score);
        tally
    }

    /// Adds the score of one more level.
    pub fn add(&mut self, score: f64) {
        self.min = if self.n == 0 { score } else { self.min.min(score) };
        self.n += 1;
        let before = score - self.mean;
        self.mean += before / self.n as f64;
        self.squares += before * (score - self.mean);
    }

    /// Number of scores.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Mean of the scores.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The least score.
    pub fn min(&self) -> f64 {
        self.min
    }

    /// Unbiased estimate of the variance of one level's score; `None` for fewer than two scores.
    pub fn variance(&self) -> Option<f64> {
        (self.n >= 2).then(|| self.squares / (self.n - 1) as f64)
    }

    /// Standard error of the mean; `None` for fewer than two scores.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance().map(|variance| (variance / self.n as f64).sqrt())
    }
}
