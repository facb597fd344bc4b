//! Ends and ticks of axes.

use proptest::prelude::*;

use super::Axis;

#[track_caller]
fn check(axis: Axis, end: f64, step: f64, n_decimals: usize) {
    assert_eq!(axis, Axis { start: 0.0, end: axis.end, step, n_decimals });
    assert!((axis.end - end).abs() < 1e-12, "{axis:?} does not end at {end}");
}

#[test]
fn axes_of_scores_end_at_a_tick() {
    check(Axis::up_to(1.0), 1.0, 0.2, 1);
    check(Axis::up_to(0.92), 1.0, 0.2, 1);
    check(Axis::up_to(0.5), 0.5, 0.1, 1);
    check(Axis::up_to(0.14), 0.15, 0.05, 2);
    check(Axis::up_to(0.0204), 0.025, 0.005, 3);
}

#[test]
fn nothing_is_shown_on_the_whole_scale() {
    assert_eq!(Axis::up_to(0.0), Axis::UNIT);
}

#[test]
fn axes_of_counts_have_whole_ticks() {
    check(Axis::of_counts(0), 1.0, 1.0, 0);
    check(Axis::of_counts(2), 2.0, 1.0, 0);
    check(Axis::of_counts(36), 40.0, 10.0, 0);
    check(Axis::of_counts(500), 500.0, 100.0, 0);
}

#[test]
fn axes_of_generations_end_behind_the_last() {
    check(Axis::of_indices(0, 0), 1.0, 1.0, 0);
    check(Axis::of_indices(0, 1999), 2000.0, 500.0, 0);
    assert_eq!(Axis::of_indices(7, 8), Axis { start: 7.0, end: 9.0, step: 1.0, n_decimals: 0 });
}

proptest! {
    #[test]
    fn ticks_are_few_and_reach_the_largest(largest in 0.0..=1.0, count: u32) {
        for (axis, largest) in
            [(Axis::up_to(largest), largest), (Axis::of_counts(count), f64::from(count))]
        {
            prop_assert!(axis.end >= largest * (1.0 - 1e-12));
            prop_assert!(axis.end > axis.start);
            let n_steps = axis.end / axis.step;
            prop_assert!((0.99..5.01).contains(&n_steps));
            prop_assert!((n_steps - n_steps.round()).abs() < 1e-9);
        }
    }

    #[test]
    fn axes_of_generations_are_never_empty(one: u32, other: u32) {
        let axis = Axis::of_indices(one.min(other), one.max(other));
        prop_assert!(axis.end > axis.start && axis.step >= 1.0);
    }
}

#[track_caller]
fn check_around(low: f64, high: f64, start: f64, end: f64, step: f64) {
    let axis = Axis::around(low, high);
    let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
    assert!(near(axis.start, start) && near(axis.end, end) && near(axis.step, step), "{axis:?}");
}

#[test]
fn an_axis_reaches_around_its_values() {
    check_around(0.12, 0.48, 0.1, 0.5, 0.1);
    check_around(3.0, 999.0, 0.0, 1000.0, 200.0);
    check_around(0.5, 0.5, 0.44, 0.56, 0.02);
    // Little more than 1 does not take half as much again.
    check_around(0.0, 1.01, 0.0, 1.2, 0.2);
    check_around(0.0, 1.0, 0.0, 1.0, 0.2);
}

#[test]
fn whole_numbers_stand_in_the_middle_of_their_room() {
    let axis = Axis::around_counts(2.0, 9.0);
    assert_eq!((axis.start, axis.end, axis.step, axis.n_decimals), (1.5, 9.5, 2.0, 0));
    let axis = Axis::around_counts(4.0, 4.0);
    assert_eq!((axis.start, axis.end, axis.step), (3.5, 4.5, 1.0));
}
