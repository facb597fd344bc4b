//! Files, read with an error that names them and never left half-written.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crate::ExperimentError;

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, ExperimentError> {
    fs::read_to_string(path).map_err(failed("reading", path))
}

/// The text of a file that has at most so many bytes: one that is far too large is not
/// read to its end.
pub(crate) fn read_at_most(path: &Path, n_bytes_max: usize) -> Result<String, ExperimentError> {
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(n_bytes_max as u64 + 1).read_to_string(&mut text))
        .map_err(failed("reading", path))?;
    Ok(text)
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
    write_atomically_by(path, |file| file.write_all(content).map_err(failed("writing", path)))
}

/// Writes a file as [`write_atomically`] does, but content as it comes, so that
/// it need not fit into memory. `write` is given the file.
///
/// # Errors
///
/// If the folder cannot be written to, or those of `write`; the old content, if
/// there was any, is left as it was.
pub fn write_atomically_by<E: From<ExperimentError>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    match path.metadata() {
        Ok(found) if found.is_file() => {
            let file = path.canonicalize().map_err(failed("writing", path))?;
            replace(&file, write, Some(found.permissions()))
        }
        Err(_) if !path.is_symlink() => replace(path, write, None),
        _ => write(&mut File::create(path).map_err(failed("writing", path))?),
    }
}

/// Writes a file beside another and gives it the name of that.
fn replace<E: From<ExperimentError>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    permissions: Option<fs::Permissions>,
) -> Result<(), E> {
    let (temporary, mut file) = create_beside(path).map_err(failed("writing", path))?;
    let allowed = permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions));
    let written = allowed.map_err(|error| failed("writing", path)(error).into());
    let written = written.and_then(|()| write(&mut file));
    drop(file); // Some systems do not rename open files.
    written
        .and_then(|()| {
            fs::rename(&temporary, path).map_err(|error| failed("writing", path)(error).into())
        })
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
