use proptest::prelude::*;

use super::*;

const INFINITY: f64 = f64::INFINITY;

fn table<const M: usize>(rows: &[[f64; M]]) -> Objectives {
    Objectives::from_rows(M, rows).unwrap()
}

#[test]
fn a_member_adds_its_distance_to_the_nearest_before_it() {
    // By the first objective: rows 0, 1, 2, 3; by the second: 3, 2, 1, 0. Ranges are 4 and 4.
    let front = table(&[[4.0, 0.0], [3.0, 1.0], [1.0, 3.0], [0.0, 4.0]]);
    let expected = [INFINITY, 0.5 + 1.0, 1.0 + 0.5, INFINITY];
    assert_eq!(truthful_crowding_distance(&front), expected);
}

#[test]
fn neighbors_are_near_in_all_objectives() {
    // The last row lies between others in each objective, and far from all of them.
    let front = table(&[
        [1.0, 0.0, 0.5],
        [0.0, 1.0, 0.5],
        [0.5, 0.5, 0.0],
        [0.5, 0.5, 1.0],
        [0.5, 0.5, 0.5],
    ]);
    let distances = truthful_crowding_distance(&front);
    assert_eq!(distances[4], 0.5 + 0.5 + 0.5);
}

#[test]
fn all_but_the_first_of_equal_members_have_no_distance() {
    let front = table(&[[0.5, 0.5], [1.0, 0.0], [0.5, 0.5], [0.5, 0.5], [0.0, 1.0]]);
    let distances = truthful_crowding_distance(&front);
    assert_eq!(distances, [2.0, INFINITY, 0.0, 0.0, INFINITY]);
    assert_eq!(truthful_survivors(&front, 3), [0, 1, 4]);
}

#[test]
fn an_objective_of_one_value_lists_members_by_row() {
    let front = table(&[[1.0, 7.0, 0.0], [0.5, 7.0, 0.5], [0.0, 7.0, 1.0]]);
    assert_eq!(truthful_crowding_distance(&front), [INFINITY, 1.0 + 1.0 + 1.0, INFINITY]);
    assert_eq!(truthful_crowding_distance(&table(&[[0.5, 0.5]; 3])), [INFINITY, 0.0, 0.0]);
}

#[test]
fn who_is_alone_after_a_removal_stays() {
    // Rows 1 to 3 crowd together; once one has left, the others are worth more.
    let front = table(&[[10.0, 0.0], [5.2, 4.8], [5.0, 5.0], [4.8, 5.2], [1.0, 9.0], [0.0, 10.0]]);
    assert_eq!(truthful_survivors(&front, 6), [0, 1, 2, 3, 4, 5]);
    assert_eq!(truthful_survivors(&front, 5), [0, 1, 3, 4, 5]);
    assert_eq!(truthful_survivors(&front, 4), [0, 1, 4, 5]);
    assert_eq!(truthful_survivors(&front, 3), [0, 1, 5]);
    assert_eq!(truthful_survivors(&front, 2), [0, 5]);
    assert!(truthful_survivors(&front, 0).is_empty());
}

#[test]
fn nobody_is_crowded_out_of_nothing() {
    let nobody = Objectives::new(2, Vec::new()).unwrap();
    assert!(truthful_crowding_distance(&nobody).is_empty());
    assert!(truthful_survivors(&nobody, 3).is_empty());
}

/// Removal as it is defined: all distances anew after each.
fn survivors_by_definition(front: &Objectives, n: usize) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..front.len()).collect();
    while rows.len() > n {
        let crowd = Crowd::new(front, rows.clone());
        let distances: Vec<f64> = rows.iter().map(|&row| crowd.distance(row)).collect();
        let smallest = distances.iter().copied().fold(INFINITY, f64::min);
        let gone = distances.iter().rposition(|&distance| distance == smallest).unwrap();
        rows.remove(gone);
    }
    rows
}

proptest! {
    #[test]
    fn updated_distances_are_those_computed_anew(
        values in prop::collection::vec((0..8_i32).prop_map(|value| f64::from(value) / 7.0), 3 * 20),
        n in 0..20_usize,
    ) {
        let front = Objectives::new(3, values).unwrap();
        prop_assert_eq!(truthful_survivors(&front, n), survivors_by_definition(&front, n));
    }

    #[test]
    fn at_most_one_member_for_each_objective_is_infinitely_far(
        values in prop::collection::vec(0.0..1.0_f64, 4 * 9),
    ) {
        let distances = truthful_crowding_distance(&Objectives::new(4, values).unwrap());
        let n_infinite = distances.iter().filter(|distance| distance.is_infinite()).count();
        prop_assert!((1..=4).contains(&n_infinite));
    }
}
