//! A script: what a Marahel document says, checked and with all names resolved.
//!
//! A [`Script`] holds only valid values; whoever has one can compile and run
//! it without further checks. It is made by [`Script::parse`].

use std::fmt;

use level::Tile;

use crate::dial::{Dial, DialledRegions};
use crate::explorer::Explorer;
use crate::neighborhood::{Neighborhood, PREDEFINED};
use crate::parse::OtherDialect;

/// A whole Marahel document: metadata, entities, neighborhoods, regions,
/// explorers.
///
/// There is one language: whatever a document of any [`Dialect`] says is a part of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// What it is for, in its author's words; empty if nobody says.
    pub description: Spelling,
    /// The dialect of the document that it was read from.
    pub dialect: Dialect,
    /// Smallest size of a level.
    pub min: Size,
    /// Largest size of a level, on each axis at least the smallest.
    pub max: Size,
    /// Distinct names of the entities; the position is the tile index.
    pub entities: Vec<String>,
    /// How many cells of some entities a level should have; of each entity at most one.
    pub limits: Vec<EntityLimit>,
    /// The colors that the script asks for: tile, and red, green and blue.
    pub colors: Vec<(Tile, [u8; 3])>,
    /// Numbers that whoever makes levels chooses.
    pub dials: Vec<Dial>,
    /// What its neighborhoods are called, beside those that need no declaration.
    pub neighborhoods: NeighborhoodNames,
    /// How a level is divided into regions, if at all.
    pub regions: Option<Regions>,
    /// The explorers in the order in which they run.
    pub explorers: Vec<Explorer>,
}

/// The dialect of a document. All become a [`Script`].
#[derive(Clone, Copy, Debug, Default)]
pub enum Dialect {
    /// That of Marahel 0.3.0.
    #[default]
    Current,
    /// One that another crate reads and writes.
    Other(&'static dyn OtherDialect),
}

impl Dialect {
    /// The dialect, unless it is that of today.
    pub fn other(self) -> Option<&'static dyn OtherDialect> {
        match self {
            Self::Current => None,
            Self::Other(other) => Some(other),
        }
    }

    /// The neighborhoods that need no declaration.
    pub fn predefined(self) -> &'static [(&'static str, Neighborhood)] {
        self.other().map_or(&*PREDEFINED, OtherDialect::predefined)
    }

    fn name(self) -> &'static str {
        self.other().map_or("0.3.0", OtherDialect::name)
    }
}

impl PartialEq for Dialect {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

/// How many cells of an entity a level should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntityLimit {
    /// The entity.
    pub tile: Tile,
    /// A level with fewer is made again, up to ten times in all; the last one
    /// counts in any case.
    pub min: u32,
    /// A write that would make it more is dropped.
    pub max: Option<u32>,
}

impl Script {
    /// How far beyond the edge of a region the script may look or write, in
    /// cells; at least 1.
    pub fn reach(&self) -> usize {
        self.explorers.iter().map(Explorer::reach).max().unwrap_or(0).max(1)
    }

    /// Cells of the largest level and the border around it.
    pub fn n_cells(&self) -> u64 {
        let border = 2 * self.reach() as u64;
        (u64::from(self.max.width) + border) * (u64::from(self.max.height) + border)
    }
}

/// Width and height, in tiles or in divisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Extent along x.
    pub width: u32,
    /// Extent along y.
    pub height: u32,
}

/// The `regions` section: a divider and how many regions to keep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Regions {
    /// How the level is divided.
    pub divider: Divider,
    /// Number of regions to keep; there may be fewer.
    pub number: u32,
    /// Which of these numbers follow a dial.
    pub dialled: DialledRegions,
    /// Whether a search leaves them as they are.
    pub is_locked: bool,
}

impl Regions {
    /// Makes the largest size at least the smallest on each axis.
    pub fn put_in_order(&mut self) {
        let (Divider::Equal { min, max }
        | Divider::Bsp { min, max }
        | Divider::Sampling { min, max, trials: _ }) = &mut self.divider;
        (max.width, max.height) = (max.width.max(min.width), max.height.max(min.height));
    }
}

/// A region divider and its parameters; on each axis `min` is at most `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Divider {
    /// A grid of `min` to `max` divisions on each axis.
    Equal {
        /// Smallest number of divisions.
        min: Size,
        /// Largest number of divisions.
        max: Size,
    },
    /// Binary space partitioning into parts of `min` to `max` tiles.
    Bsp {
        /// Smallest size of a part; wins over `max` where both cannot hold.
        min: Size,
        /// Largest size of a part.
        max: Size,
    },
    /// Rectangles of `min` to `max` tiles thrown onto the level, then moved apart.
    Sampling {
        /// Smallest size of a rectangle.
        min: Size,
        /// Largest size of a rectangle.
        max: Size,
        /// How often overlaps are repaired; by default a function of the sizes.
        trials: Option<u32>,
    },
}

/// How a document spells something, for captions.
///
/// All spellings are equal: scripts that mean the same are, however they are written.
#[derive(Clone, Debug, Default, Eq)]
pub struct Spelling(String);

impl Spelling {
    /// A spelling, with single spaces.
    pub fn of(text: &str) -> Self {
        let mut spelling = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            spelling += if spelling.is_empty() { "" } else { " " };
            spelling += word;
        }
        Self(spelling)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq for Spelling {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl fmt::Display for Spelling {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The neighborhoods that a document declares, by name.
///
/// All are equal: scripts that mean the same are, whatever their parts are called.
#[derive(Clone, Debug, Default, Eq)]
pub struct NeighborhoodNames(pub Vec<(String, Neighborhood)>);

impl PartialEq for NeighborhoodNames {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}
