//! The few candidates that imply all others.

use super::candidate::{ALWAYS_WEIGHT, Bound, Breaker, CORE_WEIGHT, Candidate, LIKELY_WEIGHT};
use super::mutants::{Defect, Mutant};
use crate::imitation::ranges::{self, CHANCE_MAX, Range, all_agree, of_things, wish};

/// A candidate that holds in all drawings, but not by accident.
#[derive(Clone, Debug)]
pub(crate) struct Demand {
    pub(crate) candidate: Candidate,
    pub(crate) range: Range,
    /// The median and the maximum of its values in shuffled levels.
    pub(crate) shuffled: Option<(f64, f64)>,
    /// Whether each mutant violates it.
    fails: Vec<bool>,
}

/// Maximum probability of holding by chance. It is lower for less important candidates, because
/// more of their kind were tried.
fn chance_max(weight: f64) -> f64 {
    match weight {
        CORE_WEIGHT.. => 0.01,
        LIKELY_WEIGHT.. => 0.003,
        _ => 0.0003,
    }
}

/// Minimum share of the shuffled levels that must violate a demand.
const SHUFFLED_MIN: f64 = 0.6;

/// A demand is implied by others unless it alone finds at least this share of the mutants.
const NEW_MIN: f64 = 0.01;

/// Minimum share of wandering levels that violate a demand, scaled by its importance, for it to be
/// added.
const WORTH_MIN: f64 = 0.35;

/// The required range, if the drawings agree well enough. `n_tried` candidates would be demands if
/// the drawings agreed on any number.
pub(crate) fn range(bound: Bound, values: &[f64], n_tried: usize) -> Option<Range> {
    if values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    match bound {
        Bound::Just(expected) => just(expected, values),
        Bound::Same(most) => {
            just(values[0], values).filter(|range| range.low > 0.0 && range.low <= most)
        }
        Bound::Range if values.len() > 2 && just(values[0], values).is_some() => {
            let n = values[0] as u32;
            let is_law = all_agree(n, values.len()) * n_tried as f64 <= CHANCE_MAX;
            let (low, high) = if n < 2 || is_law { of_things(n) } else { wish(n) };
            Some(Range { low: low.into(), high: high.into() })
        }
        Bound::Range => Some(ranges::whole(values)),
        Bound::Share => Some(ranges::share(values)),
        Bound::AtMost(most) => {
            values.iter().all(|&value| value <= most).then_some(Range { low: 0.0, high: most })
        }
        Bound::Long(least, most) => {
            let low = ranges::long(values);
            let is_long = values.iter().all(|&value| value >= least);
            // Good levels need not meet a range without an end.
            is_long.then_some(Range { low, high: most })
        }
    }
}

/// The range of a single value, if all values are this one.
fn just(expected: f64, values: &[f64]) -> Option<Range> {
    let is_all = values.iter().all(|&value| value == expected);
    is_all.then_some(Range { low: expected, high: expected })
}

impl Demand {
    /// `values` are its values in the mutants, `chance` the probability that it holds wherever its
    /// things stand. `None` if it holds by accident.
    pub(crate) fn new(
        candidate: Candidate,
        range: Range,
        values: &[f64],
        chance: Option<f64>,
        mutants: &[Mutant],
    ) -> Option<Self> {
        let fails: Vec<bool> = values.iter().map(|&value| !range.contains(value)).collect();
        let shuffled: Vec<usize> =
            (0..values.len()).filter(|index| mutants[*index].defect == Defect::Shuffled).collect();
        let n_failed = shuffled.iter().filter(|&&index| fails[index]).count();
        let is_accident = match candidate.breaker {
            Breaker::Moves(_) => {
                chance.is_none_or(|chance| chance > chance_max(candidate.weight))
                    || !fails.contains(&true)
            }
            Breaker::Shuffles => (n_failed as f64) < SHUFFLED_MIN * shuffled.len() as f64,
            Breaker::Any => !fails.contains(&true),
        };
        if is_accident {
            return None;
        }
        let mut values: Vec<f64> = shuffled.iter().map(|&index| values[index]).collect();
        values.retain(|value| value.is_finite());
        values.sort_by(f64::total_cmp);
        let shuffled = values.get(values.len() / 2).copied().zip(values.last().copied());
        Some(Self { candidate, range, shuffled, fails })
    }

    pub(crate) fn is_failed(&self, value: f64) -> bool {
        !self.range.contains(value)
    }

    /// A number of levels that it alone finds, weighted by its importance and its length.
    fn worth(&self, n_levels: f64) -> f64 {
        let length = self.candidate.expression.len() as f64;
        n_levels * self.candidate.weight / (1.0 + length / 200.0)
    }

    /// Whether another demand on the same thing finds more, and all that this one finds.
    fn is_weaker(&self, rival: &Self) -> bool {
        matches!(self.candidate.breaker, Breaker::Moves(_))
            && self.candidate.breaker == rival.candidate.breaker
            && !finds_more(&self.fails, &rival.fails)
            && finds_more(&rival.fails, &self.fails)
    }
}

/// The indices of the core, the weightiest first, one of each name. Leaves out those that find no
/// mutant beyond some other one, or beyond the unplayable ones.
pub(crate) fn core(demands: &[Demand], unplayable: &[bool], n_max: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..demands.len()).collect();
    order.retain(|&index| demands[index].candidate.weight >= CORE_WEIGHT);
    order.sort_by(|&left, &right| {
        demands[right].candidate.weight.total_cmp(&demands[left].candidate.weight)
    });
    let mut core: Vec<usize> = Vec::new();
    for index in order {
        let Demand { candidate, fails, .. } = &demands[index];
        if core.len() >= n_max
            || core.iter().any(|&rival| demands[rival].candidate.key == candidate.key)
        {
            continue;
        }
        let mut rivals =
            core.iter().map(|&rival| demands[rival].fails.as_slice()).chain([unplayable]);
        if candidate.weight >= ALWAYS_WEIGHT || rivals.all(|rival| finds_more(fails, rival)) {
            core.push(index);
        }
    }
    core
}

/// Whether one finds a mutant that the other one does not.
fn finds_more(fails: &[bool], rival: &[bool]) -> bool {
    n_more(fails.iter().copied(), rival) > 0
}

fn n_more(fails: impl Iterator<Item = bool>, rival: &[bool]) -> usize {
    fails.zip(rival).filter(|&(fails, &rival)| fails && !rival).count()
}

/// Leaves out demands on a thing that are weaker than another one on the same thing.
pub(crate) fn without_weaker(demands: &[Demand], chosen: &[usize]) -> Vec<usize> {
    let strong = chosen
        .iter()
        .copied()
        .filter(|&index| !chosen.iter().any(|&rival| demands[index].is_weaker(&demands[rival])));
    strong.collect()
}

/// The indices of demands that find all mutants that any of them finds; each step adds the one with
/// the greatest worth.
pub(crate) fn chosen(
    demands: &[Demand],
    mut detected: Vec<bool>,
    mut chosen: Vec<usize>,
    n_max: usize,
) -> Vec<usize> {
    let least = (detected.len() as f64 * NEW_MIN).ceil().max(2.0) as usize;
    for &index in &chosen {
        mark(&mut detected, demands[index].fails.iter().copied());
    }
    while chosen.len() < n_max {
        let mut best: Option<(usize, f64)> = None;
        for (index, demand) in demands.iter().enumerate() {
            let n_new = n_more(demand.fails.iter().copied(), &detected);
            let worth = demand.worth(n_new as f64);
            let is_best = best.is_none_or(|(_, most)| worth > most);
            if n_new >= least && is_best && !chosen.contains(&index) {
                best = Some((index, worth));
            }
        }
        let Some((best, _)) = best else { break };
        mark(&mut detected, demands[best].fails.iter().copied());
        chosen.push(best);
    }
    chosen
}

fn mark(detected: &mut [bool], fails: impl Iterator<Item = bool>) {
    detected.iter_mut().zip(fails).for_each(|(detected, fails)| *detected |= fails);
}

/// The indices of the demands that wandering levels violate, the worthiest first; only one of those
/// that the same levels violate. `values` are the values of each demand in these levels.
pub(crate) fn lacking(demands: &[Demand], values: &[Vec<f64>], chosen: &[usize]) -> Vec<usize> {
    let n = values.first().map_or(0, Vec::len);
    let mut detected = vec![false; n];
    let mut lacking: Vec<usize> = Vec::new();
    loop {
        let mut best: Option<(usize, f64)> = None;
        for (index, demand) in demands.iter().enumerate() {
            if chosen.contains(&index) || lacking.contains(&index) {
                continue;
            }
            let fails = values[index].iter().map(|value| demand.is_failed(*value));
            let worth = demand.worth(n_more(fails, &detected) as f64 / n as f64);
            if worth >= WORTH_MIN && best.is_none_or(|(_, most)| worth > most) {
                best = Some((index, worth));
            }
        }
        let Some((best, _)) = best else { return lacking };
        mark(&mut detected, values[best].iter().map(|value| demands[best].is_failed(*value)));
        lacking.push(best);
    }
}
