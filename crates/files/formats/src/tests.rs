//! Levels for tests, and files that lie beside others.

use std::collections::BTreeMap;
use std::sync::Arc;

use marahel_level::{Entity, Level, LevelError, N_LEVELS_MAX, Palette, UNKNOWN, Unread};
use proptest::prelude::*;
use proptest::string::string_regex;

use crate::{Format, Hints, NamedFiles, NoFiles, Reading, read};

/// The entities of the zelda problem: `.#@ekd`.
pub(crate) fn zelda() -> Arc<Palette> {
    palette(&["empty", "solid", "player", "enemy", "key", "door"])
}

#[track_caller]
pub(crate) fn palette(names: &[&str]) -> Arc<Palette> {
    Arc::new(Palette::of_names(names).expect("the names are distinct"))
}

pub(crate) fn listed(names: &[&str]) -> Hints {
    Hints { named: Some(palette(names)), ..Hints::default() }
}

/// What is known where all levels have these entities.
pub(crate) fn wanting(names: &[&str]) -> Hints {
    Hints { target: Some(palette(names)), ..Hints::default() }
}

/// Files by their paths. What lies outside of their folder cannot be read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    pub(crate) fn with(mut self, path: &str, text: impl AsRef<[u8]>) -> Self {
        self.0.insert(path.to_owned(), text.as_ref().to_vec());
        self
    }
}

impl NamedFiles for Files {
    fn read(&self, path: &str) -> Result<Vec<u8>, Unread> {
        if path.starts_with("../") {
            return Err(Unread::Outside("..".to_owned()));
        }
        self.0.get(path).cloned().ok_or(Unread::Missing)
    }
}

/// The only level of a text.
pub(crate) fn one(text: &str, format: &Format, hints: &Hints) -> Result<Level, LevelError> {
    Ok(only(read(text.as_bytes(), format, hints, &NoFiles)?))
}

#[track_caller]
pub(crate) fn only(reading: Reading) -> Level {
    let mut levels = reading.levels;
    assert_eq!(levels.len(), 1);
    levels.remove(0).level
}

/// The names of the entities of a level that some cell has.
pub(crate) fn names(level: &Level) -> Vec<String> {
    let level = level.without_unused();
    level.palette().entities().iter().map(|entity| entity.name.clone()).collect()
}

/// An error with its reasons, as people see it.
pub(crate) fn told(error: &LevelError) -> String {
    let mut message = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(reason) = source {
        message = format!("{message}: {reason}");
        source = reason.source();
    }
    message
}

/// Levels of up to 9 x 9 tiles, unknown ones too, of up to 62 entities of any names, characters
/// and colors.
pub(crate) fn painted_levels() -> BoxedStrategy<Level> {
    // Read once: a text is read as a pattern for each of the many names.
    let [name, character] = ["[a-z \"\\\\<é]{0,5}", "[^\\pC?]"]
        .map(|pattern| string_regex(pattern).expect("it is a pattern"));
    let names = proptest::collection::btree_set(name, 1..=62);
    let characters = proptest::collection::btree_set(character, 1..=62);
    let looks = proptest::collection::vec(any::<[u8; 3]>(), 1..=62);
    let palettes = (names, characters, looks).prop_map(|(names, characters, colors)| {
        let looks = names.into_iter().zip(characters).zip(colors);
        let entities = looks.map(|((name, character), color)| {
            let character = character.chars().next().expect("it is one character");
            Entity { name, character, color }
        });
        Palette::new(entities.collect()).expect("names and characters are distinct")
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

/// A text of too many levels is refused; one of few of them is read.
#[track_caller]
fn check_count(format: &str, [head, level, tail]: [&str; 3], hints: &Hints) {
    let format = Format::called(format).expect("it is a format");
    let read = |n: usize| {
        let text = format!("{head}{}{tail}", level.repeat(n));
        read(text.as_bytes(), format, hints, &NoFiles)
    };
    assert!(read(2).expect(level).levels.len() >= 2, "{level}");
    let error = read(N_LEVELS_MAX + 1).unwrap_err();
    assert!(matches!(error, LevelError::TooMany), "{}: {}", format.ending, told(&error));
}

#[test]
fn files_have_a_limited_number_of_levels() {
    let [plain, drawn] = [Hints::default(), listed(&["empty", "solid"])];
    check_count("txt", ["", "#\n\n", ""], &drawn);
    check_count("txt", ["", "#@$.#\n\n", ""], &plain);
    check_count("csv", ["", "1\n\n", ""], &drawn);
    check_count("json", ["", "[\"#\"]", ""], &drawn);
    check_count("json", ["[", "[[1]],", "[[1]]]"], &drawn);
    check_count("txt", ["legend\n# = Wall\nlevels\n", "#\n\n", ""], &plain);
    let project =
        "{\"jsonVersion\": \"1.5.3\", \"defs\": {\"layers\": [{\"uid\": 1}]}, \"levels\": [";
    let cell = "{\"__type\": \"IntGrid\", \"__cWid\": 1, \"__cHei\": 1, \"layerDefUid\": 1, \"intGridCsv\": [1]}";
    let level = format!("{{\"identifier\": \"a\", \"layerInstances\": [{cell}]}}");
    check_count("ldtk", [&format!("{project}{level}"), &format!(",{level}"), "]}"], &plain);
    let puzzle = "<Level><L>#@$.#</L></Level>";
    check_count("slc", ["<SokobanLevels>", puzzle, "</SokobanLevels>"], &plain);
}
