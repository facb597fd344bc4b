//! What may be written over.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use marahel_config::EvolutionError;
use marahel_evolution::{LOCK, Lock};
use marahel_system::FileError;
use marahel_system::files::{
    check_no_link, check_no_links, check_own_path, first_entries, make_folder,
};

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
    pub(crate) fn new_folder(self, folder: PathBuf) -> Result<PathBuf, FileError> {
        folder.parent().map_or(Ok(()), check_own_path)?;
        let is_free = |path: &PathBuf| {
            !path.is_symlink() && (!path.is_dir() || self.check_folder(path, &[]).is_ok())
        };
        let numbered = |n: u32| {
            let mut name = folder.clone().into_os_string();
            name.push(format!("-{n}"));
            PathBuf::from(name)
        };
        let mut folders = std::iter::once(folder.clone()).chain((2..).map(numbered));
        Ok(folders.find(is_free).unwrap_or(folder))
    }

    /// Makes a folder of results, and keeps other programs from writing there until the answer is
    /// dropped. Rejects what [`Self::check_folder`] does, and one that a running program writes to.
    pub(crate) fn hold_folder(self, folder: &Path, own: &[&str]) -> anyhow::Result<Held> {
        let new_folder = (!folder.is_dir()).then(|| folder.to_owned());
        make_folder(folder)?;
        let held = Held { lock: Some(Lock::take(folder)?), new_folder };
        self.check_folder(folder, own)?;
        Ok(held)
    }

    /// The same for a file, and for the folders above it.
    pub(crate) fn hold(self, file: &Path) -> anyhow::Result<Held> {
        ensure!(!file.is_dir(), Usage(format!("{} is a folder; name a file", file.display())));
        let (place, is_plain) = (file.canonicalize(), file.is_file() || !file.exists());
        let place = place.as_deref().unwrap_or(file);
        let mut name = OsString::from(".");
        name.push(place.file_name().unwrap_or_default());
        name.push(LOCK);
        let held =
            if is_plain { Held::at(&place.with_file_name(name), file)? } else { Held::default() };
        self.check(file)?;
        Ok(held)
    }
}

/// A place that no other program writes to.
#[derive(Debug, Default)]
#[must_use]
pub(crate) struct Held {
    /// Missing where none can be made.
    lock: Option<Lock>,
    /// A new folder. With results in it, it stays.
    new_folder: Option<PathBuf>,
}

impl Held {
    /// Makes the folder of a lock file, and locks a place by it.
    pub(crate) fn at(lock: &Path, place: &Path) -> anyhow::Result<Self> {
        let folder =
            lock.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir());
        if let Some(folder) = folder {
            fs::create_dir_all(folder)
                .with_context(|| format!("making the folder of {}", place.display()))?;
        }
        let new_folder = folder.map(Path::to_owned);
        match Lock::at(lock.to_owned(), place) {
            Err(error @ EvolutionError::BeingWritten(_)) => Err(error.into()),
            lock => Ok(Self { lock: lock.ok(), new_folder }),
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.lock = None;
        if let Some(folder) = &self.new_folder {
            let _ = fs::remove_dir(folder);
        }
    }
}
