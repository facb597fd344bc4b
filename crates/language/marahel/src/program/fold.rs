//! Folds conditions that are decided before a level is made, and makes tables of accepted counts.

use marahel_level::TileSet;

use super::{Condition, Distance, Estimator, Near, Offsets, Range};
use marahel_script::Operator;

pub(super) enum Folded {
    Always,
    Never,
    Depends(Condition),
}

impl Folded {
    pub(super) fn decided(&self) -> Option<bool> {
        match self {
            Self::Always => Some(true),
            Self::Never => Some(false),
            Self::Depends(_) => None,
        }
    }
}

/// Compiles a comparison. It is decided now if both sides are known; a count compared with a
/// constant becomes a table.
pub(super) fn fold(left: Estimator, operator: Operator, right: Estimator) -> Folded {
    match (left, right) {
        // First, because a condition on an absent distance always holds.
        (Estimator::Number(number), _) | (_, Estimator::Number(number)) if number.is_nan() => {
            Folded::Always
        }
        (Estimator::Number(left), Estimator::Number(right)) => {
            if operator.holds(left, right) {
                Folded::Always
            } else {
                Folded::Never
            }
        }
        (number @ Estimator::Number(_), right) => fold(right, operator.mirrored(), number),
        (Estimator::Count { offsets, set }, Estimator::Number(right)) if offsets.len() < 64 => {
            fold_counts(offsets, set, |count| operator.holds(count as f64, right))
        }
        (Estimator::Random, Estimator::Number(right)) => chance(operator, right),
        (left, right) => {
            let decided = if let Estimator::Number(right) = right {
                holds_in(left.facts().range, |at| operator.holds(at, right), right)
            } else {
                None
            };
            match decided {
                Some(true) => Folded::Always,
                Some(false) => Folded::Never,
                None => Folded::Depends(
                    with_number(&left, operator, &right).unwrap_or(Condition::Compares {
                        left,
                        operator,
                        right,
                    }),
                ),
            }
        }
    }
}

/// Compares a random number in 0..1 with a constant, as a share of all 32-bit numbers.
fn chance(operator: Operator, number: f64) -> Folded {
    let probability = match operator {
        Operator::Less | Operator::LessEqual => number,
        Operator::Greater | Operator::GreaterEqual => 1.0 - number,
        Operator::Equal => 0.0,
        Operator::NotEqual => 1.0,
    };
    let all = 1 << u32::BITS;
    match (probability.clamp(0.0, 1.0) * all as f64).round() as u64 {
        0 => Folded::Never,
        n if n == all => Folded::Always,
        n => Folded::Depends(Condition::Chance { n: n as u32 }),
    }
}

/// The comparison of a total, a distance to tiles, or the share of repeats with a number.
fn with_number(left: &Estimator, operator: Operator, right: &Estimator) -> Option<Condition> {
    let Estimator::Number(number) = *right else { return None };
    if let Estimator::RepeatPercent = left {
        return Some(Condition::Repeats { operator, number });
    }
    let range = Range::new(operator, number)?;
    if let Estimator::Total(set) = *left {
        return Some(Condition::Totals { set, range });
    }
    let Estimator::Distance(Distance { field: Some(field), to_outside: false }) = *left else {
        return None;
    };
    Some(Condition::Near(Near { field, range }))
}

/// Whether a comparison with a number holds for all values of a range, or for none; `None` if the
/// number is within the range.
fn holds_in(range: Option<(f64, f64)>, holds: impl Fn(f64) -> bool, number: f64) -> Option<bool> {
    let (low, high) = range?;
    (number < low || number > high).then(|| holds(low))
}

/// Makes a table of the accepted counts.
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

#[cfg(test)]
mod tests;
