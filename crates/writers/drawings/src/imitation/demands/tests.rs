//! Small drawings, and what is asked for.

use std::sync::Arc;

use marahel_formats::Legend;
use marahel_level::{Level, TileSet};

use super::candidate::{Bound, Breaker};
use super::catalogue::catalogue;
use super::chance::chances;
use super::chosen::range;
use super::mutants::{Defect, mutants};
use super::{Measuring, Scene, holding};
use crate::imitation::cast::Cast;
use crate::imitation::drawn::DrawnLevels;
use crate::imitation::movement::Moving;
use crate::imitation::ranges::Range;
use crate::imitation::tables::movement;

const LEGEND: &str = r##"{"tiles": {"#": ["wall", "solid"], ".": "floor", "@": "hero", "o": "coin",
    "D": "door", "k": "key", ">": "exit"}}"##;

/// Rooms with a locked door between them.
const ROOMS: [&[&str]; 3] = [
    &["#########", "#@..#..o#", "#...D...#", "#k..#..>#", "#########"],
    &["#########", "#..k#...#", "#@..#.o.#", "#...D..>#", "#########"],
    &["#########", "#..@D...#", "#...#..o#", "#.k.#>..#", "#########"],
];

fn drawn(drawings: &[&[&str]]) -> DrawnLevels {
    let legend = Legend::parse(LEGEND).expect("a legend");
    let mut characters: Vec<char> =
        drawings.iter().flat_map(|rows| rows.iter().flat_map(|row| row.chars())).collect();
    characters.sort_unstable();
    characters.dedup();
    let palette = marahel_formats::Characters::of(&characters, &legend).expect("a palette").palette;
    let level = |rows: &&[&str]| Level::from_rows(rows, Arc::clone(&palette)).expect("a level");
    DrawnLevels::new(drawings.iter().map(level).collect(), None, legend).expect("drawings")
}

fn cast(drawn: &DrawnLevels) -> Cast {
    Cast::of(drawn, Some(Moving::Walk), &[], &[])
}

/// What holds in all drawings: each with its words and how likely it is by chance.
fn held(drawn: &DrawnLevels) -> Vec<(String, Option<f64>)> {
    let cast = cast(drawn);
    let scene = Scene::new(drawn, &cast, Some(Moving::Walk));
    let tiles: String =
        drawn.tiles().iter().fold(String::new(), |text, &tile| text + scene.name(tile) + " = {}\n");
    let extra: String = super::ways(&scene, &movement(drawn, Moving::Walk, &cast))
        .iter()
        .map(super::Way::text)
        .collect();
    let tables =
        format!("[tiles]\n{tiles}{}{extra}{}", movement(drawn, Moving::Walk, &cast), super::BLOCK);
    let measuring = Measuring::new("name = \"test\"\nsize = \"9x5\"\n", &tables);
    let candidates = catalogue(&scene);
    let expressions: Vec<&str> =
        candidates.iter().map(|candidate| candidate.expression.as_str()).collect();
    for chunk in expressions.chunks(40) {
        assert!(measuring.compiled(chunk).is_some(), "{chunk:?}");
    }
    let holding = holding(candidates, &measuring, &scene).expect("values");
    let chances = chances(&holding, &measuring, &scene).expect("values");
    holding.into_iter().zip(chances).map(|((one, _), chance)| (one.description, chance)).collect()
}

#[test]
fn a_door_locks_what_is_behind_it() {
    let drawn = drawn(&ROOMS);
    let cast = cast(&drawn);
    let name = |tile| drawn.name(tile);
    assert_eq!(cast.start.map(name), Some("hero"));
    assert_eq!(cast.exit.map(name), Some("exit"));
    let locks: Vec<_> = cast.locks.iter().map(|&(door, key)| (name(door), name(key))).collect();
    assert_eq!(locks, [("door", "key")]);
}

#[test]
fn what_holds_in_all_drawings_is_held() {
    let held = held(&drawn(&ROOMS));
    for says in [
        "a ring of wall around the level",
        "exit out of reach of hero without any key",
        "key within reach of hero without any key",
        "door in the middle column",
        "wall in one piece",
        "no 2x2 block of wall",
    ] {
        assert!(held.iter().any(|(one, _)| one == says), "{says}\n{held:#?}");
    }
    assert!(!held.iter().any(|(one, _)| one == "coin beside wall"), "one is not");
}

#[test]
fn what_stands_anywhere_does_so_by_chance() {
    let held = held(&drawn(&ROOMS));
    let chance = |says: &str| held.iter().find(|(one, _)| one == says).and_then(|one| one.1);
    let middle = chance("door in the middle column").expect("it holds");
    let inside = chance("hero in the left half").expect("it holds");
    assert!(middle < 0.01 && inside > 0.05, "{middle} {inside}");
}

#[test]
fn tied_numbers_say_how_surely() {
    let rooms = |numbers: &[(usize, usize)]| {
        let rows = numbers.iter().map(|&(n_coins, n_keys)| {
            let floor = ".".repeat(9 - n_coins - n_keys);
            format!("#{}{}{floor}#", "o".repeat(n_coins), "k".repeat(n_keys))
        });
        let rows: Vec<String> = rows.collect();
        let levels: Vec<[&str; 3]> =
            rows.iter().map(|row| ["###########", row, "#@........#"]).collect();
        let levels: Vec<&[&str]> = levels.iter().map(<[&str; 3]>::as_slice).collect();
        let held = held(&drawn(&levels)).into_iter().map(|(words, _)| words);
        held.filter(|words| words.contains("as many")).collect::<Vec<_>>()
    };
    // By Poisson, two numbers of about 1 are equal in one drawing of three, of about 2 in one of five, of
    // about 4 in one of seven. There are three pairs of things.
    assert_eq!(
        rooms(&[(1, 1), (2, 2), (4, 4)]),
        ["as many key as coin, by chance in one file of 36"]
    );
    assert_eq!(
        rooms(&[(1, 1), (2, 2)]),
        ["nearly as many key as coin, by chance in one file of 5"]
    );
    assert!(rooms(&[(1, 1), (2, 3), (4, 4)]).is_empty());
}

#[test]
fn mutants_are_other_levels_and_always_the_same() {
    let drawn = drawn(&ROOMS);
    let cast = cast(&drawn);
    let scene = Scene::new(&drawn, &cast, Some(Moving::Walk));
    let [one, other] = [mutants(&scene), mutants(&scene)];
    assert!(one.len() > 100);
    assert!(one.iter().zip(&other).all(|(one, other)| one.level == other.level));
    assert!(one.iter().all(|one| drawn.levels.iter().all(|drawn| *drawn != one.level)));
    assert!(one.iter().any(|one| one.defect == Defect::Shuffled));
}

#[test]
fn drawings_have_to_agree() {
    let three = Some(Range { low: 3.0, high: 3.0 });
    assert_eq!(range(Bound::Same(4.0), &[3.0, 3.0], 1), three);
    assert_eq!(range(Bound::Same(4.0), &[3.0, 2.0], 1), None);
    assert_eq!(range(Bound::Just(0.0), &[0.0, f64::NAN], 1), None);
    assert_eq!(range(Bound::AtMost(5.0), &[3.0, 6.0], 1), None);
    let two = |n_tried| range(Bound::Range, &[2.0, 2.0, 2.0], n_tried);
    assert_eq!(two(1), Some(Range { low: 2.0, high: 2.0 }));
    // Of many such numbers, one is the same by chance.
    assert_eq!(two(9), Some(Range { low: 1.0, high: 3.0 }));
}

#[test]
fn what_is_about_a_thing_is_broken_by_moving_it() {
    let drawn = drawn(&ROOMS);
    let cast = cast(&drawn);
    let scene = Scene::new(&drawn, &cast, Some(Moving::Walk));
    let candidates = catalogue(&scene);
    let coin = drawn.palette.tile("coin").expect("it is drawn");
    assert!(candidates.iter().any(|one| one.breaker == Breaker::Moves(coin)));
    assert_eq!(scene.counts(TileSet::only(coin)), (1, 1));
}
