//! Files, read with an error that names them and never left half-written.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::ExperimentError;

mod folders;
mod reading;

pub(crate) use folders::matching;
pub use folders::{entries, first_entries, without_dots};
pub use reading::{Kind, check_plain, in_units, open, open_given};

/// The text of a table that a run writes.
///
/// # Errors
///
/// If the file cannot be read.
pub fn read(path: &Path) -> Result<String, ExperimentError> {
    Kind::TABLE.text(path)
}

/// The scripts that a path stands for: a file by itself; of a folder those of the run that left
/// it, or else all files in it that end in `.json`, by name.
///
/// # Errors
///
/// If there is no such file or folder, or no script in it.
pub fn scripts_in(path: &Path) -> Result<Vec<PathBuf>, ExperimentError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let of_run = path.join("scripts");
    let folder = if of_run.is_dir() { &*of_run } else { path };
    let mut scripts = entries(folder)?;
    scripts.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    if scripts.is_empty() {
        let message = "it has no scripts to begin with, which end in .json";
        return Err(ExperimentError::content(folder, message));
    }
    Ok(scripts)
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
            replace(&file, |file| write(file), Some(found.permissions()))
        }
        Err(_) if !path.is_symlink() => replace(path, |file| write(file), None),
        _ => write(&mut File::create(path).map_err(failed("writing", path))?),
    }
}

/// Writes a file beside another and gives it the name of that.
fn replace<E: From<ExperimentError>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), E>,
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

/// Writes a file as [`write_atomically`] does, and returns once it is on the disk.
/// `ready` is called when the new content is safe, and about to take its place.
///
/// # Errors
///
/// If the folder cannot be written to, or those of `ready`; the old content is left
/// then.
pub fn write_durably(
    path: &Path,
    content: &[u8],
    ready: impl FnOnce() -> Result<(), ExperimentError>,
) -> Result<(), ExperimentError> {
    let write = |file: &mut File| {
        let written = file.write_all(content).and_then(|()| file.sync_all());
        written.map_err(failed("writing", path)).and_then(|()| ready())
    };
    let replaced = replace(path, write, None);
    // The new name is safe once its folder is; not every system can say so.
    #[cfg(unix)]
    if let Some(Ok(folder)) = path.parent().map(open) {
        let _ = folder.sync_all();
    }
    replaced
}

/// Writes a line into a file behind its first `after` bytes, in the place of all that follows
/// there, and returns once it is on the disk. Who is killed meanwhile leaves a part of a line,
/// without an end.
///
/// # Errors
///
/// If the file cannot be written to.
pub fn write_line(path: &Path, after: u64, line: &str) -> Result<(), ExperimentError> {
    #[expect(clippy::disallowed_methods, reason = "it is written, not read")]
    let file = File::options().write(true).create(true).truncate(false).open(path);
    let written = file.and_then(|mut file| {
        file.set_len(after)?;
        file.seek(SeekFrom::End(0))?;
        file.write_all(line.as_bytes())?;
        file.sync_data()
    });
    written.map_err(failed("writing", path))
}

/// Removes what is left in a folder of files that a program was killed at, while it
/// wrote them. Nobody else may be writing there.
///
/// # Errors
///
/// If the folder cannot be read, or such a file cannot be removed.
pub fn remove_parts(folder: &Path) -> Result<(), ExperimentError> {
    for path in entries(folder)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let number = name.strip_prefix('.').and_then(|name| name.strip_suffix(".part"));
        if number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit())) {
            fs::remove_file(&path).map_err(failed("removing", &path))?;
        }
    }
    Ok(())
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
pub fn failed<'p>(
    action: &'static str,
    path: &'p Path,
) -> impl FnOnce(std::io::Error) -> ExperimentError + use<'p> {
    move |source| ExperimentError::File { action, path: path.to_owned(), source }
}

#[cfg(test)]
mod tests;
