//! The entries of folders, and the files of a pattern.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use glob::{Pattern, PatternError};
use indexmap::IndexSet;

use super::failed;
use crate::FileError;

/// Files and folders that a pattern may visit: it could match a whole disk.
pub(crate) const N_SEEN_MAX: usize = 100_000;

/// The entries of a folder, by name.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let paths = first_entries(folder, N_SEEN_MAX + 1).map_err(failed("reading", folder))?;
    if paths.len() > N_SEEN_MAX {
        return Err(FileError::content(folder, too_many()));
    }
    Ok(paths)
}

/// Makes a folder for results. What is written to a link, or removed from one, is somewhere else: so
/// this rejects links in the folder, and in the folders in it.
pub fn make_folder(folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(failed("making the folder", folder))?;
    check_no_links(folder)
}

/// Rejects links in a folder, and in the folders in it: no program has results deeper than that.
pub fn check_no_links(folder: &Path) -> Result<(), FileError> {
    for path in entries(folder)? {
        check_no_link(&path)?;
        if path.is_dir() {
            entries(&path)?.iter().try_for_each(|path| check_no_link(path))?;
        }
    }
    Ok(())
}

/// Rejects a link.
///
/// # Errors
///
/// If the path is a link, whether or not it leads somewhere.
pub fn check_no_link(path: &Path) -> Result<(), FileError> {
    if !path.is_symlink() {
        return Ok(());
    }
    let message = "it is a link, and what is written there would land elsewhere; remove it, or put the \
                   file itself there";
    Err(FileError::content(path, message))
}

/// Rejects a path that a program gives itself, such as `results/drafts/x`, if the path or a folder
/// above it is a link: nobody asked to write where it leads.
pub fn check_own_path(path: &Path) -> Result<(), FileError> {
    let mut folders = path.ancestors().filter(|folder| !folder.as_os_str().is_empty());
    folders.try_for_each(check_no_link)
}

/// A path without `.` and `..`, by its text alone: links are not followed.
pub fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => plain.push(part),
        }
    }
    plain
}

/// The relative path from one folder to another, with `/` between its parts. An absolute path if
/// there is no relative one, or a folder is missing.
pub fn way_between(from: &Path, to: &Path) -> String {
    let folders = from.canonicalize().ok().zip(to.canonicalize().ok());
    let Some((from, to)) = folders else {
        let whole = std::path::absolute(to).unwrap_or_else(|_| to.to_owned());
        return whole.to_string_lossy().into_owned();
    };
    let n_common = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    if n_common == 0 {
        return to.to_string_lossy().into_owned();
    }
    let up = from.components().skip(n_common).map(|_| "..".into());
    let down = to
        .components()
        .skip(n_common)
        .map(|part: Component<'_>| part.as_os_str().to_string_lossy().into_owned());
    let parts: Vec<String> = up.chain(down).collect();
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

/// The first `n_max` entries of a folder in the order of the system, sorted by name.
#[expect(clippy::disallowed_methods, reason = "this is the door")]
pub fn first_entries(folder: &Path, n_max: usize) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.take(n_max);
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn too_many() -> String {
    format!("there are more than {N_SEEN_MAX} files and folders; name a smaller folder")
}

/// The files of a path with `*`, `?` or `[...]`, folder by folder and by name. `**` matches all
/// folders below one. It does not follow links, because they may form a circle.
pub(crate) fn matching(pattern: &Path) -> Result<Vec<PathBuf>, FileError> {
    let fail = |message: String| FileError::content(pattern, message);
    let steps = pattern.components().map(|part| {
        let text = part.as_os_str().to_str().ok_or_else(|| fail("the path is no text".to_owned()));
        text.and_then(|text| Step::of(text).map_err(|error| fail(error.to_string())))
    });
    let mut steps = steps.collect::<Result<Vec<_>, _>>()?;
    steps.dedup_by(|step, next| matches!((step, next), (Step::AnyDepth, Step::AnyDepth)));
    let mut walk = Walk { n_left: N_SEEN_MAX, paths: IndexSet::new() };
    walk.follow(PathBuf::new(), &steps).map_err(|TooMany| fail(too_many()))?;
    Ok(walk.paths.into_iter().collect())
}

/// A part of a path with patterns.
enum Step {
    Name(String),
    Any(Pattern),
    AnyDepth,
}

impl Step {
    fn of(part: &str) -> Result<Self, PatternError> {
        let pattern = Pattern::new(part)?;
        Ok(match part {
            "**" => Self::AnyDepth,
            _ if part.contains(['*', '?', '[']) => Self::Any(pattern),
            _ => Self::Name(part.to_owned()),
        })
    }
}

/// More was looked at than may be.
struct TooMany;

struct Walk {
    n_left: usize,
    /// Each file once, though several `**` may lead to it in two ways.
    paths: IndexSet<PathBuf>,
}

impl Walk {
    /// Adds the files that some steps from a folder lead to.
    fn follow(&mut self, folder: PathBuf, steps: &[Step]) -> Result<(), TooMany> {
        let Some((step, steps_below)) = steps.split_first() else {
            if folder.is_file() {
                self.paths.insert(folder);
            }
            return Ok(());
        };
        match step {
            Step::Name(name) => self.follow(folder.join(name), steps_below),
            Step::Any(_) => {
                let mut paths = self.entries(&folder)?.into_iter();
                paths.try_for_each(|path| self.enter(path, steps))
            }
            Step::AnyDepth => {
                let mut paths = self.entries(&folder)?.into_iter();
                paths.try_for_each(|path| {
                    self.enter(path.clone(), steps_below)?;
                    let is_folder = path.is_dir() && !path.is_symlink();
                    if is_folder { self.follow(path, steps) } else { Ok(()) }
                })
            }
        }
    }

    /// Goes on from what is in a folder, if it is what the first step means.
    fn enter(&mut self, path: PathBuf, steps: &[Step]) -> Result<(), TooMany> {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        match steps.split_first() {
            Some((Step::Name(meant), steps_below)) if meant == name => {
                self.follow(path, steps_below)
            }
            Some((Step::Any(pattern), steps_below)) if pattern.matches(name) => {
                self.follow(path, steps_below)
            }
            _ => Ok(()),
        }
    }

    /// What is in a folder; nothing if it cannot be read.
    fn entries(&mut self, folder: &Path) -> Result<Vec<PathBuf>, TooMany> {
        let is_here = folder.as_os_str().is_empty();
        let place = if is_here { Path::new(".") } else { folder };
        let mut paths = first_entries(place, self.n_left + 1).unwrap_or_default();
        self.n_left = self.n_left.checked_sub(paths.len()).ok_or(TooMany)?;
        if is_here {
            paths = paths.iter().filter_map(|path| path.file_name().map(PathBuf::from)).collect();
        }
        Ok(paths)
    }
}

#[cfg(test)]
mod tests;
