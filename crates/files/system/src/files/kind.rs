//! The one door through which files come in.
//!
//! A file from elsewhere can be endless, or a pipe into which nobody writes. So each [`FileKind`] has
//! a limit, which is checked while a file is read, and files that other files name must be plain.
//! `clippy.toml` forbids to open files elsewhere.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use super::failed;
use crate::FileError;

/// A kind of file, and how many bytes one has at most.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// Its name in messages, such as `a script`.
    what: &'static str,
    n_bytes_max: u64,
}

impl FileKind {
    /// A Marahel script, or a world of several.
    pub const SCRIPT: Self = Self::new("a script", marahel_script::SCRIPT_BYTES_MAX as u64);
    /// A problem file.
    pub const PROBLEM: Self =
        Self::new("a problem file", marahel_problem::Definition::N_BYTES_MAX as u64);
    /// A config.
    pub const CONFIG: Self = Self::new("a config", 1 << 20);
    /// Names for the tiles of levels.
    pub const LEGEND: Self = Self::new("a legend", 1 << 20);
    /// Levels that are read at once. The largest one takes 128 MiB as numbers of eight bytes.
    pub const LEVELS: Self = Self::new("a file of levels", 160 << 20);
    /// A line of JSON lines; a file may have any number of them.
    pub const LINE: Self = Self::new("a line", Self::LEVELS.n_bytes_max);
    /// A file that a problem file or a map names, such as levels or a tileset.
    pub const NAMED: Self = Self::new("a file that another one names", 16 << 20);
    /// A PNG file of tiles.
    pub const PICTURE: Self = Self::new("a picture of tiles", 16 << 20);
    /// A certificate: the seeds whose levels are playable.
    pub const CERTIFICATE: Self =
        Self::new("a certificate", marahel::Certificate::N_BYTES_MAX as u64);
    /// An unfinished certificate.
    pub const PARTIAL: Self =
        Self::new("an unfinished certificate", Self::CERTIFICATE.n_bytes_max + (1 << 20));
    /// The saved state of a search.
    pub const CHECKPOINT: Self = Self::new("a checkpoint", 1 << 32);
    /// A table or another file of a run folder.
    pub const TABLE: Self = Self::new("a table", 128 << 20);
    /// A file that the studio shows.
    pub const OF_STUDIO: Self = Self::new("a file of the studio", 1 << 20);

    const fn new(what: &'static str, n_bytes_max: u64) -> Self {
        Self { what, n_bytes_max }
    }

    /// Bytes of a file at most.
    pub const fn n_bytes_max(self) -> u64 {
        self.n_bytes_max
    }

    /// The error for a longer file.
    pub fn too_long(self) -> String {
        format!("{} has at most {}; this has more", self.what, in_units(self.n_bytes_max))
    }

    /// The bytes of a plain file.
    pub fn bytes(self, path: &Path) -> Result<Vec<u8>, FileError> {
        self.read(open(path)?, path)
    }

    /// The text of a plain file.
    pub fn text(self, path: &Path) -> Result<String, FileError> {
        text_of(self.bytes(path)?, path)
    }

    /// The bytes of a file that a person names. It may be a pipe, such as `<(...)` of a shell.
    pub fn bytes_given(self, path: &Path) -> Result<Vec<u8>, FileError> {
        self.read(open_given(path)?, path)
    }

    /// The text of a file that a person names.
    pub fn text_given(self, path: &Path) -> Result<String, FileError> {
        text_of(self.bytes_given(path)?, path)
    }

    /// All bytes of an open file. At most one byte more than the limit is read.
    fn read(self, file: File, path: &Path) -> Result<Vec<u8>, FileError> {
        // Pipes and devices have no length.
        let mut n_bytes = file.metadata().map_or(0, |metadata| metadata.len());
        let mut bytes = Vec::new();
        if n_bytes <= self.n_bytes_max {
            let mut start = file.take(self.n_bytes_max + 1);
            n_bytes = start.read_to_end(&mut bytes).map_err(failed("reading", path))? as u64;
        }
        let is_long = n_bytes > self.n_bytes_max;
        if is_long { Err(FileError::content(path, self.too_long())) } else { Ok(bytes) }
    }
}

fn text_of(bytes: Vec<u8>, path: &Path) -> Result<String, FileError> {
    String::from_utf8(bytes).map_err(|_| FileError::content(path, "not text in UTF-8"))
}

/// Opens a plain file.
pub fn open(path: &Path) -> Result<File, FileError> {
    check_plain(path)?;
    open_given(path)
}

/// Refuses pipes and devices, because they may be endless. For files that no person names.
///
/// # Errors
///
/// If it is a pipe or a device. A missing file is no error.
pub fn check_plain(path: &Path) -> Result<(), FileError> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => {
            let message = "it is a pipe or a device; give a plain file";
            Err(FileError::content(path, message))
        }
        _ => Ok(()),
    }
}

/// Opens a file that a person names.
///
/// # Errors
///
/// If it cannot be opened, or is a named pipe, which would block until somebody writes. Standard
/// input and `<(...)` of shells are allowed.
#[expect(clippy::disallowed_methods, reason = "this is the door")]
pub fn open_given(path: &Path) -> Result<File, FileError> {
    if is_named_pipe(path) {
        let message =
            "it is a named pipe, in which perhaps nobody writes; give a plain file, or `-`";
        return Err(FileError::content(path, message));
    }
    File::open(path).map_err(failed("reading", path))
}

/// Whether a path is a pipe in a folder, and not an open file of a process.
#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let is_of_process = path.starts_with("/dev") || path.starts_with("/proc");
    !is_of_process && fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_named_pipe(_: &Path) -> bool {
    false
}

/// A number of bytes in units, such as `16 MiB`.
pub fn in_units(n_bytes: u64) -> String {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10), ("bytes", 0)];
    let mut n_left = n_bytes;
    let parts = units.into_iter().filter_map(|(unit, power)| {
        let n = n_left >> power;
        n_left -= n << power;
        (n > 0).then(|| format!("{n} {unit}"))
    });
    parts.collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests;
