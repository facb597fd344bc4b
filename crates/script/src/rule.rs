//! Rules: conditions, and what is written where they hold.

use std::iter;

use crate::dial::DialledWeights;
use crate::estimator::{EntityList, Estimator};
use crate::neighborhood::Neighborhood;
use crate::script::Spelling;

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

    /// The comparison that holds of numbers where this one does not.
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

/// Writes one entity, drawn from a list, to a neighborhood of the current cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Executer {
    /// Where.
    pub neighborhood: Neighborhood,
    /// What, drawn once for the whole neighborhood.
    pub entities: EntityList,
    /// Which of its weights follow a dial.
    pub dialled: DialledWeights,
}

impl Rule {
    /// How far it looks and writes, in cells.
    pub(crate) fn reach(&self) -> usize {
        let read = self.conditions.iter().flat_map(Condition::estimators).map(Estimator::reach);
        read.chain(self.executers.iter().map(|one| one.neighborhood.reach())).max().unwrap_or(0)
    }
}

impl Condition {
    /// The estimators whose values it looks at, from left to right.
    pub fn estimators(&self) -> impl Iterator<Item = &Estimator> {
        let (one, other) = match self {
            Self::Bare(estimator) => (estimator, None),
            Self::Compare(left, _, right) => (left, Some(right)),
        };
        iter::once(one).chain(other)
    }
}
