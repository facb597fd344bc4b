//! What a visit costs, so that the budget of a level bounds its time.
//!
//! The unit is one cell looked at, about a nanosecond; other work is weighed
//! against it roughly.

use super::{Condition, Estimator, Explorer, NamedCondition, NamedEstimator, Rule, Walk};

/// Cells that one step of the budget pays for.
pub(crate) const N_CELLS_PER_STEP: u64 = 8;

impl Explorer {
    /// Steps of the budget that one visit costs.
    pub(super) fn visit_cost(rules: &[Rule], walk: &Walk) -> u64 {
        let n_cells = rules.iter().map(Rule::cost).sum::<u64>() + walk.cost();
        1 + n_cells / N_CELLS_PER_STEP
    }
}

impl Walk {
    /// Cost of choosing the next cell, beside what depends on the map.
    fn cost(&self) -> u64 {
        match self {
            Self::TurtleHeur { moves, heuristics } => moves.len() as u64 * (1 + heuristics.cost),
            Self::TurtleConnect { moves, .. } => moves.len() as u64,
            _ => 0,
        }
    }
}

impl Rule {
    /// Cost of testing and applying the rule.
    fn cost(&self) -> u64 {
        let read = self.conditions.iter().map(Condition::cost);
        let written = self.executers.iter().map(|executer| 2 + executer.offsets.len() as u64);
        read.chain(written).sum()
    }
}

impl Condition {
    fn cost(&self) -> u64 {
        match self {
            Self::Matches { offsets, .. } | Self::Counts { offsets, .. } => offsets.len() as u64,
            Self::Chance { .. } => 2,
            Self::Compares { left, right, .. } => left.cost() + right.cost(),
            Self::Named(condition) => match &**condition {
                NamedCondition::Parity { estimator, .. } => estimator.cost(),
                NamedCondition::Connected { .. } => 4, // and what it floods, as it does
            },
        }
    }
}

impl Estimator {
    /// Cost of one evaluation; distance fields charge their upkeep themselves.
    pub(super) fn cost(&self) -> u64 {
        match self {
            Self::Count { offsets, .. } | Self::WeightedCount { offsets, .. } => {
                offsets.len() as u64
            }
            Self::Noise { .. } => 30,
            Self::FixedNoise | Self::Total(_) => 8,
            Self::Distance(_) => 4,
            Self::Random => 2,
            Self::Named(estimator) => match &**estimator {
                NamedEstimator::WrappedCount { steps, .. } => 4 * steps.len() as u64,
                NamedEstimator::Noise(_) => 30,
                _ => 8, // and what it measures, as it does
            },
            _ => 0,
        }
    }
}
