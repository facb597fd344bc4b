//! Trials of a change: on few levels first, beside the script as it is.

use marahel_statistics::Estimate;

use marahel_problem::Row;

use crate::gauge::shares_met;

/// Number of changes that are tried at once: those of a script that makes good levels differ little,
/// so that more of them are compared.
pub(crate) const N_CANDIDATES_NEAR: usize = 32;
pub(crate) const N_CANDIDATES_FAR: usize = 16;

/// A trial of changes before the last one.
pub(crate) struct Trial {
    /// Levels of this trial and those before, of a script that makes good levels.
    pub(crate) n_near: u32,
    /// The same of one that makes hardly any: they differ by demands, which need fewer levels.
    n_far: u32,
    /// Maximum number of changes that take part.
    pub(crate) n_changes: usize,
    /// The least gain that passes it: a mean on telling levels, then in standard errors.
    pub(crate) bar: f64,
}

/// The first two trials are on telling levels, the others on all of the first ones.
pub(crate) const TELLING: [Trial; 2] = [
    Trial { n_near: 8, n_far: 5, n_changes: N_CANDIDATES_NEAR, bar: 0.0 },
    Trial { n_near: 24, n_far: 12, n_changes: 16, bar: -0.03 },
];
pub(crate) const PLAIN: [Trial; 3] = [
    Trial { n_near: 60, n_far: 24, n_changes: 5, bar: 0.3 },
    Trial { n_near: 160, n_far: 60, n_changes: 3, bar: 0.9 },
    Trial { n_near: 400, n_far: 120, n_changes: 2, bar: 1.3 },
];

/// Few levels that tell most about a change: mostly some that are not good. If most levels are good,
/// a change that mends the others shows only there.
pub(crate) struct TellingLevels {
    pub(crate) levels: Vec<u32>,
    /// The weight of each level in the mean over all.
    weights: Vec<f64>,
}

impl TellingLevels {
    pub(crate) fn of(rows: &[Row], n: usize) -> Self {
        let of_kind = |is_good: bool| -> Vec<u32> {
            let kind = rows.iter().zip(0..).filter(|(row, _)| row.judged.is_good == is_good);
            kind.map(|(_, level)| level).collect()
        };
        let (mut bad, mut good) = (of_kind(false), of_kind(true));
        let shares = [&bad, &good].map(|kind| kind.len() as f64 / rows.len().max(1) as f64);
        bad.truncate((n - n / 3).max(n.saturating_sub(good.len())));
        good.truncate(n - bad.len().min(n));
        let weight = |kind: &[u32], share: f64| share / kind.len().max(1) as f64;
        let (of_bad, of_good) = (weight(&bad, shares[0]), weight(&good, shares[1]));
        let weights = std::iter::repeat_n(of_bad, bad.len());
        let weights = weights.chain(std::iter::repeat_n(of_good, good.len())).collect();
        Self { levels: [bad, good].concat(), weights }
    }

    /// The gain of merit from all rows of one script to those of another one at these levels.
    pub(crate) fn gain(&self, before: &[Row], after: &[Row]) -> f64 {
        let pairs = self.levels.iter().zip(after).zip(&self.weights);
        pairs
            .map(|((&level, after), weight)| {
                weight * (after.merit() - before[level as usize].merit())
            })
            .sum()
    }
}

impl Trial {
    pub(crate) fn n_of(&self, is_far: bool) -> u32 {
        if is_far { self.n_far } else { self.n_near }
    }
}

/// Levels of a state that its changes are compared on.
pub(crate) fn n_levels_of(is_far: bool) -> u32 {
    PLAIN[2].n_of(is_far)
}

/// The mean change of a number from one script to another, level by level.
pub(crate) fn gain(before: &[Row], after: &[Row], number: impl Fn(&Row) -> f64) -> Estimate {
    let pairs = before.iter().zip(after);
    Estimate::mean(&pairs.map(|(before, after)| number(after) - number(before)).collect::<Vec<_>>())
}

/// A mean in standard errors.
pub(crate) fn z(gain: Estimate) -> f64 {
    if gain.value == 0.0 { 0.0 } else { gain.value / gain.error.max(1e-12) }
}

pub(crate) fn gain_of_merit(before: &[Row], after: &[Row]) -> Estimate {
    gain(before, after, Row::merit)
}

pub(crate) fn mean_merit(rows: &[Row]) -> f64 {
    rows.iter().map(Row::merit).sum::<f64>() / rows.len().max(1) as f64
}

pub(crate) fn mean_met(rows: &[Row]) -> f64 {
    shares_met(rows).iter().sum()
}

/// Sorts by worth, the best first.
pub(crate) fn sort_by_worth<T>(all: &mut [T], worth: impl Fn(&T) -> f64) {
    all.sort_by(|left, right| worth(right).total_cmp(&worth(left)));
}
