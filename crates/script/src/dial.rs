//! Dials: numbers of a script that whoever makes levels chooses, such as a length or a number
//! of foes.
//!
//! A [`Script`] always says what its dials are set to. Its numbers that follow a dial have the
//! value of that setting, so whoever runs a script need not know about dials.

use std::fmt;

use level::Tile;

use crate::{EntityList, Estimator, Found, NumberMut, PartMut, Script, WholeMut};

/// A script has at most this many dials.
pub const N_DIALS_MAX: usize = 16;

/// A weight that follows a dial is at most this.
const WEIGHT_MAX: f64 = 1000.0;

/// Where in their ranges dials are tried.
const SHARES: [f64; 4] = [0.0, 1.0, 0.25, 0.75];

/// A named input of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Dial {
    /// The name: letters, digits and `_`, a letter first.
    pub name: String,
    /// The smallest value.
    pub min: f64,
    /// The largest value, greater than the smallest.
    pub max: f64,
    /// What it is set to: the default, if nobody has turned it.
    pub value: f64,
}

/// A number that follows a dial: `factor * dial + offset`.
///
/// Where a whole number stands, it is rounded, and kept within what is possible there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dialled {
    /// Index of the dial.
    pub dial: usize,
    /// What the value of the dial is multiplied by.
    pub factor: f64,
    /// What is added to that.
    pub offset: f64,
}

/// The limits of an explorer that follow dials.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DialledLimits {
    /// Number of passes.
    pub repeats: Option<Dialled>,
    /// Largest number of visits of a pass.
    pub tiles: Option<Dialled>,
    /// Largest number of changes of a pass.
    pub changes: Option<Dialled>,
}

/// The numbers of a division that follow dials.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DialledRegions {
    /// Number of regions.
    pub number: Option<Dialled>,
    /// Width and height of the smallest size, then of the largest.
    pub sides: [Option<Dialled>; 4],
}

/// The weights of an entity list that follow dials.
pub type DialledWeights = Vec<(Tile, Dialled)>;

/// Why a dial cannot be turned.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DialError {
    /// The script has no dial of that name.
    #[error("the script has no dial `{name}`; {}", listed(.known))]
    Unknown {
        /// The name.
        name: String,
        /// The names of the dials that it has.
        known: Vec<String>,
    },
    /// The value is not within the range of the dial.
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
    /// A dial that is set to its middle, a whole number if both ends are.
    pub fn new(name: &str, min: f64, max: f64) -> Self {
        Self { name: name.to_owned(), min, max, value: Self::middle(min, max) }
    }

    pub(crate) fn middle(min: f64, max: f64) -> f64 {
        let middle = min + (max - min) / 2.0;
        if min.fract() == 0.0 && max.fract() == 0.0 { middle.floor() } else { middle }
    }
}

impl Dialled {
    /// The number, as the dials are set.
    pub fn number(&self, dials: &[Dial]) -> f64 {
        let number = self.factor * dials[self.dial].value + self.offset;
        number.clamp(f64::MIN, f64::MAX)
    }

    /// The number as a whole one of `min..=max`.
    fn whole(&self, dials: &[Dial], min: f64, max: f64) -> u64 {
        self.number(dials).round().clamp(min, max) as u64
    }

    /// The text of the number, such as `2*length+1`.
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

/// Sets one of the dials to a value.
pub(crate) fn turn(dials: &mut [Dial], name: &str, value: f64) -> Result<(), DialError> {
    let Some(index) = dials.iter().position(|dial| dial.name == name) else {
        let known = dials.iter().map(|dial| dial.name.clone()).collect();
        return Err(DialError::Unknown { name: name.to_owned(), known });
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
    /// The script with a dial set to a value.
    pub fn with_dial(mut self, name: &str, value: f64) -> Result<Self, DialError> {
        turn(&mut self.dials, name, value)?;
        self.follow_dials();
        Ok(self)
    }

    /// The script as its dials are set, with all of them at either end of their ranges, and in
    /// between: what is to hold however they are turned is tried with these. Itself alone if it has
    /// no dials.
    pub fn settings(&self) -> Vec<Self> {
        let mut settings = vec![self.clone()];
        for share in SHARES.into_iter().filter(|_| !self.dials.is_empty()) {
            let mut turned = self.clone();
            for dial in &mut turned.dials {
                let value = dial.min + share * (dial.max - dial.min);
                let is_whole = dial.min.fract() == 0.0 && dial.max.fract() == 0.0;
                dial.value = if is_whole { value.round() } else { value };
            }
            turned.follow_dials();
            settings.push(turned);
        }
        settings
    }

    /// Gives each number that follows a dial the value that the dials say.
    pub fn follow_dials(&mut self) {
        if self.dials.is_empty() {
            return;
        }
        let dials = self.dials.clone();
        for Found { part, .. } in self.parts_mut() {
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
        for Found { part, .. } in self.parts_mut() {
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

    /// Makes all numbers independent of dials, as these are set, and forgets the dials.
    pub fn forget_dials(&mut self) {
        self.dials.clear();
        for Found { part, .. } in self.parts_mut() {
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
    /// Puts another number in its place; one of 32 bits if it is kept in so many.
    pub fn set(&mut self, number: u64) {
        match self {
            Self::Small(small) => **small = number as u32,
            Self::Large(large) => **large = number,
            Self::Limit(limit) => **limit = Some(number),
        }
    }
}

/// Gives the weights of a list that follow dials their values. Weights of 0 are possible, but not
/// for all. What follows a dial is in the order of the list, as it is when it is read.
fn follow(list: &mut EntityList, dialled: &mut DialledWeights, dials: &[Dial]) {
    if dialled.is_empty() {
        return;
    }
    let members = &mut list.members;
    let place = |tile| members.iter().position(|&(known, _)| known == tile);
    dialled.retain(|&(tile, _)| place(tile).is_some());
    dialled.sort_by_key(|&(tile, _)| place(tile));
    dialled.dedup_by_key(|&mut (tile, _)| tile);
    for &mut (tile, dialled) in dialled {
        if let Some((_, weight)) = members.iter_mut().find(|(known, _)| *known == tile) {
            *weight = dialled.whole(dials, 0.0, WEIGHT_MAX) as u32;
        }
    }
    if members.iter().all(|&(_, weight)| weight == 0) {
        members[0].1 = 1;
    }
}

#[cfg(test)]
mod tests;
