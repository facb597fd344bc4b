use proptest::prelude::*;

use super::*;

fn front<const M: usize>(rows: &[[f64; M]]) -> Objectives {
    Objectives::from_rows(M, rows).unwrap()
}

#[track_caller]
fn check(found: Option<f64>, expected: f64) {
    let found = found.expect("there are rows");
    assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
}

#[test]
fn bounds_are_those_of_each_objective() {
    let front = front(&[[0.2, 0.9, 0.5], [0.7, 0.1, 0.5]]);
    assert_eq!(ideal(&front), Some(vec![0.7, 0.9, 0.5]));
    assert_eq!(nadir(&front), Some(vec![0.2, 0.1, 0.5]));
}

#[test]
fn without_rows_there_is_nothing_to_say() {
    let (none, one) = (front::<2>(&[]), front(&[[0.5, 0.5]]));
    assert_eq!((ideal(&none), nadir(&none), knee(&none)), (None, None, None));
    assert_eq!((spread(&none), spread(&one)), (None, None));
    assert_eq!((igd_plus(&none, &one), igd_plus(&one, &none)), (None, None));
    assert_eq!((additive_epsilon(&none, &one), coverage(&one, &none)), (None, None));
    assert_eq!(coverage(&none, &one), Some(0.0));
}

#[test]
fn the_knee_bulges_furthest() {
    // Of the three, (0.8, 0.7) is furthest beyond the line between the ends.
    assert_eq!(knee(&front(&[[0.0, 1.0], [0.4, 0.9], [0.8, 0.7], [1.0, 0.0]])), Some(2));
    // Scaled, (3, 30) lies beyond the line from (0, 40) to (4, 0), and (1, 31) does not reach it.
    assert_eq!(knee(&front(&[[0.0, 40.0], [1.0, 31.0], [3.0, 30.0], [4.0, 0.0]])), Some(2));
    // The third objective is the same everywhere; of equals the first.
    assert_eq!(knee(&front(&[[0.0, 1.0, 0.3], [1.0, 0.0, 0.3]])), Some(0));
    assert_eq!(knee(&front(&[[0.5, 0.5]])), Some(0));
}

#[test]
fn an_even_front_has_no_spread() {
    check(spread(&front(&[[0.0, 1.0], [0.5, 0.5], [1.0, 0.0]])), 0.0);
    // Gaps 0.1, 0.1 and 0.4: mean 0.2, deviations 0.1, 0.1 and 0.2. A twin does not count.
    check(spread(&front(&[[0.0], [0.1], [0.5], [0.5]])), 0.4 / 0.6);
}

#[test]
fn only_what_falls_short_is_a_distance() {
    let reference = front(&[[0.8, 0.4], [0.2, 0.6]]);
    // (0.5, 0.0) lacks (0.3, 0.4) of the first; of the second only 0.6.
    check(igd_plus(&front(&[[0.5, 0.0]]), &reference), f64::midpoint(0.5, 0.6));
    check(igd_plus(&front(&[[0.8, 0.6]]), &reference), 0.0);
    check(additive_epsilon(&front(&[[0.5, 0.0]]), &reference), 0.6);
    check(additive_epsilon(&front(&[[0.9, 0.7]]), &reference), -0.1);
    check(additive_epsilon(&reference, &reference), 0.0);
}

#[test]
fn coverage_counts_the_rows_that_are_attained() {
    let (one, other) = (front(&[[0.5, 0.5]]), front(&[[0.5, 0.5], [0.6, 0.1], [0.4, 0.4]]));
    check(coverage(&one, &other), 2.0 / 3.0);
    check(coverage(&other, &one), 1.0);
}

/// Some fronts of two objectives with few different values.
fn runs() -> impl Strategy<Value = Vec<Objectives>> {
    let row = prop::array::uniform2(0..6_u32);
    let front = prop::collection::vec(row, 0..6).prop_map(|rows| {
        let rows = rows.iter().map(|row| row.map(f64::from));
        Objectives::from_rows(2, rows).unwrap()
    });
    prop::collection::vec(front, 1..5)
}

proptest! {
    #[test]
    fn nothing_is_short_of_itself(runs in runs()) {
        for front in runs.iter().filter(|front| !front.is_empty()) {
            prop_assert_eq!(igd_plus(front, front), Some(0.0));
            prop_assert_eq!(additive_epsilon(front, front), Some(0.0));
            prop_assert_eq!(coverage(front, front), Some(1.0));
        }
    }
}
