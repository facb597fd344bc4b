use super::*;

#[track_caller]
fn check_close(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1.0), "{found} {expected}");
}

#[test]
fn nothing_is_said_of_no_values() {
    assert_eq!(quantile(&[], 0.5), None);
    assert_eq!(clopper_pearson(0, 0), None);
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
        assert_eq!([0.25, 0.5, 0.75].map(|share| quantile(values, share)), expected.map(Some));
    };
    check(&[1.0, 2.0, 3.0], [1.5, 2.0, 2.5]);
    check(&[1.0, 2.0, 3.0, 4.0], [1.75, 2.5, 3.25]);
    check(&[0.5], [0.5; 3]);
    check(&[1.0, 1.0, 2.0, 2.0, 2.0, 7.0, 8.0, 8.0, 8.0, 8.0], [2.0, 4.5, 8.0]);
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
