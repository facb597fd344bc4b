//! What the caller knows about levels apart from their file.

use std::collections::BTreeSet;
use std::sync::Arc;

use marahel_level::{
    Level, LevelError, N_ENTITIES_MAX, Numbering, Palette, PaletteError, TileSet, UNKNOWN,
};

use crate::sharing::is_thing_of;
use crate::texts::{Characters, characters};
use crate::{Legend, LevelOfFile, Origin, Reading};

#[cfg(test)]
mod tests;

/// What the caller knows about levels apart from their file.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of the caller")]
pub struct Hints {
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
    /// Whether objects of Tiled are left out.
    pub leaves_out_objects: bool,
    /// Properties of tiles in Tiled whose values name them, the first that a tile has.
    pub names_from: Vec<String>,
    /// Whether kinds of tiles are listed in the place of levels, for [`legend_of`](crate::legend_of).
    pub lists_kinds: bool,
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

/// Maximum number of distinct numbers in a file, because each could be in one cell.
const N_NUMBERS_MAX: usize = 1 << 16;

/// Names of empty tiles, the likelier first.
const NOTHING: [&str; 4] = ["empty", "air", "void", "floor"];

impl Hints {
    /// The meaning of these numbers in a file that does not define them. There is no default order,
    /// because each script has its own.
    pub(crate) fn of_numbers(
        &self,
        numbers: &mut dyn Iterator<Item = i128>,
    ) -> Result<Numbering, LevelError> {
        let list = self.named.as_ref();
        if let Some(list) = list.filter(|_| !self.legend.has_numbers()) {
            return Ok(Arc::clone(list).into());
        }
        if list.is_none() && !self.makes_up_names && self.legend.is_empty() {
            return Err(LevelError::NoPalette);
        }
        let mut distinct = BTreeSet::new();
        for number in numbers.filter(|number| *number >= 0) {
            if distinct.insert(number) && distinct.len() > N_NUMBERS_MAX {
                return Err(LevelError::TooManyKinds(distinct.len()));
            }
        }
        // Small numbers stay as they are in files of numbers that are written again, and those of a
        // list as they are there.
        let usual = 0..list.map_or(N_ENTITIES_MAX, |list| list.len()) as i128;
        if list.is_some() || distinct.iter().all(|number| usual.contains(number)) {
            distinct.extend(usual);
        }
        let names = distinct.into_iter().map(|number| {
            let made_up = format!("tile_{number}");
            let listed = || {
                let number = usize::try_from(number).ok()?;
                list?.entities().get(number).map(|entity| entity.name.as_str())
            };
            let name = self.legend.name(&made_up).or_else(listed).unwrap_or(&made_up);
            (number, name.to_owned())
        });
        Numbering::of_names(&names.collect())
    }

    /// The meaning of characters in a file that does not define them.
    pub(crate) fn of_characters(&self) -> Result<Characters, LevelError> {
        let palette = self.named.as_ref().or(self.target.as_ref()).ok_or(LevelError::NoPalette)?;
        Ok(Characters::of_palette(Arc::clone(palette), &self.legend))
    }

    /// Runs `read` on a file that may name its entities, with a palette to match them with if
    /// needed.
    pub(crate) fn matched<T>(
        &self,
        read: impl Fn(Option<Arc<Palette>>) -> Result<T, LevelError>,
    ) -> Result<T, LevelError> {
        match if self.keeps_names { read(None) } else { Err(LevelError::NoPalette) } {
            Err(LevelError::NoPalette) => read(self.named.clone()),
            outcome => outcome,
        }
    }

    /// The meaning of the characters of a drawing, if nothing but a legend or their usual meaning
    /// defines them.
    pub(crate) fn of_drawing(&self, texts: &[&str]) -> Option<Result<Characters, PaletteError>> {
        let is_free = self.makes_up_names && self.target.is_none();
        let is_drawing = self.named.is_none() && (self.legend.has_characters() || is_free);
        is_drawing.then(|| Characters::of(&characters(texts), &self.legend))
    }

    /// Whether the caller has a tile for what a file calls so, or no list of tiles.
    pub(crate) fn wants(&self, name: &str) -> bool {
        let word = self.legend.name(name).unwrap_or(name);
        let palette = self.target.as_ref().or(self.named.as_ref());
        palette.is_none_or(|palette| is_thing_of(palette, word))
    }

    /// The palette for levels without their own.
    pub(crate) fn common_palette(&self) -> Option<&Arc<Palette>> {
        self.target.as_ref().or(self.named.as_ref().filter(|_| !self.keeps_names))
    }

    /// Applies the name of cells without a tile and the common palette.
    pub(crate) fn finish(
        &self,
        mut reading: Reading,
        marks_open: bool,
    ) -> Result<Reading, LevelError> {
        if reading.levels.is_empty() {
            return Err(LevelError::NoLevels);
        }
        if let Some(name) = self.name_of_empty(&mut reading, marks_open) {
            let levels = reading.levels.iter();
            let levels: Result<Vec<Level>, _> =
                levels.map(|level_read| filled(&level_read.level, &name)).collect();
            match levels {
                Ok(levels) => {
                    for (level_read, level) in reading.levels.iter_mut().zip(levels) {
                        level_read.level = level;
                    }
                }
                // There is no room for a guess.
                Err(LevelError::TooManyKinds(_)) if self.empty == Empty::Usual => {
                    (reading.about.empty, reading.about.is_open) = (None, true);
                }
                Err(error) => return Err(error),
            }
        }
        if let Some(palette) = self.common_palette() {
            check_made_up(&reading, palette)?;
            for level_read in &mut reading.levels {
                if *palette != *level_read.level.palette() {
                    level_read.level = expressed(&level_read.level, palette)?;
                }
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
    fn name_of_empty(&self, reading: &mut Reading, marks_open: bool) -> Option<String> {
        let levels = &reading.levels;
        if !levels.iter().any(|level_read| level_read.level.tiles().contains(&UNKNOWN)) {
            return None;
        }
        // A map of an editor may have the ending .json.
        let says_nothing = !marks_open || reading.about.origin.is_some_and(Origin::is_editor);
        match &self.empty {
            Empty::Named(name) => Some(name.clone()),
            Empty::Usual if says_nothing && !reading.about.is_ours => {
                let name = if let Some(palette) = self.common_palette() {
                    let name = NOTHING.into_iter().find(|name| {
                        palette.tile(name).is_some()
                            && (*name != "floor" || !is_painted(levels, name))
                    });
                    reading.about.is_open = name.is_none();
                    name?
                } else {
                    let names = ["air", "empty"].into_iter();
                    self.usual_empty(names.filter(|name| is_painted(levels, name)))
                };
                reading.about.empty = Some(name.to_owned());
                Some(name.to_owned())
            }
            Empty::Usual | Empty::Open => None,
        }
    }
}

/// Whether a cell of some level has a tile of this name.
fn is_painted(levels: &[LevelOfFile], name: &str) -> bool {
    levels.iter().any(|LevelOfFile { level, .. }| {
        let tile = level.palette().tile(name);
        tile.is_some_and(|tile| level.tiles().contains(&tile))
    })
}

/// The level with its open cells set to a tile of this name.
fn filled(level: &Level, name: &str) -> Result<Level, LevelError> {
    if !level.tiles().contains(&UNKNOWN) {
        return Ok(level.clone());
    }
    // Drop unused names to make room.
    let is_full = level.palette().len() == N_ENTITIES_MAX;
    let fewer = level.without_unused();
    let is_new = level.palette().tile(name).is_none();
    let gains = is_new && !is_usual(name, level.palette()) && is_usual(name, fewer.palette());
    let level = if is_full || gains { &fewer } else { level };
    let palette = match level.palette().tile(name) {
        Some(_) => Arc::clone(level.palette()),
        None if level.palette().len() == N_ENTITIES_MAX => {
            return Err(LevelError::TooManyKinds(N_ENTITIES_MAX + 1));
        }
        None => Arc::new(level.palette().with_entity(name)?),
    };
    let empty = palette.tile(name).expect("it was there, or was added");
    let tiles = level.tiles().iter().map(|&tile| if tile == UNKNOWN { empty } else { tile });
    Ok(Level::from_tiles(level.width(), tiles.collect(), palette))
}

/// Whether an entity that is added to a palette gets its usual character.
fn is_usual(name: &str, palette: &Palette) -> bool {
    let palette = palette.with_entity(name);
    palette.is_ok_and(|palette| palette.tile_of(usual_character(name)) == palette.tile(name))
}

fn usual_character(name: &str) -> char {
    Palette::of_names(&[name]).map_or(Palette::UNKNOWN_CHARACTER, |alone| alone.character(0))
}

/// Rejects tiles with only made-up names that the common palette lacks: those of all levels at once.
fn check_made_up(reading: &Reading, palette: &Palette) -> Result<(), LevelError> {
    let made_up = reading.about.made_up.iter().filter(|name| palette.tile(name).is_none());
    let made_up: BTreeSet<&str> = made_up.map(String::as_str).collect();
    let levels = reading.levels.iter().map(|entry| &entry.level);
    let levels = levels.filter(|level| **level.palette() != *palette && !made_up.is_empty());
    let mut lacking = BTreeSet::new();
    for level in levels {
        let tiles: TileSet =
            level.tiles().iter().copied().filter(|&tile| tile != UNKNOWN).collect();
        let names = tiles.iter().map(|tile| level.palette().name(tile));
        lacking.extend(names.filter_map(|name| made_up.get(name).copied()));
    }
    // In the order of the file.
    let mut tiles: Vec<String> = reading.about.made_up.clone();
    tiles.retain(|name| lacking.remove(name.as_str()));
    let files = reading.about.unread.clone();
    match (tiles.is_empty(), files.is_empty()) {
        (true, _) => Ok(()),
        (false, true) => Err(LevelError::Nameless(tiles)),
        (false, false) => Err(LevelError::Unread { files, tiles }),
    }
}

fn expressed(level: &Level, palette: &Arc<Palette>) -> Result<Level, LevelError> {
    // Files define more entities than their levels use.
    let level = level.without_unused();
    if level.tiles().iter().all(|&tile| tile == UNKNOWN) {
        return Ok(Level::new(level.width(), level.height(), Arc::clone(palette)));
    }
    level.renamed(Arc::clone(palette))
}
