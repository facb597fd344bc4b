use super::*;

#[test]
fn what_is_decided_does_not_lack_levels() {
    use Verdict::{Fails, Holds, Undecided};
    let finding = |verdicts: &[Verdict]| {
        let named = verdicts.iter().map(|&verdict| (verdict, format!("{verdict:?}")));
        let Finding { verdict, doubt, .. } = Finding::of(String::new(), named);
        (verdict, doubt)
    };
    assert_eq!(finding(&[Holds, Undecided]), (Undecided, "Undecided".to_owned()));
    assert_eq!(finding(&[Undecided, Fails]), (Fails, String::new()));
    assert_eq!(finding(&[Holds]), (Holds, String::new()));
}

#[track_caller]
fn check_below(one: (f64, f64), other: (f64, f64), expected: Verdict) {
    let estimate = |(value, error)| Estimate { value, error };
    assert_eq!(estimate(one).is_below(estimate(other)), expected);
}

#[test]
fn three_errors_make_a_difference() {
    // Errors of 0.3 and 0.4 are one of 0.5 together.
    check_below((1.0, 0.3), (2.6, 0.4), Verdict::Holds);
    check_below((1.0, 0.3), (2.4, 0.4), Verdict::Undecided);
    check_below((1.0, 0.3), (-0.4, 0.4), Verdict::Undecided);
    check_below((1.0, 0.3), (-0.6, 0.4), Verdict::Fails);
    check_below((1.0, 0.0), (1.0, 0.0), Verdict::Undecided);
}

#[test]
fn claims_together_are_as_good_as_the_worst() {
    use Verdict::{Fails, Holds, Undecided};
    assert_eq!(Verdict::all([Holds, Holds]), Holds);
    assert_eq!(Verdict::all([Holds, Undecided]), Undecided);
    assert_eq!(Verdict::all([Undecided, Fails, Holds]), Fails);
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
    assert_eq!((share.is_all(), share.to_string().as_str()), (Verdict::Undecided, "none"));
    let known = Estimate { value: 0.5, error: 0.0 };
    assert_eq!(
        (share.is_below(known), known.is_below(share)),
        (Verdict::Undecided, Verdict::Undecided)
    );
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
