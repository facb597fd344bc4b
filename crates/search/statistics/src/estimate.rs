//! Numbers that were measured on samples.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

/// Differences of fewer standard errors than this may be chance.
pub const N_ERRORS: f64 = 3.0;

/// Decimals that an error is shown with at most.
const N_DECIMALS_MAX: usize = 6;

/// A number with its standard error.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Its standard error; infinite if nothing is known of it.
    pub error: f64,
}

impl Estimate {
    /// A number that was not measured.
    pub const fn exactly(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    /// The mean of some values; a single one does not tell its error.
    pub fn mean(values: &[f64]) -> Self {
        let n = values.len() as f64;
        let value = values.iter().sum::<f64>() / n;
        // The variance of the values is that of the sample times n / (n - 1).
        let error =
            if values.len() < 2 { f64::INFINITY } else { (moment(values, 2) / (n - 1.0)).sqrt() };
        Self { value, error }
    }

    /// The standard deviation of some values; its error by their fourth
    /// moment, so that it need not be a normal distribution. Nothing is known
    /// of it from a single value.
    pub fn sd(values: &[f64]) -> Self {
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

    /// Whether this is less than `other`; `None` if the difference may be chance.
    pub fn is_below(self, right: Self) -> Option<bool> {
        let difference = right.value - self.value;
        let is_clear = difference.abs() > N_ERRORS * self.error.hypot(right.error);
        is_clear.then_some(difference > 0.0)
    }

    /// Whether this is a share of everything, without exception; `None` if nothing
    /// is known of it.
    pub fn is_all(self) -> Option<bool> {
        self.error.is_finite().then_some(self.value == 1.0)
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
        let mut n_decimals: usize = if value.abs() < 10.0 { 3 } else { 1 };
        if error.is_infinite() {
            return write!(formatter, "{value:.n_decimals$} ± unknown");
        }
        // A small error is shown with a digit that is not 0.
        let mut unit = 0.1_f64.powi(n_decimals as i32);
        while error > 0.0 && error < unit / 2.0 && n_decimals < N_DECIMALS_MAX {
            n_decimals += 1;
            unit /= 10.0;
        }
        write!(formatter, "{value:.n_decimals$} ± {error:.n_decimals$}")
    }
}

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
