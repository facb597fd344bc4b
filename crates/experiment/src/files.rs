//! Files, read with an error that names them and never left half-written.

use std::fs;
use std::path::Path;

use crate::ExperimentError;

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, ExperimentError> {
    fs::read_to_string(path).map_err(failed("reading", path))
}

/// Writes a file under a temporary name beside it and renames it, so that
/// there is the old content or the new one, never a part.
///
/// What is no file, such as a pipe, is written to as it stands.
///
/// # Errors
///
/// If the folder cannot be written to.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<(), ExperimentError> {
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return fs::write(path, content).map_err(failed("writing", path));
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let temporary = path.with_file_name(name);
    fs::write(&temporary, content)
        .and_then(|()| fs::rename(&temporary, path))
        .inspect_err(|_| drop(fs::remove_file(&temporary)))
        .map_err(failed("writing", path))
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
