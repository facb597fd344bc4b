//! What trips lack, against other ways to the same number.

use level::{Tile, TileSet, View};
use pathfinding::directed::edmonds_karp::{DenseCapacity, edmonds_karp};
use proptest::prelude::*;

use super::{Trip, Walker};
use crate::movement::{Door, Movement, PLUS, Platformer, Steps};

/// Tiles of these tests: `.` floor, `#` wall, `@` start, `k` key, `d` door, `G` goal.
const TILES: &[u8] = b".#@kdG";

fn trip(stops: &[Tile]) -> Trip {
    Trip::new(stops.iter().map(|&tile| TileSet::only(tile)).collect())
}

fn locked() -> Movement {
    let walk = Movement::plain([0, 2, 3, 5].into_iter().collect());
    Movement { doors: vec![Door { door: 4, key: 3 }], ..walk }
}

fn tiles_of(rows: &[&str]) -> Vec<Tile> {
    let tile = |one| TILES.iter().position(|&known| known == one).unwrap() as Tile;
    rows.concat().bytes().map(tile).collect()
}

#[track_caller]
fn check_progress(rows: &[&str], movement: &Movement, stops: &[Tile], expected: f64) {
    let tiles = tiles_of(rows);
    let width = rows[0].len();
    let level = View::new(&tiles, width, rows.len(), width);
    let mut walker = Walker::default();
    assert_eq!(walker.steps(level, movement, &trip(stops)), None, "{rows:?}");
    let found = walker.progress(level, movement, &trip(stops));
    assert!((found - expected).abs() < 1e-12, "{rows:?}: {found}");
}

#[test]
fn the_fewer_cells_are_in_the_way_the_better() {
    check_progress(&[".@#G."], &locked(), &[2, 5], 1.0);
    check_progress(&[".@#.#G."], &locked(), &[2, 5], 0.5);
    check_progress(&[".@###G.", "..###.."], &locked(), &[2, 5], 1.0 / 3.0);
    // Nobody begins, or there is nowhere to go.
    check_progress(&["..#G."], &locked(), &[2, 5], 0.0);
    check_progress(&["..#@."], &locked(), &[2, 5], 0.0);
}

#[test]
fn legs_that_are_walked_count() {
    check_progress(&["@.k##G"], &locked(), &[2, 3, 5], 0.75);
    check_progress(&["@##k.G"], &locked(), &[2, 3, 5], 0.25);
    check_progress(&["@..k.."], &locked(), &[2, 3, 5], 0.5);
    // A door without its key is in the way as a wall is.
    check_progress(&["@.d.G"], &locked(), &[2, 5], 1.0);
}

#[test]
fn with_gravity_it_counts_how_far_it_is_from_what_was_reached() {
    let (solid, none) = (TileSet::only(1), TileSet::EMPTY);
    let model = Platformer { solid, ladders: none, ropes: none, height: 1, reach: 1 };
    let hero = Movement { steps: Steps::Platformer(model), ..locked() };
    check_progress(&["..G", "...", "...", "@.."], &hero, &[2, 5], 0.5);
    check_progress(&["..G", "...", "...", "...", "@.."], &hero, &[2, 5], 1.0 / 3.0);
}

#[test]
fn across_is_from_side_to_side_and_up_from_the_last_row_to_the_first() {
    let (solid, none) = (TileSet::only(1), TileSet::EMPTY);
    let model = Platformer { solid, ladders: none, ropes: none, height: 1, reach: 2 };
    let hero = Movement { steps: Steps::Platformer(model), ..locked() };
    let check = |rows: &[&str], movement: &Movement, up: bool, expected: Option<u32>| {
        let (tiles, width) = (tiles_of(rows), rows[0].len());
        let level = View::new(&tiles, width, rows.len(), width);
        assert_eq!(Walker::default().across(level, movement, up), expected, "{rows:?}");
    };
    // A gap of one can be jumped over, a wall of two rows cannot.
    check(&[".....", ".....", "##.##"], &hero, false, Some(6));
    check(&["...#.", "...#.", "#####"], &hero, false, None);
    check(&["..#..", ".....", "#.###"], &locked(), false, Some(4));
    check(&["#.#", "#..", "##."], &locked(), true, Some(3));
    check(&["###", "...", "..."], &locked(), true, None);
}

#[track_caller]
fn check_openings(rows: &[&str], stops: &[Tile], expected: usize) {
    let tiles = tiles_of(rows);
    let width = rows[0].len();
    let level = View::new(&tiles, width, rows.len(), width);
    assert_eq!(Walker::default().openings(level, &locked(), &trip(stops)), expected, "{rows:?}");
}

#[test]
fn openings_are_those_of_the_narrowest_place() {
    check_openings(&["@.#.G", "....."], &[2, 5], 1);
    check_openings(&["@...G", "....."], &[2, 5], 2);
    check_openings(&[".....", "@.G..", "....."], &[2, 5], 3);
    check_openings(&["@.#.G"], &[2, 5], 0);
    check_openings(&["@G"], &[2, 5], 1);
    check_openings(&["@.d.G"], &[2, 5], 1);
    // The narrowest leg counts.
    check_openings(&["...#..", "@.k..G", "...#.."], &[2, 3, 5], 1);
}

/// The same by a library: a unit through each cell, which has a side in and a side out.
fn plain_openings(tiles: &[Tile], width: usize) -> usize {
    let n = tiles.len();
    let (source, sink) = (2 * n, 2 * n + 1);
    let mut edges = Vec::new();
    for (cell, &tile) in tiles.iter().enumerate() {
        match tile {
            1 => continue,
            2 => edges.push(((source, 2 * cell + 1), 99)),
            5 => edges.push(((2 * cell, sink), 99)),
            _ => edges.push(((2 * cell, 2 * cell + 1), 1)),
        }
        for (columns, rows) in PLUS {
            let (x, y) = ((cell % width) as isize + columns, (cell / width) as isize + rows);
            if x >= 0 && y >= 0 && x < width as isize && y < (n / width) as isize {
                let there = y as usize * width + x as usize;
                edges.push(((2 * cell + 1, 2 * there), 1));
            }
        }
    }
    let nodes: Vec<usize> = (0..2 * n + 2).collect();
    edmonds_karp::<_, i32, _, DenseCapacity<_>>(&nodes, &source, &sink, edges).1 as usize
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn openings_are_those_that_a_library_counts(
        tiles in prop::collection::vec(
            prop_oneof![24 => Just(0), 12 => Just(1), 2 => Just(2), 2 => Just(5)], 48,
        ),
    ) {
        let level = View::new(&tiles, 8, 6, 8);
        let movement = Movement::plain([0, 2, 5].into_iter().collect());
        let mut walker = Walker::default();
        let found = walker.openings(level, &movement, &trip(&[2, 5]));
        prop_assert_eq!(found, plain_openings(&tiles, 8).min(Walker::N_OPENINGS_MAX));
        let steps = walker.steps(level, &movement, &trip(&[2, 5]));
        prop_assert_eq!(found > 0, steps.is_some());
        let progress = walker.progress(level, &movement, &trip(&[2, 5]));
        prop_assert!((0.0..=1.0).contains(&progress));
    }
}
