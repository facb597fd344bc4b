//! Dials: numbers of a script that whoever makes levels chooses, such as a length or a number
//! of foes.
//!
//! A [`Script`] always says what its dials are set to. Its numbers that follow a dial have the
//! value of that setting, so whoever runs a script need not know about dials.

use std::fmt;

use level::Tile;

use crate::parse::{COUNT_MAX, N_REGIONS_MAX};
use crate::{Condition, Divider, Estimator, Executer, Explorer, Regions, Script, Walk};

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
        let Self { dials, regions, explorers, .. } = self;
        if dials.is_empty() {
            return;
        }
        if let Some(regions) = regions {
            regions.follow(dials);
        }
        for explorer in explorers {
            explorer.follow(dials);
        }
    }

    /// Calls `visit` with each number that follows a dial.
    pub fn for_each_dialled(&mut self, mut visit: impl FnMut(&mut Dialled)) {
        let Self { regions, explorers, .. } = self;
        if let Some(Regions { dialled: DialledRegions { number, sides }, .. }) = regions {
            number.iter_mut().chain(sides.iter_mut().flatten()).for_each(&mut visit);
        }
        for explorer in explorers {
            let DialledLimits { repeats, tiles, changes } = &mut explorer.dialled;
            [repeats, tiles, changes].into_iter().flatten().for_each(&mut visit);
            for_each_estimator(explorer, |estimator| {
                if let Estimator::Dial(dialled, _) = estimator {
                    visit(dialled);
                }
            });
            for rule in &mut explorer.rules {
                for Executer { dialled, .. } in &mut rule.executers {
                    for (_, dialled) in dialled {
                        visit(dialled);
                    }
                }
            }
        }
    }

    /// Makes all numbers independent of dials, as these are set, and forgets the dials.
    pub fn forget_dials(&mut self) {
        self.dials.clear();
        if let Some(regions) = &mut self.regions {
            regions.dialled = DialledRegions::default();
        }
        for explorer in &mut self.explorers {
            explorer.dialled = DialledLimits::default();
            for_each_estimator(explorer, |estimator| {
                if let Estimator::Dial(_, value) = *estimator {
                    *estimator = Estimator::Number(value);
                }
            });
            for rule in &mut explorer.rules {
                rule.executers.iter_mut().for_each(|executer| executer.dialled.clear());
            }
        }
    }
}

impl Regions {
    fn follow(&mut self, dials: &[Dial]) {
        let DialledRegions { number, sides } = self.dialled;
        if let Some(number) = number {
            self.number = number.whole(dials, 1.0, N_REGIONS_MAX as f64) as u32;
        }
        let (Divider::Equal { min, max }
        | Divider::Bsp { min, max }
        | Divider::Sampling { min, max, trials: _ }) = &mut self.divider;
        let numbers = [&mut min.width, &mut min.height, &mut max.width, &mut max.height];
        for (number, dialled) in numbers.into_iter().zip(sides) {
            if let Some(dialled) = dialled {
                *number = dialled.whole(dials, 1.0, f64::from(u32::MAX)) as u32;
            }
        }
        (max.width, max.height) = (max.width.max(min.width), max.height.max(min.height));
    }
}

impl Explorer {
    fn follow(&mut self, dials: &[Dial]) {
        let limit = |dialled: &Dialled| dialled.whole(dials, 0.0, COUNT_MAX as f64);
        let DialledLimits { repeats, tiles, changes } = &self.dialled;
        if let Some(dialled) = repeats {
            self.repeats = limit(dialled);
        }
        for (number, dialled) in [(&mut self.tiles, tiles), (&mut self.changes, changes)] {
            if let Some(dialled) = dialled {
                *number = Some(limit(dialled));
            }
        }
        for_each_estimator(self, |estimator| {
            if let Estimator::Dial(dialled, value) = estimator {
                *value = dialled.number(dials);
            }
        });
        let executers = self.rules.iter_mut().flat_map(|rule| &mut rule.executers);
        executers.for_each(|executer| executer.follow(dials));
    }
}

impl Executer {
    /// Weights of 0 are possible, but not for all. What follows a dial is in the order of the
    /// list, as it is when it is read.
    fn follow(&mut self, dials: &[Dial]) {
        if self.dialled.is_empty() {
            return;
        }
        let members = &mut self.entities.members;
        let place = |tile| members.iter().position(|&(known, _)| known == tile);
        self.dialled.retain(|&(tile, _)| place(tile).is_some());
        self.dialled.sort_by_key(|&(tile, _)| place(tile));
        self.dialled.dedup_by_key(|&mut (tile, _)| tile);
        for &(tile, dialled) in &self.dialled {
            if let Some((_, weight)) = members.iter_mut().find(|(known, _)| *known == tile) {
                *weight = dialled.whole(dials, 0.0, WEIGHT_MAX) as u32;
            }
        }
        if members.iter().all(|&(_, weight)| weight == 0) {
            members[0].1 = 1;
        }
    }
}

/// Calls `visit` with each estimator of the rules and heuristics.
fn for_each_estimator(explorer: &mut Explorer, mut visit: impl FnMut(&mut Estimator)) {
    if let Walk::TurtleHeur { heuristics, .. } | Walk::WideHeur { heuristics } = &mut explorer.walk
    {
        heuristics.iter_mut().for_each(&mut visit);
    }
    for condition in explorer.rules.iter_mut().flat_map(|rule| &mut rule.conditions) {
        match condition {
            Condition::Bare(estimator) | Condition::Parity { estimator, is_even: _ } => {
                visit(estimator);
            }
            Condition::Compare(left, _, right) => [left, right].into_iter().for_each(&mut visit),
            Condition::Connected { .. } => (),
        }
    }
}

#[cfg(test)]
mod tests;
