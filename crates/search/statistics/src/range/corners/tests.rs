use super::*;
use crate::range::tests::noise;
use crate::range::{Settings, measure};

fn range() -> ExpressiveRange {
    let settings = Settings { n_levels: 200, seed: 40, ..Settings::default() };
    measure("noise", &noise("4x4", &["empty", "solid"]), &[], &settings).expect("it has levels")
}

#[test]
fn no_level_is_nearer_to_a_corner() {
    let range = range();
    let [low, high] = [0.0, 1.0];
    let scaled = |metric: &str| -> Vec<f64> {
        let summary = range.summary(metric).expect("all levels have it");
        let value =
            |value: Option<f64>| (value.unwrap_or(0.0) - summary.min) / (summary.max - summary.min);
        range.values(metric).into_iter().map(value).collect()
    };
    let (x, y) = (scaled("empty"), scaled("isolated"));
    let seeds = corners(&range, "empty", "isolated").expect("all levels have both");
    for ([to_x, to_y], seed) in
        [[low, high], [high, high], [low, low], [high, low]].iter().zip(seeds)
    {
        let distance = |level: usize| (x[level] - to_x).hypot(y[level] - to_y);
        let chosen = distance((seed - 40) as usize);
        for level in 0..200 {
            assert!(chosen <= distance(level) + 1e-12, "{seed}: {level} is nearer");
        }
    }
}

#[test]
fn levels_that_are_all_alike_share_the_first_seed() {
    let settings = Settings { n_levels: 3, seed: 9, ..Settings::default() };
    let range = measure("plain", &noise("3x3", &["empty"]), &[], &settings).expect("it has levels");
    assert_eq!(corners(&range, "empty", "isolated"), Some([9; 4]));
}

#[test]
fn a_metric_that_there_is_not_has_no_corners() {
    assert_eq!(corners(&range(), "empty", "solution"), None);
}
