//! Laws of repairs and of variations.

use std::sync::Arc;

use marahel_level::{Level, Tile};
use marahel_problem::{Counts, Definition, Problem};

use crate::{Aim, Freedom, RemixError, Standard, remix, repair};

const PROBLEM: &str = r##"
name = "cellar"
size = "9x7"
playable = "count(player) == 1 and count(exit) == 1 and path(player, exit) > 0"
whole = "regions() == 1"
[tiles]
wall = { character = "#" }
floor = { character = "." }
player = { character = "@" }
exit = { character = "E" }
coin = { character = "o" }
[movement.walk]
over = "floor|player|exit|coin"
[objectives]
coins = { value = "count(coin)", range = [2, 4], zero_above = 9 }
"##;

const MAP: &str = "#########
#@..#..o#
#.#...#.#
#.###.#.#
#.o.#...#
#...#.oE#
#########";

const LARGER_MAP: &str = "##############
#@....##....o#
#..##.##.##..#
#..##....##..#
#......##....#
####.####.####
#o...##....o.#
#..#....#....#
#....##....oE#
##############";

fn problem() -> Problem {
    Problem::with_defaults(Arc::new(Definition::parse(PROBLEM).unwrap()))
}

fn level(text: &str) -> Level {
    Level::from_text(text, Arc::clone(problem().palette())).unwrap()
}

fn aim(level: &Level) -> Aim {
    Aim::new(problem(), (level.width(), level.height()), Standard::Good).unwrap()
}

fn free(level: &Level) -> Freedom {
    Freedom::of(level, &[], &[]).unwrap()
}

fn with(level: &Level, cell: usize, tile: Tile) -> Level {
    let mut level = level.clone();
    level.set(cell % level.width(), cell / level.width(), tile);
    level
}

/// Each level with one other tile that is not good.
fn hurt() -> Vec<Level> {
    let map = level(MAP);
    let tiles = 0..map.palette().len() as Tile;
    let cells = 0..map.tiles().len();
    let all = cells.flat_map(|cell| tiles.clone().map(move |tile| (cell, tile)));
    let all = all.map(|(cell, tile)| with(&map, cell, tile));
    all.filter(|level| !aim(level).lacks(level).is_empty()).collect()
}

#[test]
fn what_one_cell_hurts_one_cell_repairs() {
    let all = hurt();
    assert!(all.len() > 40, "{}", all.len());
    for level in all {
        let repaired = &repair(&aim(&level), &level, &free(&level), 1, 0)[0];
        assert!(repaired.lacks.is_empty(), "{}", level.to_text());
        assert_eq!(repaired.changes.len(), 1, "{}", level.to_text());
        let change = &repaired.changes[0];
        assert_eq!(repaired.level.get(change.x, change.y), change.after);
        assert!(!change.reasons.is_empty());
    }
}

#[test]
fn no_change_of_a_repair_is_needless() {
    let level =
        level("#########\n#@#@#..o#\n#.#.#.#.#\n#####.###\n#.o.#..##\n#...#oooE\n###o#####");
    let aim = aim(&level);
    let repaired = &repair(&aim, &level, &free(&level), 1, 3)[0];
    assert!(repaired.lacks.is_empty());
    for change in &repaired.changes {
        let cell = change.y * level.width() + change.x;
        assert!(!aim.lacks(&with(&repaired.level, cell, change.before)).is_empty(), "{change:?}");
    }
    let again = &repair(&aim, &level, &free(&level), 1, 3)[0];
    assert_eq!(repaired.level, again.level);
}

#[test]
fn different_repairs_share_no_change() {
    let level = level(&MAP.replace("#..o#\n#.#...#", "#..o#\n#.###.#"));
    let repairs = repair(&aim(&level), &level, &free(&level), 3, 0);
    assert_eq!(repairs.len(), 3);
    for (index, one) in repairs.iter().enumerate() {
        assert!(one.lacks.is_empty());
        for other in &repairs[..index] {
            let same = |change: &&crate::Change| {
                other.changes.iter().any(|other| {
                    (other.x, other.y, other.after) == (change.x, change.y, change.after)
                })
            };
            assert_eq!(one.changes.iter().find(same), None);
        }
    }
}

#[test]
fn what_is_kept_stays_and_what_cannot_be_repaired_is_told() {
    let level = level(&MAP.replace('E', "."));
    let kept = Freedom::of(&level, &["0,0,9,7".to_owned()], &[]).unwrap();
    let nearest = &repair(&aim(&level), &level, &kept, 1, 0)[0];
    assert_eq!(nearest.level, level);
    assert!(nearest.lacks.contains(&"count(exit) == 1".to_owned()), "{:?}", nearest.lacks);
    let kept =
        Freedom::of(&level, &["wall,coin,player".to_owned(), "0,0,9,4".to_owned()], &[]).unwrap();
    let repaired = &repair(&aim(&level), &level, &kept, 1, 0)[0];
    assert!(repaired.lacks.is_empty());
    assert_eq!((repaired.changes.len(), repaired.changes[0].y > 3), (1, true));
}

#[test]
fn variations_have_the_share_the_numbers_and_what_is_kept() {
    let map = level(LARGER_MAP);
    let aim = aim(&map).with_map(&map, false).unwrap();
    let freedom = Freedom::of(&map, &["0,0,14,1".to_owned(), "player".to_owned()], &[]).unwrap();
    let mut before: Vec<Level> = Vec::new();
    for index in 0..3 {
        let found = remix(&aim, &map, &freedom, 0.2, (1, index), &before).unwrap();
        let found = found.expect("a variation");
        assert!((0.15..=0.25).contains(&found.change), "{}", found.change);
        assert!(found.lacks.is_empty());
        let (counts, own) = (Counts::of(found.level.view()), Counts::of(map.view()));
        for tile in 0..map.palette().len() as Tile {
            assert!(counts.get(tile).abs_diff(own.get(tile)) <= own.get(tile) / 10);
        }
        assert_eq!(found.level.tiles()[..14], map.tiles()[..14]);
        assert_eq!(found.level.get(1, 1), map.get(1, 1));
        let again = remix(&aim, &map, &freedom, 0.2, (1, index), &before).unwrap().unwrap();
        assert_eq!(again.level, found.level);
        assert!(!before.contains(&found.level));
        before.push(found.level);
    }
}

#[test]
fn what_is_asked_wrongly_is_told() {
    let map = level(MAP);
    let error = |keep: &str| Freedom::of(&map, &[keep.to_owned()], &[]).unwrap_err();
    assert!(matches!(error("lava"), RemixError::Tile(..)));
    assert!(matches!(error("1,2,3"), RemixError::Rectangle(..)));
    assert!(matches!(error("8,0,2,1"), RemixError::Rectangle(..)));
    let aim = aim(&map).with_map(&map, false).unwrap();
    let error = remix(&aim, &map, &free(&map), 0.99, (0, 0), &[]).unwrap_err();
    assert!(matches!(error, RemixError::Change(..)), "{error}");
    assert!(Aim::new(problem(), (1000, 1000), Standard::Good).is_err());
}
