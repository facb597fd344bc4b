//! The entities of a level: names, characters, colors.

use crate::conventions::free_character;
use crate::{Look, N_ENTITIES_MAX, Tile, TileSet, UNKNOWN};

#[cfg(test)]
mod tests;

/// One kind of tile: its name in scripts, its character in text, its color in pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entity {
    /// Name as scripts write it.
    pub name: String,
    /// Character that stands for it in text levels.
    pub character: char,
    /// Red, green and blue of its color.
    pub color: [u8; 3],
}

/// The entities of a level, in the order of their tile indices.
///
/// Names are distinct, characters are distinct, and none is a control character
/// or that of an unknown tile, so that text levels can be read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    entities: Vec<Entity>,
    /// How tiles look that do not look as usual; none at the end of the list.
    looks: Vec<Option<Look>>,
}

/// What is wrong with the entities of a palette.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PaletteError {
    /// There are none, or more than a [`TileSet`](crate::TileSet) holds.
    #[error("a palette has 1 to {N_ENTITIES_MAX} entities, not {0}")]
    Size(usize),
    /// Two entities share a name.
    #[error("two entities are called `{0}`")]
    Name(String),
    /// A name has a character that cannot be seen, and that a terminal may obey.
    #[error("the name {0:?} has a control character; leave it out of names")]
    ControlInName(String),
    /// Two entities share a character.
    #[error("the character `{0}` stands for two kinds of tile")]
    Character(char),
    /// An entity has the character of tiles that are not set.
    #[error("the character `?` stands for tiles that are not set; choose another one")]
    UnknownCharacter,
    /// An entity has a character that would break the lines of a text level.
    #[error("the control character {0:?} cannot stand for a tile; choose a printable one")]
    Control(char),
}

impl Palette {
    /// Character of [`UNKNOWN`] tiles in text.
    pub const UNKNOWN_CHARACTER: char = '?';
    /// Colour of [`UNKNOWN`] tiles in pictures.
    pub const UNKNOWN_COLOR: [u8; 3] = [255, 0, 255];

    /// A palette of the given entities.
    ///
    /// # Errors
    ///
    /// If there are none or too many, if names or characters repeat, if a character
    /// is a control character, or if a name has one.
    pub fn new(entities: Vec<Entity>) -> Result<Self, PaletteError> {
        if entities.is_empty() || entities.len() > N_ENTITIES_MAX {
            return Err(PaletteError::Size(entities.len()));
        }
        for (index, entity) in entities.iter().enumerate() {
            let before = &entities[..index];
            if before.iter().any(|other| other.name == entity.name) {
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
            if before.iter().any(|other| other.character == entity.character) {
                return Err(PaletteError::Character(entity.character));
            }
        }
        Ok(Self { entities, looks: Vec::new() })
    }

    /// The same palette with another color, red, green and blue, for one tile.
    #[must_use]
    pub fn with_color(mut self, tile: Tile, color: [u8; 3]) -> Self {
        if let Some(entity) = self.entities.get_mut(usize::from(tile)) {
            entity.color = color;
        }
        self
    }

    /// The same palette with another look of one tile in pictures.
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

    /// The same palette with one more entity behind the others, with its usual character and color, or
    /// the first character that is free.
    ///
    /// # Errors
    ///
    /// If there are too many, or there is one of this name.
    pub fn with_entity(&self, name: &str) -> Result<Self, PaletteError> {
        if self.len() == N_ENTITIES_MAX {
            return Err(PaletteError::Size(self.len() + 1));
        }
        let names = self.entities.iter().map(|entity| entity.name.as_str()).chain([name]);
        let usual = Self::of_names(&names.collect::<Vec<_>>())?;
        let Entity { character, color, .. } = usual.entities[self.len()];
        let taken: Vec<char> = self.entities.iter().map(|entity| entity.character).collect();
        let character =
            if taken.contains(&character) { free_character(name, &taken) } else { character };
        let mut entities = self.entities.clone();
        entities.push(Entity { name: name.to_owned(), character, color });
        Ok(Self { looks: self.looks.clone(), ..Self::new(entities)? })
    }

    /// The palette of some of the entities, at least one, in their order.
    pub(crate) fn only(&self, tiles: TileSet) -> Self {
        let entities = tiles.iter().map(|tile| self.entities[usize::from(tile)].clone());
        let mut fewer = Self { entities: entities.collect(), looks: Vec::new() };
        for (number, tile) in (0..).zip(tiles.iter()) {
            if let Some(look) = self.look(tile) {
                fewer = fewer.with_look(number, look.clone());
            }
        }
        fewer
    }

    /// How a tile looks in pictures, where that is not as usual for its name.
    pub fn look(&self, tile: Tile) -> Option<&Look> {
        self.looks.get(usize::from(tile))?.as_ref()
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

    /// All characters with their names, as error messages list them:
    /// "`.` empty, `#` solid, `?` unknown".
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
