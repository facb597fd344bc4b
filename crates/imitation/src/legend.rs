//! What the tiles of drawn levels are called.

use level::Palette;
use serde_json::Value;

use crate::ImitationError;

/// Tags of legends that say what a tile is like, and not what it is.
const GENERAL: [&str; 10] = [
    "solid",
    "passable",
    "climbable",
    "damaging",
    "hazard",
    "moving",
    "collectable",
    "pickupable",
    "breakable",
    "impassable",
];

/// Names whose usual character says what a text means by it, the likelier first.
const USUAL: [&str; 19] = [
    "wall", "floor", "player", "enemy", "key", "door", "crate", "target", "gold", "exit",
    "entrance", "stairs", "spikes", "corridor", "bridge", "ladder", "water", "lava", "grass",
];

/// What is known of the characters of texts: for each its tags, as the VGLC has them.
#[derive(Debug, Default)]
pub struct Legend(Vec<(char, Vec<String>)>);

impl Legend {
    /// The legend of a JSON file: `{"tiles": {"#": ["solid", "wall"]}}`, or `{"#": "wall"}`.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn parse(json: &str) -> Result<Self, ImitationError> {
        let fail = |message: String| ImitationError::Legend(message);
        let value: Value = serde_json::from_str(json)
            .map_err(|error| fail(format!("not a legend in JSON: {error}")))?;
        let Some(tiles) = value.get("tiles").unwrap_or(&value).as_object() else {
            return Err(fail(
                "a legend is an object, as in {\"#\": [\"solid\", \"wall\"]}".to_owned(),
            ));
        };
        let mut legend = Vec::new();
        for (key, value) in tiles {
            let mut characters = key.chars();
            let (Some(character), None) = (characters.next(), characters.next()) else {
                return Err(fail(format!("`{key}` is not one character")));
            };
            let tags = value.as_array().map_or(std::slice::from_ref(value), |tags| &tags[..]);
            let tags = tags.iter().map(|tag| tag.as_str().map(plain)).collect::<Option<Vec<_>>>();
            let Some(tags) = tags.filter(|tags| !tags.is_empty()) else {
                return Err(fail(format!("`{key}` is not said to be a word, or a list of words")));
            };
            legend.push((character, tags));
        }
        Ok(Self(legend))
    }

    /// Lets another character stand for what one stood for.
    pub(crate) fn rename(&mut self, character: char, other: char) {
        for (known, _) in self.0.iter_mut().filter(|(known, _)| *known == character) {
            *known = other;
        }
    }

    pub(crate) fn tags(&self, character: char) -> &[String] {
        let found = self.0.iter().find(|(known, _)| *known == character);
        found.map_or(&[], |(_, tags)| tags)
    }

    /// A name for each character: of its tags the first that is of no other, the first
    /// that says what it is, or what the character usually means; else its code.
    pub(crate) fn names(&self, characters: &[char]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for &character in characters {
            let tags = self.tags(character);
            let others = || characters.iter().filter(|&&other| other != character);
            let is_own = |tag: &str| others().all(|&o| self.tags(o).iter().all(|of| of != tag));
            let says = |tag: &&String| !GENERAL.contains(&tag.as_str());
            let own = tags.iter().filter(says).find(|tag| is_own(tag));
            let usual = || {
                let is_it = |name: &&&str| {
                    Palette::of_names(&[name]).is_ok_and(|one| one.character(0) == character)
                };
                USUAL.iter().find(is_it).map(|name| (*name).to_owned())
            };
            let name = own.or_else(|| tags.iter().find(says)).or(tags.first()).cloned();
            let name = name.or_else(|| usual().filter(|_| self.0.is_empty()));
            let name = name.filter(|name| !names.contains(name)).unwrap_or_else(|| code(character));
            names.push(name);
        }
        names
    }
}

/// The name of a character of which nothing is known.
pub(crate) fn code(character: char) -> String {
    let word = if character.is_ascii_alphanumeric() {
        character.to_string()
    } else {
        format!("{:x}", u32::from(character))
    };
    format!("tile_{word}")
}

/// A word that expressions can name.
fn plain(tag: &str) -> String {
    let word: String = tag
        .to_lowercase()
        .chars()
        .map(|one| if one.is_ascii_alphanumeric() { one } else { '_' })
        .collect();
    let is_word = word.starts_with(|first: char| first.is_ascii_alphabetic())
        && !["any", "and", "or", "not", "else", "none", "by"].contains(&word.as_str());
    if is_word { word } else { format!("tile_{word}") }
}

#[cfg(test)]
mod tests {
    use super::Legend;

    #[test]
    fn names_are_the_tags_that_tell_tiles_apart() {
        let tags = |tags: &str| tags.split(' ').map(str::to_owned).collect();
        let legend = Legend(vec![
            ('B', tags("solid ground")),
            ('b', tags("solid diggable ground")),
            ('<', tags("solid top_left_pipe pipe")),
            ('E', tags("enemy damaging moving")),
        ]);
        let names = legend.names(&['B', 'b', '<', 'E', '.', 'x']);
        assert_eq!(names, ["ground", "diggable", "top_left_pipe", "enemy", "tile_2e", "tile_x"]);
    }

    #[test]
    fn without_a_legend_characters_mean_what_they_usually_do() {
        let names = Legend::default().names(&['#', '.', '@', 'W', '~']);
        assert_eq!(names, ["wall", "floor", "player", "tile_W", "water"]);
    }
}
