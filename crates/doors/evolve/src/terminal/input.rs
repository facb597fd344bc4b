//! Reading files, or standard input for `-`.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use marahel_system::files::{self, FileKind};

use super::output::harmless;

/// The byte order mark at the start of some files.
const MARK: char = '\u{feff}';

/// The whole text of a file, or of standard input for `-`.
pub(crate) fn text(path: &Path, kind: FileKind) -> anyhow::Result<String> {
    let mut text = decoded(path, bytes(path, kind)?)?;
    Ok(if text.starts_with(MARK) { text.split_off(MARK.len_utf8()) } else { text })
}

/// The text of a script, from a file or from standard input for `-`.
///
/// Files that are certainly no scripts are refused, because their mistakes of JSON would mislead.
pub(crate) fn script(path: &Path) -> anyhow::Result<String> {
    if !is_stdin(path) && path.is_dir() {
        let best = harmless(&path.join("best.json").display().to_string());
        bail!("{}: this is a folder; name a script in it, such as {best}", name(path));
    }
    let text = decoded(path, bytes(path, FileKind::SCRIPT)?)?;
    let is_json = text.trim_start().starts_with('{');
    ensure!(
        is_json || path.extension().is_none_or(|ending| ending != "toml"),
        "{}: this is no script, but a problem file or a config; `--problem` names a problem file, \
             and `evolve problem check` checks it",
        name(path)
    );
    Ok(text)
}

/// All bytes of a file, or of standard input for `-`; an error if they are more than allowed for
/// this kind of file.
pub(crate) fn bytes(path: &Path, kind: FileKind) -> anyhow::Result<Vec<u8>> {
    if !is_stdin(path) {
        return Ok(kind.bytes_given(path)?);
    }
    let mut bytes = Vec::new();
    let read = stdin().take(kind.n_bytes_max() + 1).read_to_end(&mut bytes);
    read.with_context(|| format!("reading {}", name(path)))?;
    ensure!(bytes.len() as u64 <= kind.n_bytes_max(), "{}: {}", name(path), kind.too_long());
    Ok(bytes)
}

fn decoded(path: &Path, bytes: Vec<u8>) -> anyhow::Result<String> {
    String::from_utf8(bytes).with_context(|| format!("reading {}: not text in UTF-8", name(path)))
}

/// The non-blank lines of a file, or of standard input for `-`, numbered from 1. An error if there
/// is none; `what` names them in it.
pub(crate) fn lines(
    path: &Path,
    what: &str,
) -> anyhow::Result<impl Iterator<Item = anyhow::Result<(usize, String)>> + use<>> {
    let mut source: Box<dyn BufRead> = if is_stdin(path) {
        Box::new(stdin())
    } else {
        Box::new(BufReader::new(files::open_given(path)?))
    };
    let file = name(path);
    let numbered = (1..).map_while(move |number| {
        let line = line(&mut source, number == 1);
        let line = line.with_context(|| format!("reading {file}, line {number}")).transpose()?;
        Some(line.map(|line| (number, line)))
    });
    let mut lines =
        numbered.filter(|line| !matches!(line, Ok((_, text)) if text.trim().is_empty())).peekable();
    if lines.peek().is_none() {
        bail!("{}: there is no {what}; give at least one, a JSON line each", name(path));
    }
    Ok(lines)
}

/// The next line, without its end; `None` at the end of the file.
fn line(source: &mut dyn BufRead, is_first: bool) -> anyhow::Result<Option<String>> {
    let mut line = Vec::new();
    if source.take(FileKind::LINE.n_bytes_max() + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    ensure!(line.len() as u64 <= FileKind::LINE.n_bytes_max(), FileKind::LINE.too_long());
    let mut line = String::from_utf8(line).context("not text in UTF-8")?;
    line.truncate(line.trim_end_matches(['\r', '\n']).len());
    if is_first && line.starts_with(MARK) {
        line.drain(..MARK.len_utf8());
    }
    Ok(Some(line))
}

/// The name of a file in messages; it may have characters that a terminal obeys.
pub(crate) fn name(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { harmless(&path.display().to_string()) }
}

pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

#[expect(clippy::disallowed_methods, reason = "this is the door for it")]
fn stdin() -> io::StdinLock<'static> {
    io::stdin().lock()
}
