use marahel_level::{Tile, TileSet, View};
use proptest::prelude::*;

use crate::paths::movement::{Door, Movement, Platformer, Steps};
use crate::paths::{Trip, Walker};

const OPEN: Tile = 0;
const SOLID: Tile = 1;
const HERO: Tile = 2;
const GOAL: Tile = 3;
const LADDER: Tile = 4;
/// Neither to be entered nor to be stood on.
const VOID: Tile = 5;

fn tile_of(letter: char) -> Tile {
    ".#@E=~".find(letter).expect("a tile") as Tile
}

fn stuck(rows: &[&str], movement: &Movement) -> Vec<usize> {
    let tiles: Vec<Tile> = rows.iter().flat_map(|row| row.chars()).map(tile_of).collect();
    stuck_in(&tiles, rows[0].len(), movement)
}

fn stuck_in(tiles: &[Tile], width: usize, movement: &Movement) -> Vec<usize> {
    let level = View::new(tiles, width, tiles.len() / width, width);
    let mut cells = Vec::new();
    let ends = (TileSet::only(HERO), TileSet::only(GOAL));
    Walker::default().stuck(level, movement, ends, |cell| cells.push(cell)).expect("few states");
    cells.sort_unstable();
    cells
}

/// Over open cells and ladders.
fn walk() -> Movement {
    Movement::plain([OPEN, LADDER].into_iter().collect())
}

fn hero(height: u8, reach: u8) -> Movement {
    let (solid, ladders) = (TileSet::only(SOLID), TileSet::only(LADDER));
    let (is_deadly_below, platforms, ropes) = (false, TileSet::EMPTY, TileSet::EMPTY);
    let model = Platformer { solid, is_deadly_below, platforms, ladders, ropes, height, reach };
    Movement { steps: Steps::Platformer(model), ..walk() }
}

#[test]
fn a_pit_without_a_way_out_is_two_cells() {
    let pit = ["........", "@......E", "##..####", "##..####", "##..####", "########"];
    assert_eq!(stuck(&pit, &hero(2, 4)), [34, 35]);
    assert_eq!(stuck(&pit, &hero(3, 4)), [0; 0]);
    // Whoever falls in climbs out.
    let with_ladder = ["........", "@......E", "##.=####", "##.=####", "##.=####", "########"];
    assert_eq!(stuck(&with_ladder, &hero(2, 4)), [0; 0]);
}

#[test]
fn without_a_way_all_that_is_reached_is_stuck() {
    assert_eq!(stuck(&["@.#E", "..##"], &walk()), [0, 1, 4, 5]);
    assert_eq!(stuck(&["@..E"], &walk()), [0; 0]);
    assert_eq!(stuck(&["...E"], &walk()), [0; 0]);
}

#[test]
fn what_lies_behind_a_door_without_its_key_does_not_count() {
    // A ladder is the key, and a solid cell the door.
    let door = Door { door: SOLID, key: LADDER };
    let movement = Movement { doors: vec![door], ..walk() };
    assert_eq!(stuck(&["@.=#E"], &movement), [0; 0]);
    assert_eq!(stuck(&["@..#E"], &movement), [0, 1, 2]);
}

proptest! {
    #[test]
    fn stuck_cells_are_those_without_a_way_from_them(
        tiles in prop::collection::vec(prop::sample::select(&[OPEN, OPEN, OPEN, SOLID, LADDER][..]), 35),
        hero_at in 0_usize..35,
        goal_at in 0_usize..35,
        (height, reach) in (0_u8..3, 0_u8..4),
        walks in any::<bool>(),
    ) {
        prop_assume!(hero_at != goal_at);
        let movement = if walks { walk() } else { hero(height, reach) };
        let width = 7;
        let mut level = tiles;
        (level[hero_at], level[goal_at]) = (HERO, GOAL);
        // The goal is not passed on the way.
        let mut blocked = level.clone();
        blocked[goal_at] = VOID;
        let mut reached = Vec::new();
        let ends = (TileSet::only(HERO), TileSet::only(HERO));
        Walker::default().flood(View::new(&blocked, width, 5, width), &movement, ends, |cell, _| {
            reached.push(cell);
        });
        let holds = |cell: usize| {
            let below = level.get(cell + width).copied().unwrap_or(SOLID);
            walks || level[cell] == LADDER || [SOLID, LADDER].contains(&below)
        };
        let leads_there = |cell: usize| {
            let mut from_there = level.clone();
            // The hero's own cell stays open.
            from_there[hero_at] = OPEN;
            let is_ladder = from_there[cell] == LADDER;
            from_there[cell] = HERO;
            let trip = Trip::new(vec![TileSet::only(HERO), TileSet::only(GOAL)]);
            let mut from_ladder = movement.clone();
            if let Steps::Platformer(platformer) = &mut from_ladder.steps && is_ladder {
                platformer.ladders = platformer.ladders.union(TileSet::only(HERO));
            }
            Walker::default().steps(View::new(&from_there, width, 5, width), &from_ladder, &trip).is_some()
        };
        let mut expected: Vec<usize> =
            reached.into_iter().filter(|&cell| holds(cell) && !leads_there(cell)).collect();
        expected.sort_unstable();
        prop_assert_eq!(stuck_in(&level, width, &movement), expected);
    }
}
