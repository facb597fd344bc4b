//! What remains of a line.

use proptest::prelude::*;

use super::super::decimate;

fn points(values: &[f64]) -> Vec<(f64, f64)> {
    values.iter().enumerate().map(|(index, &value)| (index as f64, value)).collect()
}

#[track_caller]
fn check(values: &[f64], n_columns: usize, expected: &[f64]) {
    let values: Vec<f64> =
        decimate(&points(values), n_columns).into_iter().map(|(_, value)| value).collect();
    assert_eq!(values, expected);
}

#[test]
fn few_points_all_remain() {
    check(&[], 2, &[]);
    check(&[1.0, 2.0, 3.0], 1, &[1.0, 2.0, 3.0]);
}

#[test]
fn peaks_remain_in_their_order() {
    check(&[3.0, 4.0, 9.0, 4.0, 1.0, 2.0], 1, &[3.0, 9.0, 1.0, 2.0]);
    check(&[1.0, 2.0, 3.0, 4.0, 5.0, 5.0, 0.0, 5.0, 5.0], 2, &[1.0, 4.0, 5.0, 0.0, 5.0]);
}

proptest! {
    #[test]
    fn ends_and_peaks_remain(
        values in prop::collection::vec(0.0..1.0, 1..300),
        n_columns in 1_usize..20,
    ) {
        let all = points(&values);
        let some = decimate(&all, n_columns);
        prop_assert!(some.len() <= all.len().min(4 * n_columns));
        prop_assert!(some.iter().all(|point| all.contains(point)));
        prop_assert!(some.windows(2).all(|pair| pair[0].0 < pair[1].0));
        prop_assert_eq!(some.first(), all.first());
        prop_assert_eq!(some.last(), all.last());
        let highest = |points: &[(f64, f64)]| points.iter().map(|point| point.1).fold(0.0, f64::max);
        let lowest = |points: &[(f64, f64)]| points.iter().map(|point| point.1).fold(1.0, f64::min);
        prop_assert_eq!(highest(&some), highest(&all));
        prop_assert_eq!(lowest(&some), lowest(&all));
    }
}
