//! Conditions of a program, and what is known of each before a level is made.

use std::slice;

use level::TileSet;
use script::Operator;

use super::estimator::{Estimator, Offsets};

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
        let own = match self {
            Self::Matches { offsets, .. } | Self::Counts { offsets, .. } => offsets.len() as u64,
            Self::Chance { .. } => 2,
            Self::Compares { .. } => 0,
        };
        own + self.estimators().map(|estimator| estimator.facts().cost).sum::<u64>()
    }

    /// Whether it is soon known, and by nothing but the map and the cell, whether it holds.
    #[inline]
    pub(crate) fn is_certain(&self) -> bool {
        match self {
            Self::Matches { .. } | Self::Counts { .. } => true,
            Self::Compares { .. } => self.estimators().all(|one| one.facts().is_certain),
            Self::Chance { .. } => false,
        }
    }

    /// Whether it holds at a cell or not whenever it is asked during a pass that
    /// changes nothing it sees, and costs about as much at each cell.
    pub(crate) fn is_repeatable(&self) -> bool {
        match self {
            Self::Chance { .. } => false,
            Self::Matches { .. } | Self::Counts { .. } | Self::Compares { .. } => {
                self.estimators().all(|one| one.facts().is_repeatable)
            }
        }
    }

    pub(super) fn reads_field(&self) -> bool {
        self.estimators().any(|estimator| estimator.facts().field.is_some())
    }

    /// The estimators whose values it looks at, from left to right.
    #[inline]
    fn estimators(&self) -> impl Iterator<Item = &Estimator> {
        let (one, other) = match self {
            Self::Compares { left, right, .. } => (slice::from_ref(left), Some(right)),
            Self::Matches { .. } | Self::Counts { .. } | Self::Chance { .. } => (&[][..], None),
        };
        one.iter().chain(other)
    }
}
