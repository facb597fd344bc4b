//! Rounder constants.

use marahel_script::{Estimator, Listed, Part, PartMut, Place, Whole};

use crate::unit::Reduced;

/// A number of a script that does not follow a dial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Constant {
    pub(crate) place: Place,
    pub(crate) number: f64,
    kind: NumberKind,
    /// The index among the parts of the script; for a weight, its index in the list there.
    part: usize,
    weight: Option<usize>,
}

/// The meaning of a number, which decides what is simpler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberKind {
    /// A threshold or a probability.
    Measure,
    /// A count or a relative weight: smaller is simpler.
    Count,
}

impl Constant {
    /// Rounder constants to replace it, the best first.
    pub(crate) fn rounder(self) -> impl Iterator<Item = Self> {
        let numbers = rounder(self.number, self.kind).into_iter();
        numbers.map(move |number| Self { number, ..self })
    }
}

impl Reduced {
    /// All constants, explorer by explorer: parameters, limits, then rules.
    pub(crate) fn constants(&self) -> Vec<Constant> {
        let mut constants = Vec::new();
        for (part, piece) in self.script.parts().into_iter().enumerate() {
            let place = piece.place;
            let mut add = |number: f64, kind, weight| {
                constants.push(Constant { place, number, kind, part, weight });
            };
            match piece.part {
                _ if place == Place::Regions => (),
                Part::Constant(Estimator::Number(number)) | Part::Share(number) => {
                    add(*number, NumberKind::Measure, None);
                }
                Part::Whole(Whole { number, follows: Some((None, _)), .. }) => {
                    if let Some(number) = number.get() {
                        add(number as f64, NumberKind::Count, None);
                    }
                }
                Part::List(list, Listed::Read | Listed::Written, weights) => {
                    for (i, &(tile, weight)) in list.members.iter().enumerate() {
                        if !weights
                            .is_some_and(|all| all.iter().any(|&(weighted, _)| weighted == tile))
                        {
                            add(f64::from(weight), NumberKind::Count, Some(i));
                        }
                    }
                }
                _ => (),
            }
        }
        constants.sort_by_key(|constant| match constant.place {
            Place::Parameter(e, key, _) => {
                let limit = ["repeats", "tiles", "changes"].iter().position(|limit| *limit == key);
                (e, limit.map_or(0, |limit| limit + 1))
            }
            Place::Condition(e, ..) | Place::Executer(e, ..) => (e, usize::MAX),
            Place::Regions => (0, 0),
        });
        constants
    }

    pub(crate) fn with_constant(&self, constant: Constant) -> Self {
        let Constant { number, part, weight, .. } = constant;
        let mut reduced = self.clone();
        match (reduced.script.parts_mut().swap_remove(part).part, weight) {
            (PartMut::Constant(old), _) => *old = Estimator::Number(number),
            (PartMut::Share(old), _) => *old = number,
            (PartMut::Whole(mut old), _) => old.number.set(number as u64),
            (PartMut::List(list, ..), Some(i)) => list.members[i].1 = number as u32,
            _ => unreachable!("a constant is a number"),
        }
        reduced
    }
}

/// Rounder numbers near a number. Repeated rounding ends: each step reduces the digits, reaches a
/// multiple of 5, or makes the number smaller.
fn rounder(number: f64, kind: NumberKind) -> Vec<f64> {
    let mut candidates = Vec::new();
    let is_count =
        kind == NumberKind::Count && number >= 1.0 && number.fract() == 0.0 && number < 1e15;
    if is_count {
        candidates.extend(smaller_counts(number as u64).into_iter().map(|count| count as f64));
    }
    let is_whole = number.fract() == 0.0 && number.abs() < 1e15;
    let is_round = is_whole && number.abs() < 100.0 && number % 5.0 == 0.0;
    let n_digits = n_digits(number);
    let n_digits = if is_round && !is_count { 1 } else { n_digits };
    for n_kept in 1..n_digits {
        candidates.push(with_digits(number, n_kept));
    }
    if n_digits > 1 && is_whole && number % 5.0 != 0.0 {
        candidates.push((number / 5.0).round() * 5.0);
    }
    let mut numbers: Vec<f64> = Vec::new();
    for candidate in candidates {
        if candidate != number && candidate != 0.0 && !numbers.contains(&candidate) {
            numbers.push(candidate);
        }
    }
    numbers
}

/// All smaller counts up to 10; above, the series 1, 2, 5, 10, 20, 50 and so on.
fn smaller_counts(count: u64) -> Vec<u64> {
    if count <= 10 {
        return (1..count).collect();
    }
    let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(10));
    let series = powers.flat_map(|power| [1, 2, 5].map(|digit| power.saturating_mul(digit)));
    series.take_while(|&smaller| smaller < count).collect()
}

/// Number of significant digits.
fn n_digits(number: f64) -> usize {
    let text = format!("{number:e}");
    let mantissa = text.split('e').next().unwrap_or_default();
    mantissa.bytes().filter(u8::is_ascii_digit).count()
}

/// A number rounded to this many significant digits.
fn with_digits(number: f64, n_digits: usize) -> f64 {
    format!("{number:.*e}", n_digits - 1).parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{NumberKind, rounder};

    #[track_caller]
    fn check(number: f64, kind: NumberKind, expected: &[f64]) {
        assert_eq!(rounder(number, kind), expected, "{number}");
    }

    #[test]
    fn constants_get_fewer_digits() {
        check(0.37, NumberKind::Measure, &[0.4]);
        check(0.4, NumberKind::Measure, &[]);
        check(-0.125, NumberKind::Measure, &[-0.1, -0.12]);
        check(14.0, NumberKind::Measure, &[10.0, 15.0]);
        check(15.0, NumberKind::Measure, &[]);
        check(115.0, NumberKind::Measure, &[100.0, 120.0]);
        check(5.0, NumberKind::Measure, &[]);
        check(0.0, NumberKind::Measure, &[]);
    }

    #[test]
    fn counts_get_small_and_round() {
        check(4.0, NumberKind::Count, &[1.0, 2.0, 3.0]);
        check(1.0, NumberKind::Count, &[]);
        check(17.0, NumberKind::Count, &[1.0, 2.0, 5.0, 10.0, 20.0, 15.0]);
        check(20.0, NumberKind::Count, &[1.0, 2.0, 5.0, 10.0]);
    }

    proptest! {
        #[test]
        fn going_on_ends(number in -2000_i32..2000, scale in 0_usize..4, is_count in any::<bool>(), picks in prop::collection::vec(any::<prop::sample::Index>(), 40)) {
            let kind = if is_count { NumberKind::Count } else { NumberKind::Measure };
            let mut number = f64::from(number) / [1.0, 10.0, 100.0, 1000.0][scale];
            for pick in picks {
                let next = rounder(number, kind);
                if next.is_empty() {
                    return Ok(());
                }
                number = *pick.get(&next);
            }
            prop_assert!(false, "it goes on and on: {number}");
        }
    }
}
