//! What only scripts in the dialect of the AIIDE'17 paper say (Khalifa 2017).

use std::fmt;

use level::Tile;

use super::EntityList;
use crate::neighborhood::Neighborhood;

/// The two dialects of the language. Both become a [`Script`](super::Script).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// That of Marahel 0.3.0.
    #[default]
    Current,
    /// That of the AIIDE'17 paper, its Grammar 1 and its Listings 1 to 9.
    Aiide17,
}

impl fmt::Display for Dialect {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Current => "0.3.0",
            Self::Aiide17 => "AIIDE'17",
        })
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

/// A whole number that is drawn from `min..=max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The smallest.
    pub min: u64,
    /// The largest, at least the smallest.
    pub max: u64,
}

impl Interval {
    /// One number.
    pub const fn only(number: u64) -> Self {
        Self { min: number, max: number }
    }
}

/// Cells that an explorer leaves out at the edges of a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Border {
    /// Smallest width of the border, in cells.
    pub min: u32,
    /// Largest width; drawn for each side of each region when the explorer begins.
    pub max: u32,
    /// Whether one draw counts for all four sides.
    pub is_same: bool,
}

/// A rectangle of cells of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Leftmost column.
    pub x: u32,
    /// Topmost row.
    pub y: u32,
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
}

/// Parameters of the agent explorer.
#[derive(Clone, Debug, PartialEq)]
pub struct Agents {
    /// Number of agents in a region.
    pub number: Interval,
    /// Steps of an agent.
    pub lifespan: Interval,
    /// Steps from one change of direction to the next.
    pub change: Interval,
    /// Ticks from one step to the next, at least 1.
    pub speed: Interval,
    /// Possible steps.
    pub directions: Neighborhood,
    /// Tiles that an agent may stand on.
    pub allowed: EntityList,
}

/// Which components a connector joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// The two that are nearest to each other, until one is left.
    Short,
    /// Random ones, until one is left.
    Random,
    /// The most central one with all others.
    Hub,
    /// Random pairs beyond what is needed.
    Full,
}

impl Connection {
    /// Every connection with its name in scripts.
    pub const NAMES: [(&str, Self); 4] = [
        ("short", Self::Short),
        ("random", Self::Random),
        ("hub", Self::Hub),
        ("full", Self::Full),
    ];
}

/// What noise and totals are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The region that the explorer works on.
    Region,
    /// The whole map, written `@map`.
    Map,
}

/// One number for many distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// The smallest.
    Min,
    /// The mean of each entity, averaged over the entities that are there.
    Mean,
    /// The largest.
    Max,
}

/// Shortest paths from the current cell to listed cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Paths {
    /// Possible steps.
    pub directions: Neighborhood,
    /// Where paths lead to.
    pub entities: EntityList,
    /// What they lead over, their ends aside.
    pub allowed: EntityList,
}
