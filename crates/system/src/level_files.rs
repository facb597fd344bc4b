//! Files of levels of every format, their legends, and the files that they name.

use std::path::{Path, PathBuf};

use formats::{Known, Legend, NamedFiles, Notation, Reading, Unread};

use crate::files::{self, FileKind, without_dots};
use crate::{FileError, reasons};

/// The legend in a file that a person names.
///
/// # Errors
///
/// If it cannot be read, or is not a legend.
pub fn read_legend(path: &Path) -> Result<Legend, FileError> {
    legend_of(&FileKind::LEGEND.text_given(path)?, path)
}

/// The legend in the text of a file.
///
/// # Errors
///
/// If it is not a legend.
pub fn legend_of(text: &str, path: &Path) -> Result<Legend, FileError> {
    Legend::parse(text).map_err(|error| FileError::content(path, reasons(&error)))
}

/// The files of a path with `*`, `?` or `[...]`, sorted; never empty.
///
/// # Errors
///
/// If there are none, or the pattern makes no sense.
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
///
/// # Errors
///
/// If it is not in this format, or its tiles have no names.
pub fn levels_of_bytes(
    path: &Path,
    bytes: &[u8],
    known: &Known,
    beside: &dyn NamedFiles,
) -> Result<Reading, FileError> {
    let fail = |message: String| FileError::content(path, message);
    let notation = Notation::of(path).map_err(fail)?;
    formats::read(bytes, notation, known, beside).map_err(|error| fail(reasons(&error)))
}

/// The folder of a file that names others.
#[derive(Clone, Debug)]
pub struct Folder {
    /// The folder of the file.
    base: PathBuf,
    /// The folder that holds all files which it may name.
    root: PathBuf,
}

impl Folder {
    /// The folder of a file. It may name files outside of its folder only if they are in `root`.
    pub fn of(file: &Path, root: Option<&Path>) -> Self {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let base = folder.unwrap_or(Path::new(".")).to_owned();
        Self { root: root.map_or_else(|| base.clone(), Path::to_owned), base }
    }
}

impl NamedFiles for Folder {
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
        FileKind::NAMED
            .bytes(&place)
            .map_err(|error| Unread::Broken(format!("which cannot be read: {}", reasons(&error))))
    }
}

#[cfg(test)]
mod tests;
