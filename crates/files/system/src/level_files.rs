//! Files of levels of every format, their legends, and the files that they name.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use marahel_formats::{Format, Hints, Legend, NamedFiles, Reading, is_general};
use marahel_level::Unread;
use marahel_problem::{Definition, Problem};
use serde_json::Value;

use crate::files::{self, FileKind, without_dots};
use crate::{FileError, reasons};

/// The legend in a file that a person names: in JSON, or the characters of a problem file, with the
/// roles of its tiles and what its first movement enters.
pub fn read_legend(path: &Path) -> Result<Legend, FileError> {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
        let text = FileKind::PROBLEM.text_given(path)?;
        let definition = Definition::parse(&text)
            .map_err(|error| FileError::content(path, format!("not a problem file: {error}")))?;
        return legend_of(&words_of(&definition).to_string(), path);
    }
    legend_of(&FileKind::LEGEND.text_given(path)?, path)
}

/// The words for each character of a problem file.
fn words_of(definition: &Definition) -> Value {
    let guessed: Vec<&str> = definition.guessed().collect();
    let problem = Problem::with_defaults(Arc::new(definition.clone()));
    let over = definition.movements().first().map(|movement| movement.over);
    let tiles = problem.palette().entities().iter().zip(definition.roles()).zip(0..);
    let words = tiles.map(|((entity, role), tile)| {
        let name = entity.name.as_str();
        let mut words = vec![name];
        // Such a name says what the tile is, and another word would be taken for its name.
        if !is_general(name) {
            let is_over = over.map(|over| over.contains(tile));
            words.extend(is_over.map(|is_over| if is_over { "passable" } else { "solid" }));
            words.extend((!guessed.contains(&name)).then(|| role.name()));
        }
        (entity.character.to_string(), Value::from(words))
    });
    Value::Object(words.collect())
}

/// The legend in the text of a file.
pub fn legend_of(text: &str, path: &Path) -> Result<Legend, FileError> {
    Legend::parse(text).map_err(|error| FileError::content(path, reasons(&error)))
}

/// The files of a path with `*`, `?` or `[...]`, sorted; never empty.
pub fn paths(pattern: &Path) -> Result<Vec<PathBuf>, FileError> {
    // A file whose name has such characters.
    if pattern.exists() {
        return Ok(vec![pattern.to_owned()]);
    }
    let paths = files::matching(pattern)?;
    if paths.is_empty() {
        let message = "there is no such file; name drawn levels, as in \"drawn/*.tmx\"";
        return Err(FileError::content(pattern, message));
    }
    Ok(paths)
}

/// Reads the content of a file of levels. The ending of the path gives the format.
pub fn levels_of_bytes(
    path: &Path,
    bytes: &[u8],
    names: &Hints,
    beside: &dyn NamedFiles,
) -> Result<Reading, FileError> {
    let reading = Format::of(path).and_then(|format| {
        marahel_formats::read(bytes, format, names, beside).map_err(|error| reasons(&error))
    });
    reading.map_err(|message| FileError::content(path, message))
}

/// The folder of a file that names others.
#[derive(Clone, Debug)]
pub struct Folder {
    /// The folder of the file, which may name all files below.
    base: PathBuf,
    /// Another folder with files that it may name.
    root: Option<PathBuf>,
}

impl Folder {
    /// The folder of a file. It may name files in its folder and in `root`, and below.
    pub fn of(file: &Path, root: Option<&Path>) -> Self {
        Self { base: folder_of(file).to_owned(), root: root.map(Path::to_owned) }
    }
}

/// The folder of a file; `.` for a name alone.
fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// The folder that holds another one, as it is written and as it is, and a file; the folder of the
/// file alone if that is the whole disk.
fn holding(written: &Path, folder: &Path, file: &Path) -> String {
    let is_shared = |ancestor: &&Path| file.starts_with(ancestor);
    let n_up = folder.ancestors().position(|ancestor| is_shared(&ancestor)).unwrap_or(0);
    let shared = folder.ancestors().nth(n_up).unwrap_or(folder);
    if shared.parent().is_none() {
        return folder_of(file).display().to_string();
    }
    let mut holding = written.strip_prefix(".").unwrap_or(written).to_owned();
    for _ in 0..n_up {
        let is_name = matches!(holding.components().next_back(), Some(Component::Normal(_)));
        if !is_name || !holding.pop() {
            holding.push("..");
        }
    }
    folder_of(&holding.join("file")).display().to_string()
}

impl NamedFiles for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, Unread> {
        let base = self.base.canonicalize().map_err(|_| Unread::Missing)?;
        // A folder that is not there holds no file.
        let root = self.root.as_ref().and_then(|root| root.canonicalize().ok());
        let is_inside = |place: &Path| {
            let roots = [Some(&base), root.as_ref()];
            roots.into_iter().flatten().any(|root| place.starts_with(root))
        };
        // Check the path as text first, so that nothing is said about files outside.
        let plain = without_dots(&base.join(path));
        if !is_inside(&plain) {
            return Err(Unread::Outside(holding(&self.base, &base, &plain)));
        }
        let place = plain.canonicalize().map_err(|_| Unread::Missing)?;
        if !is_inside(&place) {
            return Err(Unread::Outside(holding(&self.base, &base, &place)));
        }
        if !place.is_file() {
            return Err(Unread::Broken("which is no file".to_owned()));
        }
        FileKind::NAMED
            .bytes(&place)
            .map_err(|error| Unread::Broken(format!("which cannot be read: {}", reasons(&error))))
    }
}

#[cfg(test)]
mod tests;
