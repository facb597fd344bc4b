//! Levels of characters or numbers, between empty lines.

use std::collections::BTreeSet;
use std::sync::Arc;

use level::{Entity, Level, LevelError, N_ENTITIES_MAX, Palette, PaletteError};

use crate::legend::code;
use crate::{Known, Legend, Reading, sokoban};

/// The levels of a text. Text in known characters comes first; otherwise it may be a Sokoban
/// collection.
pub(crate) fn read(text: &str, known: &Known) -> Result<Reading, LevelError> {
    let plain = read_plain(text, known);
    match (plain, sokoban::read(text, known)) {
        (Ok(plain), Some(_)) if known.of_characters().is_ok() => Ok(plain),
        (_, Some(collection)) => collection,
        (Err(_), None) if sokoban::is_collection(text) && known.of_characters().is_ok() => {
            Err(LevelError::Content(format!(
                "this is a Sokoban collection (XSB), whose tiles are {}, which are not all among the tiles here",
                sokoban::names()
            )))
        }
        (plain, None) => plain,
    }
}

/// The levels of a text, with empty lines between them.
fn read_plain(text: &str, known: &Known) -> Result<Reading, LevelError> {
    if known.named.is_none() && known.legend.has_characters() {
        let palette = palette_of_characters(&characters(&[text]), &known.legend)?;
        let is_made_up = |one: &&Entity| one.name == code(one.character);
        let made_up = palette.entities().iter().filter(is_made_up);
        let made_up = made_up.map(|entity| entity.name.clone()).collect();
        let mut reading = Reading::of_levels(levels_of_text(text, &Arc::new(palette))?);
        reading.about.made_up = made_up;
        return Ok(reading);
    }
    let palette = known.of_characters()?;
    if known.named.is_none()
        && let Some((character, one, other)) = palette.doubtful(text)
    {
        let (one, other) = (one.to_owned(), other.to_owned());
        return Err(LevelError::Doubtful { character, one, other });
    }
    Ok(Reading::of_levels(levels_of_text(text, &palette)?))
}

/// All tile characters of texts, in order.
pub fn characters(texts: &[&str]) -> Vec<char> {
    let all: BTreeSet<char> = texts.iter().flat_map(|text| text.chars()).collect();
    all.into_iter().filter(|one| !one.is_control()).collect()
}

/// A palette for characters, named by the legend or else by their usual meaning.
///
/// # Errors
///
/// If there are too many.
pub fn palette_of_characters(
    characters: &[char],
    legend: &Legend,
) -> Result<Palette, PaletteError> {
    let known: Vec<char> =
        characters.iter().copied().filter(|&one| one != Palette::UNKNOWN_CHARACTER).collect();
    if known.len() > N_ENTITIES_MAX {
        return Err(PaletteError::Size(known.len()));
    }
    let usual = Palette::of_names(&legend.names(&known))?;
    let entities = usual.entities().iter().zip(&known);
    let entities = entities.map(|(entity, &character)| Entity { character, ..entity.clone() });
    Palette::new(entities.collect())
}

/// The levels of a text in the characters of a palette.
///
/// # Errors
///
/// As [`Level::from_text`].
pub fn levels_of_text(text: &str, palette: &Arc<Palette>) -> Result<Vec<Level>, LevelError> {
    blocks(text, palette, Level::from_text)
}

/// The levels of a table of numbers, with empty lines between them.
pub(crate) fn read_csv(text: &str, known: &Known) -> Result<Reading, LevelError> {
    let palette = known.of_numbers()?;
    Ok(Reading::of_levels(blocks(text, &palette, Level::from_csv)?))
}

/// Levels between empty lines.
fn blocks(
    text: &str,
    palette: &Arc<Palette>,
    read: fn(&str, Arc<Palette>) -> Result<Level, LevelError>,
) -> Result<Vec<Level>, LevelError> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let blocks = text.split("\n\n").map(|block| block.trim_matches('\n'));
    let blocks: Vec<&str> = blocks.filter(|block| !block.is_empty()).collect();
    let levels = blocks.iter().enumerate().map(|(index, block)| {
        read(block, Arc::clone(palette)).map_err(|error| numbered_error(error, index, blocks.len()))
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
