//! A run folder belongs to one running program at a time.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use system::files::{check_plain, failed};

use config::ExperimentError;

/// The locked file. It may outlive a program that was killed; its lock does not.
pub(crate) const FILE: &str = ".lock";

/// The right to write into a folder, until it is dropped.
pub(crate) struct FolderLock {
    path: PathBuf,
    /// Locked as long as it is open.
    _file: File,
}

impl FolderLock {
    /// Takes a folder, unless a program that is still running has it.
    ///
    /// Where the file system knows no locks the folder is taken all the same.
    pub(crate) fn take(folder: &Path) -> Result<Self, ExperimentError> {
        let path = folder.join(FILE);
        check_plain(&path)?;
        let file = File::create(&path).map_err(failed("writing", &path))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(ExperimentError::FolderRunning(folder.to_owned())),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Self { path, _file: file }),
        }
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // One that stays does no harm.
        let _ = fs::remove_file(&self.path);
    }
}
