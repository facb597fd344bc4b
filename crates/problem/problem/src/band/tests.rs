use super::Band;

#[track_caller]
fn check(settings: &str, scores: &[(f64, f64)]) {
    let band: Band = toml::from_str(settings).expect("the settings are right");
    for &(value, score) in scores {
        assert_eq!(band.score(value), score, "the score of {value}");
    }
    let again = toml::to_string(&band).expect("a band can be written");
    assert_eq!(toml::from_str::<Band>(&again), Ok(band));
}

#[track_caller]
fn check_error(settings: &str, message: &str) {
    let error = toml::from_str::<Band>(settings).expect_err("the settings are wrong");
    assert!(error.message().contains(message), "{error}");
}

#[test]
fn falls_linearly_on_both_sides_of_the_range() {
    check(
        "range = [2, 4]\nzero_above = 10",
        &[
            (-1.0, 0.0),
            (0.0, 0.0),
            (1.0, 0.5),
            (2.0, 1.0),
            (3.5, 1.0),
            (4.0, 1.0),
            (7.0, 0.5),
            (10.0, 0.0),
            (11.0, 0.0),
        ],
    );
}

#[test]
fn the_range_may_be_open_above() {
    check(
        "range = [20, inf]",
        &[(-5.0, 0.0), (5.0, 0.25), (20.0, 1.0), (f64::INFINITY, 1.0), (f64::NAN, 0.0)],
    );
}

#[test]
fn the_range_may_be_open_below() {
    check(
        "range = [-inf, 0]\nzero_above = 10",
        &[(-1e300, 1.0), (0.0, 1.0), (2.0, 0.8), (10.0, 0.0)],
    );
}

#[test]
fn a_zero_at_the_end_of_the_range_is_a_step() {
    check("range = [0, 5]\nzero_above = 5", &[(-0.001, 0.0), (0.0, 1.0), (5.0, 1.0), (5.001, 0.0)]);
    check("range = [-3, inf]", &[(-3.1, 0.0), (-3.0, 1.0)]);
}

#[test]
fn the_zero_below_can_be_moved() {
    check("range = [10, inf]\nzero_below = -10", &[(-10.0, 0.0), (0.0, 0.5), (10.0, 1.0)]);
}

#[test]
fn mistakes_are_named() {
    check_error("range = [4, 2]\nzero_above = 10", "the range 4 to 2 is empty");
    check_error("range = [nan, 2]\nzero_above = 10", "is empty");
    check_error("range = [inf, inf]", "is empty");
    check_error("range = [1, 1]\nzero_above = 0.5", "`zero_above` = 0.5");
    check_error("range = [1, 1]\nzero_above = inf", "`zero_above` = inf");
    check_error("range = [1, inf]\nzero_below = 2", "`zero_below` = 2");
    check_error("range = [1, inf]\nzero_under = 0", "unknown field");
}
