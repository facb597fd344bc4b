//! Files, read with an error that names them and never left half-written.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::ExperimentError;

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, ExperimentError> {
    fs::read_to_string(path).map_err(failed("reading", path))
}

/// Writes a file under a temporary name beside it and renames it, so that
/// there is the old content or the new one, never a part.
///
/// A link stays one: the file that it leads to is replaced. A file that is
/// replaced keeps its permissions. What is no file, such as a pipe, and a link
/// to nothing are written to as they stand.
///
/// # Errors
///
/// If the folder cannot be written to.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<(), ExperimentError> {
    let written = match path.metadata() {
        Ok(found) if found.is_file() => {
            path.canonicalize().and_then(|file| replace(&file, content, Some(found.permissions())))
        }
        Err(_) if !path.is_symlink() => replace(path, content, None),
        _ => fs::write(path, content),
    };
    written.map_err(failed("writing", path))
}

/// Writes a file beside another and gives it the name of that.
fn replace(path: &Path, content: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let (temporary, mut file) = create_beside(path)?;
    let written = permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions));
    let written = written.and_then(|()| file.write_all(content));
    drop(file); // Some systems do not rename open files.
    written
        .and_then(|()| fs::rename(&temporary, path))
        .inspect_err(|_| drop(fs::remove_file(&temporary)))
}

/// A new file in the folder of another, under the first name that is free.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut number = 0_u64;
    loop {
        let temporary = path.with_file_name(format!(".{number}.part"));
        match File::create_new(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            created => return Ok((temporary, created?)),
        }
    }
}

/// An error of the file system with what was tried and where.
pub(crate) fn failed<'p>(
    action: &'static str,
    path: &'p Path,
) -> impl FnOnce(std::io::Error) -> ExperimentError + use<'p> {
    move |source| ExperimentError::File { action, path: path.to_owned(), source }
}

#[cfg(test)]
mod tests;
