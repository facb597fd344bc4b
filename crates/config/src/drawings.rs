//! Drawn levels that a problem file names: files of every format, read and put into its text.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use level::{Level, LevelError, Palette, UNKNOWN, read_ldtk, read_npy};
use problem::{Definition, Drawn};
use serde_json::{Deserializer, Value};

use crate::problems::parse;
use crate::{ExperimentError, files};

/// A file of drawn levels has at most so many bytes.
const N_BYTES_MAX: u64 = 16 << 20;

/// The definition of a problem file, with the drawn levels that it names in its text, so
/// that it needs no other files from now on.
///
/// # Errors
///
/// If drawings cannot be read, or have tiles that the definition does not.
pub fn with_drawings(definition: Definition, path: &Path) -> Result<Definition, ExperimentError> {
    if definition.drawn().is_empty() {
        return Ok(definition);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let texts = definition.drawn().iter().map(|drawn| read_drawn(&definition, folder, drawn));
    let text = definition.text_with_drawings(&texts.collect::<Result<Vec<_>, _>>()?);
    if text.len() > Definition::N_BYTES_MAX {
        let message = "its drawings make it larger than 1 MiB; name fewer in `like` and `pins`";
        return Err(ExperimentError::content(path, message));
    }
    parse(&text, path)
}

/// The text of the drawn levels of one entry of `like`, with an empty line between two.
///
/// # Errors
///
/// As [`with_drawings`].
pub fn read_drawn(
    definition: &Definition,
    folder: &Path,
    drawn: &Drawn,
) -> Result<String, ExperimentError> {
    let mut texts = Vec::new();
    for path in paths(&folder.join(&drawn.path))? {
        for level in read_levels(&path, Some(definition.palette()))? {
            if level.tiles().contains(&UNKNOWN) {
                let message = "it has cells without a tile; a drawing needs all of them";
                return Err(ExperimentError::content(path, message));
            }
            // A level of one row ends like others, or it would be taken for a path.
            texts.push(level.to_text());
        }
    }
    Ok(texts.join("\n"))
}

/// The files of a path with `*`, `?` or `[...]`, sorted; at least one.
///
/// # Errors
///
/// If there is none, or the pattern makes no sense.
pub fn paths(pattern: &Path) -> Result<Vec<PathBuf>, ExperimentError> {
    let fail = |message: &str| ExperimentError::content(pattern, message);
    // A file whose name happens to have such characters is that file.
    if pattern.exists() {
        return Ok(vec![pattern.to_owned()]);
    }
    let text = pattern.to_str().ok_or_else(|| fail("the path is no text"))?;
    let found = glob::glob(text).map_err(|error| fail(&error.to_string()))?;
    let paths: Vec<PathBuf> = found.flatten().filter(|path| path.is_file()).collect();
    if paths.is_empty() {
        return Err(fail("there is no such file; name drawn levels, as in \"drawn/*.tmx\""));
    }
    Ok(paths)
}

/// The levels of a file: text, CSV, JSON (also in arrays, or lines), Tiled, LDtk, numpy, or PNG in
/// the colors of the tiles, by its ending. With a palette its tiles are expressed in that.
///
/// # Errors
///
/// If it cannot be read, or nothing says what its tiles are.
pub fn read_levels(
    path: &Path,
    palette: Option<&Arc<Palette>>,
) -> Result<Vec<Level>, ExperimentError> {
    let bytes = files::read_bytes(path, N_BYTES_MAX)?;
    levels_of_bytes(path, bytes, palette)
}

/// The levels of the content of a file, as [`read_levels`] reads them; the path only names it.
///
/// # Errors
///
/// If it is not of such a form, or nothing says what its tiles are.
pub fn levels_of_bytes(
    path: &Path,
    bytes: Vec<u8>,
    palette: Option<&Arc<Palette>>,
) -> Result<Vec<Level>, ExperimentError> {
    let fail = |message: String| ExperimentError::content(path, message);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let ending = ending.to_ascii_lowercase();
    let named = || palette.cloned().ok_or(LevelError::NoPalette);
    let own = palette.cloned();
    let levels = match &*ending {
        "png" => Level::from_png(&bytes, own).map(|level| vec![level]),
        "npy" => named().and_then(|palette| read_npy(&bytes, &palette)),
        "txt" | "csv" | "json" | "jsonl" | "tmj" | "tmx" | "ldtk" => {
            let text =
                String::from_utf8(bytes).map_err(|_| fail("not text in UTF-8".to_owned()))?;
            match &*ending {
                "txt" => named().and_then(|palette| levels_of_text(&text, &palette)),
                "csv" => named().and_then(|palette| blocks(&text, &palette, Level::from_csv)),
                "tmx" => Level::from_tmx(&text, own).map(|level| vec![level]),
                "ldtk" => read_ldtk(&text, own.as_ref())
                    .map(|levels| levels.into_iter().map(|(_, level)| level).collect()),
                _ => objects(&text, own.as_ref()),
            }
        }
        _ => {
            let known = "name files that end in txt, csv, json, jsonl, tmj, tmx, ldtk, npy or png";
            return Err(fail(format!("levels are not read from such files; {known}")));
        }
    };
    let levels = levels.and_then(|levels| {
        levels.into_iter().map(|level| level.in_palette(palette.cloned())).collect()
    });
    levels.map_err(|error: LevelError| fail(error.to_string()))
}

/// The levels of a text, with empty lines between them.
///
/// # Errors
///
/// As [`Level::from_text`].
pub fn levels_of_text(text: &str, palette: &Arc<Palette>) -> Result<Vec<Level>, LevelError> {
    blocks(text, palette, Level::from_text)
}

/// Levels between empty lines.
fn blocks(
    text: &str,
    palette: &Arc<Palette>,
    read: fn(&str, Arc<Palette>) -> Result<Level, LevelError>,
) -> Result<Vec<Level>, LevelError> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let blocks = text.split("\n\n").map(|block| block.trim_matches('\n'));
    let levels: Vec<Level> = blocks
        .filter(|block| !block.is_empty())
        .map(|block| read(block, Arc::clone(palette)))
        .collect::<Result<_, _>>()?;
    if levels.is_empty() { Err(LevelError::Empty) } else { Ok(levels) }
}

/// Levels of JSON, or maps of Tiled: one after the other, or in arrays.
fn objects(text: &str, palette: Option<&Arc<Palette>>) -> Result<Vec<Level>, LevelError> {
    let mut levels = Vec::new();
    for value in Deserializer::from_str(text).into_iter() {
        let value = value.map_err(|error| LevelError::Content(format!("not JSON: {error}")))?;
        let objects = if let Value::Array(values) = value { values } else { vec![value] };
        for object in objects {
            let is_map = object.get("layers").is_some();
            let read = if is_map { Level::from_tiled } else { Level::from_json };
            let level = read(&object.to_string(), palette.cloned()).map_err(|error| {
                LevelError::Content(format!("level {}: {error}", levels.len() + 1))
            })?;
            levels.push(level);
        }
    }
    if levels.is_empty() { Err(LevelError::NoLevels) } else { Ok(levels) }
}

#[cfg(test)]
mod tests;
