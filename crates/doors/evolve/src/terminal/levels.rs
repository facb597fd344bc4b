//! Reading levels in files of all formats.

mod options;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use marahel_formats::{Empty, Format, Hints, JSONL, LevelOfFile, Reading};
use marahel_level::{Level, LevelError, Palette};
use marahel_system::files::FileKind;
use marahel_system::{Folder, reasons};

use super::Usage;
use super::input;
pub(crate) use options::{FLAGS, KEYS, MapArgs, ReadArgs, tell};

pub(crate) fn format() -> impl TypedValueParser<Value = &'static Format> {
    let values = Format::all_read().filter_map(|format| {
        let reader = format.reader.as_ref()?;
        Some(PossibleValue::new(format.ending).help(reader.about))
    });
    PossibleValuesParser::new(values)
        .map(|name| Format::called(&name).expect("only names of formats are possible"))
}

/// The levels of a file, or of standard input for `-`. Files that it names are read from its
/// folder, or from `folder`.
///
/// The default format depends on the file extension; without one it is a JSON object per line.
pub(crate) fn read(
    path: &Path,
    format: Option<&'static Format>,
    hints: Hints,
    folder: Option<&Path>,
) -> anyhow::Result<Box<dyn Iterator<Item = anyhow::Result<LevelOfFile>>>> {
    let is_guessed = format.is_none();
    let format = format.map_or_else(|| format_of(path), Ok)?;
    if *format == JSONL {
        return lines(path, hints, is_guessed);
    }
    let bytes = input::bytes(path, FileKind::LEVELS)?;
    let reading = of_bytes(path, &bytes, format, &hints, folder)?;
    tell(&reading.about, &input::name(path), FLAGS);
    Ok(Box::new(reading.levels.into_iter().map(Ok)))
}

/// A legend of the kinds of tiles of a file, and their number.
pub(crate) fn legend_of(
    path: &Path,
    format: Option<&'static Format>,
    hints: &Hints,
    folder: Option<&Path>,
) -> anyhow::Result<(String, usize)> {
    let format = format.map_or_else(|| format_of(path), Ok)?;
    let bytes = input::bytes(path, FileKind::LEVELS)?;
    let legend = marahel_formats::legend_of(&bytes, format, hints, &Folder::of(path, folder));
    legend.map_err(explained).with_context(|| input::name(path))
}

/// The only level of a file, as a start for others. Its entities are those that it names, or else
/// those of `palette`. Cells without a tile are open, unless an option defines them.
pub(crate) fn read_start(
    path: &Path,
    palette: &Arc<Palette>,
    args: &MapArgs,
) -> anyhow::Result<Level> {
    let hints = Hints { named: Some(Arc::clone(palette)), keeps_names: true, ..args.hints()? };
    let empty = if hints.empty == Empty::Usual { Empty::Open } else { hints.empty };
    let mut levels = read(path, None, Hints { empty, ..hints }, args.folder())?;
    let start = levels.next().context("there are no levels")??;
    match levels.next().transpose()? {
        None => Ok(start.level),
        Some(_) => {
            Err(anyhow!("{}: there are several levels; give one start map", input::name(path)))
        }
    }
}

pub(crate) fn of_bytes(
    path: &Path,
    bytes: &[u8],
    format: &Format,
    hints: &Hints,
    folder: Option<&Path>,
) -> anyhow::Result<Reading> {
    let reading = marahel_formats::read(bytes, format, hints, &Folder::of(path, folder));
    reading.map_err(explained).with_context(|| input::name(path))
}

fn format_of(path: &Path) -> Result<&'static Format, Usage> {
    if input::is_stdin(path) || path.extension().is_none() {
        return Ok(&JSONL);
    }
    Format::of(path).map_err(|what| {
        Usage(format!("{}: {what}, or say by --from which form it has", path.display()))
    })
}

/// A level per line, read on demand. `is_guessed`: nobody said that the lines are JSON.
fn lines(
    path: &Path,
    hints: Hints,
    is_guessed: bool,
) -> anyhow::Result<Box<dyn Iterator<Item = anyhow::Result<LevelOfFile>>>> {
    let name = input::name(path);
    let lines = input::lines(path, "level")?;
    Ok(Box::new(lines.map(move |line| {
        let (number, text) = line?;
        let error = match marahel_formats::read_line(&text, &hints) {
            Ok(level) => return Ok(level),
            Err(error) => explained(error),
        };
        let is_other = is_guessed && !text.trim_start().starts_with(['{', '[']);
        let advice = "say by --from which form it has, such as txt";
        Err(if is_other { anyhow!("{error:#}; {advice}") } else { error })
            .with_context(|| format!("{name}, line {number}"))
    })))
}

/// An error of the file, or a usage error if more options are needed.
pub(crate) fn explained(error: LevelError) -> anyhow::Error {
    let mut innermost = &error;
    while let LevelError::Of { source, .. } = innermost {
        innermost = source;
    }
    let advice = match innermost {
        LevelError::NoPalette | LevelError::Doubtful { .. } => options::NAME_THEM.to_owned(),
        LevelError::Unread { files, tiles } => options::for_unread(files, tiles),
        LevelError::Nameless(names) => options::for_nameless(&names[0]),
        LevelError::Unknown(name) => options::for_unknown(name),
        LevelError::TooManyKinds(_) => options::MAKE_FEWER.to_owned(),
        _ => return error.into(),
    };
    Usage(format!("{}; {advice}", reasons(&error))).into()
}
