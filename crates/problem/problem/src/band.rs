//! Bands: from a raw value to a score, by Eq. 1 of the paper.

use serde::{Deserialize, Serialize};

use crate::{ObjectiveKind, ProblemError};

#[cfg(test)]
mod tests;

/// The good values of a measure, and how fast the score falls outside.
///
/// In settings: `{ range = [2, 4], zero_below = 0, zero_above = 10 }`. An end of the range may be
/// infinite (`inf`, `-inf`). The default of `zero_below` is 0, or the lower end if that is less; that
/// of `zero_above` is twice the upper end and 10 more, or 1 for an end between 0 and 1.
///
/// Source: Khalifa and Togelius 2020, section 3.3, Eq. 1. The printed equation gives the distance
/// from the range instead of 1 minus it, and its middle case is empty. This follows the text around
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "BandSettings", into = "BandSettings")]
pub struct Band {
    min: f64,
    max: f64,
    zero_below: f64,
    zero_above: f64,
}

impl Band {
    /// The good values in words, such as `2 to 4` or `20 and more`.
    pub fn in_words(&self) -> String {
        let (min, max) = (self.min(), self.max());
        if max == f64::INFINITY {
            format!("{min} and more")
        } else if min == f64::NEG_INFINITY {
            format!("{max} and less")
        } else if min == max {
            min.to_string()
        } else {
            format!("{min} to {max}")
        }
    }

    /// What a band of settings is about: without an upper end, more is never worse, and a good level
    /// may lack it.
    pub fn kind(&self) -> ObjectiveKind {
        if self.max == f64::INFINITY { ObjectiveKind::Open } else { ObjectiveKind::Count }
    }

    /// The band of the values `min..=max`. The score is 0 up to `zero_below` and from `zero_above`
    /// on.
    ///
    /// At an infinite end of the range, the zero is ignored. A zero equal to its end of the range
    /// makes a step.
    pub fn new(min: f64, max: f64, zero_below: f64, zero_above: f64) -> Result<Self, ProblemError> {
        let empty = min.is_nan() || max.is_nan() || min > max;
        if empty || min == f64::INFINITY || max == f64::NEG_INFINITY {
            return Err(ProblemError(format!(
                "the range {min} to {max} is empty; give two numbers, the smaller one first"
            )));
        }
        let (mut below, mut above) = (f64::NEG_INFINITY, f64::INFINITY);
        if min.is_finite() {
            below = zero_below;
            if !below.is_finite() || below > min {
                return Err(ProblemError(format!(
                    "`zero_below` = {below} does not lie at or below the range's lower end {min}"
                )));
            }
        }
        if max.is_finite() {
            above = zero_above;
            if !above.is_finite() || above < max {
                return Err(ProblemError(format!(
                    "`zero_above` = {above} does not lie at or above the range's upper end {max}"
                )));
            }
        }
        Ok(Self { min, max, zero_below: below, zero_above: above })
    }

    /// The band of settings, with the defaults of both zeros.
    pub(crate) fn of_settings(
        [min, max]: [f64; 2],
        zero_below: Option<f64>,
        zero_above: Option<f64>,
    ) -> Result<Self, ProblemError> {
        let zero_below = zero_below.unwrap_or(min.min(0.0));
        let is_share = 0.0 < max && max < 1.0;
        let default = if is_share { 1.0 } else { max + max.abs() + 10.0 };
        let zero_above = zero_above.unwrap_or(default);
        Self::new(min, max, zero_below, zero_above)
    }

    /// The score of a raw value, in 0..=1: 1 inside the range, linear between each zero and its end
    /// of the range. NaN scores 0.
    pub fn score(&self, value: f64) -> f64 {
        if (self.min..=self.max).contains(&value) {
            1.0
        } else if value < self.min {
            ramp(value, self.zero_below, self.min)
        } else if value > self.max {
            ramp(value, self.zero_above, self.max)
        } else {
            0.0
        }
    }

    /// The least value with score 1; can be negative infinity.
    pub fn min(&self) -> f64 {
        self.min
    }

    /// The greatest value with score 1; can be infinity.
    pub fn max(&self) -> f64 {
        self.max
    }

    /// The score is 0 from here down; negative infinity if the range has no lower end.
    pub fn zero_below(&self) -> f64 {
        self.zero_below
    }

    /// The score is 0 from here up; infinity if the range has no upper end.
    pub fn zero_above(&self) -> f64 {
        self.zero_above
    }
}

/// The position of `value` between `zero` and `one`, in 0..=1; 0 if these are equal.
fn ramp(value: f64, from: f64, to: f64) -> f64 {
    if from == to { 0.0 } else { ((value - from) / (to - from)).clamp(0.0, 1.0) }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BandSettings {
    range: [f64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    zero_below: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    zero_above: Option<f64>,
}

impl TryFrom<BandSettings> for Band {
    type Error = ProblemError;

    fn try_from(settings: BandSettings) -> Result<Self, ProblemError> {
        Band::of_settings(settings.range, settings.zero_below, settings.zero_above)
    }
}

impl From<Band> for BandSettings {
    fn from(band: Band) -> Self {
        Self {
            range: [band.min, band.max],
            zero_below: Some(band.zero_below).filter(|zero| zero.is_finite()),
            zero_above: Some(band.zero_above).filter(|zero| zero.is_finite()),
        }
    }
}
