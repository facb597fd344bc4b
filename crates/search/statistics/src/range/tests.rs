//! Levels and scripts for tests, drawn as text.

pub(super) mod naive;

use std::sync::Arc;

use marahel::Generator;
use marahel_level::{Level, Palette, UNKNOWN};
use proptest::prelude::*;

/// The entities of the binary problem: `.` empty, `#` solid.
pub(crate) fn binary() -> Arc<Palette> {
    Arc::new(Palette::of_names(&["empty", "solid"]).expect("the names are distinct"))
}

/// A level of `.` empty, `#` solid and `?` unknown.
#[track_caller]
pub(crate) fn level(text: &str) -> Level {
    Level::from_text(text, binary()).expect("it is a level")
}

/// Levels of up to 13 x 13 tiles, some of them unknown.
pub(crate) fn levels() -> impl Strategy<Value = Level> {
    (1_usize..=13, 1_usize..=13).prop_flat_map(|(width, height)| {
        let tile = prop_oneof![5 => Just(0), 5 => Just(1), 1 => Just(UNKNOWN)];
        prop::collection::vec(tile, width * height)
            .prop_map(move |tiles| Level::from_tiles(width, tiles, binary()))
    })
}

/// A generator of levels of `size`, each cell one of `entities`.
pub(crate) fn noise(size: &str, entities: &[&str]) -> Generator {
    let script = format!(
        r#"{{"metadata": {{"min": "{size}", "max": "{size}"}}, "entities": {entities:?},
        "explorers": [{{"type": "horz", "rules": ["self(any) -> self({})"]}}]}}"#,
        entities.join("|")
    );
    Generator::parse(&script).expect("it is a script")
}
