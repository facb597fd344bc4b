//! Reads level files of every format.
//!
//! [`read`] takes the bytes of a file, its [`Format`], what the caller knows ([`Hints`]) and a
//! reader of other files ([`NamedFiles`]), and returns the levels with notes on the file ([`Reading`]).
//! Each format is a row of [`Format::ALL`]. It determines the kind of tile in each cell; the module `naming` names the kinds.
//!
//! Tiled and LDtk have own readers. The crate `tiled` reads only XML maps, the type definitions for
//! LDtk only one version, and neither locates a mistake by layer, row and column.

#![warn(missing_docs)]

#[macro_use]
mod content;

mod format;
mod hints;
mod host;
mod json;
mod ldtk;
mod legend;
mod listing;
mod named_files;
mod naming;
mod pictures;
mod puzzlescript;
mod reading;
mod said;
mod sharing;
mod slc;
mod sokoban;
mod table;
pub mod terrains;
mod texts;
mod tiled;
mod xml;

#[cfg(test)]
mod tests;

pub use format::{Format, NamedLevel, Reader, Sheet, WriteLevels, WriteMap, Writer};
pub use hints::{Empty, Hints};
pub use host::{Written, write_into};
pub use json::{JSON, JSONL};
pub use legend::{Legend, code, general_words, is_general, says_solid, word};
pub use listing::legend_of;
pub use named_files::{NamedFiles, NoFiles};
pub use pictures::{GIF, PNG};
pub use reading::{Advice, LevelOfFile, Origin, Reading, ReadingNotes};
pub use said::{Aim, Quantity, Said};
pub use texts::{Characters, TXT, characters, drawing, is_table, levels_of_text};
pub use tiled::TiledTileset;

use format::ReadLevels;
use marahel_level::LevelError;
use named_files::Limited;

/// The levels of a file with these bytes.
pub fn read(
    bytes: &[u8],
    format: &Format,
    hints: &Hints,
    named_files: &dyn NamedFiles,
) -> Result<Reading, LevelError> {
    let marks_open = format.reader.as_ref().is_some_and(|reader| reader.marks_open);
    hints.finish(reading_of(bytes, format, hints, named_files)?, marks_open)
}

/// What a file says by itself.
fn reading_of(
    bytes: &[u8],
    format: &Format,
    hints: &Hints,
    named_files: &dyn NamedFiles,
) -> Result<Reading, LevelError> {
    let Some(reader) = &format.reader else {
        bail!("{} is not read", format.title);
    };
    named_files::check_is_itself(bytes)?;
    match reader.read {
        ReadLevels::Bytes(read) => read(bytes, hints),
        ReadLevels::Text(read) => {
            let named_files = &Limited::new(named_files);
            match named_files::text(bytes) {
                Ok(text) => read(text, hints, named_files),
                Err(error) => read(&xml::of_latin1(bytes).ok_or(error)?, hints, named_files),
            }
        }
    }
}

/// The level of a line of JSON.
pub fn read_line(line: &str, hints: &Hints) -> Result<LevelOfFile, LevelError> {
    named_files::check_is_itself(line.as_bytes())?;
    let value = serde_json::from_str(line).map_err(|error| {
        // The caller reports the line number.
        let error = error.to_string().replacen(" at line 1 column ", " at column ", 1);
        LevelError::Content(format!("not a JSON object: {error}"))
    })?;
    let reading = json::of_line(value, line, hints)?;
    let mut levels = hints.finish(reading, true)?.levels;
    Ok(levels.remove(0))
}
