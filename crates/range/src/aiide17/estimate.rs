//! Numbers that were measured on samples, and what can be said of two of them.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

/// What the measurements say about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// They agree, by more than chance.
    Holds,
    /// They cannot tell, or nothing of the kind was measured.
    Undecided,
    /// They disagree, by more than chance.
    Fails,
}

impl Verdict {
    /// Of several claims that are made together: the worst of their verdicts.
    pub(crate) fn all(verdicts: impl IntoIterator<Item = Self>) -> Self {
        verdicts.into_iter().max().unwrap_or(Self::Undecided)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Holds => "holds",
            Self::Undecided => "cannot be decided",
            Self::Fails => "does not hold",
        })
    }
}

/// Differences of fewer standard errors than this may be chance.
pub(crate) const N_ERRORS: f64 = 3.0;

/// A number with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

impl Estimate {
    /// A number that was not measured.
    pub(crate) const fn exactly(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    /// The mean of some values; a single one does not tell its error.
    pub(crate) fn mean(values: &[f64]) -> Self {
        let n = values.len() as f64;
        let value = values.iter().sum::<f64>() / n;
        let error = if values.len() < 2 { f64::INFINITY } else { (moment(values, 2) / n).sqrt() };
        Self { value, error }
    }

    /// The standard deviation of some values; its error by their fourth
    /// moment, so that it need not be a normal distribution. Nothing is known
    /// of it from a single value.
    pub(crate) fn sd(values: &[f64]) -> Self {
        if values.len() < 2 {
            return Self { value: f64::NAN, error: f64::INFINITY };
        }
        let n = values.len() as f64;
        let variance = moment(values, 2);
        let value = variance.sqrt();
        let variance_error = ((moment(values, 4) - variance * variance).max(0.0) / n).sqrt();
        let error = if value > 0.0 { variance_error / (2.0 * value) } else { 0.0 };
        Self { value, error }
    }

    /// Whether this is less than `other`.
    pub(crate) fn is_below(self, other: Self) -> Verdict {
        let difference = other.value - self.value;
        let margin = N_ERRORS * self.error.hypot(other.error);
        if difference > margin {
            Verdict::Holds
        } else if difference < -margin {
            Verdict::Fails
        } else {
            Verdict::Undecided
        }
    }

    /// Whether this is a share of everything, without exception.
    pub(crate) fn is_all(self) -> Verdict {
        if self.error.is_infinite() {
            Verdict::Undecided
        } else if self.value == 1.0 {
            Verdict::Holds
        } else {
            Verdict::Fails
        }
    }
}

/// How many of some things are as they should be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    n: u64,
    of: u64,
}

impl Share {
    /// The share of `things` for which `is_so`.
    pub(crate) fn of<T>(things: &[T], is_so: impl Fn(&T) -> bool) -> Self {
        let mut share = Self::default();
        for thing in things {
            share.count(is_so(thing));
        }
        share
    }

    /// One more thing.
    pub(crate) fn count(&mut self, is_so: bool) {
        self.n += u64::from(is_so);
        self.of += 1;
    }

    /// The share that `n` is of `of` things.
    pub(crate) fn of_counts(n: u64, of: u64) -> Self {
        Self { n, of }
    }

    /// The share in 0..=1; of no things nothing is known, which the error says.
    pub(crate) fn estimate(self) -> Estimate {
        if self.of == 0 {
            return Estimate { value: f64::NAN, error: f64::INFINITY };
        }
        let value = self.n as f64 / self.of as f64;
        Estimate { value, error: (value * (1.0 - value) / self.of as f64).sqrt() }
    }
}

impl Sum for Share {
    fn sum<I: Iterator<Item = Self>>(shares: I) -> Self {
        shares.fold(Self::default(), |one, other| one + other)
    }
}

impl Add for Share {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { n: self.n + other.n, of: self.of + other.of }
    }
}

/// The mean of a power of the distances from the mean.
fn moment(values: &[f64], power: i32) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    values.iter().map(|value| (value - mean).powi(power)).sum::<f64>() / n
}

impl fmt::Display for Estimate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { value, error } = self;
        if value.is_nan() {
            return formatter.write_str("none");
        }
        let n_decimals = if value.abs() < 10.0 { 3 } else { 1 };
        if error.is_infinite() {
            return write!(formatter, "{value:.n_decimals$} ± unknown");
        }
        write!(formatter, "{value:.n_decimals$} ± {error:.n_decimals$}")
    }
}
