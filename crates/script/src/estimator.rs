//! Estimators: what can be measured at a cell, and what is known of each.

use level::{Mirror, Tile, TileSet};

use crate::dial::Dialled;
use crate::handed::Handed;
use crate::neighborhood::Neighborhood;

/// Something that can be measured at the current cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Estimator {
    /// A constant, finite.
    Number(f64),
    /// A number that follows a dial, and what it is as the dial is set.
    Dial(Dialled, f64),
    /// A fresh number in 0..1.
    Random,
    /// Perlin noise in -1..=1, `10 / scale` lattice cells across the region.
    Noise {
        /// At least 1.
        scale: u32,
    },
    /// How many cells lie between the current cell and an edge of the region, or what is left if
    /// that is divided by a number, which is at least 2.
    Place(Edge, Option<u64>),
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
    /// Number of mirror images of the current cell, within the region, that are listed.
    Image(Mirror, EntityList),
    /// One that another crate brings.
    Handed(Box<dyn Handed>),
}

/// An edge of a region, from which columns or rows are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Where columns begin.
    Left,
    /// Where rows begin.
    Top,
    /// Where columns end.
    Right,
    /// Where rows end.
    Bottom,
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

/// What is known of an estimator before it is measured: see the functions of these names.
struct Facts<'e> {
    counted: Option<(&'e EntityList, Option<&'e Neighborhood>)>,
    draws: bool,
    is_local: bool,
}

impl Estimator {
    /// All that is known, in one place: a new estimator says here what it is like.
    fn facts(&self) -> Facts<'_> {
        let nothing = Facts { counted: None, draws: false, is_local: false };
        match self {
            Self::Number(_) | Self::Dial(..) | Self::Place(..) | Self::RepeatPercent => {
                Facts { is_local: true, ..nothing }
            }
            Self::Random => Facts { draws: true, is_local: true, ..nothing },
            Self::Noise { .. } => Facts { draws: true, ..nothing },
            Self::Handed(handed) => Facts {
                draws: handed.draws() || handed.within().is_some_and(Self::draws),
                ..nothing
            },
            Self::Total(list) => Facts { counted: Some((list, None)), ..nothing },
            Self::Neighborhood(neighborhood, list) => Facts {
                counted: Some((list, Some(neighborhood))),
                is_local: neighborhood.reach() == 0,
                ..nothing
            },
            Self::Percent | Self::ChangePercent | Self::Distance(_) | Self::Image(..) => nothing,
        }
    }

    /// The list whose cells it counts in the region, or in a neighborhood of the
    /// current cell.
    pub fn counted(&self) -> Option<(&EntityList, Option<&Neighborhood>)> {
        self.facts().counted
    }

    /// The tiles that it counts, if it looks at nothing but the current cell.
    pub fn counted_here(&self) -> Option<TileSet> {
        let (list, neighborhood) = self.counted()?;
        (neighborhood?.offsets() == [(0, 0)]).then(|| list.tiles())
    }

    /// How far from the current cell it looks without asking where the region ends.
    pub(crate) fn reach(&self) -> usize {
        if let Self::Handed(handed) = self {
            return handed.within().map_or(0, Self::reach);
        }
        self.counted().and_then(|(_, neighborhood)| neighborhood).map_or(0, Neighborhood::reach)
    }

    /// Whether measuring it may take random numbers from the stream of the level.
    pub fn draws(&self) -> bool {
        self.facts().draws
    }

    /// Whether its value depends on no cell but the current one, and not on how far
    /// the pass has come.
    pub fn is_local(&self) -> bool {
        self.facts().is_local
    }
}

impl EntityList {
    /// The tiles of the list, however often each is listed.
    pub fn tiles(&self) -> TileSet {
        self.members.iter().map(|&(tile, _)| tile).collect()
    }
}
