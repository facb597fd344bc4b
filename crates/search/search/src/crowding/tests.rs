use proptest::prelude::*;

use super::*;

const INFINITY: f64 = f64::INFINITY;

#[track_caller]
fn check<const M: usize>(
    distance: impl Fn(&Objectives) -> Vec<f64>,
    front: &[[f64; M]],
    expected: &[f64],
) {
    let distances = distance(&Objectives::from_rows(M, front).unwrap());
    assert_eq!(distances.len(), expected.len());
    for (found, expected) in distances.iter().zip(expected) {
        let close = found == expected || (found - expected).abs() < 1e-9;
        assert!(close, "{distances:?} instead of {expected:?}");
    }
}

#[test]
fn inner_members_sum_the_shares_of_their_gaps() {
    check(
        crowding_distance,
        &[[0.0, 1.0], [0.75, 0.25], [1.0, 0.0], [0.25, 0.75]],
        &[INFINITY, 0.75 + 0.75, INFINITY, 0.75 + 0.75],
    );
}

#[test]
fn units_do_not_matter() {
    check(crowding_distance, &[[0.0, 300.0], [1.0, 100.0], [4.0, 0.0]], &[INFINITY, 2.0, INFINITY]);
}

#[test]
fn small_fronts_are_all_boundary() {
    check::<2>(crowding_distance, &[], &[]);
    check(crowding_distance, &[[0.5, 0.5]], &[INFINITY]);
    check(crowding_distance, &[[0.5, 0.5]; 2], &[INFINITY; 2]);
}

#[test]
fn an_objective_of_one_value_adds_nothing() {
    check(
        crowding_distance,
        &[[0.0, 0.0, 1.0], [0.5, 0.0, 0.5], [1.0, 0.0, 0.0]],
        &[INFINITY, 2.0, INFINITY],
    );
    check(crowding_distance, &[[0.5, 0.5]; 3], &[0.0; 3]);
}

#[test]
fn ties_are_neighbors_in_the_order_of_rows() {
    check(
        crowding_distance,
        &[[0.0, 1.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0]],
        &[INFINITY, 1.0 + INFINITY, 1.0 + INFINITY, INFINITY],
    );
}

proptest! {
    #[test]
    fn the_extremes_of_an_objective_are_infinitely_far(
        values in prop::collection::vec(0.0..1.0_f64, 4 * 3),
    ) {
        let front = Objectives::new(3, values).unwrap();
        let distances = crowding_distance(&front);
        for objective in 0..3 {
            let members = ascending(&front, objective);
            prop_assert_eq!(distances[members[0].row], INFINITY);
            prop_assert_eq!(distances[members[3].row], INFINITY);
        }
    }
}
