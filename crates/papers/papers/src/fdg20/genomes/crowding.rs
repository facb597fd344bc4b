//! Selection of survivors in the released code.

use marahel_search::Objectives;

#[cfg(test)]
mod tests;

/// Crowding distance of each member of one front, as in the released code of Khalifa 2020.
///
/// Unlike [`marahel_search::crowding_distance`] it has finite bonuses, 1,000,000 for the lowest and
/// 2,000,000 for the highest member of each objective, so that the best come before the worst. It
/// also gives them for constant objectives. The range is widened by 0.00001.
pub(super) fn released_crowding(front: &Objectives) -> Vec<f64> {
    let mut distances = vec![0.0; front.len()];
    let mut members: Vec<usize> = (0..front.len()).collect();
    for objective in 0..front.n_objectives() {
        let value = |row: usize| front.row(row)[objective];
        members.sort_unstable();
        members.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
        let (Some(&lowest), Some(&highest)) = (members.first(), members.last()) else { break };
        let range = value(highest) - value(lowest) + 0.00001;
        for window in members.windows(3) {
            distances[window[1]] += (value(window[2]) - value(window[0])) / range;
        }
        distances[lowest] += 1_000_000.0;
        distances[highest] += 2_000_000.0;
    }
    distances
}
