use proptest::prelude::*;

use super::*;

/// The volume by inclusion and exclusion: what the members of each subset
/// share is a box, added for odd subsets and taken off for even ones.
fn volume_by_subsets(objectives: &Objectives) -> f64 {
    let mut volume = 0.0;
    for subset in 1..1_u32 << objectives.len() {
        let mut shared = vec![f64::INFINITY; objectives.n_objectives()];
        for (index, row) in objectives.rows().enumerate() {
            if subset >> index & 1 == 1 {
                for (side, value) in shared.iter_mut().zip(row) {
                    *side = side.min(value.max(0.0));
                }
            }
        }
        let sign = if subset.count_ones() % 2 == 1 { 1.0 } else { -1.0 };
        volume += sign * shared.iter().product::<f64>();
    }
    volume
}

#[track_caller]
fn check<const M: usize>(front: &[[f64; M]], expected: f64) {
    let volume = hypervolume(&Objectives::from_rows(M, front).unwrap());
    assert!((volume - expected).abs() < 1e-12, "{volume} instead of {expected}");
}

#[test]
fn many_objectives_are_not_measured() {
    let front = |n: usize| Objectives::from_rows(n, [vec![1.0; n]]).unwrap();
    assert_eq!(feasible_hypervolume(&front(N_VOLUME_OBJECTIVES_MAX)), Some(1.0));
    assert_eq!(feasible_hypervolume(&front(N_VOLUME_OBJECTIVES_MAX + 1)), None);
}

#[test]
fn a_point_dominates_its_box() {
    check(&[[0.5]], 0.5);
    check(&[[0.5, 0.5]], 0.25);
    check(&[[0.5, 0.5, 0.5]], 0.125);
    check(&[[0.5; 4]], 0.0625);
    check(&[[0.5; 6]], 0.015_625);
    check(&[[1.0; 5]], 1.0);
}

#[test]
fn nobody_dominates_nothing() {
    check::<1>(&[], 0.0);
    check::<5>(&[], 0.0);
}

#[test]
fn points_at_or_below_zero_add_nothing() {
    check(&[[0.0, 1.0], [-0.5, 1.0], [0.5, 0.5]], 0.25);
    check(&[[0.0, 1.0, 1.0, 1.0], [-1.0, -1.0, 1.0, 1.0]], 0.0);
}

#[test]
fn covered_and_equal_points_add_nothing() {
    check(&[[0.5, 0.5], [0.5, 0.5], [0.25, 0.5], [0.25, 0.25]], 0.25);
    check(&[[0.5; 5], [0.5; 5], [0.25; 5]], 1.0 / 32.0);
}

#[test]
fn a_staircase_is_the_sum_of_its_steps() {
    check(&[[0.25, 1.0], [0.5, 0.75], [1.0, 0.25]], 0.25 + 0.1875 + 0.125);
}

#[test]
fn crossing_beams_share_a_corner() {
    // Beams of width 1/2 along each axis share the cube (1/2)^m.
    check(&[[1.0, 0.5, 0.5], [0.5, 1.0, 0.5], [0.5, 0.5, 1.0]], 3.0 * 0.25 - 2.0 * 0.125);
    check(
        &[[1.0, 0.5, 0.5, 0.5], [0.5, 1.0, 0.5, 0.5], [0.5, 0.5, 1.0, 0.5], [0.5, 0.5, 0.5, 1.0]],
        4.0 * 0.125 - 3.0 * 0.0625,
    );
}

#[test]
fn a_fine_staircase_nears_the_triangle() {
    let front: Vec<[f64; 2]> =
        (1..1000).map(|step| f64::from(step) / 1000.0).map(|x| [x, 1.0 - x]).collect();
    check(&front, 999.0 / 2000.0);
}

/// Tables of 1 to 6 objectives with many ties, twins and values outside 0..=1.
fn tables() -> impl Strategy<Value = Objectives> {
    (1..=6_usize).prop_flat_map(|n_objectives| {
        let row = prop::collection::vec(-1..=6_i32, n_objectives);
        prop::collection::vec(row, 0..9).prop_map(move |rows| {
            let values = rows.into_iter().flatten();
            Objectives::new(n_objectives, values.map(|value| f64::from(value) / 5.0).collect())
                .unwrap()
        })
    })
}

/// Tables of many random points of 4 to 6 objectives.
fn clouds() -> impl Strategy<Value = Objectives> {
    (4..=6_usize).prop_flat_map(|n_objectives| {
        let row = prop::collection::vec(0.0..1.0_f64, n_objectives);
        prop::collection::vec(row, 1..60)
            .prop_map(move |rows| Objectives::from_rows(n_objectives, rows).unwrap())
    })
}

proptest! {
    #[test]
    fn volumes_are_those_of_inclusion_and_exclusion(objectives in tables()) {
        let difference = hypervolume(&objectives) - volume_by_subsets(&objectives);
        prop_assert!(difference.abs() < 1e-9, "{difference}");
    }

    #[test]
    fn another_point_never_lowers_the_volume(objectives in clouds()) {
        let all: Vec<usize> = (0..objectives.len()).collect();
        let volumes = (0..=all.len()).map(|n| hypervolume(&objectives.select(&all[..n])));
        let volumes: Vec<f64> = volumes.collect();
        prop_assert!(volumes.windows(2).all(|pair| pair[1] >= pair[0] - 1e-12), "{volumes:?}");
    }

    #[test]
    fn the_order_of_objectives_does_not_matter(objectives in clouds()) {
        let turned = objectives.rows().map(|row| row.iter().rev().copied().collect::<Vec<_>>());
        let turned = Objectives::from_rows(objectives.n_objectives(), turned).unwrap();
        let difference = hypervolume(&objectives) - hypervolume(&turned);
        prop_assert!(difference.abs() < 1e-12, "{difference}");
    }
}

#[test]
fn a_volume_that_would_take_years_is_none() {
    // Rows of which none dominates another, mostly.
    let rows = |n_rows: u32, n_objectives: u32| {
        let value = |row: u32, column| {
            let mixed = row.wrapping_mul(2_654_435_761).rotate_left(column) % 1000;
            0.5 + f64::from(mixed) / 2000.0
        };
        let row = |row| (0..n_objectives).map(|column| value(row, column)).collect::<Vec<f64>>();
        Objectives::from_rows(n_objectives as usize, (0..n_rows).map(row)).unwrap()
    };
    assert_eq!(feasible_hypervolume(&rows(300, 16)), None);
    assert!(feasible_hypervolume(&rows(500, 5)).is_some());
}
