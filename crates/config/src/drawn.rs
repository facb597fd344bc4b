//! Drawn levels that a problem file names: files of every format, read and put into its text.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use formats::{About, Beside, Empty, Known, Legend, Notation, Reading, Unread};
use level::{LevelError, UNKNOWN};
use problem::{Definition, Drawn};

use crate::ExperimentError;
use crate::files::{self, Kind, without_dots};
use crate::problems::parse;

/// A problem file holds its drawings.
const TOO_MUCH_DRAWN: &str =
    "the drawings make the problem larger than 1 MiB; name fewer in `like` and `pins`";

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
    let texts =
        definition.drawn().iter().map(|drawn| Ok(read_drawn(&definition, folder, drawn)?.0));
    let texts = texts.collect::<Result<Vec<_>, ExperimentError>>()?;
    let text = definition.text_with_drawings(&texts);
    if text.len() > Definition::N_BYTES_MAX {
        return Err(ExperimentError::content(path, TOO_MUCH_DRAWN));
    }
    parse(&text, path)
}

/// The text of the drawn levels of one entry of `like`, with an empty line between two, and what was
/// made of each file.
///
/// # Errors
///
/// As [`with_drawings`].
pub fn read_drawn(
    definition: &Definition,
    folder: &Path,
    drawn: &Drawn,
) -> Result<(String, Vec<(PathBuf, About)>), ExperimentError> {
    let palette = Some(Arc::clone(definition.palette()));
    let told = definition.drawn_told();
    let legend = told.legend.as_ref().map(|path| {
        let path = folder.join(path);
        legend_of(&Kind::LEGEND.text(&path)?, &path)
    });
    let legend = legend.transpose()?;
    let known = Known {
        named: palette.clone(),
        keeps_names: true,
        target: palette,
        legend: legend.unwrap_or_default(),
        empty: told.empty.clone().map_or(Empty::Usual, Empty::Named),
        layers: told.layers.clone(),
        makes_up_names: false,
    };
    let (mut texts, mut abouts, mut n_bytes) = (Vec::new(), Vec::new(), 0);
    for path in paths(&folder.join(&drawn.path))? {
        let bytes = Kind::NAMED.bytes(&path)?;
        let notation = Notation::of(&path).map_err(|what| ExperimentError::content(&path, what))?;
        let read = formats::read(&bytes, notation, &known, &Folder::of(&path, None));
        let Reading { levels, about } =
            read.map_err(|error| ExperimentError::content(&path, advised(&error)))?;
        for found in levels {
            if found.level.tiles().contains(&UNKNOWN) {
                let message =
                    "it has cells without a tile; say what they are, as in `empty = \"floor\"`";
                return Err(ExperimentError::content(path, message));
            }
            // A level of one row ends like others, or it would be taken for a path.
            texts.push(found.level.to_text());
            n_bytes += texts.last().map_or(0, String::len);
        }
        if n_bytes > Definition::N_BYTES_MAX {
            return Err(ExperimentError::content(path, TOO_MUCH_DRAWN));
        }
        abouts.push((path, about));
    }
    Ok((texts.join("\n"), abouts))
}

/// What is wrong with a file, and what a problem file can say about it.
fn advised(error: &LevelError) -> String {
    let told = |what: &str, tile: &str| {
        format!(
            "{what}; or name its tiles by `legend = \"legend.json\"`, as in {{\"{tile}\": \"coin\"}}"
        )
    };
    let advice = match error {
        LevelError::Nameless(names) => return told(&reasons(error), &names[0]),
        LevelError::Unread { tile, .. } => return told(&reasons(error), tile),
        LevelError::TooManyKinds(_) => {
            "; choose layers by `layers = [\"ground\"]`, or give several tiles one name by \
             `legend = \"legend.json\"`"
        }
        _ => "",
    };
    reasons(error) + advice
}

/// The legend that a file holds, which a person names.
///
/// # Errors
///
/// If it cannot be read, or is none.
pub fn read_legend(path: &Path) -> Result<Legend, ExperimentError> {
    legend_of(&Kind::LEGEND.text_given(path)?, path)
}

fn legend_of(text: &str, path: &Path) -> Result<Legend, ExperimentError> {
    Legend::parse(text).map_err(|error| ExperimentError::content(path, reasons(&error)))
}

/// The files of a path with `*`, `?` or `[...]`, sorted; at least one.
///
/// # Errors
///
/// If there is none, or the pattern makes no sense.
pub fn paths(pattern: &Path) -> Result<Vec<PathBuf>, ExperimentError> {
    // A file whose name happens to have such characters is that file.
    if pattern.exists() {
        return Ok(vec![pattern.to_owned()]);
    }
    let paths = files::matching(pattern)?;
    if paths.is_empty() {
        let message = "there is no such file; name drawn levels, as in \"drawn/*.tmx\"";
        return Err(ExperimentError::content(pattern, message));
    }
    Ok(paths)
}

/// The levels of the content of a file of any format, by its ending; the path only names it.
///
/// # Errors
///
/// If it is not of such a form, or nothing says what its tiles are.
pub fn levels_of_bytes(
    path: &Path,
    bytes: &[u8],
    known: &Known,
    beside: &dyn Beside,
) -> Result<Reading, ExperimentError> {
    let fail = |message: String| ExperimentError::content(path, message);
    let notation = Notation::of(path).map_err(fail)?;
    formats::read(bytes, notation, known, beside).map_err(|error| fail(reasons(&error)))
}

/// An error with its reasons, as one sentence.
pub fn reasons(error: &dyn Error) -> String {
    let mut reasons = vec![error.to_string()];
    let mut reason = error.source();
    while let Some(error) = reason {
        reasons.push(error.to_string());
        reason = error.source();
    }
    reasons.join(": ")
}

/// The folder of a file that names others.
#[derive(Clone, Debug)]
pub struct Folder {
    /// From where the file sees others.
    base: PathBuf,
    /// What they may not lie outside of.
    root: PathBuf,
}

impl Folder {
    /// The folder of a file, out of which it may name files only if they are in `root`.
    pub fn of(file: &Path, root: Option<&Path>) -> Self {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let base = folder.unwrap_or(Path::new(".")).to_owned();
        Self { root: root.map_or_else(|| base.clone(), Path::to_owned), base }
    }
}

impl Beside for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, Unread> {
        let missing = |_| Unread::Missing;
        let root = self.root.canonicalize().map_err(missing)?;
        let plain = without_dots(&self.base.canonicalize().map_err(missing)?.join(path));
        if !plain.starts_with(&root) {
            return Err(Unread::Outside);
        }
        let place = plain.canonicalize().map_err(missing)?;
        if !place.starts_with(&root) {
            return Err(Unread::Outside);
        }
        if !place.is_file() {
            return Err(Unread::Broken("which is no file".to_owned()));
        }
        Kind::NAMED
            .bytes(&place)
            .map_err(|error| Unread::Broken(format!("which cannot be read: {}", reasons(&error))))
    }
}

#[cfg(test)]
mod tests;
