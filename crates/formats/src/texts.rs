//! Levels of characters or numbers, between empty lines.

use std::sync::Arc;

use level::{Level, LevelError, Palette};

use crate::{Known, Reading, sokoban};

/// The levels of a text: those of a Sokoban collection, or plain ones.
pub(crate) fn read(text: &str, known: &Known) -> Result<Reading, LevelError> {
    if let Some(reading) = sokoban::read(text, known) {
        return reading;
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

/// The levels of a text, with empty lines between them.
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

/// Says which of several levels cannot be read.
pub(crate) fn numbered_error(error: LevelError, index: usize, n_levels: usize) -> LevelError {
    match n_levels {
        1 => error,
        _ => LevelError::Of { level: (index + 1).to_string(), source: Box::new(error) },
    }
}
