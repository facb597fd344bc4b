//! [`Script`]: a Marahel document, checked and with all names resolved.
//!
//! A [`Script`] from [`Script::parse`] has only valid values and can be compiled and run without
//! further checks.

use std::fmt;

use marahel_level::Tile;

use crate::dial::{Dial, DialledRegions};
use crate::explorer::Explorer;
use crate::neighborhood::{Neighborhood, PREDEFINED};
use crate::parse::OtherDialect;

/// A whole Marahel document: metadata, entities, neighborhoods, regions, explorers. It can express
/// the documents of every [`Dialect`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    /// A description by the author; empty if there is none.
    pub description: Spelling,
    /// The dialect of the document that it was read from.
    pub dialect: Dialect,
    /// Smallest size of a level.
    pub min: Size,
    /// Largest size of a level; on each axis at least `min`.
    pub max: Size,
    /// Names of the entities, all different; the index is the tile.
    pub entities: Vec<String>,
    /// How many cells of an entity a level should have; at most one limit for each entity.
    pub limits: Vec<EntityLimit>,
    /// Colors of tiles: red, green and blue.
    pub colors: Vec<(Tile, [u8; 3])>,
    /// The numbers that the user of the script chooses.
    pub dials: Vec<Dial>,
    /// The names of its neighborhoods, besides those that need no declaration.
    pub neighborhoods: NeighborhoodNames,
    /// How a level is divided into regions; `None` if it is not.
    pub regions: Option<Regions>,
    /// The explorers in the order in which they run.
    pub explorers: Vec<Explorer>,
}

/// The dialect of a document.
#[derive(Clone, Copy, Debug, Default)]
pub enum Dialect {
    /// The dialect of Marahel 0.3.0.
    #[default]
    Current,
    /// A dialect of another crate.
    Other(&'static dyn OtherDialect),
}

impl Dialect {
    /// The dialect, unless it is today's.
    pub fn plugged_in(self) -> Option<&'static dyn OtherDialect> {
        match self {
            Self::Current => None,
            Self::Other(dialect) => Some(dialect),
        }
    }

    /// The neighborhoods that need no declaration.
    pub fn predefined(self) -> &'static [(&'static str, Neighborhood)] {
        self.plugged_in().map_or(&*PREDEFINED, OtherDialect::predefined)
    }

    fn name(self) -> &'static str {
        self.plugged_in().map_or("0.3.0", OtherDialect::name)
    }
}

impl PartialEq for Dialect {
    fn eq(&self, right: &Self) -> bool {
        self.name() == right.name()
    }
}

/// Limits on the number of cells of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntityLimit {
    /// The entity.
    pub tile: Tile,
    /// A level with fewer is made again, at most ten times in all. The last one counts in any case.
    pub min: u32,
    /// A write that exceeds it is dropped.
    pub max: Option<u32>,
}

impl Script {
    /// How far beyond the edge of a region the script may read or write, in cells; at least 1.
    pub fn reach(&self) -> usize {
        self.explorers.iter().map(Explorer::reach).max().unwrap_or(0).max(1)
    }

    /// Number of cells of the largest level with the border around it.
    pub fn n_cells(&self) -> u64 {
        let border = 2 * self.reach() as u64;
        (u64::from(self.max.width) + border) * (u64::from(self.max.height) + border)
    }
}

/// Width and height, in tiles or in divisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Extent along x.
    pub width: u32,
    /// Extent along y.
    pub height: u32,
}

/// The `regions` section: a divider, and how many regions to keep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Regions {
    /// How the level is divided.
    pub divider: Divider,
    /// Number of regions to keep; there may be fewer.
    pub number: u32,
    /// Which of these numbers follow a dial.
    pub dialled: DialledRegions,
    /// Whether a search must not change them.
    pub is_locked: bool,
}

impl Regions {
    /// Raises the largest size to the smallest one where it is less.
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
        /// Smallest size of a part; it has priority over `max`.
        min: Size,
        /// Largest size of a part.
        max: Size,
    },
    /// Rectangles of `min` to `max` tiles at random places, then moved apart.
    Sampling {
        /// Smallest size of a rectangle.
        min: Size,
        /// Largest size of a rectangle.
        max: Size,
        /// Number of attempts to move them apart; by default it depends on the sizes.
        trials: Option<u32>,
    },
}

/// The spelling in the document, for captions.
///
/// All spellings are equal, because scripts with the same meaning are equal.
#[derive(Clone, Debug, Default, Eq)]
pub struct Spelling(String);

impl Spelling {
    /// The text with single spaces between words.
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

/// The neighborhoods that a document declares, with their names.
///
/// All are equal, because scripts with the same meaning are equal.
#[derive(Clone, Debug, Default, Eq)]
pub struct NeighborhoodNames(pub Vec<(String, Neighborhood)>);

impl PartialEq for NeighborhoodNames {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}
