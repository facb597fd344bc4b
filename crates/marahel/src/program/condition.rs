//! Conditions of a program, and what is known of each before a level is made.

use level::TileSet;
use script::Operator;

use super::estimator::{Estimator, Facts, Offsets};

#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// Every cell of the neighborhood is in the set.
    Matches {
        offsets: Offsets,
        set: TileSet,
    },
    /// The number of cells of the neighborhood in the set is one of the accepted.
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
    /// Cost of testing it, in cells looked at.
    pub(super) fn cost(&self) -> u64 {
        match self {
            Self::Matches { offsets, .. } | Self::Counts { offsets, .. } => offsets.len() as u64,
            Self::Chance { .. } => 2,
            Self::Compares { left, right, .. } => left.facts().cost + right.facts().cost,
        }
    }

    /// Whether it is soon known, and by nothing but the map and the cell, whether it holds.
    #[inline]
    pub(crate) fn is_certain(&self) -> bool {
        !matches!(self, Self::Chance { .. }) && self.compares(|one| one.is_certain)
    }

    /// Whether it holds at a cell or not whenever it is asked during a pass that
    /// changes nothing it sees, and costs about as much at each cell.
    pub(crate) fn is_repeatable(&self) -> bool {
        !matches!(self, Self::Chance { .. }) && self.compares(|one| one.is_repeatable)
    }

    pub(super) fn reads_field(&self) -> bool {
        !self.compares(|one| one.field.is_none())
    }

    /// Whether something is so of all estimators that it compares.
    #[inline]
    fn compares(&self, is_so: impl Fn(Facts<'_>) -> bool) -> bool {
        match self {
            Self::Compares { left, right, .. } => is_so(left.facts()) && is_so(right.facts()),
            Self::Matches { .. } | Self::Counts { .. } | Self::Chance { .. } => true,
        }
    }
}
