use std::sync::Arc;

use crate::{Level, Palette};

#[test]
fn a_thing_stands_on_the_ground_around_it() {
    let palette = Palette::of_names(&["wall", "floor", "grass", "key"]).expect("they differ");
    let [wall, floor, grass, key] = [0, 1, 2, 3];
    let tiles = vec![
        wall, wall, wall, wall, //
        floor, key, grass, key, //
        floor, floor, grass, grass,
    ];
    let level = Level::from_tiles(4, tiles, Arc::new(palette));
    let below = level.grounds_below();
    assert_eq!(below[5], Some(floor));
    assert_eq!(below[7], Some(grass));
    assert!([0, 4, 6].into_iter().all(|cell| below[cell].is_none()));
    assert!(level.palette().stands(key) && !level.palette().stands(wall));
}
