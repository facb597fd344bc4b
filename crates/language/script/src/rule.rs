//! Rules: conditions, and what is written if they hold.

use std::iter;

use marahel_level::TileSet;

use crate::dial::DialledWeights;
use crate::estimator::{EntityList, Estimator};
use crate::neighborhood::Neighborhood;
use crate::script::Spelling;

/// `conditions -> executers`; a rule without conditions always holds.
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
    /// An estimator alone. A neighborhood holds if all of its cells match, anything else if it is
    /// above zero.
    Bare(Estimator),
    /// Two estimators and an operator.
    Compare(Estimator, Operator, Estimator),
}

/// A comparison operator.
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
    /// Every spelling with its meaning. A spelling stands before its own prefixes, so the first
    /// match is right.
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

    /// The usual spelling.
    pub fn sign(self) -> &'static str {
        let spelled = Self::SPELLINGS.iter().find(|(_, operator)| *operator == self);
        spelled.map_or("", |(spelling, _)| spelling)
    }

    /// The operator for exchanged operands.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::Greater => Self::Less,
            Self::Less => Self::Greater,
            Self::GreaterEqual => Self::LessEqual,
            Self::LessEqual => Self::GreaterEqual,
            Self::Equal | Self::NotEqual => self,
        }
    }

    /// The operator that holds exactly where this one does not; NaN aside.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Greater => Self::LessEqual,
            Self::Less => Self::GreaterEqual,
            Self::GreaterEqual => Self::Less,
            Self::LessEqual => Self::Greater,
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
        }
    }

    /// Whether `left` and `right` satisfy the comparison.
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

/// Writes one entity, drawn from a list, to a neighborhood of the current cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Executer {
    /// Where it writes.
    pub neighborhood: Neighborhood,
    /// What it writes, drawn once for the whole neighborhood.
    pub entities: EntityList,
    /// The weights of `entities` that follow a dial.
    pub dialled: DialledWeights,
}

impl Rule {
    /// How far it reads and writes, in cells.
    pub(crate) fn reach(&self) -> usize {
        let read = self.conditions.iter().flat_map(Condition::estimators).map(Estimator::reach);
        read.chain(self.executers.iter().map(|executer| executer.neighborhood.reach()))
            .max()
            .unwrap_or(0)
    }
}

impl Condition {
    /// Its estimators, from left to right.
    pub fn estimators(&self) -> impl Iterator<Item = &Estimator> {
        let (left, right) = match self {
            Self::Bare(estimator) => (estimator, None),
            Self::Compare(left, _, right) => (left, Some(right)),
        };
        iter::once(left).chain(right)
    }

    /// The tiles that it asks for at the cell itself; `None` if it is about anything else.
    pub fn here(&self) -> Option<TileSet> {
        match self {
            Self::Bare(estimator) => estimator.counted_here(),
            Self::Compare(..) => None,
        }
    }

    /// What it says of the number of cells around that have some tiles, if it compares that with a
    /// number.
    pub fn cell_count(&self) -> Option<CellCount<'_>> {
        match self {
            Self::Compare(Estimator::Neighborhood(cells, list), is, Estimator::Number(number)) => {
                Some(CellCount { cells, tiles: list.tiles(), is: *is, number: *number })
            }
            Self::Bare(_) | Self::Compare(..) => None,
        }
    }

    /// The condition that holds where this one does not. A distance to a tile that does not occur
    /// meets both.
    #[must_use]
    pub fn opposite(&self) -> Self {
        let (estimator, is, number) = match self {
            Self::Compare(left, is, right) => {
                return Self::Compare(left.clone(), is.opposite(), right.clone());
            }
            Self::Bare(estimator @ Estimator::Neighborhood(cells, _)) => {
                (estimator, Operator::Less, cells.offsets().len() as f64)
            }
            Self::Bare(estimator) => (estimator, Operator::LessEqual, 0.0),
        };
        Self::Compare(estimator.clone(), is, Estimator::Number(number))
    }
}

/// A comparison of the number of cells of a neighborhood that have some tiles.
#[derive(Clone, Copy, Debug)]
pub struct CellCount<'c> {
    /// The neighborhood.
    pub cells: &'c Neighborhood,
    /// The counted tiles.
    pub tiles: TileSet,
    is: Operator,
    number: f64,
}

impl CellCount<'_> {
    /// Whether so many cells will do.
    pub fn holds(&self, count: usize) -> bool {
        self.is.holds(count as f64, self.number)
    }

    /// The number of cells of the neighborhood.
    pub fn n_cells(&self) -> usize {
        self.cells.offsets().len()
    }
}
