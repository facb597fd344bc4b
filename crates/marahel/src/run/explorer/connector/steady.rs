//! Which rules hold at a cell or not, whenever they are asked during a pass
//! that changes nothing they see.

use crate::program::{Condition, Estimator, NamedCondition, NamedEstimator, Rule};

/// Whether a rule depends on neither chance nor the place of a cell on a path,
/// and costs about as much at each cell.
pub(super) fn is_steady(rule: &Rule) -> bool {
    rule.conditions.iter().all(|condition| match condition {
        Condition::Matches { .. } | Condition::Counts { .. } => true,
        Condition::Chance { .. } => false,
        Condition::Compares { left, right, .. } => {
            is_steady_number(left) && is_steady_number(right)
        }
        Condition::Named(condition) => match &**condition {
            NamedCondition::Parity { estimator, .. } => is_steady_number(estimator),
            NamedCondition::Connected { .. } => true,
        },
    })
}

fn is_steady_number(estimator: &Estimator) -> bool {
    match estimator {
        Estimator::Random | Estimator::Percent | Estimator::ChangePercent => false,
        // Each cell has its own flood.
        Estimator::Named(named) => !matches!(**named, NamedEstimator::Paths { .. }),
        _ => true,
    }
}
