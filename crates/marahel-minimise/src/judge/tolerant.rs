//! The tolerant phase: levels may change, but must not become worse.

use std::collections::BTreeMap;

use marahel::RunError;
use marahel_problem::{Problem, Signature};
use marahel_script::Script;
use marahel_statistics::Estimate;

use super::{Judge, Tries};
use crate::measurer::{LevelStats, Measurer, Programs, Round};
use crate::{Change, Phase};

/// A candidate is first measured on this fraction of its levels, ...
const SHARE_FIRST: u32 = 10;
/// ... and rejected if the p-value of a fall is below this. That saves time, and can only leave a
/// script larger.
const LEVEL_FIRST: f64 = 3e-5;

/// Accepts candidates if no quantity falls by more than its standard error allows.
///
/// Every candidate is compared with the original script, so that small losses cannot add up unseen,
/// and on levels that accepted no earlier candidate.
pub(crate) struct Tolerant<'a, 'p> {
    measurer: &'a Measurer<'p>,
    original: &'a Programs,
    n_levels: u32,
    level: f64,
    /// The current round and the measurements of the original on it.
    round: Option<(Round, LevelStats)>,
    failure: Option<RunError>,
    /// The last comparison on new levels.
    confirmed: Option<Vec<Change>>,
}

impl<'a, 'p> Tolerant<'a, 'p> {
    /// Compares with `original` on `n_levels` levels; `level` is the significance level of a fall.
    pub(crate) fn new(
        measurer: &'a Measurer<'p>,
        original: &'a Programs,
        n_levels: u32,
        level: f64,
    ) -> Self {
        Self { measurer, original, n_levels, level, round: None, failure: None, confirmed: None }
    }

    /// The comparison of the last confirmed candidate.
    pub(crate) fn into_confirmed(self) -> Option<Vec<Change>> {
        self.confirmed
    }

    /// The error of measuring the original, if any.
    pub(crate) fn failure(&mut self) -> Option<RunError> {
        self.failure.take()
    }

    /// The current round, or a new one.
    fn open_round(&mut self, tries: &mut Tries) -> Option<(Round, LevelStats)> {
        if self.round.is_none() {
            let round = self.measurer.round(tries.fresh_round());
            match self.measurer.measure(self.original, round, 0..self.n_levels) {
                Ok(measured) => self.round = Some((round, measured)),
                Err(error) => self.failure = Some(error),
            }
        }
        self.round.take()
    }

    /// Compares a candidate with the original on a round; `None` if it is clearly worse.
    fn try_on(
        &self,
        candidate: &Programs,
        round: Round,
        original: &LevelStats,
    ) -> Option<Vec<Change>> {
        let n_first = self.n_levels / SHARE_FIRST;
        let first = self.measurer.measure(candidate, round, 0..n_first).ok()?;
        let mut pairs = original.columns.iter().zip(&first.columns);
        if pairs.any(|(before, after)| fall(&before[..after.len()], after).1 < LEVEL_FIRST) {
            return None;
        }
        let later = self.measurer.measure(candidate, round, n_first..self.n_levels).ok()?;
        let candidate = first.followed_by(later);
        let changes = compare(self.measurer, original, &candidate);
        changes.iter().all(|change| change.p >= self.level).then_some(changes)
    }
}

impl Judge for Tolerant<'_, '_> {
    const PHASE: Phase = Phase::Tolerant;

    fn accepts(&mut self, candidate: &Script, tries: &mut Tries) -> bool {
        if self.failure.is_some() {
            return false;
        }
        let Some(program) = self.measurer.program(candidate) else { return false };
        if !tries.take() {
            return false;
        }
        let Some((round, original)) = self.open_round(tries) else { return false };
        if self.try_on(&program, round, &original).is_none() {
            self.round = Some((round, original));
            return false;
        }
        // These levels chose a candidate; they must not be its only judge.
        self.confirms(candidate, tries)
    }

    fn confirms(&mut self, candidate: &Script, tries: &mut Tries) -> bool {
        self.round = None;
        let Some(program) = self.measurer.program(candidate) else { return false };
        let Some((round, original)) = self.open_round(tries) else { return false };
        self.confirmed = self.try_on(&program, round, &original);
        self.confirmed.is_some()
    }
}

impl LevelStats {
    fn followed_by(mut self, mut later: Self) -> Self {
        for (column, more) in self.columns.iter_mut().zip(&mut later.columns) {
            column.append(more);
        }
        self.digests.append(&mut later.digests);
        self.signatures.append(&mut later.signatures);
        self
    }
}

/// Compares each quantity: the objectives, the share of playable levels, the share of levels that
/// equal no other level of their script, and the differences between floor plans and between the
/// ways through them. By its objectives an open field can be as good as rooms.
pub(crate) fn compare(
    measurer: &Measurer<'_>,
    before: &LevelStats,
    after: &LevelStats,
) -> Vec<Change> {
    let objectives = measurer.problem.map_or(&[][..], |problem| problem.objectives());
    let names = objectives.iter().map(|objective| objective.name.as_str());
    let names = names.chain(measurer.problem.map(|_| "playable")).chain(["different"]);
    let names = names.chain(measurer.problem.into_iter().flat_map(|_| ["floor", "unlike"]));
    let [before, after] = [before, after].map(|measured| {
        let mut columns = measured.columns.clone();
        columns.push(different(&measured.digests));
        columns.extend(
            measurer.problem.into_iter().flat_map(|problem| unlike(problem, &measured.signatures)),
        );
        columns
    });
    let pairs = before.into_iter().zip(after);
    let changes = names.zip(pairs).map(|(name, (before, after))| {
        let (difference, p) = fall(&before, &after);
        Change {
            name: name.to_owned(),
            before: Estimate::mean(&before),
            after: Estimate::mean(&after),
            difference,
            p,
        }
    });
    changes.collect()
}

/// The differences between each level and the next one: the share of the floor plan, and how unlike
/// they are in play, relative to what is wanted and at most 1.
fn unlike(problem: &Problem, signatures: &[Signature]) -> [Vec<f64>; 2] {
    let (mut meter, goals) = (problem.meter(), problem.variety_goals());
    let next = signatures.iter().cycle().skip(1);
    let pairs = signatures.iter().zip(next).map(|(left, right)| {
        let difference = meter.differences(left, right);
        let way = if goals.has_ways { difference.way } else { difference.floor };
        (difference.floor, (way / goals.way).min(1.0))
    });
    let (floors, ways) = pairs.unzip();
    [floors, ways]
}

/// For each level 1 if no other level of the sample equals it, else 0.
fn different(digests: &[u64]) -> Vec<f64> {
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for &digest in digests {
        *counts.entry(digest).or_default() += 1;
    }
    digests.iter().map(|digest| if counts[digest] == 1 { 1.0 } else { 0.0 }).collect()
}

/// The mean change between two columns, level by level, and the one-sided p-value of a fall: how
/// often chance produces such a fall or a larger one.
///
/// The levels of one round start from the same streams. So pairs are independent of each other, and
/// effects of the streams that both scripts share cancel out.
fn fall(before: &[f64], after: &[f64]) -> (Estimate, f64) {
    let differences: Vec<f64> =
        after.iter().zip(before).map(|(after, before)| after - before).collect();
    let difference = Estimate::mean(&differences);
    let p = if difference.error > 0.0 {
        libm::erfc(-difference.value / difference.error / std::f64::consts::SQRT_2) / 2.0
    } else if difference.value < 0.0 {
        0.0
    } else {
        1.0
    };
    (difference, p)
}

#[cfg(test)]
mod tests {
    use super::{different, fall};

    #[test]
    fn a_fall_is_judged_by_its_standard_error() {
        let p = |n_worse: usize, n: usize| {
            let after: Vec<f64> =
                (0..n).map(|index| if index < n_worse { 0.0 } else { 1.0 }).collect();
            fall(&vec![1.0; n], &after).1
        };
        assert_eq!(p(0, 100), 1.0);
        assert_eq!(p(100, 100), 0.0);
        assert!((p(1, 1000) - 0.1587).abs() < 1e-3, "one standard error: {}", p(1, 1000));
        assert!(p(3, 1000) < 0.05 && p(2, 1000) > 0.05);
        // A rise is not a fall.
        assert!(fall(&[0.2, 0.1, 0.3], &[0.4, 0.2, 0.9]).1 > 0.9);
        // A single level gives no information.
        assert_eq!(fall(&[1.0], &[0.5]).1, 0.5);
    }

    #[test]
    fn levels_that_occur_twice_are_not_different() {
        assert_eq!(different(&[7, 8, 7, 9, 7]), [0.0, 1.0, 0.0, 1.0, 0.0]);
    }
}
