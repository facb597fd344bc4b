//! A script: what a Marahel document says, checked and with all names resolved.
//!
//! A [`Script`] holds only valid values; whoever has one can compile and run
//! it without further checks. It is made by [`Script::parse`].

mod aiide17;

use std::fmt;

use level::Tile;

use crate::neighborhood::Neighborhood;
pub use aiide17::{
    Agents, Area, Border, Connection, Dialect, EntityLimit, Interval, Paths, Scope, Statistic,
};

/// A whole Marahel document: metadata, entities, neighborhoods, regions,
/// explorers, in either [`Dialect`].
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// The dialect that it is written in.
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
    /// How a level is divided into regions, if at all.
    pub regions: Option<Regions>,
    /// The explorers in the order in which they run.
    pub explorers: Vec<Explorer>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regions {
    /// How the level is divided.
    pub divider: Divider,
    /// Number of regions to keep; there may be fewer.
    pub number: u32,
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

/// One explorer: visits cells and applies its rules there.
#[derive(Clone, Debug, PartialEq)]
pub struct Explorer {
    /// Its type as the document spells it.
    pub name: Spelling,
    /// In which order cells are visited.
    pub walk: Walk,
    /// Where.
    pub region: Vec<RegionSelector>,
    /// How far from the edge of each of them it stays.
    pub border: Border,
    /// Whether the region is a torus: reads and moves beyond an edge come in
    /// at the other. Writes do not.
    pub wraps: bool,
    /// Whether rules see their own writes at once.
    pub replace: Replace,
    /// The tile that cells outside the region read as, beside being outside.
    pub out: Option<Tile>,
    /// Number of passes.
    pub repeats: u64,
    /// Largest number of visits of a pass; by default the area of the region.
    pub tiles: Option<u64>,
    /// Largest number of changes of a pass; by default the area of the region.
    pub changes: Option<u64>,
    /// The rules, of which the first that holds is applied.
    pub rules: Vec<Rule>,
}

/// How a document spells something, for captions.
///
/// All spellings are equal: scripts that mean the same are, however they are written.
#[derive(Clone, Debug, Default, Eq)]
pub struct Spelling(String);

impl Spelling {
    /// A spelling, with single spaces.
    pub(crate) fn of(text: &str) -> Self {
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

/// One entry of an explorer's region list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionSelector {
    /// The whole map.
    Map,
    /// Every region in order, or the map where there is no divider.
    All,
    /// One region by its index; skipped where there are fewer.
    Index(u32),
    /// As many different regions, drawn anew each time, or the map where there
    /// is no divider.
    Some(u32),
    /// A rectangle of the map, as far as it lies within.
    Specific(Area),
}

/// Where the rules of a pass write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replace {
    /// Into the map that they read.
    #[default]
    Same,
    /// Into a copy that becomes the map at the end of the pass.
    Buffer,
}

/// The order in which an explorer visits cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Walk {
    /// Row by row from a random cell, around the end.
    NarrowHorz,
    /// Column by column from a random cell, around the end.
    NarrowVert,
    /// Uniformly random cells, with repetition.
    NarrowRand,
    /// Straight on, turning now and then.
    TurtleDrunk {
        /// Possible moves.
        directions: Neighborhood,
        /// Probability of a new direction at each step, in 0..=1.
        change: f64,
    },
    /// To the neighbor with the smallest heuristics.
    TurtleHeur {
        /// Possible moves.
        directions: Neighborhood,
        /// Compared from left to right, evaluated at the neighbor.
        heuristics: Vec<Estimator>,
    },
    /// Straight from one connected component to the next.
    TurtleConnect {
        /// Possible moves, and what counts as connected.
        directions: Neighborhood,
        /// Whose connectivity matters.
        entities: EntityList,
    },
    /// Every cell once, the one with the smallest heuristics first.
    WideHeur {
        /// Compared from left to right.
        heuristics: Vec<Estimator>,
    },
    /// Every cell once, in random order.
    WideRand,
    /// Breadth first from one cell, each cell that is reached once (AIIDE'17).
    Sequential {
        /// The first cell as shares of width and height, each in 0..=1.
        start: [f64; 2],
        /// From a cell to those that are visited after it.
        exploration: Neighborhood,
        /// Share of the region's cells after which the pass ends, in 0..=1.
        share: f64,
    },
    /// Several walkers that take turns (AIIDE'17).
    Agent(Agents),
    /// Shortest paths between connected components (AIIDE'17).
    Connector {
        /// Which components are joined.
        connection: Connection,
        /// Possible steps of a path, and what counts as connected.
        directions: Neighborhood,
        /// Whose connectivity matters.
        entities: EntityList,
    },
}

/// `conditions -> executers`; without conditions it always holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The rule as the document spells it, with single spaces.
    pub text: Spelling,
    /// All must hold, tested from left to right.
    pub conditions: Vec<Condition>,
    /// Applied in order.
    pub executers: Vec<Executer>,
}

/// One condition of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// An estimator alone: for a neighborhood that all of its cells match, for
    /// anything else that it is above zero.
    Bare(Estimator),
    /// Two estimators and an operator.
    Compare(Estimator, Operator, Estimator),
    /// The whole part of an estimator is even, or else odd (AIIDE'17).
    Parity {
        /// What is measured.
        estimator: Estimator,
        /// Which of both must hold.
        is_even: bool,
    },
    /// The listed cells of the region form at most one component (AIIDE'17).
    Connected {
        /// Whose cells; without a list those that hold what the current cell holds.
        entities: Option<EntityList>,
        /// What counts as connected.
        neighborhood: Neighborhood,
    },
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `>`
    Greater,
    /// `<`
    Less,
    /// `>=`
    GreaterEqual,
    /// `<=`
    LessEqual,
    /// `==`, also written `=`
    Equal,
    /// `!=`, also written `<>`
    NotEqual,
}

impl Operator {
    /// Every spelling with its meaning; those that begin another come after it.
    pub const SPELLINGS: [(&str, Self); 8] = [
        (">=", Self::GreaterEqual),
        ("<=", Self::LessEqual),
        ("==", Self::Equal),
        ("!=", Self::NotEqual),
        ("<>", Self::NotEqual),
        (">", Self::Greater),
        ("<", Self::Less),
        ("=", Self::Equal),
    ];

    /// The comparison with its sides exchanged.
    pub(crate) fn mirrored(self) -> Self {
        match self {
            Self::Greater => Self::Less,
            Self::Less => Self::Greater,
            Self::GreaterEqual => Self::LessEqual,
            Self::LessEqual => Self::GreaterEqual,
            Self::Equal | Self::NotEqual => self,
        }
    }

    /// Whether the comparison holds.
    #[inline]
    pub fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::Greater => left > right,
            Self::Less => left < right,
            Self::GreaterEqual => left >= right,
            Self::LessEqual => left <= right,
            Self::Equal => left == right,
            Self::NotEqual => left != right,
        }
    }
}

/// Something that can be measured at the current cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Estimator {
    /// A constant, finite.
    Number(f64),
    /// A fresh number in 0..1.
    Random,
    /// Perlin noise in -1..=1, `10 / scale` lattice cells across the region.
    Noise {
        /// At least 1.
        scale: u32,
    },
    /// Share of the pass that is done.
    Percent,
    /// Share of the allowed changes that are used.
    ChangePercent,
    /// Share of the repeats that are done.
    RepeatPercent,
    /// Number of listed cells in the region.
    Total(EntityList),
    /// Number of listed cells in a neighborhood of the current cell.
    Neighborhood(Neighborhood, EntityList),
    /// Manhattan distance to the nearest listed cell of the region.
    Distance(EntityList),
    /// Perlin noise in 0..=1 (AIIDE'17), ten lattice cells across.
    UnitNoise(Scope),
    /// Number of listed cells of the whole map (AIIDE'17).
    MapTotal(EntityList),
    /// Manhattan distances to all listed cells of the region: their mean for
    /// each entity, averaged over the entities, or the largest (AIIDE'17).
    Distances(Statistic, EntityList),
    /// Lengths of the shortest paths to listed cells of the region (AIIDE'17).
    Paths(Statistic, Paths),
}

/// Writes one entity, drawn from a list, to a neighborhood of the current cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Executer {
    /// Where.
    pub neighborhood: Neighborhood,
    /// What, drawn once for the whole neighborhood.
    pub entities: EntityList,
}

/// Entities with their multiplicities, distinct and in order of appearance.
///
/// `any` and `entity` stand here for their members; `unknown` and `out` are
/// the tiles [`level::UNKNOWN`] and [`level::OUT`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntityList {
    /// Tiles and how often each is listed, at least once.
    pub members: Vec<(Tile, u32)>,
}
