//! The entities of a level: names, characters, colors.

use std::collections::BTreeMap;

use crate::conventions::free_character;
use crate::{Look, N_ENTITIES_MAX, Tile, TileSet, UNKNOWN};

#[cfg(test)]
mod tests;

/// One kind of tile: its name in scripts, its character in text, its color in pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entity {
    /// Name in scripts.
    pub name: String,
    /// Character in text levels.
    pub character: char,
    /// Color in pictures: red, green, blue.
    pub color: [u8; 3],
}

/// The entities of a level, in the order of their tile indices.
///
/// Names and characters are distinct, and no character is a control character or that of unknown
/// tiles, so that text levels can be read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    entities: Vec<Entity>,
    /// Looks that differ from the usual ones; the list does not end in `None`.
    looks: Vec<Option<Look>>,
    /// The names of entities that stand on another one, and of that.
    pub(crate) grounds: BTreeMap<String, String>,
}

/// Characters of a long name in a message.
const N_CHARACTERS_SHOWN: usize = 40;

/// Why entities do not form a palette.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PaletteError {
    /// There are no entities, or more than a [`TileSet`](crate::TileSet) holds.
    #[error("a palette has 1 to {N_ENTITIES_MAX} entities, not {0}")]
    Size(usize),
    /// Two entities share a name.
    #[error("two entities are called `{0}`")]
    Name(String),
    /// A name contains a control character, which a terminal could obey.
    #[error("the name {0:?} has a control character; leave it out of names")]
    ControlInName(String),
    /// A name is too long.
    #[error(
        "the name `{}...` has {} bytes; at most {max} are allowed, so shorten it",
        .0.chars().take(N_CHARACTERS_SHOWN).collect::<String>(), .0.len(),
        max = Palette::NAME_BYTES_MAX
    )]
    LongName(String),
    /// Two entities share a character.
    #[error("the character `{0}` stands for two kinds of tile")]
    Character(char),
    /// An entity has the character of unknown tiles.
    #[error("the character `?` stands for tiles that are not set; choose another one")]
    UnknownCharacter,
    /// The character of an entity is a control character, which would break text levels.
    #[error("the control character {0:?} cannot stand for a tile; choose a printable one")]
    Control(char),
}

impl Palette {
    /// Character of [`UNKNOWN`] tiles in text.
    pub const UNKNOWN_CHARACTER: char = '?';
    /// Maximum length of the name of an entity, in bytes: programs look for words in it, and repeat it.
    pub const NAME_BYTES_MAX: usize = 256;
    /// Color of [`UNKNOWN`] tiles in pictures.
    pub const UNKNOWN_COLOR: [u8; 3] = [255, 0, 255];

    /// A palette of the given entities.
    ///
    /// # Errors
    ///
    /// If there are none or too many, names or characters repeat, a name is too long, or a name or
    /// character contains a control character.
    pub fn new(entities: Vec<Entity>) -> Result<Self, PaletteError> {
        if entities.is_empty() || entities.len() > N_ENTITIES_MAX {
            return Err(PaletteError::Size(entities.len()));
        }
        for (index, entity) in entities.iter().enumerate() {
            if entity.name.len() > Self::NAME_BYTES_MAX {
                return Err(PaletteError::LongName(entity.name.clone()));
            }
            let before = &entities[..index];
            if before.iter().any(|earlier| earlier.name == entity.name) {
                return Err(PaletteError::Name(entity.name.clone()));
            }
            if entity.name.contains(char::is_control) {
                return Err(PaletteError::ControlInName(entity.name.clone()));
            }
            if entity.character.is_control() {
                return Err(PaletteError::Control(entity.character));
            }
            if entity.character == Self::UNKNOWN_CHARACTER {
                return Err(PaletteError::UnknownCharacter);
            }
            if before.iter().any(|earlier| earlier.character == entity.character) {
                return Err(PaletteError::Character(entity.character));
            }
        }
        Ok(Self { entities, looks: Vec::new(), grounds: BTreeMap::new() })
    }

    /// Replaces the color (red, green, blue) of one tile.
    #[must_use]
    pub fn with_color(mut self, tile: Tile, color: [u8; 3]) -> Self {
        if let Some(entity) = self.entities.get_mut(usize::from(tile)) {
            entity.color = color;
        }
        self
    }

    /// Replaces the look of one tile in pictures.
    #[must_use]
    pub fn with_look(mut self, tile: Tile, look: Look) -> Self {
        let index = usize::from(tile);
        if index < self.entities.len() {
            if index >= self.looks.len() {
                self.looks.resize(index + 1, None);
            }
            self.looks[index] = Some(look);
        }
        self
    }

    /// Says on which tile one stands in pictures, whatever surrounds it.
    #[must_use]
    pub fn with_ground(mut self, tile: Tile, ground: Tile) -> Self {
        let names = [tile, ground].map(|tile| self.name(tile).to_owned());
        self.grounds.extend([names.into()]);
        self
    }

    /// The palette with one more entity at the end, with its usual character (or the first free
    /// one) and color.
    pub fn with_entity(&self, name: &str) -> Result<Self, PaletteError> {
        if self.len() == N_ENTITIES_MAX {
            return Err(PaletteError::Size(self.len() + 1));
        }
        let names = self.entities.iter().map(|entity| entity.name.as_str()).chain([name]);
        let usual = Self::of_names(&names.collect::<Vec<_>>())?;
        let Entity { character, color, .. } = usual.entities[self.len()];
        let used: Vec<char> = self.entities.iter().map(|entity| entity.character).collect();
        let character =
            if used.contains(&character) { free_character(name, &used) } else { character };
        let mut entities = self.entities.clone();
        entities.push(Entity { name: name.to_owned(), character, color });
        Ok(Self {
            looks: self.looks.clone(),
            grounds: self.grounds.clone(),
            ..Self::new(entities)?
        })
    }

    /// The palette of some of the entities (at least one), in their order.
    pub(crate) fn only(&self, tiles: TileSet) -> Self {
        let entities = tiles.iter().map(|tile| self.entities[usize::from(tile)].clone());
        let mut fewer =
            Self { entities: entities.collect(), looks: Vec::new(), grounds: self.grounds.clone() };
        for (number, tile) in (0..).zip(tiles.iter()) {
            if let Some(look) = self.look(tile) {
                fewer = fewer.with_look(number, look.clone());
            }
        }
        fewer
    }

    /// The look of a tile in pictures, if it is not the usual one of its name.
    pub fn look(&self, tile: Tile) -> Option<&Look> {
        self.looks.get(usize::from(tile))?.as_ref()
    }

    /// The name of what pictures show for a tile, or its own picture.
    #[cfg(feature = "png")]
    pub(crate) fn shown(&self, tile: Tile) -> Result<&str, &crate::Picture> {
        match self.look(tile) {
            None => Ok(self.name(tile)),
            Some(Look::Symbol(name)) => Ok(name),
            Some(Look::Picture(picture)) => Err(picture),
        }
    }

    /// The tile on which one stands in pictures, if that is said and there.
    pub fn ground(&self, tile: Tile) -> Option<Tile> {
        self.tile(self.grounds.get(self.name(tile))?)
    }

    /// Number of entities, 1 to [`N_ENTITIES_MAX`].
    #[expect(clippy::len_without_is_empty, reason = "a palette is never empty")]
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// The entities in the order of their tile indices.
    pub fn entities(&self) -> &[Entity] {
        &self.entities
    }

    /// The tile of the entity called `name`.
    pub fn tile(&self, name: &str) -> Option<Tile> {
        self.position(|entity| entity.name == name)
    }

    /// The tile that `character` stands for in text.
    pub fn tile_of(&self, character: char) -> Option<Tile> {
        if character == Self::UNKNOWN_CHARACTER {
            return Some(UNKNOWN);
        }
        self.position(|entity| entity.character == character)
    }

    /// The name of `tile`, or `unknown`.
    pub fn name(&self, tile: Tile) -> &str {
        self.entity(tile).map_or("unknown", |entity| &entity.name)
    }

    /// The character of `tile`.
    pub fn character(&self, tile: Tile) -> char {
        self.entity(tile).map_or(Self::UNKNOWN_CHARACTER, |entity| entity.character)
    }

    /// The color of `tile`.
    pub fn color(&self, tile: Tile) -> [u8; 3] {
        self.entity(tile).map_or(Self::UNKNOWN_COLOR, |entity| entity.color)
    }

    /// All characters with their names, for error messages: "`.` empty, `#` solid, `?` unknown".
    pub(crate) fn legend(&self) -> String {
        let tiles = (0..self.len() as Tile).chain([UNKNOWN]);
        let entries: Vec<String> =
            tiles.map(|tile| format!("`{}` {}", self.character(tile), self.name(tile))).collect();
        entries.join(", ")
    }

    fn entity(&self, tile: Tile) -> Option<&Entity> {
        self.entities.get(usize::from(tile))
    }

    fn position(&self, predicate: impl Fn(&Entity) -> bool) -> Option<Tile> {
        self.entities.iter().position(predicate).map(|index| index as Tile)
    }
}
