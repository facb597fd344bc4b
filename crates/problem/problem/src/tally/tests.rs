use super::Tally;
use proptest::prelude::*;

fn tally(scores: &[f64]) -> Tally {
    let mut tally = Tally::default();
    for &score in scores {
        tally.add(score);
    }
    tally
}

#[test]
fn variance_divides_by_one_less_than_the_number() {
    let tally = tally(&[1.0, 2.0, 3.0, 4.0]);
    assert_eq!(tally.n(), 4);
    assert!((tally.variance().unwrap() - 5.0 / 3.0).abs() < 1e-15);
    assert!((tally.standard_error().unwrap() - (5.0_f64 / 12.0).sqrt()).abs() < 1e-15);
}

#[test]
fn equal_scores_have_no_variance() {
    assert_eq!(tally(&[0.1; 7]).variance(), Some(0.0));
    assert_eq!(tally(&[0.1]).standard_error(), None);
}

proptest! {
    #[test]
    fn agrees_with_two_passes(scores in prop::collection::vec(0.0..=1.0_f64, 2..60)) {
        let n = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / n;
        let squares = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>();
        let tally = tally(&scores);
        prop_assert!((tally.mean() - mean).abs() < 1e-12);
        prop_assert!((tally.variance().unwrap_or(0.0) - squares / f64::max(n - 1.0, 1.0)).abs() < 1e-12);
        prop_assert!(scores.iter().all(|&score| tally.min() <= score));
        prop_assert!(scores.contains(&tally.min()));
    }
}
