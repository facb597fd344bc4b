use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

fn table<const M: usize>(rows: &[[f64; M]]) -> Objectives {
    Objectives::from_rows(M, rows).unwrap()
}

#[test]
fn directions_divide_the_sum_of_one() {
    let expected = [
        [0.0, 0.0, 1.0],
        [0.0, 0.5, 0.5],
        [0.0, 1.0, 0.0],
        [0.5, 0.0, 0.5],
        [0.5, 0.5, 0.0],
        [1.0, 0.0, 0.0],
    ];
    assert_eq!(das_dennis_directions(3, 2), expected);
    assert_eq!(das_dennis_directions(1, 5), [[1.0]]);
}

#[test]
fn there_are_as_many_directions_as_in_the_paper() {
    // Deb 2014, table I: objectives, population, directions.
    for (n_objectives, n_max, expected) in
        [(3, 92, 91), (5, 212, 210), (8, 156, 156), (10, 276, 275), (15, 136, 135)]
    {
        let directions = reference_directions(n_objectives, n_max);
        assert_eq!(directions.len(), expected, "{n_objectives} objectives");
        for direction in directions {
            assert!((direction.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn directions_fit_into_the_population_once_each_objective_has_one() {
    for n_objectives in 1..=6 {
        for n_max in 0..200 {
            let directions = reference_directions(n_objectives, n_max);
            assert!(directions.len() <= n_max.max(n_objectives), "{n_objectives} of {n_max}");
        }
    }
    assert_eq!(reference_directions(2, 0), [[0.0, 1.0], [1.0, 0.0]]);
}

#[test]
fn the_inner_layer_is_halfway_to_the_center() {
    // Two divisions of three objectives are all on the border: one division more inside.
    let directions = reference_directions(3, 9);
    let sixth = 1.0 / 6.0;
    assert_eq!(directions.len(), 9);
    let expected = [[sixth, sixth, 0.5 + sixth], [sixth, 0.5 + sixth, sixth]];
    for (direction, expected) in directions[6..].iter().zip(expected) {
        for (share, expected) in direction.iter().zip(expected) {
            assert!((share - expected).abs() < 1e-12, "{directions:?}");
        }
    }
}

#[test]
fn the_nearest_to_each_direction_stays() {
    let front = table(&[[1.0, 0.0], [0.0, 1.0], [0.9, 0.1], [0.5, 0.5], [0.45, 0.55]]);
    for seed in 0..20 {
        let choose = |n: usize| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let directions = reference_directions(2, n);
            niche_survivors(&front, &[], &[0, 1, 2, 3, 4], n, &directions, &mut rng)
        };
        assert_eq!(choose(3), [0, 1, 3]);
        assert_eq!(choose(4), [0, 1, 3, 4]);
    }
}

#[test]
fn directions_with_fewer_members_come_first() {
    // The first front has one member along each axis. Of the last front three are along the
    // axis of row 0 and one lies between both.
    let objectives =
        table(&[[1.0, 0.2], [0.2, 1.0], [0.9, 0.1], [0.8, 0.15], [0.7, 0.2], [0.1, 0.25]]);
    let directions = [vec![0.0, 1.0], vec![0.5, 0.5], vec![1.0, 0.0]];
    let mut seen = [0; 6];
    for seed in 0..100 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let survivors =
            niche_survivors(&objectives, &[vec![0, 1]], &[2, 3, 4, 5], 2, &directions, &mut rng);
        assert_eq!(survivors.len(), 2);
        assert_eq!(survivors[1], 5, "nobody is there yet");
        seen[survivors[0]] += 1;
    }
    // Where somebody is already, anyone may join.
    assert_eq!(seen[0] + seen[1] + seen[5], 0);
    assert!(seen[2..5].iter().all(|&n| n > 15), "{seen:?}");
}

#[test]
fn shares_are_one_over_the_members_of_a_direction() {
    let front = table(&[[1.0, 0.0], [0.0, 1.0], [0.9, 0.1], [0.5, 0.5]]);
    let directions = reference_directions(2, 3);
    let rows = [0, 1, 2, 3];
    assert_eq!(niche_shares(&front, &rows, &rows, &directions), [0.5, 1.0, 0.5, 1.0]);
    assert!(niche_shares(&front, &[], &[], &directions).is_empty());
}
