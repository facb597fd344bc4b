//! Reads level files of every format.
//!
//! [`read`] takes the bytes of a file, its [`Notation`], what the caller knows ([`Known`]) and a
//! reader of other files ([`NamedFiles`]), and returns the levels with notes on the file ([`Reading`]).
//! Each format determines the kind of tile in each cell; the module `naming` names the kinds.
//!
//! Tiled and LDtk have own readers. The crate `tiled` reads only XML maps, the type definitions for
//! LDtk only one version, and neither locates a mistake by layer, row and column.

mod host;
mod known;
mod ldtk;
mod legend;
mod named_files;
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

pub use host::write_into;
pub use known::{Empty, Known};
pub use legend::{Legend, code, general_words, is_general, says_solid, word};
pub use named_files::{NamedFiles, NoFiles, Unread};
pub use notation::Notation;
pub use reading::{About, Advice, Found, Origin, Reading};
pub use sokoban::puzzles;
pub use texts::{characters, levels_of_text, palette_of_characters};

use level::{LevelError, read_npy};
use named_files::Limited;

/// The levels of a file with these bytes.
///
/// # Errors
///
/// If they are not of this notation, or nothing names the tiles.
pub fn read(
    bytes: &[u8],
    notation: Notation,
    known: &Known,
    named_files: &dyn NamedFiles,
) -> Result<Reading, LevelError> {
    let named_files = &Limited::new(named_files);
    let text = || named_files::text(bytes);
    let reading = match notation {
        Notation::Npy => {
            let levels = read_npy(bytes, &known.of_numbers()?)?;
            Reading::of_levels(levels)
        }
        Notation::Png => pictures::read(bytes, known)?,
        Notation::Txt => texts::read(text()?, known)?,
        Notation::Csv => texts::read_csv(text()?, known)?,
        Notation::Json | Notation::Jsonl => objects::read(text()?, known, named_files)?,
        Notation::Tmj => tiled::read_json(text()?, known, named_files)?,
        Notation::Tmx => tiled::read_xml(text()?, known, named_files)?,
        Notation::Ldtk => ldtk::read(text()?, known, named_files)?,
    };
    known.finish(reading, notation)
}

/// The level of a line of JSON.
///
/// # Errors
///
/// If it is not a level, or nothing names its tiles.
pub fn read_line(line: &str, known: &Known) -> Result<Found, LevelError> {
    let object = serde_json::from_str(line).map_err(|error| {
        // The caller reports the line number.
        let error = error.to_string().replacen(" at line 1 column ", " at column ", 1);
        LevelError::Content(format!("not a JSON object: {error}"))
    })?;
    let found = objects::of_object(&object, line, known)?;
    let reading = Reading { levels: vec![found], about: About::default() };
    let mut levels = known.finish(reading, Notation::Jsonl)?.levels;
    Ok(levels.remove(0))
}
