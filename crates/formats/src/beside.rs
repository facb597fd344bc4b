//! Files that a file of levels names: tilesets, templates, levels of their own.

use std::cell::Cell;
use std::fmt;

use level::LevelError;

/// Whoever can read the files that lie beside one.
pub trait Beside {
    /// The bytes of a file, by its path as seen from the folder of the file that names it, with
    /// `/` between folders.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is where files are not to be read from.
    fn read(&self, path: &str) -> Result<Vec<u8>, Unread>;
}

/// Files beside one are read until they have so many bytes together, 256 MiB, ...
const N_BYTES_MAX: usize = 256 << 20;
/// ... where each counts as so many at least: a map may name one file a million times.
const N_BYTES_MIN: usize = 4096;

/// Files as somebody else reads them, until they are too much.
pub(crate) struct Limited<'a> {
    files: &'a dyn Beside,
    n_bytes_left: Cell<usize>,
}

impl<'a> Limited<'a> {
    pub(crate) fn new(files: &'a dyn Beside) -> Self {
        Self { files, n_bytes_left: Cell::new(N_BYTES_MAX) }
    }
}

impl Beside for Limited<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, Unread> {
        if self.n_bytes_left.get() > 0 {
            let found = self.files.read(path);
            let n_bytes = found.as_ref().map_or(0, Vec::len).max(N_BYTES_MIN);
            self.n_bytes_left.set(self.n_bytes_left.get().saturating_sub(n_bytes));
            return found;
        }
        let why =
            format!("which is too much: all beside one file have at most {N_BYTES_MAX} bytes");
        Err(Unread::Broken(why))
    }
}

/// Why a file beside another was not read; in words, the end of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// There is none.
    Missing,
    /// It lies where files are not to be read from, whether there is one or not.
    Outside,
    /// Nobody can read it here.
    Away,
    /// It cannot be read, or is not what it should be, as this end of a sentence says.
    Broken(String),
}

impl Unread {
    /// Whether it is a mistake of the file that names it, rather than how things are here.
    pub(crate) fn is_mistake(&self) -> bool {
        match self {
            Self::Missing | Self::Broken(_) => true,
            Self::Outside | Self::Away => false,
        }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Missing => "which is not there",
            Self::Outside => "which is outside of the folder from which files are read",
            Self::Away => "which is not at hand here",
            Self::Broken(how) => how,
        })
    }
}

/// Nothing lies beside the file, as in a web page or behind a pipe.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Beside for Alone {
    fn read(&self, _path: &str) -> Result<Vec<u8>, Unread> {
        Err(Unread::Away)
    }
}

/// A path that a file names, from where that file is, the shortest way: `../walls.tsx` in
/// `tiles/a.tx` is `walls.tsx`.
pub(crate) fn joined(file: &str, path: &str) -> String {
    let path = path.replace('\\', "/");
    let path = match file.rsplit_once('/') {
        Some((folder, _)) if !path.starts_with('/') => format!("{folder}/{path}"),
        _ => path,
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match (part, parts.last()) {
            (".", _) => {}
            ("..", Some(&last)) if !["", ".."].contains(&last) => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The text of a file, without the mark that some editors begin it with.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, LevelError> {
    let text =
        str::from_utf8(bytes).map_err(|_| LevelError::Content("not text in UTF-8".to_owned()))?;
    Ok(text.trim_start_matches('\u{feff}'))
}

#[cfg(test)]
mod tests {
    use super::{Alone, Beside, Limited, N_BYTES_MAX, N_BYTES_MIN, Unread, joined};

    /// One large file under any name.
    struct Large;

    impl Beside for Large {
        fn read(&self, _path: &str) -> Result<Vec<u8>, Unread> {
            Ok(vec![0; 100 << 20])
        }
    }

    #[test]
    fn files_are_read_until_they_are_too_many() {
        let large = Limited::new(&Large);
        let read: Vec<bool> = (0..5).map(|_| large.read("a").is_ok()).collect();
        assert_eq!(read, [true, true, true, false, false]);
        let missing = Limited::new(&Alone);
        for _ in 0..N_BYTES_MAX / N_BYTES_MIN {
            assert_eq!(missing.read("a"), Err(Unread::Away));
        }
        assert_ne!(missing.read("a"), Err(Unread::Away));
    }

    #[test]
    fn paths_are_those_from_the_file_that_names_them() {
        for (file, path, expected) in [
            ("map.tmx", "a.tsx", "a.tsx"),
            ("", "sets/a.tsx", "sets/a.tsx"),
            ("", "sets\\a.tsx", "sets/a.tsx"),
            ("", "./sets/./a.tsx", "sets/a.tsx"),
            ("tpl/a.tx", "walls.tsx", "tpl/walls.tsx"),
            ("tpl/a.tx", "../sets/walls.tsx", "sets/walls.tsx"),
            ("tpl/a.tx", "../../walls.tsx", "../walls.tsx"),
            ("../tpl/a.tx", "../../walls.tsx", "../../walls.tsx"),
            ("tpl/a.tx", "/sets/../walls.tsx", "/walls.tsx"),
            ("tpl/a.tx", "/../walls.tsx", "/../walls.tsx"),
        ] {
            assert_eq!(joined(file, path), expected, "{path} in {file}");
        }
    }
}
