//! Compiled conditions, and static facts about them.

use marahel_level::TileSet;
use marahel_script::Operator;

use super::estimator::{DISTANCE_COST, Estimator, Facts, Offsets, TOTAL_COST};

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
    /// The distance to tiles compares with a number.
    Near(Near),
    /// The number of cells with a tile of the set compares with a number.
    Totals {
        set: TileSet,
        range: Range,
    },
    /// The share of finished repeats compares with a number.
    Repeats {
        operator: Operator,
        number: f64,
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

/// A range of distances to the tiles of a field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    pub(crate) field: usize,
    pub(crate) range: Range,
}

/// The whole numbers for which a comparison holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub(crate) first: u32,
    pub(crate) last: u32,
    /// Whether numbers of the range are accepted, or all others.
    pub(crate) is_in: bool,
}

impl Range {
    /// The range for a comparison with a number, if there is one.
    pub(super) fn new(operator: Operator, number: f64) -> Option<Self> {
        let (first, last) = match operator {
            Operator::LessEqual | Operator::Greater => (0.0, number.floor()),
            Operator::Less | Operator::GreaterEqual => (0.0, number.ceil() - 1.0),
            Operator::Equal | Operator::NotEqual => (number.ceil(), number.floor()),
        };
        let is_range = 0.0 <= first && first <= last && last < f64::from(u32::MAX);
        let is_in = operator.holds(last, number);
        is_range.then_some(Self { first: first as u32, last: last as u32, is_in })
    }

    #[inline]
    pub(crate) fn accepts(self, number: u32) -> bool {
        (self.first..=self.last).contains(&number) == self.is_in
    }
}

/// What decides the value of an estimator or a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    /// The map as a whole and the number of the pass: it is the same at all cells.
    Level,
    /// The cell as well, and the visit.
    Cell,
    /// All that happened before; or reading it is charged.
    Pass,
}

impl Condition {
    pub(crate) fn scope(&self) -> Scope {
        match self {
            Self::Compares { left, right, .. } => left.facts().scope.max(right.facts().scope),
            Self::Totals { .. } | Self::Repeats { .. } => Scope::Level,
            Self::Matches { .. } | Self::Counts { .. } => Scope::Cell,
            Self::Near(_) | Self::Chance { .. } => Scope::Pass,
        }
    }

    /// The cells that it counts, if it compares nothing else.
    pub(super) fn offsets(&self) -> &[isize] {
        match self {
            Self::Matches { offsets, .. } | Self::Counts { offsets, .. } => offsets,
            Self::Near(_)
            | Self::Totals { .. }
            | Self::Repeats { .. }
            | Self::Chance { .. }
            | Self::Compares { .. } => &[],
        }
    }

    /// Whether a change anywhere can make it hold.
    pub(super) fn reads_level(&self) -> bool {
        let is_total = |estimator: &Estimator| matches!(estimator, Estimator::Total(_));
        match self {
            Self::Compares { left, right, .. } => {
                self.reads_field() || is_total(left) || is_total(right)
            }
            Self::Near(_) | Self::Totals { .. } => true,
            Self::Matches { .. }
            | Self::Counts { .. }
            | Self::Repeats { .. }
            | Self::Chance { .. } => false,
        }
    }

    /// Cost of a test, in cells that are read.
    pub(super) fn cost(&self) -> u64 {
        match self {
            Self::Matches { offsets, .. } | Self::Counts { offsets, .. } => offsets.len() as u64,
            Self::Near(_) => DISTANCE_COST,
            Self::Totals { .. } => TOTAL_COST,
            Self::Repeats { .. } => 0,
            Self::Chance { .. } => 2,
            Self::Compares { left, right, .. } => left.facts().cost + right.facts().cost,
        }
    }

    /// Whether only the map and the cell decide it, and without much work.
    #[inline]
    pub(crate) fn is_certain(&self) -> bool {
        !matches!(self, Self::Near(_) | Self::Repeats { .. } | Self::Chance { .. })
            && self.compares(|estimator| estimator.is_certain)
    }

    /// Whether a test at a cell has the same result again in a pass that changes nothing that it
    /// reads, and costs about the same at each cell.
    pub(crate) fn is_repeatable(&self) -> bool {
        !matches!(self, Self::Chance { .. }) && self.compares(|estimator| estimator.is_repeatable)
    }

    /// Whether a test in the next pass has the same result, if the map is the same and it draws the
    /// same numbers, and costs the same: distances are measured in each pass.
    pub(super) fn repeats_alike(&self) -> bool {
        match self {
            Self::Near(_) | Self::Repeats { .. } => false,
            Self::Compares { .. } => self.scope() != Scope::Level || self.is_certain(),
            Self::Matches { .. }
            | Self::Counts { .. }
            | Self::Totals { .. }
            | Self::Chance { .. } => true,
        }
    }

    pub(super) fn reads_field(&self) -> bool {
        matches!(self, Self::Near(_)) || !self.compares(|estimator| estimator.field.is_none())
    }

    /// Whether `is_so` holds for both estimators of a comparison; true for other conditions.
    #[inline]
    fn compares(&self, is_so: impl Fn(Facts<'_>) -> bool) -> bool {
        match self {
            Self::Compares { left, right, .. } => is_so(left.facts()) && is_so(right.facts()),
            Self::Matches { .. }
            | Self::Counts { .. }
            | Self::Near(_)
            | Self::Totals { .. }
            | Self::Repeats { .. }
            | Self::Chance { .. } => true,
        }
    }
}
