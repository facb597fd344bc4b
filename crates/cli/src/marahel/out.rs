//! The place of results, as in `--out`.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use system::files::{write_atomically, write_atomically_by};

use crate::terminal::Usage;

#[derive(Clone, Copy, Debug)]
pub(super) enum Destination<'a> {
    /// Standard output.
    Output,
    /// One file for everything.
    File(&'a Path),
    /// A file for each result.
    Folder(&'a Path),
}

impl<'a> Destination<'a> {
    /// A file; standard output for `-` or `None`.
    pub(super) fn of_file(out: Option<&'a Path>) -> Self {
        out.filter(|path| path.as_os_str() != "-").map_or(Self::Output, Self::File)
    }

    /// Like [`Self::of_file`], but a path that is a folder, ends like one, or has no extension when
    /// only that could name a format, is a folder.
    pub(super) fn of_file_or_folder(out: Option<&'a Path>, is_format_named: bool) -> Self {
        let is_folder = |path: &Path| {
            let ends_as_one = path.to_string_lossy().ends_with(std::path::is_separator);
            let names_no_format = !is_format_named && path.extension().is_none();
            path.is_dir() || ends_as_one || names_no_format && !path.exists()
        };
        match Self::of_file(out) {
            Self::File(path) if is_folder(path) => Self::Folder(path),
            place => place,
        }
    }

    pub(super) fn file(self) -> Option<&'a Path> {
        if let Self::File(path) = self { Some(path) } else { None }
    }
}

/// Writes files, but never over the inputs of the results.
#[derive(Debug)]
pub(super) struct Files {
    inputs: Vec<PathBuf>,
}

impl Files {
    /// Rejects a place that is one of the inputs at once.
    pub(super) fn new<'a>(
        place: Destination<'_>,
        inputs: impl IntoIterator<Item = &'a Path>,
    ) -> Result<Self, Usage> {
        let inputs = inputs.into_iter().filter_map(|path| path.canonicalize().ok());
        let files = Self { inputs: inputs.filter(|path| path.is_file()).collect() };
        place.file().map_or(Ok(()), |file| files.check(file))?;
        Ok(files)
    }

    /// Writes a file, and makes its folders.
    pub(super) fn write(&self, file: &Path, content: &[u8]) -> anyhow::Result<()> {
        self.check(file)?;
        make_parent(file)?;
        Ok(write_atomically(file, content)?)
    }

    /// The same for content that `write` streams.
    pub(super) fn write_by(
        &self,
        file: &Path,
        write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.check(file)?;
        make_parent(file)?;
        write_atomically_by(file, |output| {
            let mut output = BufWriter::new(output);
            write(&mut output)?;
            output.flush().with_context(|| format!("writing {}", file.display()))
        })
    }

    fn check(&self, file: &Path) -> Result<(), Usage> {
        if !file.canonicalize().is_ok_and(|file| self.inputs.contains(&file)) {
            return Ok(());
        }
        let file = file.display();
        Err(Usage(format!("{file} is read and would be written over; name another with --out")))
    }
}

/// Makes the folders of a file; rejects an existing folder. Called before long work, it detects an
/// unwritable place early.
pub(crate) fn make_parent(file: &Path) -> anyhow::Result<()> {
    if file.is_dir() {
        return Err(Usage(format!("{} is a folder; name a file", file.display())).into());
    }
    let Some(parent) = file.parent() else { return Ok(()) };
    fs::create_dir_all(parent).with_context(|| format!("making the folder of {}", file.display()))
}
