//! Estimators: what can be measured at a cell, and static facts about each.

use marahel_level::{Mirror, OUT, Tile, TileSet};

use crate::dial::Dialled;
use crate::extension::Extension;
use crate::neighborhood::Neighborhood;

/// Something that can be measured at the current cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Estimator {
    /// A constant, finite.
    Number(f64),
    /// A number that follows a dial, with its current value.
    Dial(Dialled, f64),
    /// A new random number in 0..1 for each measurement.
    Random,
    /// Perlin noise in -1..=1, `10 / scale` lattice cells across the region.
    Noise {
        /// At least 1.
        scale: u32,
    },
    /// Number of cells between the current cell and an edge of the region; with a divisor, which is
    /// at least 2, the remainder.
    Place(Edge, Option<u64>),
    /// Share of the pass that is done.
    Percent,
    /// Share of the allowed changes that are used.
    ChangePercent,
    /// Share of the repeats that are done.
    RepeatPercent,
    /// Number of cells of the region that match the list.
    Total(EntityList),
    /// Number of cells of a neighborhood that match the list.
    Neighborhood(Neighborhood, EntityList),
    /// Manhattan distance to the nearest cell of the region that matches the list.
    Distance(EntityList),
    /// Number of mirror images of the current cell within the region that match the list.
    Image(Mirror, EntityList),
    /// An estimator of another crate.
    Extension(Box<dyn Extension>),
}

/// The edge of a region from which columns or rows are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Counts columns from 0 at the left.
    Left,
    /// Counts rows from 0 at the top.
    Top,
    /// Counts columns from 0 at the right.
    Right,
    /// Counts rows from 0 at the bottom.
    Bottom,
}

/// Entities with weights, distinct and in order of appearance.
///
/// `any` and `entity` are replaced by their members; `unknown` and `out` are the tiles
/// [`marahel_level::UNKNOWN`] and [`marahel_level::OUT`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntityList {
    /// Each tile with its weight: at least 1, or 0 where a dial says so.
    pub members: Vec<(Tile, u32)>,
}

/// What is known of an estimator before it is measured; the functions of these names explain it.
struct Facts<'e> {
    counted: Option<(&'e EntityList, Option<&'e Neighborhood>)>,
    draws: bool,
    is_local: bool,
    is_place: bool,
}

impl Estimator {
    /// All static facts in one place: a new estimator needs only its line here.
    fn facts(&self) -> Facts<'_> {
        let nothing = Facts { counted: None, draws: false, is_local: false, is_place: false };
        match self {
            Self::Number(_) | Self::Place(..) => {
                Facts { is_local: true, is_place: true, ..nothing }
            }
            Self::Dial(..) | Self::RepeatPercent => Facts { is_local: true, ..nothing },
            Self::Random => Facts { draws: true, is_local: true, ..nothing },
            Self::Noise { .. } => Facts { draws: true, ..nothing },
            Self::Extension(extension) => Facts {
                draws: extension.draws() || extension.within().is_some_and(Self::draws),
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

    /// The list whose cells it counts, and the neighborhood in which it counts them, if not the
    /// region.
    pub fn counted(&self) -> Option<(&EntityList, Option<&Neighborhood>)> {
        self.facts().counted
    }

    /// The tiles that it counts, if it looks only at the current cell.
    pub fn counted_here(&self) -> Option<TileSet> {
        let (list, neighborhood) = self.counted()?;
        (neighborhood?.offsets() == [(0, 0)]).then(|| list.tiles())
    }

    /// Whether its value depends only on where the current cell lies in the region.
    pub fn is_place(&self) -> bool {
        let is_to_edge = matches!(self, Self::Distance(list) if list.tiles() == TileSet::only(OUT));
        is_to_edge || self.facts().is_place
    }

    /// Whether it is of another crate.
    pub fn is_plugged_in(&self) -> bool {
        matches!(self, Self::Extension(_))
    }

    /// Whether a condition of it alone holds once all entities that it asks for are removed from it.
    pub fn holds_without_entities(&self) -> bool {
        matches!(self, Self::Extension(extension) if extension.holds_without_entities())
    }

    /// How far from the current cell it looks without checking the edges of the region.
    pub(crate) fn reach(&self) -> usize {
        if let Self::Extension(extension) = self {
            return extension.within().map_or(0, Self::reach);
        }
        self.counted().and_then(|(_, neighborhood)| neighborhood).map_or(0, Neighborhood::reach)
    }

    /// Whether a measurement may draw random numbers from the level's stream.
    pub fn draws(&self) -> bool {
        self.facts().draws
    }

    /// Whether its value depends only on the current cell and not on the progress of the pass.
    pub fn is_local(&self) -> bool {
        self.facts().is_local
    }
}

impl EntityList {
    /// The tiles of the list, without their weights.
    pub fn tiles(&self) -> TileSet {
        self.members.iter().map(|&(tile, _)| tile).collect()
    }
}
