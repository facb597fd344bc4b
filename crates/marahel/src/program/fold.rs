//! Conditions that are decided before a level is made, and tables of accepted counts.

use level::TileSet;

use super::{Condition, Estimator, Offsets};
use crate::script::Operator;

/// What a condition amounts to.
pub(super) enum Folded {
    Always,
    Never,
    Depends(Condition),
}

/// Compiles a comparison: decided now if both sides are known, a table if a
/// count is compared with a constant.
pub(super) fn fold(left: Estimator, operator: Operator, right: Estimator) -> Folded {
    match (left, right) {
        (Estimator::Number(left), Estimator::Number(right)) => {
            if operator.holds(left, right) {
                Folded::Always
            } else {
                Folded::Never
            }
        }
        (Estimator::Count { offsets, set }, Estimator::Number(right)) if offsets.len() < 64 => {
            let holds = |count: usize| operator.holds(count as f64, right);
            fold_counts(offsets, set, holds)
        }
        (Estimator::Number(left), Estimator::Count { offsets, set }) if offsets.len() < 64 => {
            let holds = |count: usize| operator.holds(left, count as f64);
            fold_counts(offsets, set, holds)
        }
        (left, right) => Folded::Depends(Condition::Compares { left, operator, right }),
    }
}

fn fold_counts(offsets: Offsets, set: TileSet, holds: impl Fn(usize) -> bool) -> Folded {
    let n_cells = offsets.len();
    let accepted = (0..=n_cells).filter(|&count| holds(count)).fold(0, |set, n| set | 1_u64 << n);
    match accepted.count_ones() as usize {
        0 => Folded::Never,
        n if n == n_cells + 1 => Folded::Always,
        1 if holds(n_cells) => Folded::Depends(Condition::Matches { offsets, set }),
        _ => Folded::Depends(Condition::Counts { offsets, set, accepted }),
    }
}
