use super::*;

#[test]
fn quartiles_are_those_of_numpy() {
    let summary = Summary::of(vec![4.0, 1.0, 3.0, 2.0]).expect("there are values");
    assert_eq!((summary.q1, summary.median, summary.q3), (1.75, 2.5, 3.25));
    assert_eq!((summary.n, summary.min, summary.max, summary.mean), (4, 1.0, 4.0, 2.5));
    let sd = (5.0_f64 / 3.0).sqrt();
    assert_eq!((summary.sd, summary.se), (Some(sd), Some((5.0_f64 / 12.0).sqrt())));
}

#[test]
fn one_value_has_no_spread_that_is_known() {
    let summary = Summary::of(vec![7.0]).expect("there is a value");
    let parts = [Some(1.0), Some(7.0), None, None];
    assert_eq!(summary.parts()[..4], parts);
    assert_eq!(summary.parts()[4..], [Some(7.0); 5]);
}

#[test]
fn no_values_have_no_summary() {
    assert_eq!(Summary::of(Vec::new()), None);
}

#[test]
fn equal_values_do_not_vary() {
    let summary = Summary::of(vec![0.1; 10]).expect("there are values");
    assert_eq!((summary.mean, summary.sd, summary.q1), (0.1, Some(0.0), 0.1));
}
