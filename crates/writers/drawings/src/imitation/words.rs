//! The meaning of legend words: which tiles are passable, and their roles.

use std::collections::{BTreeMap, BTreeSet};

use marahel_formats::{Legend, general_words, is_general};
use marahel_level::{Role, first_of};

/// Roles by words that describe a tile, for tiles whose names do not state one.
const ROLES_OF_WORDS: [(&str, Role); 5] = [
    ("climbable", Role::Climbable),
    ("hazard", Role::Hazard),
    ("damaging", Role::Hazard),
    ("collectable", Role::Loot),
    ("pickupable", Role::Loot),
];

/// Words in the names of impassable tiles.
const SOLID: [&str; 16] = [
    "wall", "solid", "ground", "rock", "stone", "brick", "block", "diggable", "pipe", "cannon",
    "water", "lava", "tree", "void", "hedge", "element",
];

/// Whether the name of a tile describes something impassable.
pub(crate) fn is_solid_name(name: &str) -> bool {
    let name = name.to_lowercase();
    SOLID.iter().any(|word| name.contains(word))
}

/// The role of a tile that a word describes.
pub(crate) fn role_of_word(word: &str) -> Option<Role> {
    ROLES_OF_WORDS.into_iter().find(|row| row.0 == word).map(|(_, role)| role)
}

/// The words of a legend that mean nothing here, each with its tile, and the words that do. One of
/// the words of a tile is its name; the others describe it, or state its role or its class.
pub(crate) fn meaningless(legend: &Legend) -> Option<String> {
    let characters: Vec<char> = legend.entries().filter_map(|(key, _)| character(key)).collect();
    let names = legend.names(&characters);
    let names: BTreeMap<char, &str> =
        characters.into_iter().zip(names.iter().map(String::as_str)).collect();
    let mut n_tiles_of: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, tags) in legend.entries() {
        for tag in tags.iter().map(String::as_str).collect::<BTreeSet<_>>() {
            *n_tiles_of.entry(tag).or_default() += 1;
        }
    }
    let mut unknown: Vec<String> = Vec::new();
    for (key, tags) in legend.entries() {
        let name = character(key).map_or_else(|| legend.name(key), |sign| Some(names[&sign]));
        let unknown_tags = tags.iter().filter(|tag| {
            Some(tag.as_str()) != name
                && !is_general(tag)
                && Role::spoken_of(tag).is_none()
                && !is_solid_name(tag)
                && n_tiles_of[tag.as_str()] == 1
        });
        unknown.extend(unknown_tags.map(|tag| format!("`{tag}` of `{key}`")));
    }
    let general = general_words().collect::<Vec<_>>().join(", ");
    let roles = Role::all().map(Role::name).collect::<Vec<_>>().join(", ");
    (!unknown.is_empty()).then(|| {
        format!(
            "the legend says {}, which means nothing here; beside its name a tile has words that say \
             how it is ({general}), or what it is for ({roles})",
            first_of(&unknown, ", ")
        )
    })
}

/// The character that a key of a legend is; `None` if it is a name.
fn character(key: &str) -> Option<char> {
    let mut characters = key.chars();
    characters.next().filter(|_| characters.next().is_none())
}

#[cfg(test)]
mod tests {
    use marahel_formats::Legend;

    use super::meaningless;

    fn told(json: &str) -> Option<String> {
        meaningless(&Legend::parse(json).expect("a legend"))
    }

    #[test]
    fn words_that_say_nothing_are_told() {
        let note = told(r#"{"?": ["thing", "foe", "zork", "passable"]}"#).expect("zork");
        assert!(note.starts_with("the legend says `zork` of `?`, which"), "{note}");
        assert_eq!(told(r##"{"?": ["thing", "foe", "passable"], "#": ["wall", "solid"]}"##), None);
        // Words like those of the VGLC for Super Mario Kart and Doom.
        let note = told(
            r#"{"T": ["drivable", "road", "endsLap"], "G": ["drivable", "grass", "slowing"],
                "-": ["empty", "out_of_bounds"]}"#,
        );
        let start =
            "the legend says `endsLap` of `T`, `slowing` of `G`, `out_of_bounds` of `-`, which";
        assert!(note.expect("three words").starts_with(start));
    }

    #[test]
    fn legends_of_public_corpora_are_understood() {
        // Words like those of the VGLC for Super Mario Bros, Lode Runner and Kid Icarus.
        for json in [
            r#"{"X": ["solid", "ground"], "S": ["solid", "breakable"], "-": ["passable", "empty"],
                "?": ["solid", "question block", "full question block"],
                "Q": ["solid", "question block", "empty question block"],
                "E": ["enemy", "damaging", "hazard", "moving"], "<": ["solid", "top-left pipe", "pipe"],
                "o": ["coin", "collectable", "passable"], "B": ["Cannon top", "cannon", "solid", "hazard"]}"#,
            r##"{"B": ["solid", "ground"], "b": ["solid", "diggable", "ground"], "#": ["passable", "climbable", "ladder"],
                "G": ["passable", "pickupable", "gold"], "M": ["passable", "spawn"]}"##,
            r#"{"D": ["solid", "openable", "door"], "M": ["solidtop", "passable", "moving", "platform"],
                "T": ["solidtop", "passable", "platform"]}"#,
        ] {
            assert_eq!(told(json), None);
        }
    }
}
