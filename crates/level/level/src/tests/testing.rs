//! Levels for tests: a small palette and random levels.

use std::sync::Arc;

use proptest::prelude::*;

use crate::{Level, Palette, UNKNOWN};

/// The entities of the zelda problem: `.#@ekd`.
pub(crate) fn zelda() -> Arc<Palette> {
    let names = ["empty", "solid", "player", "enemy", "key", "door"];
    Arc::new(Palette::of_names(&names).expect("the names are distinct"))
}

/// Random levels of up to 9 x 9 tiles and 62 entities, with unknown tiles.
pub(crate) fn levels() -> BoxedStrategy<Level> {
    let palettes = (1_u8..=62).prop_map(|n_entities| {
        let names: Vec<String> = (0..n_entities).map(|n| format!("entity {n}")).collect();
        Palette::of_names(&names).expect("the names are distinct")
    });
    (1_usize..=9, 1_usize..=9, palettes)
        .prop_flat_map(|(width, height, palette)| {
            let tile = prop_oneof![4 => 0..palette.len() as u8, 1 => Just(UNKNOWN)];
            let palette = Arc::new(palette);
            proptest::collection::vec(tile, width * height)
                .prop_map(move |tiles| Level::from_tiles(width, tiles, palette.clone()))
        })
        .boxed()
}
