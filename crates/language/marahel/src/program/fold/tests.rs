use marahel_level::TileSet;

use super::{Folded, fold};
use crate::program::{ABSENT, Condition, Distance, Estimator};
use marahel_script::Operator;

const OPERATORS: [Operator; 6] = [
    Operator::Greater,
    Operator::Less,
    Operator::GreaterEqual,
    Operator::LessEqual,
    Operator::Equal,
    Operator::NotEqual,
];

/// An estimator of every kind.
fn estimators() -> Vec<Estimator> {
    let (offsets, set) = (vec![-1, 1].into_boxed_slice(), TileSet::only(0));
    vec![
        Estimator::Number(1.0),
        Estimator::Random,
        Estimator::Noise { n_cells: 10.0 },
        Estimator::FixedNoise,
        Estimator::Percent,
        Estimator::ChangePercent,
        Estimator::RepeatPercent,
        Estimator::Total(set),
        Estimator::Count { offsets: offsets.clone(), set },
        Estimator::WeightedCount { offsets, weights: Box::new([2; 64]) },
        Estimator::Distance(Distance { field: Some(0), to_outside: false }),
        Estimator::Number(ABSENT),
    ]
}

/// What a comparison of a known estimator with a number folds to: `Some` where it is decided.
fn decided(folded: &Folded) -> Option<bool> {
    match folded {
        Folded::Always => Some(true),
        Folded::Never => Some(false),
        Folded::Depends(_) => None,
    }
}

#[test]
fn a_comparison_with_an_absent_distance_holds() {
    for estimator in estimators() {
        for operator in OPERATORS {
            let absent = || Estimator::Number(ABSENT);
            let left = fold(absent(), operator, estimator.clone());
            let right = fold(estimator.clone(), operator, absent());
            for folded in [left, right] {
                assert_eq!(decided(&folded), Some(true), "{estimator:?} {operator:?}");
            }
        }
    }
}

#[test]
fn a_count_is_decided_by_its_bounds() {
    let count = || Estimator::Count { offsets: vec![-1, 1].into(), set: TileSet::only(0) };
    let cases = [
        (Operator::Greater, 2.0, Some(false)),
        (Operator::Greater, -1.0, Some(true)),
        (Operator::Greater, 1.0, None),
        (Operator::LessEqual, 2.0, Some(true)),
        (Operator::Equal, 0.5, Some(false)),
        (Operator::NotEqual, 0.5, Some(true)),
        (Operator::Equal, 1.0, None),
    ];
    for (operator, number, expected) in cases {
        let folded = fold(count(), operator, Estimator::Number(number));
        assert_eq!(decided(&folded), expected, "count {operator:?} {number}");
        let mirrored = fold(Estimator::Number(number), operator.mirrored(), count());
        assert_eq!(decided(&mirrored), expected, "mirrored: count {operator:?} {number}");
    }
    let all = fold(count(), Operator::GreaterEqual, Estimator::Number(2.0));
    assert!(matches!(all, Folded::Depends(Condition::Matches { .. })));
}

#[test]
fn a_random_number_is_a_chance() {
    let chance = |operator, number| match fold(Estimator::Random, operator, number) {
        Folded::Depends(Condition::Chance { n }) => f64::from(n) / 2_f64.powi(32),
        folded => f64::from(u8::from(decided(&folded).expect("a chance or decided"))),
    };
    let cases = [
        (Operator::Less, 0.25, 0.25),
        (Operator::LessEqual, 0.25, 0.25),
        (Operator::Greater, 0.25, 0.75),
        (Operator::GreaterEqual, 0.25, 0.75),
        (Operator::Less, 1.0, 1.0),
        (Operator::Less, 7.0, 1.0),
        (Operator::Less, 0.0, 0.0),
        (Operator::Greater, -3.0, 1.0),
        (Operator::Equal, 0.25, 0.0),
        (Operator::NotEqual, 0.25, 1.0),
    ];
    for (operator, number, expected) in cases {
        let found = chance(operator, Estimator::Number(number));
        assert!((found - expected).abs() < 1e-9, "random {operator:?} {number}: {found}");
    }
}

#[test]
fn noise_is_decided_beyond_its_range() {
    let fold = |noise, operator, number| decided(&fold(noise, operator, Estimator::Number(number)));
    assert_eq!(fold(Estimator::FixedNoise, Operator::Greater, 0.3), Some(false));
    assert_eq!(fold(Estimator::FixedNoise, Operator::LessEqual, 0.6), Some(true));
    assert_eq!(fold(Estimator::FixedNoise, Operator::GreaterEqual, -0.5), None);
    assert_eq!(fold(Estimator::Noise { n_cells: 10.0 }, Operator::Greater, 1.5), Some(false));
    assert_eq!(fold(Estimator::Noise { n_cells: 10.0 }, Operator::Greater, 0.3), None);
}
