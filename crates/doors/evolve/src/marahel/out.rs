//! The place of results, as in `--out`.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use marahel_evolution::LOCK;
use marahel_system::files::{FileKind, check_no_link, write_atomically, write_atomically_by};

use crate::terminal::{Force, Held, Usage};

#[derive(Clone, Copy, Debug)]
pub(super) enum Destination<'a> {
    Output,
    File(&'a Path),
    /// A file for each result.
    Folder(&'a Path),
}

impl<'a> Destination<'a> {
    pub(super) fn of_file(out: Option<&'a Path>) -> Self {
        out.filter(|path| path.as_os_str() != "-").map_or(Self::Output, Self::File)
    }

    /// Like [`Self::of_file`], but a path that is a folder, ends like one, or has no extension when
    /// only that could name a format, is a folder.
    pub(super) fn of_file_or_folder(out: Option<&'a Path>, is_format_named: bool) -> Self {
        let Self::File(path) = Self::of_file(out) else { return Self::Output };
        let ends_as_one = path.to_string_lossy().ends_with(std::path::is_separator);
        let names_no_format = !is_format_named && path.extension().is_none();
        if path.is_dir() || ends_as_one || names_no_format && !path.exists() {
            Self::Folder(path)
        } else {
            Self::File(path)
        }
    }

    pub(super) fn file(self) -> Option<&'a Path> {
        if let Self::File(path) = self { Some(path) } else { None }
    }
}

/// Writes files, but never over the inputs of the results, and over others only by `--force`.
#[derive(Debug)]
pub(super) struct Files {
    inputs: Vec<PathBuf>,
    force: Force,
    /// Whether results go to a folder, under names that the command gives them.
    is_folder: bool,
    _held: Held,
}

impl Files {
    /// Rejects at once a place that is one of the inputs, that is there, or that a running program
    /// writes to.
    pub(super) fn new<'a>(
        place: Destination<'_>,
        force: Force,
        inputs: impl IntoIterator<Item = &'a Path>,
    ) -> anyhow::Result<Self> {
        let inputs = inputs.into_iter().filter_map(|path| path.canonicalize().ok());
        let inputs = inputs.filter(|path| path.is_file()).collect();
        let is_folder = matches!(place, Destination::Folder(_));
        let files = Self { inputs, force, is_folder, _held: Held::default() };
        let held = match place {
            Destination::Output => Held::default(),
            Destination::File(file) => {
                files.check(file).context("--out")?;
                force.hold(file).context("--out")?
            }
            Destination::Folder(folder) => Held::at(&folder.join(LOCK), folder)?,
        };
        Ok(Self { _held: held, ..files })
    }

    /// Writes a file whose name nobody gave, unless it has this content already.
    pub(super) fn write_once(&self, file: &Path, content: &[u8]) -> anyhow::Result<()> {
        check_no_link(file)?;
        let is_same = FileKind::PICTURE.bytes(file).is_ok_and(|bytes| bytes == content);
        if is_same { Ok(()) } else { self.write(file, content) }
    }

    pub(super) fn write(&self, file: &Path, content: &[u8]) -> anyhow::Result<()> {
        self.check(file).context("--out")?;
        make_parent(file)?;
        Ok(write_atomically(file, content)?)
    }

    /// The same for content that `write` streams.
    pub(super) fn write_by(
        &self,
        file: &Path,
        write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.check(file).context("--out")?;
        make_parent(file)?;
        write_atomically_by(file, |output| {
            let mut output = BufWriter::new(output);
            write(&mut output)?;
            output.flush().with_context(|| format!("writing {}", file.display()))
        })
    }

    /// Rejects a file that must not be written over.
    pub(super) fn check(&self, file: &Path) -> anyhow::Result<()> {
        if file.canonicalize().is_ok_and(|file| self.inputs.contains(&file)) {
            let file = file.display();
            let message = format!("{file} is read and would be written over; name another file");
            return Err(Usage(message).into());
        }
        if self.is_folder {
            self.force.check_in_folder(file)
        } else {
            Ok(self.force.check(file)?)
        }
    }
}

/// Makes the folders of a file; rejects an existing folder. Called before long work, it detects an
/// unwritable place early.
pub(crate) fn make_parent(file: &Path) -> anyhow::Result<()> {
    ensure!(!file.is_dir(), Usage(format!("{} is a folder; name a file", file.display())));
    let Some(parent) = file.parent() else { return Ok(()) };
    fs::create_dir_all(parent).with_context(|| format!("making the folder of {}", file.display()))
}
