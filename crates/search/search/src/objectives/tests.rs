use super::*;

#[track_caller]
fn check_refused(n_objectives: usize, values: &[f64], message: &str) {
    let error = Objectives::new(n_objectives, values.to_vec()).unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[test]
fn values_that_cannot_be_ranked_are_refused() {
    check_refused(0, &[], "there are no objectives; a search needs at least one");
    check_refused(
        2,
        &[0.0, 1.0, 0.5],
        "row 1 has 1 objectives instead of 2; give each row all of them",
    );
    check_refused(
        2,
        &[0.0, 1.0, 0.5, f64::NAN],
        "objective 1 of row 1 is NaN; score a failed evaluation with the worst finite value",
    );
    check_refused(
        1,
        &[f64::NEG_INFINITY],
        "objective 0 of row 0 is -inf; score a failed evaluation with the worst finite value",
    );
}

#[test]
fn ragged_rows_are_refused() {
    let error = Objectives::from_rows(2, [vec![0.0, 1.0], vec![0.5, 0.5, 0.5]]).unwrap_err();
    let message = "row 1 has 3 objectives instead of 2; give each row all of them";
    assert_eq!(error.to_string(), message);
}

#[test]
fn rows_keep_their_order() {
    let objectives = Objectives::from_rows(2, [[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]).unwrap();
    assert_eq!((objectives.len(), objectives.n_objectives()), (3, 2));
    assert_eq!(objectives.row(1), [0.3, 0.4]);
    let selected = objectives.select(&[2, 0]);
    assert_eq!(selected.rows().collect::<Vec<_>>(), [[0.5, 0.6], [0.1, 0.2]]);
}

#[test]
fn negative_zero_becomes_zero() {
    let objectives = Objectives::new(1, vec![-0.0]).unwrap();
    assert!(objectives.row(0)[0].is_sign_positive());
}
