use std::sync::Arc;

use level::{Palette, Tile};
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

fn level(rows: &[&str]) -> Level {
    let palette = Palette::of_names(&["empty", "solid", "ladder"]).expect("three names");
    Level::from_rows(rows, Arc::new(palette)).expect("the rows are right")
}

fn together(levels: &[Level], drawings: &Drawings) -> Option<f64> {
    let mut sample = Sample::default();
    for level in levels {
        sample.add(level.view(), drawings);
    }
    sample.similarity(drawings)
}

/// Levels of three tiles and of several sizes.
fn levels(n: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Level>> {
    let palette = Arc::new(Palette::of_names(&["empty", "solid", "ladder"]).expect("three names"));
    let level = (2..8_usize, 2..8_usize).prop_flat_map(|(width, height)| {
        vec(0..3_u8, width * height).prop_map(move |tiles: Vec<Tile>| (width, tiles))
    });
    let level =
        level.prop_map(move |(width, tiles)| Level::from_tiles(width, tiles, Arc::clone(&palette)));
    vec(level, n)
}

/// The definition, the slow way: all patterns as lists of tiles.
fn naive(ours: &[Level], theirs: &[Level]) -> f64 {
    use std::collections::{BTreeMap, BTreeSet};
    let shares = |levels: &[Level], (width, height): (usize, usize)| {
        let mut shares = BTreeMap::<Vec<Tile>, f64>::new();
        for level in levels {
            for top in 0..level.height() {
                for left in 0..level.width() {
                    if top + height <= level.height() && left + width <= level.width() {
                        let cells = (0..width * height)
                            .map(|cell| level.get(left + cell % width, top + cell / width));
                        *shares.entry(cells.collect()).or_default() += 1.0;
                    }
                }
            }
        }
        let n: f64 = shares.values().sum();
        for share in shares.values_mut() {
            *share /= n;
        }
        shares
    };
    let divergences = SHAPES.map(|shape| {
        let (q, p) = (shares(ours, shape), shares(theirs, shape));
        let all: BTreeSet<_> = p.keys().chain(q.keys()).collect();
        let part = |own: f64, other: f64| {
            if own == 0.0 { 0.0 } else { own * libm::log2(2.0 * own / (own + other)) / 2.0 }
        };
        let share = |of: &BTreeMap<Vec<Tile>, f64>, key: &Vec<Tile>| of.get(key).copied();
        let sum = |key: &Vec<Tile>| {
            let (p, q) = (share(&p, key).unwrap_or(0.0), share(&q, key).unwrap_or(0.0));
            part(p, q) + part(q, p)
        };
        (!p.is_empty() && !q.is_empty()).then(|| all.into_iter().map(sum).sum::<f64>())
    });
    let known: Vec<f64> = divergences.into_iter().flatten().collect();
    1.0 - known.iter().sum::<f64>() / known.len() as f64
}

proptest! {
    #[test]
    fn similarity_is_what_its_definition_says(ours in levels(1..4), theirs in levels(1..4)) {
        let found = together(&ours, &Drawings::new(theirs.clone())).expect("2x2 fits");
        prop_assert!((found - naive(&ours, &theirs)).abs() < 1e-12);
        let turned = together(&theirs, &Drawings::new(ours)).expect("2x2 fits");
        prop_assert!((found - turned).abs() < 1e-12, "it is symmetric");
    }

    #[test]
    fn drawings_are_like_themselves_in_any_order(drawn in levels(1..5)) {
        let drawings = Drawings::new(drawn.clone());
        let own = together(&drawn, &drawings).expect("2x2 fits");
        prop_assert!((own - 1.0).abs() < 1e-12);
        let turned: Vec<Level> = drawn.iter().rev().cloned().collect();
        let other = Drawings::new(turned.clone());
        prop_assert!((together(&turned[..1], &other).expect("2x2 fits")
            - together(&drawn[drawn.len() - 1..], &drawings).expect("2x2 fits")).abs() < 1e-12);
    }

    #[test]
    fn a_drawing_held_out_is_compared_with_the_others(drawn in levels(2..6)) {
        let drawings = Drawings::new(drawn.clone());
        for (index, found) in drawings.held_out().into_iter().enumerate() {
            let mut others = drawn.clone();
            let own = others.remove(index);
            let expected = together(&[own], &Drawings::new(others));
            prop_assert!((found.expect("2x2 fits") - expected.expect("2x2 fits")).abs() < 1e-12);
        }
    }

    #[test]
    fn memory_has_no_say(drawn in levels(1..4), before in levels(1..4), level in levels(1..2)) {
        let drawings = Drawings::new(drawn);
        let mut sample = Sample::default();
        for level in &before {
            sample.add(level.view(), &drawings);
        }
        sample.clear();
        sample.add(level[0].view(), &drawings);
        prop_assert_eq!(sample.similarity(&drawings), together(&level, &drawings));
    }

    #[test]
    fn nearness_is_symmetric_and_1_for_a_part(both in levels(2..3), cut in 2..8_usize) {
        let (one, other) = (both[0].view(), both[1].view());
        let found = nearness(one, other);
        prop_assert_eq!(found, nearness(other, one));
        prop_assert!((0.0..=1.0).contains(&found));
        let (width, height) = (cut.min(one.width()), cut.min(one.height()));
        let corner: Vec<Tile> = (one.height() - height..one.height())
            .flat_map(|y| one.row(y)[one.width() - width..].to_vec())
            .collect();
        prop_assert_eq!(nearness(View::new(&corner, width, height, width), one), 1.0);
    }
}

#[test]
fn two_levels_without_a_common_pattern_are_not_similar() {
    let drawings = Drawings::new(vec![level(&["......"; 6])]);
    assert_eq!(together(&[level(&["######"; 6])], &drawings), Some(0.0));
}

#[test]
fn what_is_too_small_has_no_similarity() {
    let drawings = Drawings::new(vec![level(&["..", ".#"])]);
    assert_eq!(together(&[level(&["..#."])], &drawings), None);
    assert_eq!(drawings.held_out(), [None]);
    assert_eq!((drawings.ceiling(), drawings.nearest_two()), (None, None));
}

#[test]
fn strips_tell_long_ladders_from_short_ones() {
    let long = level(&[".H...", ".H...", ".H...", ".H...", ".H...", ".H...", "#####"]);
    let short = level(&[".....", ".H...", ".H...", "H....", "H....", "...H.", "#####"]);
    let drawings = Drawings::new(vec![long.clone()]);
    let similarity = |level: &Level| together(std::slice::from_ref(level), &drawings);
    assert_eq!(similarity(&long), Some(1.0));
    assert!(similarity(&short).is_some_and(|found| found < 0.6));
}

#[test]
fn nearness_of_levels_of_one_size_is_the_share_of_equal_cells() {
    let drawings = Drawings::new(vec![level(&["..#", "##."]), level(&["###", "###"])]);
    assert_eq!(drawings.nearest(level(&["..#", ".#."]).view()), 5.0 / 6.0);
    assert_eq!(drawings.nearest(level(&["###", "#.#"]).view()), 5.0 / 6.0);
    assert_eq!(drawings.nearest_two(), Some(0.5));
    // The third equals neither, but is nearer to the first.
    let drawings = Drawings::new(["..####", "######", ".#####"].map(|row| level(&[row])).to_vec());
    assert_eq!(drawings.nearest_others(), [5.0 / 6.0; 3]);
    let drawings = Drawings::new(["......", "######", ".#####"].map(|row| level(&[row])).to_vec());
    assert_eq!(drawings.nearest_others(), [1.0 / 6.0, 5.0 / 6.0, 5.0 / 6.0]);
}

#[test]
fn five_drawings_have_a_ceiling() {
    let rows = ["#....#", ".#..#.", "..##..", ".#..#.", "#....#"];
    let turned = |by: usize| {
        let mut rows = rows;
        rows.rotate_left(by);
        level(&rows)
    };
    let drawings = |n: usize| Drawings::new((0..n).map(turned).collect());
    assert_eq!((drawings(4).ceiling(), drawings(4).ceiling_together()), (None, None));
    let (one, all) = (drawings(5).ceiling(), drawings(5).ceiling_together());
    assert!(one.is_some_and(|one| (0.5..1.0).contains(&one)), "{one:?}");
    assert!(all.zip(one).is_some_and(|(all, one)| all > one), "{all:?} {one:?}");
}
