//! Which sums of ranks a sample could have had.

/// How many of the subsets of `n_chosen` of some doubled ranks have each sum:
/// the index is the sum.
///
/// Doubled, the mean ranks of equals are whole numbers, so that ties are counted
/// as exactly as anything else.
///
/// Each rank in turn is taken into the subsets so far or not (dynamic programming).
/// The counts are exact as long as that of all subsets is below 2^128, as it is for
/// up to 130 ranks.
///
/// Source: Streitberg and Roehmel 1986, Exact Distributions for Permutation and Rank
/// Tests, Statistical Software Newsletter 12, 10-17 (the shift algorithm).
pub(crate) fn n_subsets(doubled_ranks: &[usize], n_chosen: usize) -> Vec<u128> {
    let mut sorted = doubled_ranks.to_vec();
    sorted.sort_unstable();
    let sum_max: usize = sorted.iter().rev().take(n_chosen).sum();
    // A row for each number of ranks taken so far.
    let mut counts = vec![vec![0_u128; sum_max + 1]; n_chosen + 1];
    counts[0][0] = 1;
    for (n_before, &rank) in sorted.iter().enumerate() {
        // From the largest subsets down, so that no rank is taken twice.
        for n_taken in (1..=n_chosen.min(n_before + 1)).rev() {
            let (smaller, larger) = counts.split_at_mut(n_taken);
            let (from, to) = (&smaller[n_taken - 1], &mut larger[0]);
            for (to, from) in to.iter_mut().skip(rank).zip(from) {
                *to += from;
            }
        }
    }
    counts.swap_remove(n_chosen)
}
