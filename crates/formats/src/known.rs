//! What the caller knows about levels apart from their file.

use std::collections::BTreeMap;
use std::sync::Arc;

use level::{Level, LevelError, N_ENTITIES_MAX, Palette, UNKNOWN};

use crate::naming::unread_error;
use crate::{About, Legend, Notation, Origin, Reading};

#[cfg(test)]
mod tests;

/// What the caller knows about levels apart from their file.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Names for tiles that a file only numbers, in order. Names in the file are matched with them.
    pub named: Option<Arc<Palette>>,
    /// Whether names in the file are kept as they are.
    pub keeps_names: bool,
    /// The palette of all levels, matched by name, if any. Also the source of characters if nothing
    /// else defines them.
    pub target: Option<Arc<Palette>>,
    /// Other names for tiles, and words that describe them.
    pub legend: Legend,
    /// What cells without a tile are.
    pub empty: Empty,
    /// The layers or groups to read, by name; by default all visible ones.
    pub layers: Vec<String>,
    /// Whether tiles with only a number or character get generated names; text and numbers are
    /// refused otherwise.
    pub makes_up_names: bool,
}

/// What cells without a tile are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Empty {
    /// The usual one: a tile in maps, projects and pictures; open in text and numbers, which mark
    /// open cells.
    #[default]
    Usual,
    /// Open: [`UNKNOWN`].
    Open,
    /// A tile of this name.
    Named(String),
}

/// Names of empty tiles, the likelier first.
const NOTHING: [&str; 4] = ["empty", "air", "void", "floor"];

impl Known {
    /// The meaning of numbers in a file that does not define them. There is no default order,
    /// because each script has its own.
    pub(crate) fn of_numbers(&self) -> Result<Arc<Palette>, LevelError> {
        match &self.named {
            Some(named) => Ok(Arc::clone(named)),
            None if self.makes_up_names || !self.legend.is_empty() => {
                let made_up = (0..N_ENTITIES_MAX).map(|tile| {
                    let name = format!("tile_{tile}");
                    self.legend.name(&name).unwrap_or(&name).to_owned()
                });
                Ok(Arc::new(Palette::of_names(&made_up.collect::<Vec<_>>())?))
            }
            None => Err(LevelError::NoPalette),
        }
    }

    /// The meaning of characters in a file that does not define them.
    pub(crate) fn of_characters(&self) -> Result<Arc<Palette>, LevelError> {
        self.named.clone().or_else(|| self.target.clone()).ok_or(LevelError::NoPalette)
    }

    /// Runs `read` on a file that may name its entities, with a palette to match them with if
    /// needed.
    pub(crate) fn matched<T>(
        &self,
        read: impl Fn(Option<Arc<Palette>>) -> Result<T, LevelError>,
    ) -> Result<T, LevelError> {
        match if self.keeps_names { read(None) } else { Err(LevelError::NoPalette) } {
            Err(LevelError::NoPalette) => read(self.named.clone()),
            found => found,
        }
    }

    /// The palette for levels without their own.
    pub(crate) fn wanted(&self) -> Option<&Arc<Palette>> {
        self.target.as_ref().or(self.named.as_ref().filter(|_| !self.keeps_names))
    }

    /// Applies the name of cells without a tile and the common palette.
    pub(crate) fn finish(
        &self,
        mut reading: Reading,
        notation: Notation,
    ) -> Result<Reading, LevelError> {
        if reading.levels.is_empty() {
            return Err(LevelError::NoLevels);
        }
        if let Some(name) = self.name_of_empty(&mut reading, notation) {
            for found in &mut reading.levels {
                found.level = filled(&found.level, &name)?;
            }
        }
        let made_up = reading.about.made_up.iter().enumerate().rev();
        let made_up = made_up.map(|(index, name)| (name.as_str(), index)).collect();
        for found in &mut reading.levels {
            if let Some(wanted) = self.wanted()
                && *wanted != *found.level.palette()
            {
                found.level = expressed(&found.level, wanted, &made_up, &reading.about)?;
            }
        }
        Ok(reading)
    }

    /// The usual name of cells without a tile in a file with tiles of these names.
    pub(crate) fn usual_empty<'a>(&'a self, names: impl Iterator<Item = &'a str>) -> &'a str {
        let names: Vec<&str> = names.collect();
        match &self.empty {
            Empty::Named(name) => name,
            _ if names.contains(&"air") && !names.contains(&"empty") => "air",
            _ => "empty",
        }
    }

    /// The name for cells without a tile, if some exist and should become a tile. A guess is noted
    /// in `reading`.
    fn name_of_empty(&self, reading: &mut Reading, notation: Notation) -> Option<String> {
        let levels = || reading.levels.iter().map(|found| &found.level);
        if !levels().any(|level| level.tiles().contains(&UNKNOWN)) {
            return None;
        }
        // A Tiled map may have the ending .json.
        let says_nothing = !notation.says_open() || reading.about.origin == Some(Origin::Tiled);
        match &self.empty {
            Empty::Named(name) => Some(name.clone()),
            Empty::Usual if says_nothing && !reading.about.is_ours => {
                let is_painted = |name: &str| {
                    levels().any(|level| {
                        let tile = level.palette().tile(name);
                        tile.is_some_and(|tile| level.tiles().contains(&tile))
                    })
                };
                let name = if let Some(wanted) = self.wanted() {
                    let name = NOTHING.into_iter().find(|name| {
                        wanted.tile(name).is_some() && (*name != "floor" || !is_painted(name))
                    });
                    reading.about.is_open = name.is_none();
                    name?
                } else {
                    self.usual_empty(["air", "empty"].into_iter().filter(|name| is_painted(name)))
                };
                reading.about.empty = Some(name.to_owned());
                Some(name.to_owned())
            }
            Empty::Usual | Empty::Open => None,
        }
    }
}

/// The level with its open cells set to a tile of this name.
fn filled(level: &Level, name: &str) -> Result<Level, LevelError> {
    if !level.tiles().contains(&UNKNOWN) {
        return Ok(level.clone());
    }
    // Drop unused names to make room.
    let is_full = level.palette().len() == N_ENTITIES_MAX;
    let is_usual = |palette: &Palette| {
        let usual = palette.with_entity(name);
        usual.is_ok_and(|one| one.tile_of(usual_character(name)) == one.tile(name))
    };
    let fewer = level.without_unused();
    let is_new = level.palette().tile(name).is_none();
    let gains = is_new && !is_usual(level.palette()) && is_usual(fewer.palette());
    let level = if is_full || gains { &fewer } else { level };
    let palette = match level.palette().tile(name) {
        Some(_) => Arc::clone(level.palette()),
        None if level.palette().len() == N_ENTITIES_MAX => {
            return Err(LevelError::TooManyKinds(N_ENTITIES_MAX + 1));
        }
        None => Arc::new(level.palette().with_entity(name)?),
    };
    let empty = palette.tile(name).expect("it was there, or was added");
    let tiles = level.tiles().iter().map(|&one| if one == UNKNOWN { empty } else { one });
    Ok(Level::from_tiles(level.width(), tiles.collect(), palette))
}

/// The usual character of an entity by itself.
fn usual_character(name: &str) -> char {
    Palette::of_names(&[name]).map_or(Palette::UNKNOWN_CHARACTER, |alone| alone.character(0))
}

/// A level in the common palette.
fn expressed(
    level: &Level,
    wanted: &Arc<Palette>,
    made_up: &BTreeMap<&str, usize>,
    about: &About,
) -> Result<Level, LevelError> {
    // Files define more entities than their levels use.
    let level = level.without_unused();
    if level.tiles().iter().all(|&tile| tile == UNKNOWN) {
        return Ok(Level::new(level.width(), level.height(), Arc::clone(wanted)));
    }
    let names = level.palette().entities().iter().map(|entity| entity.name.as_str());
    let lacking = names.filter(|name| made_up.contains_key(name) && wanted.tile(name).is_none());
    let mut lacking: Vec<&str> = lacking.collect();
    lacking.sort_by_key(|name| made_up[name]);
    match &about.unread {
        _ if lacking.is_empty() => level.renamed(Arc::clone(wanted)),
        Some((path, unread)) => Err(unread_error(path, unread, lacking[0].to_owned())),
        None => Err(LevelError::Nameless(lacking.iter().map(|&name| name.to_owned()).collect())),
    }
}
