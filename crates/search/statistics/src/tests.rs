//! Known answers are those of scipy 1.17.1 and statsmodels.

use proptest::collection::vec;
use proptest::prelude::*;

use super::rank_test::{N_EXACT_MAX, normal_p};
use super::*;

#[track_caller]
fn check_close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{found} {expected}");
}

#[track_caller]
fn check_rank_test(one: &[f64], other: &[f64], u: f64, p: f64) {
    let found = rank_test(one, other).expect("no sample is empty");
    assert_eq!((found.u, found.is_exact), (u, true));
    check_close(found.p, p);
    let turned = rank_test(other, one).expect("no sample is empty");
    assert_eq!(turned.u, (one.len() * other.len()) as f64 - u);
    check_close(turned.p, p);
}

#[test]
fn p_values_without_ties_are_those_of_mannwhitneyu() {
    check_rank_test(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0], 0.0, 0.1);
    let (males, females) = ([19.0, 22.0, 16.0, 29.0, 24.0], [20.0, 11.0, 17.0, 12.0]);
    check_rank_test(&males, &females, 17.0, 0.111_111_111_111_111_1);
    let evens: Vec<f64> = (0..20).map(|i| f64::from(2 * i)).collect();
    let odds: Vec<f64> = (0..20).map(|i| f64::from(2 * i + 11)).collect();
    check_rank_test(&evens, &odds, 105.0, 0.009_483_607_191_205_003);
    let squares: Vec<f64> = (1..31).map(|i| f64::from(i * i % 83)).collect();
    let others: Vec<f64> = (0..25).map(|i| f64::from(i * 31 % 89) + 0.5).collect();
    check_rank_test(&squares, &others, 352.0, 0.705_954_794_719_759);
}

#[test]
fn p_values_with_ties_are_those_of_all_permutations() {
    check_rank_test(
        &[1.0, 2.0, 2.0, 3.0, 5.0],
        &[2.0, 4.0, 4.0, 5.0, 5.0, 6.0],
        6.0,
        0.095_238_095_238_095_23,
    );
    check_rank_test(
        &[0.0, 0.0, 0.0, 1.0, 1.0, 0.5, 0.25],
        &[1.0, 1.0, 0.5, 1.0, 1.0, 1.0],
        7.5,
        0.041_375_291_375_291_376,
    );
    check_rank_test(&[1.0; 4], &[1.0; 7], 14.0, 1.0);
}

#[test]
fn large_samples_are_compared_by_a_normal_distribution() {
    let one: Vec<f64> = (0..60).map(|i| f64::from(i * 37 % 101) / 10.0).collect();
    let other: Vec<f64> = (0..60).map(|i| f64::from(i * 53 % 97 / 4) / 2.0).collect();
    let found = rank_test(&one, &other).expect("no sample is empty");
    assert_eq!((found.u, found.is_exact), (1647.5, false));
    check_close(found.p, 0.424_847_411_009_625_4);
    assert_eq!(rank_test(&[0.5; 60], &[0.5; 60]).map(|equal| equal.p), Some(1.0));
}

#[test]
fn the_approximation_is_that_of_small_samples_too() {
    let pooled = ranks(&[0.0, 0.0, 0.0, 1.0, 1.0, 0.5, 0.25, 1.0, 1.0, 0.5, 1.0, 1.0, 1.0]);
    check_close(normal_p(&pooled, 7, 7.5), 0.041_798_900_486_509_555);
}

#[test]
fn the_largest_exact_test_is_exact() {
    let n = N_EXACT_MAX / 2;
    let one: Vec<f64> = (0..n).map(|i| i as f64).collect();
    let other: Vec<f64> = (n..2 * n).map(|i| i as f64).collect();
    let found = rank_test(&one, &other).expect("no sample is empty");
    // Two of the C(100, 50) subsets are so far out.
    assert!(found.is_exact);
    let expected = 2.0 / 100_891_344_545_564_193_334_812_497_256.0;
    assert!((found.p / expected - 1.0).abs() < 1e-12, "{}", found.p);
}

#[test]
fn nothing_is_said_of_no_values() {
    assert_eq!(rank_test(&[], &[1.0]), None);
    assert_eq!(a12(&[1.0], &[]), None);
    assert_eq!(Quartiles::of(&[]), None);
    assert_eq!(clopper_pearson(0, 0), None);
    assert!(holm(&[]).is_empty());
}

#[test]
fn the_effect_is_a_share_of_pairs() {
    assert_eq!(a12(&[1.0, 2.0], &[0.0, 1.0]), Some(0.875));
    assert_eq!(a12(&[0.0], &[1.0, 2.0]), Some(0.0));
    assert_eq!(a12(&[3.0; 3], &[3.0; 2]), Some(0.5));
}

#[test]
fn holm_adjusts_as_others_do() {
    let found = holm(&[0.01, 0.04, 0.03, 0.005, 0.5]);
    for (found, expected) in found.into_iter().zip([0.04, 0.09, 0.09, 0.025, 0.5]) {
        check_close(found, expected);
    }
    assert_eq!(holm(&[0.6, 0.9]), [1.0, 1.0]);
}

/// Known answers are by exact arithmetic: halving the range of shares by the sum of the
/// probabilities of a binomial distribution, in Python's decimals of 60 digits.
#[test]
fn shares_have_exact_intervals_of_many_things_and_few() {
    let check = |n, of, low, high| {
        let [found_low, found_high] = clopper_pearson(n, of).expect("there are things");
        check_close(found_low, low);
        check_close(found_high, high);
    };
    check(1, 10, 0.002_528_578_544_461_785, 0.445_016_117_028_195_45);
    check(9, 10, 0.554_983_882_971_804_6, 0.997_471_421_455_538_2);
    check(50, 100, 0.398_321_129_503_301, 0.601_678_870_496_699);
    check(95, 100, 0.887_165_088_894_537_2, 0.983_568_120_817_947_8);
    check(65_500, 65_536, 0.999_239_594_849_758, 0.999_615_236_811_928_1);
    check(65_536, 65_536, 0.999_954_289_797_893_2, 1.0);
    check(0, 65_536, 0.0, 1.0 - 0.999_954_289_797_893_2);
    let [low, high] = clopper_pearson(1 << 23, 1 << 24).expect("there are things");
    assert!(low < 0.5 && high > 0.5 && high - low < 0.000_49);
}

#[test]
fn quartiles_are_those_of_numpy() {
    let check = |values: &[f64], expected: [f64; 3]| {
        let Quartiles { q1, median, q3 } = Quartiles::of(values).expect("there are values");
        assert_eq!([q1, median, q3], expected);
    };
    check(&[3.0, 1.0, 2.0], [1.5, 2.0, 2.5]);
    check(&[1.0, 2.0, 3.0, 4.0], [1.75, 2.5, 3.25]);
    check(&[0.5], [0.5; 3]);
    check(&[2.0, 7.0, 1.0, 8.0, 2.0, 8.0, 1.0, 8.0, 2.0, 8.0], [2.0, 4.5, 8.0]);
}

/// The p-value by looking at each subset.
fn enumerated_p(one: &[f64], other: &[f64]) -> f64 {
    let pooled: Vec<f64> = one.iter().chain(other).copied().collect();
    let ranks = ranks(&pooled);
    let n = one.len();
    let mean = n as f64 * (pooled.len() + 1) as f64 / 2.0;
    let distance = |sum: f64| (sum - mean).abs();
    let own = distance(ranks[..n].iter().sum());
    let (mut n_far, mut n_all) = (0, 0);
    for subset in (0_u32..1 << pooled.len()).filter(|subset| subset.count_ones() == n as u32) {
        let chosen = (0..pooled.len()).filter(|index| subset >> index & 1 == 1);
        let sum: f64 = chosen.map(|index| ranks[index]).sum();
        n_all += 1;
        n_far += u32::from(distance(sum) >= own);
    }
    f64::from(n_far) / f64::from(n_all)
}

proptest! {
    #[test]
    fn exact_p_values_are_shares_of_all_subsets(
        one in vec(0_u8..5, 1..7),
        other in vec(0_u8..5, 1..7),
    ) {
        let [one, other] = [one, other].map(|values| {
            values.into_iter().map(f64::from).collect::<Vec<_>>()
        });
        let found = rank_test(&one, &other).expect("no sample is empty");
        prop_assert_eq!(found.p, enumerated_p(&one, &other));
    }

    #[test]
    fn adjusted_p_values_keep_their_order(values in vec(0.0_f64..=1.0, 0..20)) {
        let adjusted = holm(&values);
        for (a, p) in values.iter().enumerate() {
            prop_assert!((*p..=1.0).contains(&adjusted[a]));
            for (b, q) in values.iter().enumerate() {
                prop_assert!(p > q || adjusted[a] <= adjusted[b]);
            }
        }
    }
}

#[track_caller]
fn check_below(one: (f64, f64), other: (f64, f64), expected: Option<bool>) {
    let estimate = |(value, error)| Estimate { value, error };
    assert_eq!(estimate(one).is_below(estimate(other)), expected);
}

#[test]
fn three_errors_make_a_difference() {
    // Errors of 0.3 and 0.4 are one of 0.5 together.
    check_below((1.0, 0.3), (2.6, 0.4), Some(true));
    check_below((1.0, 0.3), (2.4, 0.4), None);
    check_below((1.0, 0.3), (-0.4, 0.4), None);
    check_below((1.0, 0.3), (-0.6, 0.4), Some(false));
    check_below((1.0, 0.0), (1.0, 0.0), None);
}

#[test]
fn estimates_have_the_errors_of_their_samples() {
    let values = [1.0, 2.0, 3.0, 6.0];
    let mean = Estimate::mean(&values);
    // The squares of the distances add up to 14: variance 14 / 3.
    assert_eq!((mean.value, mean.error), (3.0, (14.0_f64 / 12.0).sqrt()));
    // Second moment 3.5, fourth (16 + 1 + 0 + 81) / 4 = 24.5.
    let sd = Estimate::sd(&values);
    assert_eq!(sd.value, 3.5_f64.sqrt());
    let expected = ((24.5_f64 - 12.25) / 4.0).sqrt() / (2.0 * 3.5_f64.sqrt());
    assert!((sd.error - expected).abs() < 1e-12);
    let constant = Estimate::sd(&[5.0; 9]);
    assert_eq!((constant.value, constant.error), (0.0, 0.0));
}

#[test]
fn a_share_of_nothing_decides_nothing() {
    let share = Share::default().estimate();
    assert_eq!((share.is_all(), share.to_string().as_str()), (None, "none"));
    let known = Estimate { value: 0.5, error: 0.0 };
    assert_eq!((share.is_below(known), known.is_below(share)), (None, None));
}

#[test]
fn correlations_are_those_of_the_textbooks() {
    // Anscombe 1973, the first of his four data sets.
    let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
    let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
    let linear = pearson(&x, &y).expect("neither is constant");
    assert!((linear - 0.816_420_516_344_84).abs() < 1e-12, "{linear}");
    // An example often told for Spearman's coefficient: ten people's IQ and hours of television.
    let iq = [106.0, 100.0, 86.0, 101.0, 99.0, 103.0, 97.0, 113.0, 112.0, 110.0];
    let hours = [7.0, 27.0, 2.0, 50.0, 28.0, 29.0, 20.0, 12.0, 6.0, 17.0];
    let rank = spearman(&iq, &hours).expect("neither is constant");
    assert!((rank + 29.0 / 165.0).abs() < 1e-12, "{rank}");
    assert_eq!(ranks(&[0.5, 0.1, 0.5, 0.9]), [2.5, 1.0, 2.5, 4.0]);
    assert_eq!(pearson(&[1.0, 1.0], &[1.0, 2.0]), None);
    assert_eq!(pearson(&[], &[]), None);
}
