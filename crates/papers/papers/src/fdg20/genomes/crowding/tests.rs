use super::*;

#[track_caller]
fn check<const M: usize>(front: &[[f64; M]], expected: &[f64]) {
    let distances = released_crowding(&Objectives::from_rows(M, front).unwrap());
    assert_eq!(distances.len(), expected.len());
    for (found, expected) in distances.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-9, "{distances:?} instead of {expected:?}");
    }
}

#[test]
fn the_best_boundary_is_preferred_to_the_worst() {
    check(&[[0.0], [0.5], [1.0]], &[1_000_000.0, 1.0 / 1.00001, 2_000_000.0]);
}

#[test]
fn the_ends_of_one_value_are_rewarded() {
    check(&[[0.5], [0.5], [0.5]], &[1_000_000.0, 0.0, 2_000_000.0]);
    check(&[[0.5]], &[3_000_000.0]);
    check::<1>(&[], &[]);
}
