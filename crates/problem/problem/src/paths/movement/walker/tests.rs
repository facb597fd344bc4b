//! Ways from side to side.

use marahel_level::{Tile, TileSet, View};

use super::Walker;
use crate::paths::movement::{Movement, Platformer, Steps};

fn walk() -> Movement {
    Movement::plain([0].into_iter().collect())
}

fn tiles_of(rows: &[&str]) -> Vec<Tile> {
    rows.concat().bytes().map(|one| Tile::from(one == b'#')).collect()
}

#[test]
fn across_is_from_side_to_side_and_up_from_the_last_row_to_the_first() {
    let (solid, none) = (TileSet::only(1), TileSet::EMPTY);
    let is_deadly_below = false;
    let [platforms, ladders, ropes] = [none; 3];
    let model =
        Platformer { solid, is_deadly_below, platforms, ladders, ropes, height: 1, reach: 2 };
    let hero = Movement { steps: Steps::Platformer(model), ..walk() };
    let check = |rows: &[&str], movement: &Movement, up: bool, expected: Option<u32>| {
        let (tiles, width) = (tiles_of(rows), rows[0].len());
        let level = View::new(&tiles, width, rows.len(), width);
        assert_eq!(Walker::default().across(level, movement, up), expected, "{rows:?}");
    };
    // A gap of one can be jumped over, a wall of two rows cannot.
    check(&[".....", ".....", "##.##"], &hero, false, Some(6));
    check(&["...#.", "...#.", "#####"], &hero, false, None);
    check(&["..#..", ".....", "#.###"], &walk(), false, Some(4));
    check(&["#.#", "#..", "##."], &walk(), true, Some(3));
    check(&["###", "...", "..."], &walk(), true, None);
}
