//! Levels in files of every format, read by one reader.
//!
//! [`read`] takes the bytes of a file, its [`Notation`], what is [`Known`] beside it and what lies
//! [`Beside`] it, and gives the levels and what they are made of ([`Reading`]). Each format says
//! which kind of tile stands in which cell; names are given in one place, `naming`.
//!
//! Tiled and LDtk are read by code of our own. The crate `tiled` reads maps in XML alone, the type
//! definitions for LDtk one version alone, and neither says in which layer, row and column a
//! mistake is; people have maps in JSON, of old versions, and with mistakes.

mod beside;
mod host;
mod known;
mod ldtk;
mod legend;
mod naming;
mod notation;
mod objects;
mod pictures;
mod reading;
mod sokoban;
mod texts;
mod tiled;

#[cfg(test)]
mod testing;

pub use beside::{Alone, Beside, Unread};
pub use host::write_into;
pub use known::{Empty, Known};
pub use legend::{Legend, code, general_words, is_general, says_solid, word};
pub use notation::Notation;
pub use reading::{About, Advice, Found, Origin, Reading};
pub use sokoban::puzzles;
pub use texts::{characters, levels_of_text, palette_of_characters};

use beside::Limited;
use level::{LevelError, read_npy};

/// The levels of a file with these bytes.
///
/// # Errors
///
/// If they are not of that notation, or nothing says what the tiles are.
pub fn read(
    bytes: &[u8],
    notation: Notation,
    known: &Known,
    beside: &dyn Beside,
) -> Result<Reading, LevelError> {
    let beside = &Limited::new(beside);
    let text = || beside::text(bytes);
    let reading = match notation {
        Notation::Npy => {
            let levels = read_npy(bytes, &known.of_numbers()?)?;
            Reading::of_levels(levels)
        }
        Notation::Png => pictures::read(bytes, known)?,
        Notation::Txt => texts::read(text()?, known)?,
        Notation::Csv => texts::read_csv(text()?, known)?,
        Notation::Json | Notation::Jsonl => objects::read(text()?, known, beside)?,
        Notation::Tmj => tiled::read_json(text()?, known, beside)?,
        Notation::Tmx => tiled::read_xml(text()?, known, beside)?,
        Notation::Ldtk => ldtk::read(text()?, known, beside)?,
    };
    known.finish(reading, notation)
}

/// The level of a line of JSON.
///
/// # Errors
///
/// If it is none, or nothing says what its tiles are.
pub fn read_line(line: &str, known: &Known) -> Result<Found, LevelError> {
    let object = serde_json::from_str(line).map_err(|error| {
        // Which line it is, the caller knows better.
        let error = error.to_string().replacen(" at line 1 column ", " at column ", 1);
        LevelError::Content(format!("not a JSON object: {error}"))
    })?;
    let found = objects::of_object(&object, line, known)?;
    let reading = Reading { levels: vec![found], about: About::default() };
    let mut levels = known.finish(reading, Notation::Jsonl)?.levels;
    Ok(levels.remove(0))
}
