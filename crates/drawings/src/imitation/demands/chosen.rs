//! The few candidates that imply all others.

use super::catalogue::{By, Candidate, Wants};
use super::mutants::{Mutant, Wrong};
use super::ranges::{self, Range};

#[derive(Clone, Debug)]
pub(crate) struct Holding {
    pub(crate) candidate: Candidate,
    /// The required range; its upper end may be infinite.
    pub(crate) range: Range,
    /// The median and the maximum of its values in shuffled levels.
    pub(crate) wrong: Option<(f64, f64)>,
    /// Whether each mutant violates it.
    fails: Vec<bool>,
}

/// Maximum probability of holding by chance. It is lower for less important candidates, because
/// more of their kind were tried.
fn chance_max(weight: f64) -> f64 {
    if weight >= CORE_WEIGHT { 0.01 } else { 0.0003 }
}

/// Minimum share of the shuffled levels that must violate a demand.
const SHUFFLED_MIN: f64 = 0.6;

/// A demand is implied by others unless it alone finds at least this share of the mutants.
const NEW_MIN: f64 = 0.01;

/// Minimum share of wandering levels that violate a demand, scaled by its importance, for it to be
/// added.
const WORTH_MIN: f64 = 0.35;

/// The required range, if the drawings agree well enough.
pub(crate) fn range(wants: Wants, values: &[f64]) -> Option<Range> {
    if values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let all = |expected: f64| values.iter().all(|&value| value == expected);
    match wants {
        Wants::Just(expected) => all(expected).then_some(Range { low: expected, high: expected }),
        Wants::Same(most) => {
            let first = values[0];
            (first > 0.0 && first <= most && all(first))
                .then_some(Range { low: first, high: first })
        }
        Wants::Range if values.len() > 2 && all(values[0]) => {
            let (low, high) = ranges::of_things(values[0] as u32);
            Some(Range { low: low.into(), high: high.into() })
        }
        Wants::Range => Some(ranges::whole(values)),
        Wants::Share => Some(ranges::share(values)),
        Wants::AtMost(most) => {
            values.iter().all(|&value| value <= most).then_some(Range { low: 0.0, high: most })
        }
        Wants::Long(least) => {
            let low = ranges::long(values);
            let is_long = values.iter().all(|&value| value >= least);
            is_long.then_some(Range { low, high: f64::INFINITY })
        }
    }
}

impl Holding {
    /// `values` are its values in the mutants, `chance` the probability that it holds wherever its
    /// things stand. `None` if it holds by accident.
    pub(crate) fn new(
        candidate: Candidate,
        range: Range,
        values: &[f64],
        chance: Option<f64>,
        mutants: &[Mutant],
    ) -> Option<Self> {
        let is_failed = |value: f64| !(range.low..=range.high).contains(&value);
        let fails: Vec<bool> = values.iter().map(|&value| is_failed(value)).collect();
        let shuffled = |index: &usize| mutants[*index].wrong == Wrong::Shuffled;
        let mut wrong: Vec<f64> =
            (0..values.len()).filter(shuffled).map(|index| values[index]).collect();
        let n_failed = (0..values.len()).filter(shuffled).filter(|&index| fails[index]).count();
        let is_accident = match candidate.by {
            By::Moves(_) => {
                chance.is_none_or(|chance| chance > chance_max(candidate.weight))
                    || !fails.contains(&true)
            }
            By::Shuffles => (n_failed as f64) < SHUFFLED_MIN * wrong.len() as f64,
            By::Any => !fails.contains(&true),
        };
        if is_accident {
            return None;
        }
        wrong.retain(|value| value.is_finite());
        wrong.sort_by(f64::total_cmp);
        let wrong = wrong.get(wrong.len() / 2).copied().zip(wrong.last().copied());
        Some(Self { candidate, range, wrong, fails })
    }

    /// Whether a value violates it.
    pub(crate) fn is_failed(&self, value: f64) -> bool {
        !(self.range.low..=self.range.high).contains(&value)
    }

    /// The number of mutants that it alone finds; and this number weighted by its importance and
    /// its length.
    fn worth(&self, found: &[bool]) -> (usize, f64) {
        let new = self.fails.iter().zip(found).filter(|&(&fails, &found)| fails && !found).count();
        let length = self.candidate.value.len() as f64;
        (new, new as f64 * self.candidate.weight / (1.0 + length / 200.0))
    }
}

/// Minimum weight of core demands, which everybody who draws such levels would make.
pub(crate) const CORE_WEIGHT: f64 = 2.0;

/// Minimum weight of demands that are kept even if others imply them.
pub(crate) const ALWAYS_WEIGHT: f64 = 5.0;

/// The indices of the core, the weightiest first, one of each name. Leaves out those that find no
/// mutant beyond some other one, or beyond the unplayable ones.
pub(crate) fn core(holding: &[Holding], unplayable: &[bool], n_max: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..holding.len()).collect();
    order.retain(|&index| holding[index].candidate.weight >= CORE_WEIGHT);
    order.sort_by(|&one, &other| {
        holding[other].candidate.weight.total_cmp(&holding[one].candidate.weight)
    });
    let mut core: Vec<usize> = Vec::new();
    for index in order {
        let fails = &holding[index].fails;
        let others = core.iter().map(|&other| holding[other].fails.as_slice());
        let mut others = others.chain([unplayable]);
        let is_always = holding[index].candidate.weight >= ALWAYS_WEIGHT;
        let is_new = |&other: &usize| holding[other].candidate.key != holding[index].candidate.key;
        if !core.iter().all(is_new) {
            continue;
        }
        if core.len() < n_max && (is_always || others.all(|other| finds_more(fails, other))) {
            core.push(index);
        }
    }
    core
}

/// Whether one finds a mutant that the other one does not.
fn finds_more(fails: &[bool], other: &[bool]) -> bool {
    fails.iter().zip(other).any(|(&fails, &other)| fails && !other)
}

/// Leaves out demands on a thing that are weaker than another one on the same thing.
pub(crate) fn without_weaker(holding: &[Holding], chosen: &[usize]) -> Vec<usize> {
    let is_weaker = |one: &Holding, other: &Holding| {
        let is_same =
            matches!(one.candidate.by, By::Moves(_)) && one.candidate.by == other.candidate.by;
        is_same && !finds_more(&one.fails, &other.fails) && finds_more(&other.fails, &one.fails)
    };
    let is_kept =
        |index: &usize| !chosen.iter().any(|&other| is_weaker(&holding[*index], &holding[other]));
    chosen.iter().copied().filter(is_kept).collect()
}

/// The indices of demands that find all mutants that any of them finds; each step adds the one with
/// the greatest worth.
pub(crate) fn chosen(
    holding: &[Holding],
    mut found: Vec<bool>,
    mut chosen: Vec<usize>,
    n_max: usize,
) -> Vec<usize> {
    let least = (found.len() as f64 * NEW_MIN).ceil().max(2.0) as usize;
    for &index in &chosen {
        found.iter_mut().zip(&holding[index].fails).for_each(|(found, fails)| *found |= *fails);
    }
    loop {
        if chosen.len() >= n_max {
            return chosen;
        }
        let left = (0..holding.len()).filter(|index| !chosen.contains(index));
        let worth = left.map(|index| (index, holding[index].worth(&found)));
        let worth = worth.filter(|(_, (new, _))| *new >= least);
        let best = worth.reduce(|one, other| if other.1.1 > one.1.1 { other } else { one });
        let Some((best, _)) = best else { return chosen };
        for (found, fails) in found.iter_mut().zip(&holding[best].fails) {
            *found |= *fails;
        }
        chosen.push(best);
    }
}

/// The indices of the demands that wandering levels violate, the worthiest first; only one of those
/// that the same levels violate. `values` are the values of each demand in these levels.
pub(crate) fn lacking(holding: &[Holding], values: &[Vec<f64>], chosen: &[usize]) -> Vec<usize> {
    let n = values.first().map_or(0, Vec::len);
    let mut found = vec![false; n];
    let mut lacking: Vec<usize> = Vec::new();
    loop {
        let mut best: Option<(usize, f64)> = None;
        for (index, one) in holding.iter().enumerate() {
            if chosen.contains(&index) || lacking.contains(&index) {
                continue;
            }
            let fails = values[index].iter().map(|value| one.is_failed(*value));
            let new = fails.zip(&found).filter(|&(fails, &found)| fails && !found).count();
            let length = 1.0 + one.candidate.value.len() as f64 / 200.0;
            let worth = new as f64 / n as f64 * one.candidate.weight / length;
            if worth >= WORTH_MIN && best.is_none_or(|(_, most)| worth > most) {
                best = Some((index, worth));
            }
        }
        let Some((best, _)) = best else { return lacking };
        for (found, value) in found.iter_mut().zip(&values[best]) {
            *found |= holding[best].is_failed(*value);
        }
        lacking.push(best);
    }
}
