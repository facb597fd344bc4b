//! Reading levels in files of all formats.

mod known;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use formats::{Empty, Found, Known, Notation, Reading};
use level::{Level, LevelError, Palette};
use system::files::FileKind;
use system::{Folder, reasons};

use super::Usage;
use super::input;
pub(crate) use known::{FLAGS, KEYS, MapArgs, ReadArgs, tell};

/// A parser for names of notations.
pub(crate) fn notation() -> impl TypedValueParser<Value = Notation> {
    let values = Notation::ALL.map(|(_, name, about)| PossibleValue::new(name).help(about));
    PossibleValuesParser::new(values)
        .map(|name| Notation::called(&name).expect("only names of notations are possible"))
}

/// The levels of a file, or of standard input for `-`. Files that it names are read from its
/// folder, or from `folder`.
///
/// The default notation depends on the file extension; without one it is a JSON object per line.
pub(crate) fn read(
    path: &Path,
    notation: Option<Notation>,
    known: Known,
    folder: Option<&Path>,
) -> anyhow::Result<Box<dyn Iterator<Item = anyhow::Result<Found>>>> {
    let notation = notation.map_or_else(|| notation_of(path), Ok)?;
    if notation == Notation::Jsonl {
        return lines(path, known);
    }
    let reading = whole(path, notation, &known, folder)?;
    tell(&reading.about, &input::name(path), FLAGS);
    Ok(Box::new(reading.levels.into_iter().map(Ok)))
}

/// The only level of a file, as a start for others. Its entities are those that it names, or else
/// those of `palette`. Cells without a tile are open, unless an option defines them.
pub(crate) fn read_start(
    path: &Path,
    palette: &Arc<Palette>,
    args: &MapArgs,
) -> anyhow::Result<Level> {
    let known = Known { named: Some(Arc::clone(palette)), keeps_names: true, ..args.known()? };
    let empty = if known.empty == Empty::Usual { Empty::Open } else { known.empty };
    let mut levels = read(path, None, Known { empty, ..known }, args.folder())?;
    let start = levels.next().context("there are no levels")??;
    match levels.next().transpose()? {
        None => Ok(start.level),
        Some(_) => {
            Err(anyhow!("{}: there are several levels; give one start map", input::name(path)))
        }
    }
}

/// The levels of a file that is read at once.
pub(crate) fn whole(
    path: &Path,
    notation: Notation,
    known: &Known,
    folder: Option<&Path>,
) -> anyhow::Result<Reading> {
    let bytes = input::bytes(path, FileKind::LEVELS)?;
    let read = formats::read(&bytes, notation, known, &Folder::of(path, folder));
    read.map_err(explained).with_context(|| input::name(path))
}

/// The notation for a file extension.
fn notation_of(path: &Path) -> Result<Notation, Usage> {
    if input::is_stdin(path) || path.extension().is_none() {
        return Ok(Notation::Jsonl);
    }
    Notation::of(path).map_err(|what| {
        Usage(format!("{}: {what}, or say by --from which form it has", path.display()))
    })
}

/// A level per line, read on demand.
fn lines(
    path: &Path,
    known: Known,
) -> anyhow::Result<Box<dyn Iterator<Item = anyhow::Result<Found>>>> {
    let name = input::name(path);
    let lines = input::lines(path, "level")?;
    Ok(Box::new(lines.map(move |line| {
        let (number, text) = line?;
        formats::read_line(&text, &known)
            .map_err(explained)
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
        LevelError::NoPalette | LevelError::Doubtful { .. } => known::NAME_THEM.to_owned(),
        LevelError::Unread { reason, tile, .. } => known::for_unread(reason, tile),
        LevelError::Nameless(names) => known::for_nameless(&names[0]),
        LevelError::Unknown(name) => known::for_unknown(name),
        LevelError::TooManyKinds(_) => known::MAKE_FEWER.to_owned(),
        _ => return error.into(),
    };
    Usage(format!("{}; {advice}", reasons(&error))).into()
}
