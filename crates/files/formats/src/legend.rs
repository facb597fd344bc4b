//! Names of the tiles of drawn levels.

use std::collections::BTreeMap;

use marahel_level::{Entity, LevelError, Palette};
use serde_json::Value;

/// Words for tiles that cannot be entered, and for those that can.
const SOLID: [&str; 5] = ["solid", "impassable", "unpassable", "nondrivable", "blocking"];
const PASSABLE: [&str; 4] = ["passable", "walkable", "drivable", "solidtop"];

/// Other words that describe a tile without naming it.
const GENERAL: [&str; 8] = [
    "climbable",
    "damaging",
    "hazard",
    "moving",
    "collectable",
    "pickupable",
    "breakable",
    "openable",
];

/// Reserved words of expressions.
const KEPT: [&str; 7] = ["any", "and", "or", "not", "else", "none", "by"];

/// Names that a character can usually mean, the likelier first.
const USUAL: [&str; 15] = [
    "wall", "floor", "player", "enemy", "key", "door", "crate", "target", "gold", "exit",
    "entrance", "stairs", "spikes", "ladder", "water",
];

/// Words for each tile, as in the VGLC. The key is a character of texts, or else the name in the
/// file or a generated one such as `tile_17`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legend {
    lines: Vec<(String, Vec<String>)>,
    /// The first line of each key.
    first: BTreeMap<String, usize>,
}

/// Maximum number of words for one kind of tile, because each is compared with those of others.
const N_WORDS_MAX: usize = 100;

impl Legend {
    /// The legend of a JSON file: `{"tiles": {"#": ["solid", "wall"]}}`, or `{"#": "wall"}`, and
    /// names such as `{"tile_17": "coin"}`, also as `{"tile_17": {"name": "coin", ...}}`.
    pub fn parse(json: &str) -> Result<Self, LevelError> {
        let value: Value = serde_json::from_str(json)
            .map_err(|error| LevelError::Content(format!("not a legend in JSON: {error}")))?;
        let Some(tiles) = value.get("tiles").unwrap_or(&value).as_object() else {
            bail!("a legend is an object, as in {{\"#\": [\"solid\", \"wall\"]}}");
        };
        let mut legend = Vec::new();
        for (key, value) in tiles {
            // In a legend that is written to be edited, names are those of the file.
            let (value, word): (_, fn(&str) -> String) = match value.get("name") {
                Some(name) => (name, str::to_owned),
                None => (value, word),
            };
            let tags = value.as_array().map_or(std::slice::from_ref(value), |tags| &tags[..]);
            let tags = tags.iter().map(|tag| tag.as_str().map(word)).collect::<Option<Vec<_>>>();
            let Some(tags) = tags.filter(|tags| !tags.is_empty()) else {
                bail!("`{key}` is not said to be a word, or a list of words");
            };
            if tags.len() > N_WORDS_MAX {
                let n = tags.len();
                bail!("`{key}` has {n} words, at most {N_WORDS_MAX}");
            }
            legend.push((key.clone(), tags));
        }
        Ok(Self::of(legend))
    }

    fn of(lines: Vec<(String, Vec<String>)>) -> Self {
        let mut first = BTreeMap::new();
        for (index, (key, _)) in lines.iter().enumerate() {
            first.entry(key.clone()).or_insert(index);
        }
        Self { lines, first }
    }

    fn tags_of(&self, key: &str) -> Option<&[String]> {
        self.first.get(key).map(|&index| &*self.lines[index].1)
    }

    /// Moves the words of a character to another character.
    pub fn rename(&mut self, character: char, new_character: char) {
        let mut lines = std::mem::take(&mut self.lines);
        for (key, _) in lines.iter_mut().filter(|(key, _)| is(key, character)) {
            *key = new_character.to_string();
        }
        *self = Self::of(lines);
    }

    /// Each key (character or name) with its words.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.lines.iter().map(|(key, tags)| (key.as_str(), tags.as_slice()))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether it has words for characters.
    pub fn has_characters(&self) -> bool {
        self.lines.iter().any(|(key, _)| key.chars().nth(1).is_none())
    }

    /// Whether it has words for tiles that a file only numbers.
    pub(crate) fn has_numbers(&self) -> bool {
        self.lines.iter().any(|(key, _)| {
            key.strip_prefix("tile_").is_some_and(|number| number.parse::<i64>().is_ok())
        })
    }

    /// The name for a name in the file or a generated name, if the legend has one.
    pub fn name(&self, name: &str) -> Option<&str> {
        let tags = self.tags_of(name)?;
        let says = tags.iter().find(|tag| !is_general(tag));
        says.or(tags.first()).map(String::as_str)
    }

    /// The generated names that it renames to `name`.
    pub(crate) fn keys_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let keys = self.lines.iter().map(|(key, _)| key.as_str());
        keys.filter(move |key| self.name(key).is_some_and(|word| is_called(word, name)))
    }

    /// The words for a tile, by its character or its name.
    pub fn tags(&self, entity: &Entity) -> &[String] {
        self.tags_of(&entity.character.to_string()).unwrap_or_else(|| {
            let line = self.lines.iter().find(|(key, _)| {
                *key == entity.name || self.name(key) == Some(entity.name.as_str())
            });
            line.map_or(&[][..], |(_, tags)| tags)
        })
    }

    fn of_character(&self, character: char) -> &[String] {
        self.tags_of(&character.to_string()).unwrap_or_default()
    }

    /// A name for each character: its first naming word that is unique, else the first naming word,
    /// else its first word; in an empty legend the usual meaning of the character; else its code.
    /// Characters of one naming word, or of the same words, are one tile, so that they have one name.
    pub fn names(&self, characters: &[char]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut first_of: BTreeMap<String, char> = BTreeMap::new();
        for &character in characters {
            let tags = self.of_character(character);
            let peers = characters.iter().filter(|&&peer| peer != character);
            let peer_words = peers.flat_map(|&peer| self.of_character(peer));
            let mut naming = tags.iter().filter(|tag| !is_general(tag));
            let own = naming.clone().find(|tag| peer_words.clone().all(|word| word != *tag));
            let word = own.or_else(|| naming.next());
            let name = word.or(tags.first()).cloned();
            let name = name.or_else(|| usual_name(character).filter(|_| self.lines.is_empty()));
            let name = name.filter(|name| match first_of.get(name) {
                None => true,
                Some(&first) => word.is_some() || self.is_same(character, first),
            });
            let name = name.unwrap_or_else(|| code(character));
            first_of.entry(name.clone()).or_insert(character);
            names.push(name);
        }
        names
    }

    /// Whether it has the same words, at least one, for both.
    fn is_same(&self, character: char, other: char) -> bool {
        let words = self.of_character(character);
        !words.is_empty() && words == self.of_character(other)
    }
}

/// What a character usually means, if anything.
fn usual_name(character: char) -> Option<String> {
    let mut names = USUAL.into_iter().filter(|name| {
        Palette::of_names(&[name]).is_ok_and(|palette| palette.character(0) == character)
    });
    names.next().map(str::to_owned)
}

/// Whether a word describes a tile without naming it.
pub fn is_general(tag: &str) -> bool {
    GENERAL.contains(&tag.to_lowercase().as_str()) || says_solid(tag).is_some()
}

/// Whether a word marks a tile as solid (true) or passable (false); `None` if neither.
pub fn says_solid(tag: &str) -> Option<bool> {
    let tag = tag.to_lowercase();
    let is_passable = PASSABLE.contains(&&*tag).then_some(false);
    is_passable.or(SOLID.contains(&&*tag).then_some(true))
}

/// The words of legends that [say what a tile is like](is_general).
pub fn general_words() -> impl Iterator<Item = &'static str> {
    SOLID.into_iter().chain(PASSABLE).chain(GENERAL)
}

/// Whether a key is this character.
fn is(key: &str, character: char) -> bool {
    let mut characters = key.chars();
    characters.next() == Some(character) && characters.next().is_none()
}

/// A generated name for an unknown character.
pub fn code(character: char) -> String {
    let word = if character.is_ascii_alphanumeric() {
        character.to_string()
    } else {
        format!("{:x}", u32::from(character))
    };
    format!("tile_{word}")
}

/// Whether a tile of a file has this name, literally or in the form used in expressions.
pub(crate) fn is_called(key: &str, name: &str) -> bool {
    key == name || word(key) == name
}

/// The name in the form used in expressions: letters, digits and `_`, and not a reserved word.
pub fn word(name: &str) -> String {
    let word: String =
        name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
    let is_word = word.starts_with(char::is_alphabetic) && !KEPT.contains(&word.as_str());
    if is_word { word } else { format!("tile_{word}") }
}

#[cfg(test)]
mod tests {
    use marahel_level::Palette;

    use super::Legend;

    #[track_caller]
    fn parse(json: &str) -> Legend {
        Legend::parse(json).expect("it is a legend")
    }

    #[track_caller]
    fn check_error(json: &str, expected: &str) {
        assert_eq!(Legend::parse(json).unwrap_err().to_string(), expected);
    }

    #[test]
    fn names_are_the_tags_that_tell_tiles_apart() {
        let legend = parse(
            r#"{"tiles": {"B": ["solid", "ground"], "b": ["solid", "diggable", "ground"],
                "<": ["solid", "top-left pipe", "pipe"], "E": ["enemy", "damaging", "moving"]}}"#,
        );
        let names = legend.names(&['B', 'b', '<', 'E', '.', 'x']);
        assert_eq!(names, ["ground", "diggable", "top_left_pipe", "enemy", "tile_2e", "tile_x"]);
    }

    #[test]
    fn characters_of_one_word_or_of_the_same_words_have_one_name() {
        let legend = parse(
            r##"{"-": "wall", "|": "wall", "S": ["solid", "breakable"], "T": ["solid", "breakable"],
                "X": "solid", "#": ["solid", "wall"]}"##,
        );
        let names = legend.names(&['-', '|', 'S', 'T', 'X', '#']);
        assert_eq!(names, ["wall", "wall", "solid", "solid", "tile_X", "wall"]);
    }

    #[test]
    fn without_a_legend_characters_mean_what_they_usually_do() {
        let names = Legend::default().names(&['#', '.', '@', 'W', '~']);
        assert_eq!(names, ["wall", "floor", "player", "tile_W", "water"]);
    }

    #[test]
    fn names_that_nobody_gave_are_keys_too() {
        let legend = parse(
            r##"{"tile_17": "Big Coin", "stone": ["solid", "rock"], "sand": "solid", "#": "1"}"##,
        );
        assert_eq!(legend.name("tile_17"), Some("Big_Coin"));
        assert_eq!(legend.name("stone"), Some("rock"));
        assert_eq!(legend.name("sand"), Some("solid"));
        assert_eq!((legend.name("#"), legend.name("rock")), (Some("tile_1"), None));
        assert!(legend.has_characters());
        assert!(!parse(r#"{"tile_17": "coin"}"#).has_characters());
    }

    #[test]
    fn tags_are_found_by_character_or_name() {
        let mut legend = parse(r##"{"#": ["solid", "wall"], "tile_17": ["coin", "passable"]}"##);
        legend.rename('#', '%');
        let palette =
            Palette::of_names(&["rock", "coin", "tile_17", "wall"]).expect("they are distinct");
        let tags = |tile: usize| legend.tags(&palette.entities()[tile]).join(" ");
        assert_eq!(
            [tags(0), tags(1), tags(2), tags(3)],
            ["", "coin passable", "coin passable", "solid wall"]
        );
    }

    #[test]
    fn what_is_no_legend_says_why() {
        let object = "a legend is an object, as in {\"#\": [\"solid\", \"wall\"]}";
        check_error("[]", object);
        check_error(r#"{"tiles": 3}"#, object);
        let word = "`#` is not said to be a word, or a list of words";
        for json in
            [r##"{"#": 3}"##, r##"{"#": []}"##, r##"{"#": ["solid", 3]}"##, r##"{"#": null}"##]
        {
            check_error(json, word);
        }
        let error = Legend::parse("# = wall").unwrap_err().to_string();
        assert!(error.starts_with("not a legend in JSON: "), "{error}");
    }
}
