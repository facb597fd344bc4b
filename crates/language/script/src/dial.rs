//! Dials: numbers that the user of a script chooses, such as a length or a number of foes.
//!
//! A [`Script`] is always complete: each dial has a value, and so has each number that follows it.
//! So a program can run a script without knowing about dials.

use std::fmt;

use marahel_level::Tile;

use crate::{EntityList, Estimator, NumberMut, PartMut, PlacedPart, Script, WholeMut};

/// Maximum number of dials of a script.
pub const N_DIALS_MAX: usize = 16;

/// Largest weight that follows a dial.
const WEIGHT_MAX: f64 = 1000.0;

/// Where in its range each dial is set for a trial, from 0 to 1.
const SHARES: [f64; 4] = [0.0, 1.0, 0.25, 0.75];

/// A named input of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Dial {
    /// Letters, digits and `_`; the first is a letter.
    pub name: String,
    /// The smallest value.
    pub min: f64,
    /// The largest value, greater than the smallest.
    pub max: f64,
    /// The current value; the default until the user sets another.
    pub value: f64,
}

/// A number that follows a dial: `factor * dial + offset`.
///
/// Where a whole number is needed, it is rounded and clamped to what is possible there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dialled {
    /// Index of the dial in the script.
    pub dial: usize,
    /// The factor of the dial's value.
    pub factor: f64,
    /// Added to the product.
    pub offset: f64,
}

/// Which limits of an explorer follow a dial.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DialledLimits {
    /// Number of passes.
    pub repeats: Option<Dialled>,
    /// Largest number of visits of a pass.
    pub tiles: Option<Dialled>,
    /// Largest number of changes of a pass.
    pub changes: Option<Dialled>,
}

/// Which numbers of a division follow a dial.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DialledRegions {
    /// Number of regions.
    pub number: Option<Dialled>,
    /// Smallest width and height, then largest width and height.
    pub sides: [Option<Dialled>; 4],
}

/// The entities of a list whose weight follows a dial.
pub type DialledWeights = Vec<(Tile, Dialled)>;

/// Why a dial cannot be set.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DialError {
    /// The script has no such dial.
    #[error("the script has no dial `{name}`; {}", listed(.names))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The dials of the script.
        names: Vec<String>,
    },
    /// The value is outside the dial's range.
    #[error("the dial `{name}` goes from {min} to {max}, not to {value}")]
    Range {
        /// The name of the dial.
        name: String,
        /// The value.
        value: f64,
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
    },
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) }
}

impl Dial {
    /// A dial set to the middle of its range, rounded down if both ends are whole.
    pub fn new(name: &str, min: f64, max: f64) -> Self {
        Self { name: name.to_owned(), min, max, value: Self::middle(min, max) }
    }

    pub(crate) fn middle(min: f64, max: f64) -> f64 {
        let middle = min + (max - min) / 2.0;
        if min.fract() == 0.0 && max.fract() == 0.0 { middle.floor() } else { middle }
    }
}

impl Dialled {
    /// The number for the current dial values.
    pub fn number(&self, dials: &[Dial]) -> f64 {
        let number = self.factor * dials[self.dial].value + self.offset;
        number.clamp(f64::MIN, f64::MAX)
    }

    fn whole(&self, dials: &[Dial], min: f64, max: f64) -> u64 {
        self.number(dials).round().clamp(min, max) as u64
    }

    /// The number as a script writes it, such as `2*length+1`.
    pub(crate) fn text<'a>(&'a self, dials: &'a [Dial]) -> impl fmt::Display + 'a {
        fmt::from_fn(move |formatter| {
            match self.factor {
                1.0 => (),
                -1.0 => formatter.write_str("-")?,
                factor => write!(formatter, "{factor}*")?,
            }
            formatter.write_str(&dials[self.dial].name)?;
            if self.offset == 0.0 { Ok(()) } else { write!(formatter, "{:+}", self.offset) }
        })
    }
}

pub(crate) fn turn(dials: &mut [Dial], name: &str, value: f64) -> Result<(), DialError> {
    let Some(index) = dials.iter().position(|dial| dial.name == name) else {
        let names = dials.iter().map(|dial| dial.name.clone()).collect();
        return Err(DialError::Unknown { name: name.to_owned(), names });
    };
    let dial = &mut dials[index];
    if !(dial.min..=dial.max).contains(&value) {
        let Dial { name, min, max, .. } = dial.clone();
        return Err(DialError::Range { name, value, min, max });
    }
    dial.value = value;
    Ok(())
}

impl Script {
    /// Sets a dial, and the numbers that follow it.
    pub fn with_dial(mut self, name: &str, value: f64) -> Result<Self, DialError> {
        turn(&mut self.dials, name, value)?;
        self.follow_dials();
        Ok(self)
    }

    /// The script as it is, then with all dials at either end and at two places in between: a
    /// sample for checks that should hold for all values. Only the script itself if it has no
    /// dials.
    pub fn settings(&self) -> Vec<Self> {
        let mut settings = vec![self.clone()];
        for share in SHARES.into_iter().filter(|_| !self.dials.is_empty()) {
            let mut script = self.clone();
            for dial in &mut script.dials {
                let value = dial.min + share * (dial.max - dial.min);
                let is_whole = dial.min.fract() == 0.0 && dial.max.fract() == 0.0;
                dial.value = if is_whole { value.round() } else { value };
            }
            script.follow_dials();
            settings.push(script);
        }
        settings
    }

    /// Updates each number that follows a dial.
    pub fn follow_dials(&mut self) {
        if self.dials.is_empty() {
            return;
        }
        let dials = self.dials.clone();
        for PlacedPart { part, .. } in self.parts_mut() {
            if let PartMut::Constant(Estimator::Dial(dialled, value)) = part {
                *value = dialled.number(&dials);
            } else if let PartMut::List(list, _, Some(weights)) = part {
                follow(list, weights, &dials);
            } else if let PartMut::Whole(mut whole) = part
                && let Some((Some(dialled), [min, max])) = whole.follows
            {
                whole.number.set(dialled.whole(&dials, min as f64, max as f64));
            }
        }
        if let Some(regions) = &mut self.regions {
            regions.put_in_order();
        }
    }

    /// Calls `visit` with each number that follows a dial.
    pub fn for_each_dialled(&mut self, mut visit: impl FnMut(&mut Dialled)) {
        for PlacedPart { part, .. } in self.parts_mut() {
            if let PartMut::Constant(Estimator::Dial(dialled, _))
            | PartMut::Whole(WholeMut { follows: Some((Some(dialled), _)), .. }) = part
            {
                visit(dialled);
            } else if let PartMut::List(_, _, Some(weights)) = part {
                for (_, dialled) in weights {
                    visit(dialled);
                }
            }
        }
    }

    /// Fixes all numbers at their current values, and removes the dials.
    pub fn forget_dials(&mut self) {
        self.dials.clear();
        for PlacedPart { part, .. } in self.parts_mut() {
            if let PartMut::Constant(estimator) = part {
                if let Estimator::Dial(_, value) = *estimator {
                    *estimator = Estimator::Number(value);
                }
            } else if let PartMut::Whole(WholeMut { follows: Some((dialled, _)), .. }) = part {
                *dialled = None;
            } else if let PartMut::List(_, _, Some(weights)) = part {
                weights.clear();
            }
        }
    }
}

impl NumberMut<'_> {
    /// Sets the number, truncated where it is kept in 32 bits.
    pub fn set(&mut self, number: u64) {
        match self {
            Self::Small(small) => **small = number as u32,
            Self::Large(large) => **large = number,
            Self::Limit(limit) => **limit = Some(number),
        }
    }
}

/// Updates the weights that follow a dial. A weight may become 0, but if all do, the first becomes
/// 1. Also brings `dialled` into the order of the list, as if it had just been read.
fn follow(list: &mut EntityList, dialled: &mut DialledWeights, dials: &[Dial]) {
    if dialled.is_empty() {
        return;
    }
    let members = &mut list.members;
    dialled.retain(|(tile, _)| members.iter().any(|(weighted, _)| weighted == tile));
    dialled.sort_by_key(|(tile, _)| members.iter().position(|(weighted, _)| weighted == tile));
    dialled.dedup_by_key(|&mut (tile, _)| tile);
    for &mut (tile, dialled) in dialled {
        if let Some((_, weight)) = members.iter_mut().find(|(weighted, _)| *weighted == tile) {
            *weight = dialled.whole(dials, 0.0, WEIGHT_MAX) as u32;
        }
    }
    if members.iter().all(|&(_, weight)| weight == 0) {
        members[0].1 = 1;
    }
}

#[cfg(test)]
mod tests;
