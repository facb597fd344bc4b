//! The one door through which files come in.
//!
//! Whoever sends a file can make it endless, or a pipe in which nothing ever comes. So each file is
//! of a [`Kind`], which has a limit that is kept while it is read, and a file that another file
//! names is a plain one. `clippy.toml` forbids to open files elsewhere.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use super::failed;
use crate::ExperimentError;

/// A kind of file, and how many bytes one has at most.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What one is called, such as `a script`.
    what: &'static str,
    n_bytes_max: u64,
}

impl Kind {
    /// A Marahel script, or an atlas or a world of several.
    pub const SCRIPT: Self = Self::new("a script", script::SCRIPT_BYTES_MAX as u64);
    /// A problem file.
    pub const PROBLEM: Self = Self::new("a problem file", problem::Definition::N_BYTES_MAX as u64);
    /// A config.
    pub const CONFIG: Self = Self::new("a config", 1 << 20);
    /// An experiment: several settings of a search.
    pub const EXPERIMENT: Self = Self::new("an experiment", 1 << 20);
    /// Names for the tiles of levels.
    pub const LEGEND: Self = Self::new("a legend", 1 << 20);
    /// Levels that are read at once: the largest one takes 128 MiB as numbers of eight bytes.
    pub const LEVELS: Self = Self::new("a file of levels", 160 << 20);
    /// One of JSON lines, of which a file may have as many as it likes.
    pub const LINE: Self = Self::new("a line", Self::LEVELS.n_bytes_max);
    /// Levels, tilesets and the like that a problem file or a map names.
    pub const NAMED: Self = Self::new("a file that another one names", 16 << 20);
    /// A PNG file of tiles.
    pub const PICTURE: Self = Self::new("a picture of tiles", 16 << 20);
    /// Which seeds play.
    pub const CERTIFICATE: Self =
        Self::new("a certificate", marahel::Certificate::N_BYTES_MAX as u64);
    /// A certificate that is being made: a line of numbers before it.
    pub const PARTIAL: Self =
        Self::new("an unfinished certificate", Self::CERTIFICATE.n_bytes_max + (1 << 20));
    /// A search that goes on.
    pub const CHECKPOINT: Self = Self::new("a checkpoint", 1 << 32);
    /// What a proposer answered.
    pub const PROPOSALS: Self = Self::new("a file of proposals", 256 << 20);
    /// A table, or whatever else a run leaves.
    pub const TABLE: Self = Self::new("a table", 128 << 20);
    /// What the studio shows.
    pub const OF_STUDIO: Self = Self::new("a file of the studio", 1 << 20);

    const fn new(what: &'static str, n_bytes_max: u64) -> Self {
        Self { what, n_bytes_max }
    }

    /// One has at most so many bytes.
    pub const fn n_bytes_max(self) -> u64 {
        self.n_bytes_max
    }

    /// What is said of one that has more.
    pub fn too_long(self) -> String {
        format!("{} has at most {}; this has more", self.what, in_units(self.n_bytes_max))
    }

    /// The bytes of a plain file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is a pipe or a device, or is too long.
    pub fn bytes(self, path: &Path) -> Result<Vec<u8>, ExperimentError> {
        self.read(open(path)?, path)
    }

    /// The text of a plain file.
    ///
    /// # Errors
    ///
    /// As [`bytes`](Self::bytes), or if it is no text.
    pub fn text(self, path: &Path) -> Result<String, ExperimentError> {
        text_of(self.bytes(path)?, path)
    }

    /// The bytes of a file that a person names, which may be a pipe, as `<(...)` of shells is.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is too long.
    pub fn bytes_given(self, path: &Path) -> Result<Vec<u8>, ExperimentError> {
        self.read(open_given(path)?, path)
    }

    /// The text of a file that a person names.
    ///
    /// # Errors
    ///
    /// As [`bytes_given`](Self::bytes_given), or if it is no text.
    pub fn text_given(self, path: &Path) -> Result<String, ExperimentError> {
        text_of(self.bytes_given(path)?, path)
    }

    /// All bytes of an open file: no more of them are read than its kind has, and one more.
    fn read(self, file: File, path: &Path) -> Result<Vec<u8>, ExperimentError> {
        let too_long = || ExperimentError::content(path, self.too_long());
        // Pipes and devices have no length.
        if file.metadata().is_ok_and(|found| found.len() > self.n_bytes_max) {
            return Err(too_long());
        }
        let mut bytes = Vec::new();
        file.take(self.n_bytes_max + 1).read_to_end(&mut bytes).map_err(failed("reading", path))?;
        if bytes.len() as u64 > self.n_bytes_max { Err(too_long()) } else { Ok(bytes) }
    }
}

/// The text that the bytes of a file are.
fn text_of(bytes: Vec<u8>, path: &Path) -> Result<String, ExperimentError> {
    String::from_utf8(bytes).map_err(|_| ExperimentError::content(path, "not text in UTF-8"))
}

/// Opens a plain file, which does not wait for anybody.
///
/// # Errors
///
/// If it cannot be opened, or is a pipe or a device.
pub fn open(path: &Path) -> Result<File, ExperimentError> {
    check_plain(path)?;
    open_given(path)
}

/// Refuses pipes and devices, which may have no end, where no person named one.
///
/// # Errors
///
/// If it is one. One that is not there is fine.
pub fn check_plain(path: &Path) -> Result<(), ExperimentError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            let message = "it is a pipe or a device; give a plain file";
            Err(ExperimentError::content(path, message))
        }
        _ => Ok(()),
    }
}

/// Opens a file that a person names.
///
/// # Errors
///
/// If it cannot be opened, or is a named pipe: one in which nobody writes is waited for without an
/// end. What shells make of `<(...)`, and standard input, are no such pipes.
#[expect(clippy::disallowed_methods, reason = "this is the door")]
pub fn open_given(path: &Path) -> Result<File, ExperimentError> {
    if is_named_pipe(path) {
        let message =
            "it is a named pipe, in which perhaps nobody writes; give a plain file, or `-`";
        return Err(ExperimentError::content(path, message));
    }
    File::open(path).map_err(failed("reading", path))
}

/// Whether a path is that of a pipe in some folder, and not one of the files that a process has open.
#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let is_of_process = path.starts_with("/dev") || path.starts_with("/proc");
    !is_of_process && fs::metadata(path).is_ok_and(|found| found.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_named_pipe(_: &Path) -> bool {
    false
}

/// A number of bytes, as people write it.
pub fn in_units(n_bytes: u64) -> String {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10), ("bytes", 0)];
    let mut rest = n_bytes;
    let parts = units.into_iter().filter_map(|(unit, power)| {
        let n = rest >> power;
        rest -= n << power;
        (n > 0).then(|| format!("{n} {unit}"))
    });
    parts.collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests;
