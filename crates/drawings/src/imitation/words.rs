//! The meaning of legend words: which tiles are passable, and their roles.

use formats::{Legend, general_words, is_general, says_solid};
use level::Tile;
use problem::Role;

use crate::imitation::ImitationError;
use crate::imitation::drawn::{Drawn, is_solid_name};

/// Roles by words that describe a tile, for tiles whose names do not state one.
const ROLES_OF_WORDS: [(&str, Role); 5] = [
    ("climbable", Role::Climbable),
    ("hazard", Role::Hazard),
    ("damaging", Role::Hazard),
    ("collectable", Role::Loot),
    ("pickupable", Role::Loot),
];

impl Drawn {
    /// Whether the name of a tile contradicts the legend: it sounds dangerous, such as water, but
    /// the legend lets characters walk, climb or collect there; or it sounds climbable, such as a
    /// vine, but is solid.
    pub(crate) fn is_misnamed(&self, tile: Tile) -> bool {
        let entity = &self.palette.entities()[usize::from(tile)];
        let tags = self.legend.tags(entity);
        let of_words = |tag: &str| ROLES_OF_WORDS.iter().find(|(word, _)| *word == tag);
        let mut roles = tags.iter().filter_map(|tag| of_words(tag)).map(|&(_, role)| role);
        let says = |is_solid: bool| tags.iter().any(|tag| says_solid(tag) == Some(is_solid));
        match Role::spoken_of(&entity.name) {
            Some(Role::Hazard) => {
                let is_danger = roles.clone().any(|role| role == Role::Hazard);
                !is_danger && (says(false) || roles.next().is_some())
            }
            Some(Role::Climbable | Role::Rope) => says(true) && roles.next().is_none(),
            _ => false,
        }
    }

    /// The role that the legend gives a tile beyond its name.
    pub(crate) fn said(&self, tile: Tile) -> Option<Role> {
        let entity = &self.palette.entities()[usize::from(tile)];
        let tags = || {
            let tags = self.legend.tags(entity).iter().map(String::as_str);
            tags.filter(|&tag| tag != entity.name)
        };
        let find = |role: &dyn Fn(&str) -> Option<Role>| tags().find_map(role);
        // A role overrides the name; a description does not.
        let named = find(&|tag| Role::of_name(tag).filter(|_| !is_general(tag)));
        let is_named = Role::spoken_of(&entity.name).is_some();
        if named.is_some() || is_named && !self.is_misnamed(tile) {
            return named;
        }
        let is_solid = |tag: &str| {
            let is_it = says_solid(tag) == Some(true) && is_solid_name(&entity.name);
            is_it.then_some(Role::Wall)
        };
        let of_word = |tag: &str| {
            let mut known = ROLES_OF_WORDS.into_iter();
            known.find(|(word, _)| *word == tag).map(|(_, role)| role)
        };
        find(&Role::spoken_of).or_else(|| find(&of_word)).or_else(|| find(&is_solid))
    }
}

/// Rejects words without a meaning. One of the words of a tile is its name; the others describe it,
/// or state its role or its class.
pub(crate) fn check(legend: &Legend) -> Result<(), ImitationError> {
    let character = |key: &str| {
        let mut characters = key.chars();
        characters.next().filter(|_| characters.next().is_none())
    };
    let characters: Vec<char> = legend.entries().filter_map(|(key, _)| character(key)).collect();
    let names = legend.names(&characters);
    let name_of = |key: &str| {
        let index = characters.iter().position(|&one| Some(one) == character(key));
        index.map_or_else(|| legend.name(key), |index| Some(names[index].as_str()))
    };
    let mut unknown: Vec<String> = Vec::new();
    for (key, tags) in legend.entries() {
        let name = name_of(key);
        let is_of_kind =
            |tag: &String| legend.entries().any(|(other, tags)| other != key && tags.contains(tag));
        let is_known = |tag: &String| {
            Some(tag.as_str()) == name
                || is_general(tag)
                || Role::spoken_of(tag).is_some()
                || is_solid_name(tag)
                || is_of_kind(tag)
        };
        unknown.extend(
            tags.iter().filter(|tag| !is_known(tag)).map(|tag| format!("`{tag}` of `{key}`")),
        );
    }
    if unknown.is_empty() {
        return Ok(());
    }
    Err(ImitationError::Legend {
        unknown: unknown.join(", "),
        known: general_words().collect::<Vec<_>>().join(", "),
        roles: Role::all().map(Role::name).collect::<Vec<_>>().join(", "),
    })
}

#[cfg(test)]
mod tests {
    use formats::Legend;

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
