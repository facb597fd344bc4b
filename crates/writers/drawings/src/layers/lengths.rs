//! Different lengths: of runs, and of the sides of rectangles.

use marahel_script::Condition;

use crate::layers::bits;
use crate::layers::rules::chance;

/// The minimum, the mean and the maximum of some lengths, in cells.
pub(crate) struct Lengths {
    pub(crate) least: usize,
    mean: f64,
    pub(crate) most: usize,
}

impl Lengths {
    /// Of one or more lengths; ignores `n_beyond` at both ends for the minimum and the maximum.
    pub(crate) fn of(mut all: Vec<usize>, n_beyond: usize) -> Self {
        all.sort_unstable();
        let mean = all.iter().sum::<usize>() as f64 / all.len() as f64;
        Self { least: all[n_beyond], mean, most: all[all.len() - 1 - n_beyond] }
    }

    /// Bits to encode one length.
    pub(crate) fn bits(&self) -> f64 {
        bits::of_one(self.most - self.least + 1)
    }

    /// How often the minimum length may grow, and the condition for growing each time; `None` if
    /// all are equal.
    pub(crate) fn growth(&self) -> Option<(usize, Condition)> {
        let n_passes = self.most - self.least;
        let share = (self.mean - self.least as f64) / n_passes as f64;
        let share = format!("{:.2}", share.clamp(0.05, 0.95));
        (n_passes > 0).then(|| (n_passes, chance(share.parse().expect("a number"))))
    }

    pub(crate) fn words(&self) -> String {
        if self.least == self.most {
            self.least.to_string()
        } else {
            format!("{} to {}", self.least, self.most)
        }
    }
}
