use crate::paths::{Door, Movement, Walker};
use marahel_level::{Tile, TileSet, View};

use super::Locks;

const SIGNS: &[u8] = b"#.@k+E";

fn share(rows: &[&str]) -> Option<f64> {
    let tiles: Vec<Tile> = rows
        .concat()
        .bytes()
        .map(|sign| SIGNS.iter().position(|&known| known == sign).expect("a known sign") as Tile)
        .collect();
    let [from, key, door, goal] = [2, 3, 4, 5];
    let over = (1..=5).collect();
    // A movement whose key opens all doors does not count.
    let doors = vec![Door { door, key }];
    let movement = Movement { doors, ..Movement::plain(over) };
    let [from, goal, key, door] = [from, goal, key, door].map(TileSet::only);
    let view = View::new(&tiles, rows[0].len(), rows.len(), rows[0].len());
    Locks { from, goal, key, door }.share_locked_out(view, &movement, &mut Walker::default())
}

#[test]
fn a_key_opens_one_door() {
    assert_eq!(share(&["@k+E"]), Some(0.0));
    assert_eq!(share(&["@.+E"]), Some(1.0));
    // One key for two doors, and a second one between them.
    assert_eq!(share(&["@k+.+E"]), Some(1.0));
    assert_eq!(share(&["@k+k+E"]), Some(0.0));
    assert_eq!(share(&["@kk+.+E"]), Some(0.0));
}

#[test]
fn keys_can_be_spent_at_the_wrong_door() {
    // The upper door leads nowhere.
    assert_eq!(share(&["##.##", "##+##", "@k.+E"]), Some(0.5));
    // Behind it lies another key.
    assert_eq!(share(&["##k##", "##+##", "@k.+E"]), Some(0.0));
}

#[test]
fn without_doors_the_way_decides() {
    assert_eq!(share(&["@..E"]), Some(0.0));
    assert_eq!(share(&["@.#E"]), Some(1.0));
    assert_eq!(share(&["@..."]), Some(1.0));
    assert_eq!(share(&["...E"]), None);
}

#[test]
fn too_many_doors_are_not_measured() {
    assert_eq!(share(&["@k+++++++++++E"]), None);
}
