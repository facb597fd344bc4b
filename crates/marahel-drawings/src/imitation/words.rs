//! The meaning of legend words: which tiles are passable, and their roles.

use crate::imitation::error::ImitationError;
use marahel_formats::{Legend, general_words, is_general};
use marahel_level::Role;

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

/// Rejects words without a meaning. One of the words of a tile is its name; the others describe it,
/// or state its role or its class.
pub(crate) fn check(legend: &Legend) -> Result<(), ImitationError> {
    let characters: Vec<char> = legend.entries().filter_map(|(key, _)| character(key)).collect();
    let names = legend.names(&characters);
    let mut unknown: Vec<String> = Vec::new();
    for (key, tags) in legend.entries() {
        let index = characters.iter().position(|&listed| Some(listed) == character(key));
        let name = index.map_or_else(|| legend.name(key), |index| Some(names[index].as_str()));
        let unknown_tags = tags.iter().filter(|tag| {
            let mut rows = legend.entries().filter(|(second, _)| *second != key);
            Some(tag.as_str()) != name
                && !is_general(tag)
                && Role::spoken_of(tag).is_none()
                && !is_solid_name(tag)
                && !rows.any(|(_, tags)| tags.contains(tag))
        });
        unknown.extend(unknown_tags.map(|tag| format!("`{tag}` of `{key}`")));
    }
    if unknown.is_empty() {
        return Ok(());
    }
    Err(ImitationError::Legend {
        unknown: unknown.join(", "),
        general: general_words().collect::<Vec<_>>().join(", "),
        roles: Role::all().map(Role::name).collect::<Vec<_>>().join(", "),
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

    use super::check;

    fn told(json: &str) -> Result<(), String> {
        let legend = Legend::parse(json).expect("a legend");
        check(&legend).map_err(|error| error.to_string())
    }

    #[test]
    fn words_that_say_nothing_are_mistakes() {
        let error = told(r#"{"?": ["thing", "foe", "zork", "passable"]}"#).expect_err("zork");
        assert!(error.starts_with("the legend says `zork` of `?`, which"), "{error}");
        assert_eq!(
            told(r##"{"?": ["thing", "foe", "passable"], "#": ["wall", "solid"]}"##),
            Ok(())
        );
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
            assert_eq!(told(json), Ok(()));
        }
    }
}
