use std::sync::Arc;

use marahel_level::{Palette, Tile};
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::likeness::near::SHAPES;

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

/// The mean divergence of windows, which is all that counts with a single drawing.
fn near(levels: &[Level], drawings: &Drawings) -> Option<f64> {
    let mut sample = Sample::default();
    for level in levels {
        sample.add(level.view(), drawings);
    }
    sample.near.divergence(&drawings.near, false)
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
    fn windows_are_compared_as_their_definition_says(
        ours in levels(1..4),
        theirs in levels(1..4),
    ) {
        let found = 1.0 - near(&ours, &Drawings::new(theirs.clone())).expect("2x2 fits");
        prop_assert!((found - naive(&ours, &theirs)).abs() < 1e-12);
        let turned = 1.0 - near(&theirs, &Drawings::new(ours)).expect("2x2 fits");
        prop_assert!((found - turned).abs() < 1e-12, "it is symmetric");
    }

    #[test]
    fn a_single_drawing_has_nothing_but_windows(ours in levels(1..4), theirs in levels(1..2)) {
        let found = together(&ours, &Drawings::new(theirs.clone())).expect("2x2 fits");
        prop_assert!((found - naive(&ours, &theirs)).abs() < 1e-12);
    }

    #[test]
    fn similarity_has_bounds(ours in levels(1..4), theirs in levels(1..5)) {
        let found = together(&ours, &Drawings::new(theirs)).expect("2x2 fits");
        prop_assert!((0.0..=1.0).contains(&found), "{found}");
    }

    #[test]
    fn samples_are_merged_as_if_they_were_one(ours in levels(1..4), theirs in levels(1..5)) {
        let drawings = Drawings::new(theirs);
        let mut all = Sample::default();
        for level in &ours {
            let mut one = Sample::default();
            one.add(level.view(), &drawings);
            all.merge(&one);
        }
        prop_assert_eq!(all.similarity(&drawings), together(&ours, &drawings));
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
        for index in 0..drawn.len() {
            let mut others = drawn.clone();
            let own = others.remove(index);
            let mut sample = Sample::default();
            sample.add(own.view(), &drawings);
            let found = sample.near.divergence(&drawings.near, true);
            let expected = near(std::slice::from_ref(&own), &Drawings::new(others));
            prop_assert!((found.expect("2x2 fits") - expected.expect("2x2 fits")).abs() < 1e-12);
            // How much each figure tells is decided by all drawings.
            let afar = sample.standing.distance(&drawings.standing, &drawings.alphabet, true);
            let rest = drawings.standing.without(&sample.standing);
            let expected = sample.standing.distance(&rest, &drawings.alphabet, false);
            prop_assert_eq!(afar, expected);
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
    assert_eq!(drawings.nearest_other(level(&["###", "#.#"]).view()), 5.0 / 6.0);
    let own = drawings.levels()[0].clone();
    assert_eq!((drawings.nearest(own.view()), drawings.has(own.view())), (1.0, true));
    assert!(drawings.nearest_other(own.view()) < 1.0);
    assert_eq!(drawings.nearest_two(), Some(0.5));
    // The third equals neither, but is nearer to the first.
    let drawings = Drawings::new(["..####", "######", ".#####"].map(|row| level(&[row])).to_vec());
    assert_eq!(drawings.nearest_others(), [5.0 / 6.0; 3]);
    let drawings = Drawings::new(["......", "######", ".#####"].map(|row| level(&[row])).to_vec());
    assert_eq!(drawings.nearest_others(), [1.0 / 6.0, 5.0 / 6.0, 5.0 / 6.0]);
}

#[test]
fn many_drawings_are_compared_with_some() {
    let of = |n: usize, size: (usize, usize)| n_compared(&vec![size; n]);
    assert_eq!((of(2, (50, 50)), of(100, (40, 40)), of(1000, (20, 10))), (1, 99, 999));
    for (n, size) in [(100_000, (3, 2)), (4000, (60, 60)), (300, (500, 500))] {
        let found = of(n, size);
        assert!(found >= 1 && found < n - 1, "{found}");
        assert!(found == 1 || n * found * size.0 * size.1 <= N_CELLS_COMPARED);
    }
    // A small one has a place at each offset of a large one.
    assert!(n_compared(&[[(100, 100), (50, 50)]; 100].concat()) < 199);
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

/// Arenas of pillars at every second cell, within a ring of them, and bricks between them.
const ARENAS: [[&str; 11]; 3] = [
    [
        "#############",
        "#P.%%..%%%.P#",
        "#.#%#%#.#%#.#",
        "#%%.%%%%.%%%#",
        "#%#%#.#%#%#.#",
        "#..%%%u.%%%%#",
        "#%#.#%#%#%#%#",
        "#%%%.%%%%u%%#",
        "#.#%#%#.#%#.#",
        "#P.%u.%%.%.P#",
        "#############",
    ],
    [
        "#############",
        "#P.%%%%.%%.P#",
        "#.#%#.#%#.#.#",
        "#%%%%%.%%%%%#",
        "#%#.#%#%#%#%#",
        "#%%%u%.%%.%%#",
        "#%#%#%#.#%#%#",
        "#%.%%%%%u%%%#",
        "#.#%#.#%#%#.#",
        "#P.%%%u%%%.P#",
        "#############",
    ],
    [
        "#############",
        "#P.%.%%%%%.P#",
        "#.#%#%#.#%#.#",
        "#%.%%%%%%.%%#",
        "#.#%#u#%#%#%#",
        "#%%%%.%%%%%.#",
        "#%#%#%#%#u#%#",
        "#%%.%%.%%%%%#",
        "#.#%#%#%#.#.#",
        "#P.u%%%%%%.P#",
        "#############",
    ],
];

/// An arena that nobody drew, as good as the drawn ones.
const WHOLE: [&str; 11] = [
    "#############",
    "#P.%%u%%.%.P#",
    "#.#.#%#%#%#.#",
    "#%%%%%.%%%%%#",
    "#%#%#%#%#.#%#",
    "#.%%.%%%%%%.#",
    "#%#%#.#%#%#%#",
    "#%%u%%%.%%%%#",
    "#.#%#%#%#%#.#",
    "#P.%%.%u%%.P#",
    "#############",
];

#[test]
fn a_torn_arena_is_less_like_arenas_than_a_whole_one() {
    let names = ["floor", "pillar", "brick", "start", "power"];
    let palette = Palette::of_names(&names).expect("five names");
    let palette = Arc::new(palette);
    let arena = |rows: &[String]| {
        let tiles = rows.iter().flat_map(|row| row.chars()).map(|one| match one {
            '#' => 1,
            '%' => 2,
            'P' => 3,
            'u' => 4,
            _ => 0,
        });
        Level::from_tiles(13, tiles.collect(), Arc::clone(&palette))
    };
    let owned = |rows: &[&str]| rows.iter().map(ToString::to_string).collect::<Vec<String>>();
    let drawings = Drawings::new(ARENAS.map(|rows| arena(&owned(&rows))).to_vec());
    let like = |rows: &[String]| together(&[arena(rows)], &drawings).expect("windows fit");

    let whole = owned(&WHOLE);
    assert!(like(&whole) > 0.9, "{}", like(&whole));
    let turned = |row: &str, by: usize| row[by..].to_owned() + &row[..by];
    // One row of pillars a cell to the left; its bricks are as strewn as before.
    let shifted = |y: usize| {
        let mut rows = whole.clone();
        rows[y] = format!("#{}#", turned(&rows[y][1..12], 1));
        rows
    };
    // Both halves change places, so that the ring stands in the middle.
    let swapped: Vec<String> = whole.iter().map(|row| turned(row, 6)).collect();
    // Bricks for six pillars of the ring.
    let mut holed = whole.clone();
    holed[0] = "##%###%###%##".to_owned();
    holed[10] = "###%###%##%##".to_owned();
    for torn in [shifted(4), shifted(6), swapped, holed] {
        let less = like(&whole) - like(&torn);
        assert!(less > 0.05, "{less} less like:\n{}", torn.join("\n"));
    }
}

#[test]
fn what_drawings_do_not_agree_on_counts_for_nothing() {
    // Two of the same tiles, each wholly at random, tell nothing but windows.
    let drawings =
        Drawings::new(telling::shuffled(&[level(&["#.#.H..#.", "..#.#..H.", "#..#...#."])]));
    assert!(drawings.standing.telling < 0.1 * drawings.near.telling.max(1.0));
}
