//! A lock: one running program writes to a folder or a file at a time.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use marahel_system::files::{check_no_link, check_no_links, check_plain, failed};

use marahel_config::EvolutionError;

/// The lock file. It may outlive a killed program; the lock itself does not.
pub const FILE: &str = ".lock";

/// The right to write to a place, until it is dropped.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// Locked while it is open.
    file: File,
}

impl Lock {
    /// Locks a folder, unless a running program holds it, or it has links: the folder may come from a
    /// stranger.
    ///
    /// If the file system does not support locks, succeeds without one.
    pub fn take(folder: &Path) -> Result<Self, EvolutionError> {
        check_no_links(folder)?;
        Self::at(folder.join(FILE), folder)
    }

    /// Locks a place by this lock file, which may be a file of somebody: it is never written over.
    pub fn at(path: PathBuf, place: &Path) -> Result<Self, EvolutionError> {
        check_no_link(&path)?;
        check_plain(&path)?;
        #[expect(clippy::disallowed_methods, reason = "it is not read")]
        let file = File::options().write(true).create(true).truncate(false).open(&path);
        let file = file.map_err(failed("writing", &path))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(EvolutionError::BeingWritten(place.to_owned())),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { path, file }),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A leftover file does no harm.
        if self.file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            let _ = fs::remove_file(&self.path);
        }
    }
}
