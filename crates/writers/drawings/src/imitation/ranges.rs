//! Ranges wide enough for the next drawing.

/// A range of whole numbers or of shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Range {
    pub(crate) fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The common value if all agree; otherwise a wider range, so that it usually includes the next
/// drawing: the next value lies beyond three others as often as not.
pub(crate) fn whole(values: &[f64]) -> Range {
    let (low, high) = ends(values);
    wider(values, (0.75 * f64::midpoint(low, high).abs().sqrt()).max(1.0))
}

/// The same for a number of tiles. Its random variation grows with the number.
pub(crate) fn count(values: &[f64]) -> Range {
    let (low, high) = ends(values);
    let mean = f64::midpoint(low, high);
    wider(values, if mean < 8.0 { 1.0 } else { 1.25 * mean.sqrt() })
}

/// A range with at least this much room at both ends, unless all values agree.
fn wider(values: &[f64], least_room: f64) -> Range {
    let (low, high) = ends(values);
    if low == high {
        return Range { low, high };
    }
    let room = room(values.len(), low, high).max(least_room);
    let least = if low >= 1.0 { 1.0 } else { low.min(0.0) };
    Range { low: (low - room).round().max(least), high: (high + room).round() }
}

/// The same for shares in 0..=1, in hundredths.
pub(crate) fn share(values: &[f64]) -> Range {
    let (low, high) = ends(values);
    let room = (3.0 / values.len().max(1) as f64 * (high - low)).max(0.05);
    Range {
        low: (((low - room).max(0.0) + 1e-9) * 100.0).floor() / 100.0,
        high: (((high + room).min(1.0) - 1e-9) * 100.0).ceil() / 100.0,
    }
}

/// Maximum number of things that are counted one by one; more are an amount.
pub(crate) const N_THINGS_MAX: u32 = 8;

/// A range around a number that is the same in all drawings, for things in different places: exact
/// up to 2, two thirds to twice the number up to 8, and two thirds to four thirds above.
pub(crate) fn of_things(n: u32) -> (u32, u32) {
    match n {
        0..=2 => (n, n),
        3..=N_THINGS_MAX => ((2 * n).div_ceil(3), 2 * n),
        _ => (2 * n / 3, 4 * n / 3),
    }
}

/// What would hold by chance in more than one file of ten is no law.
pub(crate) const CHANCE_MAX: f64 = 0.1;

/// How often so many drawings would have this number of something by chance, if numbers vary as
/// those of things that stand independently of each other (Poisson).
pub(crate) fn all_agree(n: u32, n_drawings: usize) -> f64 {
    let mean = f64::from(n.max(1));
    let (mut share, mut sum) = (libm::exp(-mean), 0.0);
    for value in 0..4 * n.max(4) {
        sum += (0..n_drawings).fold(1.0, |product, _| product * share);
        share *= mean / f64::from(value + 1);
    }
    sum
}

/// How often two numbers of about this size are equal by chance; of what is not there always.
pub(crate) fn two_agree(n: u32) -> f64 {
    if n == 0 { 1.0 } else { all_agree(n, 2) }
}

/// A wider range around a number that all drawings may share by chance.
pub(crate) fn wish(n: u32) -> (u32, u32) {
    let (low, high) = of_things(n);
    (low.min(n - 1).max(1), high.max(n + 1))
}

/// The minimum length that still counts as long.
pub(crate) fn long(values: &[f64]) -> f64 {
    let (low, _) = ends(values);
    (low * 0.8).floor()
}

fn ends(values: &[f64]) -> (f64, f64) {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    (low, values.iter().copied().fold(f64::NEG_INFINITY, f64::max))
}

/// Room at both ends of a range: more for fewer drawings.
fn room(n: usize, low: f64, high: f64) -> f64 {
    let mean = f64::midpoint(low, high);
    let n = n.max(1) as f64;
    (3.0 / n * (high - low)).max((0.75 / n).min(0.25) * mean.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_wider_than_what_was_drawn_unless_all_agree() {
        assert_eq!(whole(&[4.0, 4.0, 4.0]), Range { low: 4.0, high: 4.0 });
        assert_eq!(whole(&[10.0, 12.0, 14.0]), Range { low: 6.0, high: 18.0 });
        assert_eq!([1, 3, 15].map(of_things), [(1, 1), (2, 6), (10, 20)]);
        assert_eq!(whole(&[1.0, 2.0, 2.0]), Range { low: 1.0, high: 3.0 });
        assert_eq!(share(&[0.8, 0.9, 0.85]), Range { low: 0.7, high: 1.0 });
        assert_eq!(long(&[44.0, 61.0]), 35.0);
        assert_eq!([2, 3, 15].map(wish), [(1, 3), (2, 6), (10, 20)]);
    }
    #[test]
    fn few_drawings_agree_by_chance() {
        // Of three drawings with some two things each, one set in twenty; of six, none in a thousand.
        assert!((0.04..0.06).contains(&all_agree(2, 3)), "{}", all_agree(2, 3));
        assert!(all_agree(2, 6) < 0.001);
        assert!((0.25..0.35).contains(&two_agree(1)) && two_agree(0) >= 1.0);
    }
}
