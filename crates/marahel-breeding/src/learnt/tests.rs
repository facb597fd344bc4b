use std::sync::Arc;

use marahel_level::{Level, Palette, Tile};
use marahel_script::{Script, Size};

use super::learnt;
use crate::task::{Task, TileInfo};

fn task(names: &[&str]) -> Task {
    let parts = names.iter().map(|&name| TileInfo { name: name.to_owned(), ..TileInfo::default() });
    let size = Size { width: 12, height: 10 };
    Task { tiles: parts.collect(), min: size, max: size, ..crate::breeder::tests::task() }
}

/// Levels whose tiles `tile` says, by column and row.
fn drawings(task: &Task, tile: impl Fn(usize, usize) -> Tile) -> Vec<Level> {
    let names: Vec<&str> = task.tiles.iter().map(|part| part.name.as_str()).collect();
    let palette = Arc::new(Palette::of_names(&names).unwrap());
    let tiles = (0..120).map(|place| tile(place % 12, place / 12)).collect();
    vec![Level::from_tiles(12, tiles, palette); 8]
}

#[test]
fn what_is_always_so_is_learnt_as_always_so() {
    let task = task(&["brick", "air"]);
    let is_side = |x, y| x == 0 || y == 0 || x == 11 || y == 9;
    let scripts = learnt(&drawings(&task, |x, y| Tile::from(!is_side(x, y))), &task);
    let rules = scripts.last().unwrap().rule_texts(0).join("\n");
    assert!(!rules.contains(':'), "no tile is drawn by chance: {rules}");
}

#[test]
fn what_follows_is_learnt_and_names_go_with_the_script() {
    let task = task(&["brick", "air", "up"]);
    // Below each third tile there is a brick.
    let tile = |x: usize, y: usize| match (x + 3 * y) % 10 {
        0 => 2,
        3 => 0,
        _ => 1,
    };
    let scripts = learnt(&drawings(&task, tile), &task);
    assert!(scripts.len() > 1);
    for script in scripts {
        let text = script.to_string();
        assert!(text.contains("up(up) -> self(brick)"), "{text}");
        assert_eq!(Script::parse(&text).unwrap(), script);
    }
}

#[test]
fn nothing_is_learnt_from_nothing_and_a_plain_drawing_is_one_rule() {
    let task = task(&["brick", "air"]);
    assert!(learnt(&[], &task).is_empty());
    let scripts = learnt(&drawings(&task, |_, _| 1), &task);
    assert_eq!(scripts.len(), 1);
    assert_eq!(scripts[0].rule_texts(0), ["-> self(air)"]);
}
