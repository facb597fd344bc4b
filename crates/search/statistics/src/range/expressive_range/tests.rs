use std::error::Error;

use marahel_problem::Counts;
use rayon::ThreadPoolBuilder;

use super::*;
use crate::range::tests::noise;

fn settings(n_levels: u32, seed: u64) -> Settings {
    Settings { n_levels, seed, ..Settings::default() }
}

#[test]
fn any_number_of_threads_gives_the_same_range() {
    let generator = noise("9x7", &["empty", "solid", "enemy"]);
    let with_threads = |n| {
        let pool = ThreadPoolBuilder::new().num_threads(n).build().expect("threads start");
        pool.install(|| {
            measure(
                "noise",
                &generator,
                &marahel_config::BUILT_IN.with_defaults(),
                &settings(100, 5),
            )
            .expect("it has levels")
        })
    };
    let one = with_threads(1);
    assert_eq!(one, with_threads(8));
    assert_eq!(one.rows().len(), 100);
}

#[test]
fn the_levels_are_those_of_their_seeds() {
    let generator = noise("6x6", &["empty", "solid"]);
    let range =
        measure("noise", &generator, &marahel_config::BUILT_IN.with_defaults(), &settings(20, 30))
            .expect("it has levels");
    for (index, value) in range.values("count_empty").into_iter().enumerate() {
        assert_eq!(range.seed(index), 30 + index as u64);
        let level = generator.generate(range.seed(index)).expect("it is a small level");
        let n_empty = Counts::of(level.view()).get(0);
        assert_eq!(value, Some(f64::from(n_empty)));
    }
}

#[test]
fn numbers_are_metrics_and_texts_are_not() {
    let names = ["crate", "empty", "player", "solid", "target"];
    let range = measure(
        "puzzle",
        &noise("3x3", &names),
        &marahel_config::BUILT_IN.with_defaults(),
        &settings(30, 0),
    )
    .expect("it has levels");
    let metrics: Vec<&str> = range.metrics().collect();
    assert!(metrics.contains(&"playable") && metrics.contains(&"difference"), "{metrics:?}");
    assert!(!metrics.contains(&"status") && !metrics.contains(&"seed"), "{metrics:?}");
    let main: Vec<&str> = range.main_metrics().collect();
    let expected = ["empty", "isolated", "entropy", "regions", "diameter", "difference", "optimal"];
    assert_eq!(main[..7], expected);
    assert!(range.values("playable").iter().all(|value| matches!(value, Some(0.0 | 1.0))));
    assert!(range.values("optimal").contains(&None));
    assert!(range.values("nothing of the kind").iter().all(Option::is_none));
    assert_eq!(range.summary("nothing of the kind"), None);
}

#[track_caller]
fn check_error(settings: &Settings, expected: &str) {
    let error = measure(
        "noise",
        &noise("2x2", &["empty", "solid"]),
        &marahel_config::BUILT_IN.with_defaults(),
        settings,
    );
    assert_eq!(error.expect_err("it cannot be measured").to_string(), expected);
}

#[test]
fn what_cannot_be_measured_is_said() {
    check_error(
        &settings(2, u64::MAX),
        "the last of 2 levels from seed 18446744073709551615 on would have a seed that is larger than a seed can be; start from a smaller one",
    );
    let settings = Settings { empty: Some("air".to_owned()), ..settings(1, 0) };
    check_error(&settings, "noise: there is no entity `air`; choose among empty, solid");
}

#[test]
fn the_last_seed_can_be_the_largest() {
    let range = measure(
        "noise",
        &noise("2x2", &["empty"]),
        &marahel_config::BUILT_IN.with_defaults(),
        &settings(2, u64::MAX - 1),
    );
    assert_eq!(range.expect("both have seeds").seed(1), u64::MAX);
}

#[test]
fn of_levels_that_fail_the_first_is_reported() {
    let generator = Generator::parse(
        r#"{"metadata": {"min": "50x50", "max": "50x50"}, "entities": ["empty"],
        "explorers": [{"type": "horz", "parameters": {"repeats": "999999999"},
                       "rules": ["self(any) -> self(empty)"]}]}"#,
    );
    let error = measure(
        "long",
        &generator.expect("it is a script"),
        &marahel_config::BUILT_IN.with_defaults(),
        &settings(1000, 3),
    );
    let error = error.expect_err("it does not end");
    assert_eq!(error.to_string(), "long, seed 3");
    assert!(error.source().expect("there is a reason").to_string().contains("budget"));
}
