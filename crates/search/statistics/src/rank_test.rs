//! Whether two samples may come from one distribution.

use crate::ranks;
use libm::erfc;

use crate::rank_sums::n_subsets;

/// Values of both samples together up to which a p-value is exact.
pub(crate) const N_EXACT_MAX: usize = 100;

/// The result of a two-sided rank test of two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankTest {
    /// Pairs in which the value of the first sample is larger, equals counting half.
    pub u: f64,
    /// The chance that two samples of one distribution are at least so far
    /// from even, in 0..=1.
    pub p: f64,
    /// Whether the p-value counts all ways to deal the values, ties among them; else it is that of
    /// a normal distribution with the variance that the ties leave, half a pair nearer to even.
    pub is_exact: bool,
}

/// The two-sided test of Mann, Whitney and Wilcoxon; `None` if a sample is empty.
///
/// The p-value is the share of all ways to deal the pooled values in which U
/// is at least as far from half of the pairs as it is here. With ties, too, this is
/// exact up to 100 values together; beyond, it is that of a normal
/// distribution, which the result says.
///
/// Sources: Mann and Whitney 1947 (doi 10.1214/aoms/1177730491); Lehmann 1975,
/// Nonparametrics, chapter 1, sections 2 to 4, for ties and the approximation.
pub fn rank_test(left: &[f64], right: &[f64]) -> Option<RankTest> {
    if left.is_empty() || right.is_empty() {
        return None;
    }
    let pooled = ranks(&pool(left, right));
    let u = u_of(left, right);
    let is_exact = pooled.len() <= N_EXACT_MAX;
    let n = left.len();
    let p = if is_exact { exact_p(&pooled, n) } else { normal_p(&pooled, n, u) };
    Some(RankTest { u, p, is_exact })
}

/// Pairs in which the value of `one` is larger, equals counting half.
pub(crate) fn u_of(left: &[f64], right: &[f64]) -> f64 {
    let n = left.len() as f64;
    let rank_sum: f64 = ranks(&pool(left, right))[..left.len()].iter().sum();
    rank_sum - n * (n + 1.0) / 2.0
}

fn pool(left: &[f64], right: &[f64]) -> Vec<f64> {
    left.iter().chain(right).copied().collect()
}

/// The share of the subsets of `n` of the ranks whose sum is as far from its
/// mean as that of the first `n`, or further.
fn exact_p(ranks: &[f64], n: usize) -> f64 {
    let doubled: Vec<usize> = ranks.iter().map(|rank| (2.0 * rank) as usize).collect();
    // The mean of a doubled sum is n times that of the doubled ranks, N + 1.
    let mean = n * (ranks.len() + 1);
    let distance = mean.abs_diff(doubled[..n].iter().sum());
    let counts = n_subsets(&doubled, n);
    let n_all: u128 = counts.iter().sum();
    let far = counts.iter().enumerate().filter(|&(sum, _)| mean.abs_diff(sum) >= distance);
    let n_far: u128 = far.map(|(_, count)| count).sum();
    n_far as f64 / n_all as f64
}

/// The same by a normal distribution.
pub(crate) fn normal_p(ranks: &[f64], n: usize, u: f64) -> f64 {
    let n_all = ranks.len() as f64;
    let n_pairs = n as f64 * (n_all - n as f64);
    let variance = n_pairs / 12.0 * (n_all + 1.0 - n_ties(ranks) / (n_all * (n_all - 1.0)));
    if variance <= 0.0 {
        return 1.0; // All values are equal.
    }
    let distance = ((u - n_pairs / 2.0).abs() - 0.5).max(0.0);
    erfc(distance / (2.0 * variance).sqrt())
}

/// The sum of t^3 - t over the groups of t equal ranks.
fn n_ties(ranks: &[f64]) -> f64 {
    let mut sorted = ranks.to_vec();
    sorted.sort_by(f64::total_cmp);
    let sizes = sorted.chunk_by(|a, b| a == b).map(|equals| equals.len() as f64);
    sizes.map(|size| size * size * size - size).sum()
}
