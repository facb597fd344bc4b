use std::sync::Arc;

use level::{Level, Palette, Tile};
use script::{Script, Size};

use super::learnt;
use crate::kit::{Kit, Part};

fn kit(names: &[&str]) -> Kit {
    let parts = names.iter().map(|&name| Part {
        name: name.to_owned(),
        role: "other".to_owned(),
        ..Part::default()
    });
    let size = Size { width: 12, height: 10 };
    Kit { parts: parts.collect(), min: size, max: size, ..crate::breeder::tests::kit() }
}

/// Levels whose tiles `tile` says, by column and row.
fn drawings(kit: &Kit, tile: impl Fn(usize, usize) -> Tile) -> Vec<Level> {
    let names: Vec<&str> = kit.parts.iter().map(|part| part.name.as_str()).collect();
    let palette = Arc::new(Palette::of_names(&names).unwrap());
    let tiles = (0..120).map(|place| tile(place % 12, place / 12)).collect();
    vec![Level::from_tiles(12, tiles, palette); 8]
}

#[test]
fn what_is_always_so_is_learnt_as_always_so() {
    let kit = kit(&["brick", "air"]);
    let is_side = |x, y| x == 0 || y == 0 || x == 11 || y == 9;
    let scripts = learnt(&drawings(&kit, |x, y| Tile::from(!is_side(x, y))), &kit);
    let rules = scripts.last().unwrap().rule_texts(0).join("\n");
    assert!(!rules.contains(':'), "no tile is drawn by chance: {rules}");
}

#[test]
fn what_follows_is_learnt_and_names_go_with_the_script() {
    let kit = kit(&["brick", "air", "up"]);
    // Below each third tile there is a brick.
    let tile = |x: usize, y: usize| match (x + 3 * y) % 10 {
        0 => 2,
        3 => 0,
        _ => 1,
    };
    let scripts = learnt(&drawings(&kit, tile), &kit);
    assert!(scripts.len() > 1);
    for script in scripts {
        let text = script.to_string();
        assert!(text.contains("up(up) -> self(brick)"), "{text}");
        assert_eq!(Script::parse(&text).unwrap(), script);
    }
}

#[test]
fn nothing_is_learnt_from_nothing_and_a_plain_drawing_is_one_rule() {
    let kit = kit(&["brick", "air"]);
    assert!(learnt(&[], &kit).is_empty());
    let scripts = learnt(&drawings(&kit, |_, _| 1), &kit);
    assert_eq!(scripts.len(), 1);
    assert_eq!(scripts[0].rule_texts(0), ["-> self(air)"]);
}
