//! What may be written over.

use std::fs;
use std::path::{Path, PathBuf};

use marahel_evolution::{FolderLock, LOCK};
use marahel_system::files::{check_no_link, check_no_links, first_entries, make_folder};

use super::{Usage, plain};

/// Leave to write over files of the user. Each command that writes to a place which the user names,
/// or which nobody names, takes this; folders that belong to a command, such as a run, are renewed.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Force {
    /// Write over files that are there already.
    #[arg(long)]
    force: bool,
}

impl Force {
    /// Rejects a file that is there already, also a link to nothing. A pipe or a device, such as
    /// `/dev/null`, loses nothing.
    pub(crate) fn check(self, file: &Path) -> Result<(), Usage> {
        let is_there = file.is_file() || file.is_symlink() && !file.exists();
        if self.force || !is_there {
            return Ok(());
        }
        let file = plain(&file.display().to_string());
        Err(Usage(format!(
            "{file} already exists; name another file, or overwrite it with --force"
        )))
    }

    /// The same for a file with a fixed name in a folder, which is never written through a link.
    pub(crate) fn check_in_folder(self, file: &Path) -> anyhow::Result<()> {
        check_no_link(file)?;
        Ok(self.check(file)?)
    }

    /// The same for a folder of results: rejects one that holds something, unless one of these names
    /// is in it, which only an earlier call of the command has written there. Links are rejected.
    pub(crate) fn check_folder(self, folder: &Path, own: &[&str]) -> anyhow::Result<()> {
        if !folder.is_dir() {
            return Ok(());
        }
        check_no_links(folder)?;
        let is_own = own.iter().any(|name| folder.join(name).exists());
        let entries = first_entries(folder, 2)?;
        if self.force || is_own || entries.iter().all(|path| path.ends_with(LOCK)) {
            return Ok(());
        }
        let folder = plain(&folder.display().to_string());
        let message = format!(
            "the folder {folder} is not empty; name another with --out, or overwrite what is there with \
             --force"
        );
        Err(Usage(message).into())
    }

    /// A folder of results that nobody named: this one, or `folder-2`, `folder-3` ... if there are
    /// results already, so that a command can be given again without losing what it wrote.
    pub(crate) fn new_folder(self, folder: PathBuf) -> PathBuf {
        let is_free = |path: &PathBuf| !path.is_dir() || self.check_folder(path, &[]).is_ok();
        let numbered = |n: u32| {
            let mut name = folder.clone().into_os_string();
            name.push(format!("-{n}"));
            PathBuf::from(name)
        };
        let mut folders = std::iter::once(folder.clone()).chain((2..).map(numbered));
        folders.find(is_free).unwrap_or(folder)
    }

    /// Makes a folder of results, and keeps other programs from writing there until the answer is
    /// dropped. Rejects one that holds something, or that a running program writes to.
    pub(crate) fn hold_folder(self, folder: &Path) -> anyhow::Result<HeldFolder> {
        let is_new = !folder.is_dir();
        make_folder(folder)?;
        let lock = FolderLock::take(folder)?;
        let held = HeldFolder { path: folder.to_owned(), is_new, lock: Some(lock) };
        self.check_folder(folder, &[])?;
        Ok(held)
    }
}

/// A folder of results that no other program writes to.
#[must_use]
pub(crate) struct HeldFolder {
    path: PathBuf,
    is_new: bool,
    lock: Option<FolderLock>,
}

impl Drop for HeldFolder {
    fn drop(&mut self) {
        self.lock = None;
        if self.is_new {
            // A folder with results stays.
            let _ = fs::remove_dir(&self.path);
        }
    }
}
