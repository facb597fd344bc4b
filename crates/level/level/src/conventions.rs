//! Usual characters and colors of entities, by name.

use std::collections::BTreeSet;

use crate::words::{Kind, near, said};
use crate::{Entity, N_ENTITIES_MAX, Palette, PaletteError, Tile};

#[cfg(test)]
mod tests;

type Look = (char, [u8; 3]);

impl Palette {
    /// A palette of entities with these names, in this order, with the usual characters and colors.
    ///
    /// Well-known names look as usual: `#` solid, `.` empty, `@` player and so on, in the colors of
    /// the figures of Khalifa 2020. With both a `crate` and a `target`, characters are those of
    /// Sokoban files (XSB): `#` solid, `-` empty, `@` player, `$` crate, `.` target. Any other
    /// entity gets the first free letter of its name, or else any free letter or digit, and the color
    /// that its words name, such as that of water for `moat`, or else one that differs clearly from
    /// its neighbors'.
    ///
    /// # Examples
    ///
    /// ```
    /// use marahel_level::Palette;
    ///
    /// let palette = Palette::of_names(&["empty", "solid", "door", "dragon"])?;
    /// let characters: String = (0..4).map(|tile| palette.character(tile)).collect();
    /// assert_eq!(characters, ".#dr");
    /// # Ok::<(), marahel_level::PaletteError>(())
    /// ```
    pub fn of_names(names: &[impl AsRef<str>]) -> Result<Self, PaletteError> {
        if names.len() > N_ENTITIES_MAX {
            return Err(PaletteError::Size(names.len()));
        }
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        // Well-known names choose first, so that `dragon` does not take the `d` of `door`.
        let looks = known_looks(&names);
        let mut used: Vec<char> = looks.iter().flatten().map(|look| look.0).collect();
        // A word colors what has no look of its own, in a shade that no tile has.
        let mut colors: Vec<[u8; 3]> = looks.iter().flatten().map(|look| look.1).collect();
        let mut entities = Vec::new();
        for (index, (&name, looks)) in names.iter().zip(looks).enumerate() {
            let (character, color) = looks.unwrap_or_else(|| {
                let character = free_character(name, &used);
                used.push(character);
                let is_taken = |color| colors.contains(&color);
                let said = said(name).map(|said| near(said.color, is_taken));
                (character, said.unwrap_or_else(|| spread_color(index)))
            });
            colors.push(color);
            entities.push(Entity { name: name.to_owned(), character, color });
        }
        Self::new(entities)
    }

    /// A palette of all entities of several palettes, in order of first appearance.
    ///
    /// Characters are chosen as in [`Palette::of_names`]; color and look come from the first
    /// palette that has the name.
    pub fn of_all<'a>(palettes: impl IntoIterator<Item = &'a Self>) -> Result<Self, PaletteError> {
        let palettes: Vec<&Self> = palettes.into_iter().collect();
        let entities = distinct_entities(palettes.iter().copied());
        let names: Vec<&str> = entities.iter().map(|entity| entity.name.as_str()).collect();
        let mut all = Self::of_names(&names)?;
        for (tile, entity) in (0..).zip(entities) {
            all = all.with_color(tile, entity.color);
            let look =
                palettes.iter().find_map(|palette| Some(palette.look(palette.tile(&entity.name)?)));
            if let Some(look) = look.flatten() {
                all = all.with_look(tile, look.clone());
            }
        }
        let grounds = palettes.iter().rev().flat_map(|palette| palette.grounds.clone());
        all.grounds = grounds.collect();
        Ok(all)
    }

    /// The usual color (red, green, blue) of a well-known name.
    pub fn usual_color(name: &str) -> Option<[u8; 3]> {
        known_look(name, false).map(|(_, color)| color)
    }

    /// A color, or a shade of it that no tile but this one has.
    pub fn shade(&self, tile: Tile, color: [u8; 3]) -> [u8; 3] {
        let rivals = || (0..).zip(self.entities()).filter(|&(index, _)| index != tile);
        near(color, |shade| rivals().any(|(_, entity)| entity.color == shade))
    }

    /// Whether the words of a name say a color, such as `red_door`, or a material, such as `moat`.
    pub fn has_said_color(name: &str) -> bool {
        said(name).is_some()
    }

    /// Whether a name is that of a material, which pictures show as a plain color: `deep_sea`, but not
    /// `wooden_door`, which is a door.
    pub fn is_material(name: &str) -> bool {
        let mut words = name.split(|letter: char| !letter.is_alphabetic());
        let noun = words.rfind(|word| !word.is_empty());
        noun.and_then(said).is_some_and(|said| said.kind != Kind::Color)
    }

    /// A character of `text` that could mean either of two entities, with their names.
    ///
    /// The character of an entity depends on the other entities: `.` is a target, but empty without
    /// a `crate`. A character is ambiguous if a palette that lacks one of the two entities contains
    /// all characters of `text` and reads this character as another entity.
    ///
    /// # Examples
    ///
    /// ```
    /// use marahel_level::Palette;
    ///
    /// let sokoban = Palette::of_names(&["empty", "solid", "player", "crate", "target"])?;
    /// assert_eq!(sokoban.doubtful("#@$.#"), None);
    /// assert_eq!(sokoban.doubtful("#@..#"), Some(('.', "target", "empty")));
    /// # Ok::<(), marahel_level::PaletteError>(())
    /// ```
    pub fn doubtful(&self, text: &str) -> Option<(char, &str, &str)> {
        let characters: BTreeSet<char> =
            text.chars().filter(|character| !character.is_control()).collect();
        let palettes = (0..self.len()).filter_map(|index| self.without(index));
        let mut palettes = palettes.filter(|candidate| {
            characters.iter().all(|&character| candidate.tile_of(character).is_some())
        });
        palettes.find_map(|candidate| {
            characters.iter().find_map(|&character| {
                let name = self.name(self.tile_of(character)?);
                let doubt = self.name(self.tile(candidate.name(candidate.tile_of(character)?))?);
                (name != doubt).then_some((character, name, doubt))
            })
        })
    }

    /// The usual palette of all names except one.
    fn without(&self, index: usize) -> Option<Self> {
        let names = self.entities().iter().enumerate().filter(|&(tile, _)| tile != index);
        let names: Vec<&str> = names.map(|(_, entity)| entity.name.as_str()).collect();
        Self::of_names(&names).ok()
    }

    /// The entity that Sokoban files place on a target with this character.
    pub(crate) fn on_target(&self, character: char) -> Option<&'static str> {
        let is_sokoban = ["crate", "target"].iter().all(|name| self.tile(name).is_some());
        match character {
            '*' if is_sokoban => Some("crate"),
            '+' if is_sokoban => Some("player"),
            _ => None,
        }
    }
}

/// The entities of all palettes in order, without duplicate names.
pub(crate) fn distinct_entities<'a>(
    palettes: impl IntoIterator<Item = &'a Palette>,
) -> Vec<&'a Entity> {
    let mut entities: Vec<&Entity> = Vec::new();
    for entity in palettes.into_iter().flat_map(Palette::entities) {
        if entities.iter().all(|usual| usual.name != entity.name) {
            entities.push(entity);
        }
    }
    entities
}

/// The look of each well-known name. If two have the same character, only the first gets it.
fn known_looks(names: &[&str]) -> Vec<Option<Look>> {
    let is_sokoban = names.contains(&"crate") && names.contains(&"target");
    let mut used = Vec::new();
    let looks = names.iter().map(|name| {
        let look = known_look(name, is_sokoban).filter(|look| !used.contains(&look.0))?;
        used.push(look.0);
        Some(look)
    });
    looks.collect()
}

/// The usual look of a well-known entity. Colors differ in brightness as well as hue, so that
/// pictures survive grayscale printing.
fn known_look(name: &str, is_sokoban: bool) -> Option<Look> {
    Some(match name {
        "solid" | "wall" => ('#', [45, 47, 54]),
        "empty" | "floor" => (if is_sokoban { '-' } else { '.' }, [250, 248, 242]),
        "air" => ('.', [226, 238, 248]),
        "player" => ('@', [46, 160, 67]),
        "enemy" | "monster" => ('e', [218, 54, 51]),
        "key" => ('k', [245, 190, 20]),
        "door" => ('d', [57, 197, 207]),
        "crate" => (if is_sokoban { '$' } else { 'c' }, [214, 72, 60]),
        "target" => (if is_sokoban { '.' } else { 't' }, [47, 104, 214]),
        "crate_on_target" if is_sokoban => ('*', [164, 88, 120]),
        "player_on_target" if is_sokoban => ('+', [60, 130, 140]),
        "gold" | "treasure" | "coin" | "chest" => ('*', [245, 200, 60]),
        "exit" => ('>', [150, 90, 200]),
        "entrance" | "start" => ('<', [190, 150, 225]),
        "stairs" => ('Z', [150, 90, 200]),
        "trap" | "spikes" => ('^', [150, 60, 70]),
        "corridor" => ('_', [222, 210, 184]),
        "road" | "path" => ('_', [205, 182, 140]),
        "bridge" => ('=', [158, 110, 66]),
        "ladder" => ('H', [158, 110, 66]),
        "ocean" => ('-', [52, 96, 176]),
        "water" => ('~', [92, 148, 224]),
        "lava" => ('%', [232, 100, 30]),
        "sand" => (':', [238, 218, 166]),
        "grass" => (',', [150, 200, 110]),
        "flower" => ('"', [226, 96, 160]),
        "hedge" => (';', [78, 136, 74]),
        "tree" => ('&', [52, 110, 62]),
        "dirt" => ('/', [142, 104, 74]),
        "ore" => ('$', [204, 148, 66]),
        "rock" => ('o', [136, 132, 130]),
        "mountain" => ('A', [136, 128, 124]),
        "snow" => ('\'', [232, 238, 246]),
        "sky" => ('`', [206, 228, 246]),
        "roof" => ('n', [190, 88, 66]),
        "brick" => ('b', [186, 112, 84]),
        "house" | "village" => ('h', [196, 84, 62]),
        "tower" => ('T', [168, 164, 168]),
        "window" => ('w', [150, 206, 230]),
        "table" => ('m', [158, 110, 66]),
        "carpet" => ('x', [206, 120, 112]),
        "statue" => ('i', [176, 176, 186]),
        "fountain" => ('O', [92, 148, 224]),
        _ => return None,
    })
}

/// The first letter of `name` that is not taken, or else the first free letter or digit. There are
/// 62 of these, enough for [`N_ENTITIES_MAX`] entities.
pub(crate) fn free_character(name: &str, taken: &[char]) -> char {
    let letters = name.chars().filter(char::is_ascii_alphabetic);
    let mut candidates = letters.chain('a'..='z').chain('A'..='Z').chain('0'..='9');
    candidates
        .find(|candidate| !taken.contains(candidate))
        .expect("no more than 61 other entities took one of 62 characters")
}

/// Color number `index` of a sequence without repeats whose neighbors differ in hue and brightness.
fn spread_color(index: usize) -> [u8; 3] {
    // A turn of hue is six ramps of 256 steps. 949 steps are a turn divided by the golden ratio, so
    // colors stay spread out.
    let hue = index * 949 % 1536;
    let high = [225, 180, 135][index % 3];
    let low = high / 4;
    let ramp = (high - low) * (hue % 256) / 256;
    let (up, down) = (low + ramp, high - ramp);
    let color = match hue / 256 {
        0 => [high, up, low],
        1 => [down, high, low],
        2 => [low, high, up],
        3 => [low, down, high],
        4 => [up, low, high],
        _ => [high, low, down],
    };
    color.map(|channel| channel as u8)
}
