//! A lock: one running program owns a run folder at a time.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use marahel_system::files::{check_no_links, check_plain, failed};

use marahel_config::EvolutionError;

/// The lock file. It may outlive a killed program; the lock itself does not.
pub const FILE: &str = ".lock";

/// The right to write into a folder, until it is dropped.
pub struct FolderLock {
    path: PathBuf,
    /// Locked while it is open.
    _file: File,
}

impl FolderLock {
    /// Locks a folder, unless a running program holds it, or it has links: the folder may come from a
    /// stranger.
    ///
    /// If the file system does not support locks, succeeds without one.
    pub fn take(folder: &Path) -> Result<Self, EvolutionError> {
        check_no_links(folder)?;
        let path = folder.join(FILE);
        check_plain(&path)?;
        let file = File::create(&path).map_err(failed("writing", &path))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(EvolutionError::FolderRunning(folder.to_owned())),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { path, _file: file }),
        }
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // A leftover file does no harm.
        let _ = fs::remove_file(&self.path);
    }
}
