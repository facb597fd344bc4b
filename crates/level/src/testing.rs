//! Levels for tests: a small palette and random levels.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::string::string_regex;

use crate::{Entity, Level, Palette, UNKNOWN};

/// The entities of the zelda problem: `.#@ekd`.
pub(crate) fn zelda() -> Arc<Palette> {
    let names = ["empty", "solid", "player", "enemy", "key", "door"];
    Arc::new(Palette::of_names(&names).expect("the names are distinct"))
}

/// Levels of up to 9 x 9 tiles, unknown ones too, of up to 62 entities that look as usual.
pub(crate) fn levels() -> BoxedStrategy<Level> {
    let palettes = (1_u8..=62).prop_map(|n_entities| {
        let names: Vec<String> = (0..n_entities).map(|n| format!("entity {n}")).collect();
        Palette::of_names(&names).expect("the names are distinct")
    });
    of_palettes(palettes)
}

/// The same, of entities of any names, characters and colors.
pub(crate) fn painted_levels() -> BoxedStrategy<Level> {
    // Read once: a text is read as a pattern for each of the many names.
    let [name, character] = ["[a-z \"\\\\<é]{0,5}", "[^\\pC?]"]
        .map(|pattern| string_regex(pattern).expect("it is a pattern"));
    let names = proptest::collection::btree_set(name, 1..=62);
    let characters = proptest::collection::btree_set(character, 1..=62);
    let looks = proptest::collection::vec(any::<[u8; 3]>(), 1..=62);
    of_palettes((names, characters, looks).prop_map(|(names, characters, colors)| {
        let looks = names.into_iter().zip(characters).zip(colors);
        let entities = looks.map(|((name, character), color)| {
            let character = character.chars().next().expect("it is one character");
            Entity { name, character, color }
        });
        Palette::new(entities.collect()).expect("names and characters are distinct")
    }))
}

fn of_palettes(palettes: impl Strategy<Value = Palette> + 'static) -> BoxedStrategy<Level> {
    (1_usize..=9, 1_usize..=9, palettes)
        .prop_flat_map(|(width, height, palette)| {
            let tile = prop_oneof![4 => 0..palette.len() as u8, 1 => Just(UNKNOWN)];
            let palette = Arc::new(palette);
            proptest::collection::vec(tile, width * height)
                .prop_map(move |tiles| Level::from_tiles(width, tiles, palette.clone()))
        })
        .boxed()
}
