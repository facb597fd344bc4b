//! Files: errors name them, and none is left half-written.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::FileError;

mod folders;
mod kind;

pub(crate) use folders::matching;
pub use folders::{
    check_no_link, check_no_links, check_own_path, entries, first_entries, make_folder,
    way_between, without_dots,
};
pub use kind::{FileKind, check_plain, in_units, open, open_given};

/// The text of a table that a run writes.
pub fn read(path: &Path) -> Result<String, FileError> {
    FileKind::TABLE.text(path)
}

/// The scripts of a path: a file itself; in a run folder its `scripts/`; in another folder all files
/// that end in `.json`, by name.
pub fn scripts_in(path: &Path) -> Result<Vec<PathBuf>, FileError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let of_run = path.join("scripts");
    let folder = if of_run.is_dir() { &*of_run } else { path };
    let mut scripts = entries(folder)?;
    scripts.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    if scripts.is_empty() {
        let message = "it has no scripts to begin with, which end in .json";
        return Err(FileError::content(folder, message));
    }
    Ok(scripts)
}

/// Writes a file under a temporary name beside it and renames it, so that
/// there is the old content or the new one, never a part.
///
/// A link stays a link: the file behind it is replaced. A replaced file keeps its permissions. Pipes,
/// devices and links to nothing are written to directly.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<(), FileError> {
    write_atomically_by(path, |file| file.write_all(content).map_err(failed("writing", path)))
}

/// Writes a file as [`write_atomically`] does, but in parts, so that the content need not fit into
/// memory. `write` gets the file.
///
/// # Errors
///
/// If the folder cannot be written to, and the errors of `write`. The old content is left then.
pub fn write_atomically_by<E: From<FileError>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    match path.metadata() {
        Ok(metadata) if metadata.is_file() => {
            let file = path.canonicalize().map_err(failed("writing", path))?;
            replace(&file, |file| write(file), Some(metadata.permissions()))
        }
        Err(_) if !path.is_symlink() => replace(path, |file| write(file), None),
        _ => write(&mut File::create(path).map_err(failed("writing", path))?),
    }
}

/// Writes a new file beside another and renames it to replace that.
fn replace<E: From<FileError>>(
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
/// If the folder cannot be written to, and the errors of `ready`. The old content is left then.
pub fn write_durably(
    path: &Path,
    content: &[u8],
    ready: impl FnOnce() -> Result<(), FileError>,
) -> Result<(), FileError> {
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

/// Removes the temporary files that a killed program left in a folder. No other program may be
/// writing there.
pub fn remove_parts(folder: &Path) -> Result<(), FileError> {
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

/// Makes an error of the file system one that names the action and the path.
pub fn failed<'p>(
    action: &'static str,
    path: &'p Path,
) -> impl FnOnce(std::io::Error) -> FileError + use<'p> {
    move |source| FileError::Unreachable { action, path: path.to_owned(), source }
}

#[cfg(test)]
mod tests;
