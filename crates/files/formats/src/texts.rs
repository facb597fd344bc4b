//! Levels of characters or numbers, between empty lines.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use marahel_level::{
    Entity, Level, LevelError, N_ENTITIES_MAX, N_LEVELS_MAX, Palette, PaletteError, check_count,
    is_table_of_numbers,
};

use crate::format::{Format, ReadLevels, Reader, WriteLevels, Writer};
use crate::legend::code;
use crate::named_files::check_is_itself;
use crate::{Hints, Legend, NamedFiles, Reading, puzzlescript, sokoban};

/// Characters, also in games of PuzzleScript.
pub static TXT: Format = Format {
    ending: "txt",
    // The usual endings of Sokoban collections, of Sturgeon, and of PuzzleScript.
    aliases: &["xsb", "sok", "lvl", "puzzlescript", "pzp"],
    title: "a text",
    mime: "text/plain",
    is_binary: false,
    reader: Some(Reader {
        about: "A character for each tile; empty lines between levels; or a game of PuzzleScript",
        marks_open: true,
        read: ReadLevels::Text(read),
    }),
    writer: Ok(Writer {
        about: "A character for each tile; several levels with empty lines between them",
        shows_tiles: false,
        write: WriteLevels::Parts {
            around: |_| ["", "\n", ""],
            part: |named| named.level.to_text().into_bytes(),
        },
    }),
    host: None,
};

pub(crate) static CSV: Format = Format {
    ending: "csv",
    aliases: &[],
    title: "a table of numbers",
    mime: "text/csv",
    is_binary: false,
    reader: Some(Reader {
        about: "Tile indices; empty lines between levels",
        marks_open: true,
        read: ReadLevels::Text(read_csv),
    }),
    writer: Ok(Writer {
        about: "Tile indices, in the order of the script's entities; several levels with empty lines between them",
        shows_tiles: false,
        write: WriteLevels::Parts {
            around: |_| ["", "\n", ""],
            part: |named| named.level.to_csv().into_bytes(),
        },
    }),
    host: None,
};

/// The levels of a text. Text in known characters comes first; otherwise it may be a table of
/// numbers, or a Sokoban collection.
pub(crate) fn read(
    text: &str,
    hints: &Hints,
    named_files: &dyn NamedFiles,
) -> Result<Reading, LevelError> {
    if puzzlescript::is_game(text) {
        return puzzlescript::read(text, hints);
    }
    if is_table(text, hints) {
        return read_csv(text, hints, named_files);
    }
    let text = &*without_notes(text);
    let plain = read_plain(text, hints);
    match (plain, sokoban::read(text, hints)) {
        (Ok(plain), Some(_)) if hints.of_characters().is_ok() => Ok(plain),
        (_, Some(collection)) => collection,
        (Err(_), None) if sokoban::is_collection(text) && hints.of_characters().is_ok() => {
            Err(sokoban::lacks_tiles())
        }
        (plain, None) => plain,
    }
}

/// The levels of a text, with empty lines between them.
fn read_plain(text: &str, hints: &Hints) -> Result<Reading, LevelError> {
    if let Some(characters) = hints.of_drawing(&[text]).filter(|_| hints.legend.has_characters()) {
        return read_drawing(text, &characters?);
    }
    let characters = hints.of_characters()?;
    let palette = &characters.palette;
    let text = &*characters.in_text(text);
    if hints.named.is_none()
        && let Some((character, entity, rival)) = palette.doubtful(text)
    {
        let (entity, rival) = (entity.to_owned(), rival.to_owned());
        return Err(LevelError::Doubtful { character, entity, rival });
    }
    Ok(Reading::of_levels(levels_of_text(text, palette)?))
}

pub(crate) fn read_drawing(text: &str, characters: &Characters) -> Result<Reading, LevelError> {
    let made_up = made_up(&characters.palette);
    let text = characters.in_text(text);
    let mut reading = Reading::of_levels(levels_of_text(&text, &characters.palette)?);
    reading.about.made_up = made_up;
    Ok(reading)
}

/// All tile characters of texts, in order.
pub fn characters(texts: &[&str]) -> Vec<char> {
    let all: BTreeSet<char> = texts.iter().flat_map(|text| text.chars()).collect();
    all.into_iter().filter(|character| !character.is_control()).collect()
}

/// What the characters of texts mean.
#[derive(Clone, Debug)]
pub struct Characters {
    /// The tiles, each with one character.
    pub palette: Arc<Palette>,
    /// Other characters of the same tiles.
    others: BTreeMap<char, char>,
}

impl Characters {
    /// Those that are named by the legend, or else by their usual meaning.
    pub fn of(characters: &[char], legend: &Legend) -> Result<Self, PaletteError> {
        let characters: Vec<char> =
            characters.iter().copied().filter(|&sign| sign != Palette::UNKNOWN_CHARACTER).collect();
        let mut first_of: BTreeMap<String, char> = BTreeMap::new();
        let (mut others, mut names) = (BTreeMap::new(), Vec::new());
        for (&character, name) in characters.iter().zip(legend.names(&characters)) {
            if let Some(&first) = first_of.get(&name) {
                others.insert(character, first);
            } else {
                first_of.insert(name.clone(), character);
                names.push((name, character));
            }
        }
        if names.len() > N_ENTITIES_MAX {
            return Err(PaletteError::Size(names.len()));
        }
        let usual = names.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
        let usual = Palette::of_names(&usual)?;
        let entities = usual.entities().iter().zip(&names);
        let entities =
            entities.map(|(entity, &(_, character))| Entity { character, ..entity.clone() });
        Ok(Self { palette: Arc::new(Palette::new(entities.collect())?), others })
    }

    /// Those of a palette, and those that a legend has for its tiles.
    pub(crate) fn of_palette(palette: Arc<Palette>, legend: &Legend) -> Self {
        let others = legend.entries().filter_map(|(key, _)| {
            let mut signs = key.chars();
            let (sign, None) = (signs.next()?, signs.next()) else { return None };
            Some((sign, palette.character(palette.tile(legend.name(key)?)?)))
        });
        Self { others: others.collect(), palette }
    }

    /// Whether tiles have other characters.
    pub(crate) fn has_others(&self) -> bool {
        !self.others.is_empty()
    }

    /// A text with one character for each tile.
    pub fn in_text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.others.is_empty() {
            return Cow::Borrowed(text);
        }
        text.chars().map(|sign| self.others.get(&sign).copied().unwrap_or(sign)).collect()
    }
}

/// The names in such a palette that are only made up.
pub(crate) fn made_up(palette: &Palette) -> Vec<String> {
    let entities = palette.entities().iter();
    let made_up = entities.filter(|entity| entity.name == code(entity.character));
    made_up.map(|entity| entity.name.clone()).collect()
}

/// The levels of a text in the characters of a palette.
pub fn levels_of_text(text: &str, palette: &Arc<Palette>) -> Result<Vec<Level>, LevelError> {
    blocks(text, palette, Level::from_text)
}

/// The levels of a table of numbers, with empty lines between them.
fn read_csv(text: &str, hints: &Hints, _: &dyn NamedFiles) -> Result<Reading, LevelError> {
    let fields = text.split([',', ';']).flat_map(str::split_whitespace);
    let mut numbers = fields.filter_map(|field| field.parse::<i64>().ok()).map(i128::from);
    let numbering = hints.of_numbers(&mut numbers)?;
    Ok(Reading::of_levels(blocks(text, &numbering, Level::from_csv)?))
}

/// Whether a text is a table of numbers, which are not characters of tiles here.
pub fn is_table(text: &str, hints: &Hints) -> bool {
    if !is_table_of_numbers(text) {
        return false;
    }
    let mut characters = text.chars().filter(|character| !character.is_control());
    match hints.of_characters() {
        _ if hints.named.is_none() && hints.legend.has_characters() => false,
        Ok(known) => characters.any(|character| known.palette.tile_of(character).is_none()),
        Err(_) => true,
    }
}

/// What begins a line of Sturgeon about a level; what follows is an object of JSON.
const NOTE: &str = "META {";

/// A text without the lines of Sturgeon about its levels.
fn without_notes(text: &str) -> Cow<'_, str> {
    if !text.contains(NOTE) {
        return Cow::Borrowed(text);
    }
    let rows = text.lines().filter(|line| !line.starts_with(NOTE));
    Cow::Owned(rows.flat_map(|row| [row, "\n"]).collect())
}

/// The rows of a text of which only a legend or their usual meaning says what they are: no table, no
/// game, and no collection of puzzles unless a legend explains its characters.
pub fn drawing(text: &str, hints: &Hints) -> Option<String> {
    let is_drawing = (hints.legend.has_characters() || sokoban::puzzles(text).is_none())
        && !is_table(text, hints)
        && !puzzlescript::is_game(text)
        && check_is_itself(text.as_bytes()).is_ok();
    is_drawing.then(|| without_notes(text).into_owned())
}

/// Levels between empty lines.
fn blocks<Names: Clone>(
    text: &str,
    names: &Names,
    read: fn(&str, Names) -> Result<Level, LevelError>,
) -> Result<Vec<Level>, LevelError> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let blocks = text.split("\n\n").map(|block| block.trim_matches('\n'));
    let blocks = blocks.filter(|block| !block.is_empty()).take(N_LEVELS_MAX + 1);
    let blocks: Vec<&str> = blocks.collect();
    check_count(blocks.len())?;
    let levels = blocks.iter().enumerate().map(|(index, block)| {
        read(block, names.clone()).map_err(|error| numbered_error(error, index, blocks.len()))
    });
    let levels: Vec<Level> = levels.collect::<Result<_, _>>()?;
    if levels.is_empty() { Err(LevelError::Empty) } else { Ok(levels) }
}

/// Adds the number of the level to an error, if there are several.
pub(crate) fn numbered_error(error: LevelError, index: usize, n_levels: usize) -> LevelError {
    match n_levels {
        1 => error,
        _ => LevelError::Of { level: (index + 1).to_string(), source: Box::new(error) },
    }
}
