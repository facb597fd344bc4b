//! Reading what a command line names: files, or `-` for standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail};
use script::SCRIPT_BYTES_MAX;

/// Some editors begin a file with this mark of its encoding.
const MARK: char = '\u{feff}';

/// A file that is read at once has at most so many bytes (256 MiB): more than the
/// largest level takes in any format.
const FILE_BYTES_MAX: u64 = 256 << 20;

/// The whole text of a file, or of standard input for `-`.
pub(crate) fn text(path: &Path) -> anyhow::Result<String> {
    let mut text = decoded(path, bytes(path)?)?;
    Ok(if text.starts_with(MARK) { text.split_off(MARK.len_utf8()) } else { text })
}

/// The whole of a script, from a file or from standard input for `-`.
///
/// What is longer than any script is refused before it fills the memory.
pub(crate) fn script(path: &Path) -> anyhow::Result<String> {
    let too_long = format!("a script has at most {SCRIPT_BYTES_MAX} bytes; this has more");
    decoded(path, limited(path, SCRIPT_BYTES_MAX as u64, &too_long)?)
}

/// All bytes of a file, or of standard input for `-`.
pub(crate) fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let too_long = format!("it has more than {FILE_BYTES_MAX} bytes; read it in parts");
    limited(path, FILE_BYTES_MAX, &too_long)
}

/// All bytes, unless they are more than so many.
fn limited(path: &Path, n_bytes_max: u64, too_long: &str) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(n_bytes_max + 1).read_to_end(&mut bytes);
    let n_bytes = read.with_context(|| format!("reading {}", name(path)))?;
    if n_bytes as u64 > n_bytes_max {
        bail!("{}: {too_long}", name(path));
    }
    Ok(bytes)
}

fn decoded(path: &Path, bytes: Vec<u8>) -> anyhow::Result<String> {
    String::from_utf8(bytes).with_context(|| format!("reading {}: not text in UTF-8", name(path)))
}

/// The lines of a file, or of standard input for `-`, numbered from 1; blank
/// ones are left out. Each is a `what`, and there must be one.
pub(crate) fn lines(
    path: &Path,
    what: &str,
) -> anyhow::Result<impl Iterator<Item = anyhow::Result<(usize, String)>> + use<>> {
    let file = name(path);
    let lines = open(path)?.lines().enumerate();
    let mut lines = lines
        .map(move |(index, line)| {
            let line = line.with_context(|| format!("reading {file}, line {}", index + 1))?;
            let line = line.strip_prefix(MARK).filter(|_| index == 0).unwrap_or(&line);
            Ok((index + 1, line.to_owned()))
        })
        .filter(|line| !matches!(line, Ok((_, text)) if text.trim().is_empty()))
        .peekable();
    if lines.peek().is_none() {
        bail!("{}: there is no {what}; give at least one, a JSON line each", name(path));
    }
    Ok(lines)
}

/// What messages call a file.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn open(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if is_stdin(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("reading {}", name(path)))?;
    Ok(Box::new(BufReader::new(file)))
}
