//! Shares of counted things.

use std::iter::Sum;
use std::ops::Add;

use crate::Estimate;

/// How many of some things are as they should be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    n: u64,
    of: u64,
}

impl Share {
    /// The share of `things` for which `is_so`.
    pub fn of<T>(things: &[T], is_so: impl Fn(&T) -> bool) -> Self {
        let mut share = Self::default();
        for thing in things {
            share.count(is_so(thing));
        }
        share
    }

    /// One more thing.
    pub fn count(&mut self, is_so: bool) {
        self.n += u64::from(is_so);
        self.of += 1;
    }

    /// The share that `n` is of `of` things.
    pub fn of_counts(n: u64, of: u64) -> Self {
        Self { n, of }
    }

    /// The share in 0..=1; of no things nothing is known, which the error says.
    pub fn estimate(self) -> Estimate {
        if self.of == 0 {
            return Estimate { value: f64::NAN, error: f64::INFINITY };
        }
        let value = self.n as f64 / self.of as f64;
        Estimate { value, error: (value * (1.0 - value) / self.of as f64).sqrt() }
    }
}

impl Sum for Share {
    fn sum<I: Iterator<Item = Self>>(shares: I) -> Self {
        shares.fold(Self::default(), |left, right| left + right)
    }
}

impl Add for Share {
    type Output = Self;

    fn add(self, right: Self) -> Self {
        Self { n: self.n + right.n, of: self.of + right.of }
    }
}
