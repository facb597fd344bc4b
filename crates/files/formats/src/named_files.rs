//! Files that a level file refers to: tilesets, templates, levels in files of their own.

use std::cell::Cell;

use marahel_level::{LevelError, Unread};

/// Reads the files that a level file refers to.
pub trait NamedFiles {
    /// The bytes of a file, by its path relative to the referring file, with `/` between folders.
    fn read(&self, path: &str) -> Result<Vec<u8>, Unread>;
}

/// Maximum total size of these files: 256 MiB.
const N_BYTES_MAX: usize = 256 << 20;
/// Each file counts at least this many bytes, because a map may name one file a million times.
const N_BYTES_MIN: usize = 4096;

/// Another reader, with the total size limited.
pub(crate) struct Limited<'a> {
    files: &'a dyn NamedFiles,
    n_bytes_left: Cell<usize>,
}

impl<'a> Limited<'a> {
    pub(crate) fn new(files: &'a dyn NamedFiles) -> Self {
        Self { files, n_bytes_left: Cell::new(N_BYTES_MAX) }
    }
}

impl NamedFiles for Limited<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, Unread> {
        if self.n_bytes_left.get() > 0 {
            let bytes = self.files.read(path);
            let n_bytes = bytes.as_ref().map_or(0, Vec::len).max(N_BYTES_MIN);
            self.n_bytes_left.set(self.n_bytes_left.get().saturating_sub(n_bytes));
            return bytes;
        }
        let why =
            format!("which is too much: all beside one file have at most {N_BYTES_MAX} bytes");
        Err(Unread::Broken(why))
    }
}

/// No files beside the level file, as in a web page or a pipe.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl NamedFiles for NoFiles {
    fn read(&self, _path: &str) -> Result<Vec<u8>, Unread> {
        Err(Unread::Away)
    }
}

/// The shortest form of a path relative to the file that names it: `../walls.tsx` in `tiles/a.tx`
/// is `walls.tsx`.
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

/// The start of what stands in a clone for a large file that was not fetched.
const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// Rejects what stands for a file instead of the file itself.
pub(crate) fn check_is_itself(bytes: &[u8]) -> Result<(), LevelError> {
    if bytes.starts_with(POINTER) {
        bail!("this is a pointer of Git LFS, not the file itself; run git lfs pull");
    }
    Ok(())
}

/// The text of a file, without a byte order mark.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, LevelError> {
    check_is_itself(bytes)?;
    let text =
        str::from_utf8(bytes).map_err(|_| LevelError::Content("not text in UTF-8".to_owned()))?;
    Ok(text.trim_start_matches('\u{feff}'))
}

#[cfg(test)]
mod tests {
    use marahel_level::Unread;

    use super::{Limited, N_BYTES_MAX, N_BYTES_MIN, NamedFiles, NoFiles, joined};

    /// One large file under any name.
    struct Large;

    impl NamedFiles for Large {
        fn read(&self, _path: &str) -> Result<Vec<u8>, Unread> {
            Ok(vec![0; 100 << 20])
        }
    }

    #[test]
    fn files_are_read_until_they_are_too_many() {
        let large = Limited::new(&Large);
        let read: Vec<bool> = (0..5).map(|_| large.read("a").is_ok()).collect();
        assert_eq!(read, [true, true, true, false, false]);
        let missing = Limited::new(&NoFiles);
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
