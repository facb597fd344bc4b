use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Division, Rect, between, divide};
use crate::program::{Ties, UpperBound};
use crate::properties::choices::{Choices, check};
use marahel_script::{Divider, Regions, Size};

fn size(width: u32, height: u32) -> Size {
    Size { width, height }
}

/// The regions of a map of the given size.
fn regions(
    map: (usize, usize),
    divider: Divider,
    number: u32,
    upper_bound: UpperBound,
    seed: u64,
) -> Vec<Rect> {
    let map = Rect { x: 0, y: 0, width: map.0, height: map.1 };
    let mut division = Division { rects: vec![map; 3], ..Division::default() }; // of another level
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let ties = match upper_bound {
        UpperBound::Inclusive => Ties::Fair,
        UpperBound::Exclusive => Ties::Uneven,
    };
    divide(
        &Regions {
            divider,
            number,
            dialled: marahel_script::DialledRegions::default(),
            is_locked: false,
        },
        map,
        upper_bound,
        ties,
        u64::MAX,
        &mut rng,
        &mut division,
    );
    division.rects
}

/// How many regions each cell of the map lies in, row by row.
fn cover((width, height): (usize, usize), rects: &[Rect]) -> Vec<u32> {
    let mut cover = vec![0; width * height];
    for rect in rects {
        assert!(rect.width > 0 && rect.height > 0, "{rect:?} is empty");
        for y in rect.y..rect.y + rect.height {
            for x in rect.x..rect.x + rect.width {
                cover[y * width + x] += 1;
            }
        }
    }
    cover
}

/// Sizes from `min` to `max` on both axes.
fn limits(choices: &mut Choices, sides: std::ops::Range<usize>) -> (Size, Size) {
    let [a, b, c, d] = [(); 4].map(|()| choices.number(sides.clone()) as u32);
    (size(a.min(b), c.min(d)), size(a.max(b), c.max(d)))
}

#[test]
fn equal_parts_tile_the_map() {
    check(256, |choices| {
        let seed = choices.seed();
        let map = (choices.number(1..21), choices.number(1..21));
        let (min, max) = limits(choices, 1..6);
        let upper_bound = choices.of(&[UpperBound::Inclusive, UpperBound::Exclusive]);
        let rects = regions(map, Divider::Equal { min, max }, 10_000, upper_bound, seed);
        assert!(cover(map, &rects).iter().all(|&n| n == 1));
        // All columns but the last are equally wide, and rows equally high.
        let first = rects.iter().find(|rect| rect.x == 0 && rect.y == 0).expect("a corner");
        let n_columns = rects.iter().filter(|rect| rect.y == 0).count();
        let n_rows = rects.iter().filter(|rect| rect.x == 0).count();
        assert_eq!(rects.len(), n_columns * n_rows);
        assert_eq!(
            (first.width == map.0 / n_columns, first.height == map.1 / n_rows),
            (true, true)
        );
        let fits = |n: usize, min: u32, max: u32, side: usize| {
            (min as usize).min(side) <= n && n <= (max as usize).min(side)
        };
        assert!(fits(n_columns, min.width, max.width, map.0));
        assert!(fits(n_rows, min.height, max.height, map.1));
    });
}

#[test]
fn bsp_parts_are_disjoint_and_respect_min_and_then_max() {
    check(256, |choices| {
        let seed = choices.seed();
        let map = (choices.number(1..21), choices.number(1..21));
        let (min, max) = limits(choices, 1..12);
        let number = choices.number(1..12) as u32;
        let all = regions(map, Divider::Bsp { min, max }, 10_000, UpperBound::Inclusive, seed);
        assert!(cover(map, &all).iter().all(|&n| n == 1), "asked for all, they tile the map");
        for rect in &all {
            assert!(rect.width >= (min.width as usize).min(map.0), "{rect:?}");
            assert!(rect.height >= (min.height as usize).min(map.1), "{rect:?}");
        }
        let some = regions(map, Divider::Bsp { min, max }, number, UpperBound::Inclusive, seed);
        assert!(some.len() <= number as usize);
        assert!(cover(map, &some).iter().all(|&n| n <= 1));
        for rect in &some {
            let is_large = rect.width > max.width as usize || rect.height > max.height as usize;
            let can_split =
                rect.width >= 2 * min.width as usize || rect.height >= 2 * min.height as usize;
            assert!(!(is_large && can_split), "{rect:?} could be split further");
        }
    });
}

#[test]
fn sampled_regions_lie_on_the_map_within_their_sizes() {
    check(256, |choices| {
        let seed = choices.seed();
        let map = (choices.number(1..21), choices.number(1..21));
        let (min, max) = limits(choices, 1..9);
        let number = choices.number(1..6) as u32;
        let trials = choices.of(&[false, true]).then(|| choices.number(0..200) as u32);
        let upper_bound = choices.of(&[UpperBound::Inclusive, UpperBound::Exclusive]);
        let rects = regions(map, Divider::Sampling { min, max, trials }, number, upper_bound, seed);
        assert_eq!(rects.len(), number as usize);
        cover(map, &rects);
        for rect in rects {
            let fits = |side: usize, min: u32, max: u32, map: usize| {
                (min as usize).min(map) <= side && side <= (max as usize).min(map)
            };
            assert!(fits(rect.width, min.width, max.width, map.0), "{rect:?}");
            assert!(fits(rect.height, min.height, max.height, map.1), "{rect:?}");
        }
    });
}

#[test]
fn one_seed_gives_one_division() {
    check(256, |choices| {
        let seed = choices.seed();
        let map = (choices.number(1..21), choices.number(1..21));
        let (min, max) = limits(choices, 1..6);
        for divider in [
            Divider::Equal { min, max },
            Divider::Bsp { min, max },
            Divider::Sampling { min, max, trials: None },
        ] {
            let again = || regions(map, divider, 4, UpperBound::Inclusive, seed);
            assert_eq!(again(), again());
        }
    });
}

#[test]
fn upper_limits_are_possible_as_documented_and_not_in_the_study() {
    let drawn = |upper_bound| {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut drawn: Vec<usize> =
            (0..300).map(|_| between(2, 5, upper_bound, &mut rng)).collect();
        drawn.sort_unstable();
        drawn.dedup();
        drawn
    };
    assert_eq!(drawn(UpperBound::Inclusive), [2, 3, 4, 5]);
    assert_eq!(drawn(UpperBound::Exclusive), [2, 3, 4]);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    assert_eq!(
        [UpperBound::Inclusive, UpperBound::Exclusive].map(|upper_bound| between(
            5,
            5,
            upper_bound,
            &mut rng
        )),
        [5, 5]
    );
}

#[test]
fn equal_keeps_a_random_selection() {
    let divider = Divider::Equal { min: size(3, 3), max: size(3, 3) };
    let mut n_kept = [0; 9];
    for seed in 0..900 {
        let rects = regions((9, 9), divider, 4, UpperBound::Inclusive, seed);
        assert_eq!(rects.len(), 4);
        for rect in rects {
            n_kept[rect.y / 3 * 3 + rect.x / 3] += 1;
        }
    }
    // 400 expected of each, standard deviation 15.
    assert!(n_kept.iter().all(|n: &i32| n.abs_diff(400) < 65), "{n_kept:?}");
}

#[test]
fn bsp_keeps_to_the_number_where_sizes_allow_any() {
    let divider = Divider::Bsp { min: size(2, 2), max: size(u32::MAX, u32::MAX) };
    for number in 1..8 {
        assert_eq!(
            regions((20, 20), divider, number, UpperBound::Inclusive, 1).len(),
            number as usize
        );
    }
}

#[test]
fn bsp_stops_once_all_parts_are_small_enough() {
    let divider = Divider::Bsp { min: size(2, 2), max: size(10, 10) };
    let can_split = |rect: &Rect| rect.width >= 4 || rect.height >= 4;
    let is_coarse = |&seed: &u64| {
        regions((20, 20), divider, 4, UpperBound::Inclusive, seed).iter().any(can_split)
    };
    // Split to the end, no part could be.
    let n_coarse = (0..50).filter(is_coarse).count();
    assert!(n_coarse > 20, "{n_coarse}");
}

#[test]
fn bsp_stops_where_nothing_can_be_split() {
    // The original engine crashed here: 20 regions of 3x3 on 8x6 (defect Q34 of 0.3.0).
    let divider = Divider::Bsp { min: size(3, 3), max: size(3, 3) };
    let rects = regions((8, 6), divider, 20, UpperBound::Inclusive, 1);
    assert_eq!(rects.len(), 4);
    assert!(rects.iter().all(|rect| rect.width >= 3 && rect.height >= 3));
}

#[test]
fn bsp_without_slack_splits_the_longer_side() {
    let divider = Divider::Bsp { min: size(6, 2), max: size(u32::MAX, u32::MAX) };
    for seed in 0..20 {
        let rects = regions((12, 4), divider, 2, UpperBound::Inclusive, seed);
        assert!(rects.iter().all(|rect| (rect.width, rect.height) == (6, 4)), "{rects:?}");
    }
}

#[test]
fn sampling_moves_regions_apart_where_there_is_room() {
    let divider = Divider::Sampling { min: size(4, 4), max: size(6, 6), trials: None };
    for seed in 0..200 {
        let rects = regions((30, 30), divider, 5, UpperBound::Inclusive, seed);
        assert!(cover((30, 30), &rects).iter().all(|&n| n <= 1), "seed {seed}: {rects:?}");
    }
}

#[test]
fn sampling_gives_up_where_nothing_can_change() {
    let divider = Divider::Sampling { min: size(9, 9), max: size(9, 9), trials: Some(100_000) };
    let rects = regions((5, 5), divider, 50, UpperBound::Inclusive, 1);
    assert!(rects.iter().all(|rect| rect.area() == 25));
}

#[test]
fn sampling_ends_early_where_any_two_overlap() {
    let regions_after = |trials: u32, upper_bound| {
        let divider = Divider::Sampling { min: size(4, 3), max: size(9, 9), trials: Some(trials) };
        regions((6, 4), divider, 7, upper_bound, 1)
    };
    // 10,000 trials end where 100 do, but in the engine of the study.
    let is_early =
        |upper_bound| regions_after(100, upper_bound) == regions_after(10_000, upper_bound);
    assert!(is_early(UpperBound::Inclusive) && !is_early(UpperBound::Exclusive));
    // Where two fit beside each other all are tried.
    let divider = |trials| Divider::Sampling { min: size(3, 3), max: size(9, 9), trials };
    let [few, many] = [100, 10_000]
        .map(|trials| regions((6, 4), divider(Some(trials)), 7, UpperBound::Inclusive, 1));
    assert_ne!(few, many);
}
