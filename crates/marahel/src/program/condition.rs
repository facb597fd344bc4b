//! Compiled conditions, and static facts about them.

use marahel_level::TileSet;
use marahel_script::Operator;

use super::estimator::{Estimator, Facts, Offsets};

#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// Every cell of the neighborhood is in the set.
    Matches {
        offsets: Offsets,
        set: TileSet,
    },
    /// The number of cells of the neighborhood in the set is accepted; bit n of `accepted` stands
    /// for n.
    Counts {
        offsets: Offsets,
        set: TileSet,
        accepted: u64,
    },
    /// A random 32-bit number is below `n`.
    Chance {
        n: u32,
    },
    Compares {
        left: Estimator,
        operator: Operator,
        right: Estimator,
    },
}

impl Condition {
    /// Cost of a test, in cells that are read.
    pub(super) fn cost(&self) -> u64 {
        match self {
            Self::Matches { offsets, .. } | Self::Counts { offsets, .. } => offsets.len() as u64,
            Self::Chance { .. } => 2,
            Self::Compares { left, right, .. } => left.facts().cost + right.facts().cost,
        }
    }

    /// Whether only the map and the cell decide it, and without much work.
    #[inline]
    pub(crate) fn is_certain(&self) -> bool {
        !matches!(self, Self::Chance { .. }) && self.compares(|estimator| estimator.is_certain)
    }

    /// Whether a test at a cell has the same result again in a pass that changes nothing that it
    /// reads, and costs about the same at each cell.
    pub(crate) fn is_repeatable(&self) -> bool {
        !matches!(self, Self::Chance { .. }) && self.compares(|estimator| estimator.is_repeatable)
    }

    pub(super) fn reads_field(&self) -> bool {
        !self.compares(|estimator| estimator.field.is_none())
    }

    /// Whether `is_so` holds for both estimators of a comparison; true for other conditions.
    #[inline]
    fn compares(&self, is_so: impl Fn(Facts<'_>) -> bool) -> bool {
        match self {
            Self::Compares { left, right, .. } => is_so(left.facts()) && is_so(right.facts()),
            Self::Matches { .. } | Self::Counts { .. } | Self::Chance { .. } => true,
        }
    }
}
