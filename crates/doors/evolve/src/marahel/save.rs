//! Writing levels to files of all formats.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use marahel_formats::{Format, JSON, NamedLevel, Sheet, WriteLevels};

use super::art::{ArtArgs, Tiles, Told};
use super::format;
use super::into::{self, IntoMap};
use super::maps;
use super::out::{Destination, Files};
use crate::terminal::{Force, Usage, at_least};

/// Maximum number of tiles of levels that are written together, for the memory.
const N_TILES_MAX: usize = 1 << 28;

#[derive(Debug, clap::Args)]
pub(super) struct SaveArgs {
    /// Form of the levels [default: by the ending of --out, else txt].
    #[arg(long, value_name = "FORM", value_parser = format::written())]
    format: Option<&'static Format>,
    /// File for all levels, or a folder such as levels/ for one file per level; - for standard
    /// output [default: standard output].
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    #[arg(long, value_name = "MAP", help = into_help(), conflicts_with = "format", requires = "out")]
    into: Option<PathBuf>,
    /// Levels per row of a picture [default: a nearly square picture].
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    pub(super) columns: Option<u64>,
    #[command(flatten)]
    pub(super) art: ArtArgs,
}

impl SaveArgs {
    /// Whether levels are written to standard output.
    pub(super) fn prints(&self) -> bool {
        matches!(Destination::of_file(self.out.as_deref()), Destination::Output)
    }

    /// Writes a file beside levels. Never overwrites the files `inputs`.
    pub(super) fn save_beside<'a>(
        &self,
        file: &Path,
        inputs: impl IntoIterator<Item = &'a Path>,
        content: &[u8],
    ) -> anyhow::Result<()> {
        Files::new(Destination::File(file), self.force, inputs)?.write(file, content)
    }

    /// Writes `n_levels` levels to their place, streaming them if the format allows it. Takes
    /// nothing from `levels` if the options are invalid. Never overwrites the files `inputs`.
    pub(super) fn save(
        &self,
        inputs: &[&Path],
        map: &IntoMap<'_>,
        n_levels: u64,
        levels: impl Iterator<Item = anyhow::Result<NamedLevel>>,
    ) -> anyhow::Result<()> {
        self.save_into(self.into.as_deref(), inputs, map, n_levels, levels)
    }

    /// The map that levels of a file are written back into: that of --into, or else the file itself,
    /// if it is a map and nothing asks for another form.
    pub(super) fn map_of<'p>(&'p self, file: &'p Path) -> Option<&'p Path> {
        let format = Format::of(file).ok().filter(|format| format.is_host() && **format != JSON);
        let place = Destination::of_file_or_folder(self.out.as_deref(), self.format.is_some());
        let is_back = self.format.is_none()
            && match place {
                Destination::Output => false,
                Destination::File(out) => Format::of(out).ok() == format,
                Destination::Folder(_) => true,
            };
        self.into.as_deref().or_else(|| Some(file).filter(|_| is_back && format.is_some()))
    }

    /// The same into copies of a map.
    pub(super) fn save_into(
        &self,
        into: Option<&Path>,
        inputs: &[&Path],
        map: &IntoMap<'_>,
        n_levels: u64,
        levels: impl Iterator<Item = anyhow::Result<NamedLevel>>,
    ) -> anyhow::Result<()> {
        let place = Destination::of_file_or_folder(self.out.as_deref(), self.format.is_some());
        if let Some(into) = into {
            let inputs = inputs.iter().copied().chain([into]);
            let files = Files::new(place, self.force, inputs)?;
            return into::save(into, map, place, &files, n_levels, levels);
        }
        let possible: Vec<_> = Format::all_written().collect();
        let format = format::choose(self.format, place.file(), &possible)?;
        let files = Files::new(place, self.force, inputs.iter().copied().chain(self.art.inputs()))?;
        let tiles = self.art.load(format, &possible, map)?;
        let tiles = tiles.as_ref();
        if let &WriteLevels::Map(write) = written(format) {
            maps::check_number(format, place, n_levels)?;
            return maps::save(format, write, &self.art, tiles, place, &files, levels);
        }
        let columns = self.columns.map(|columns| columns as usize);
        let sheet = Sheet { columns, art: self.art.art(tiles) };
        let mut lacks = Told::default();
        let mut levels = levels.map(|named| {
            let named = named?;
            if let Some(Tiles::Tiled(tileset)) = tiles {
                lacks.tell(&self.art, tileset.lacks(&named.level)?);
            }
            Ok(named)
        });
        match place {
            Destination::Folder(folder) => levels.try_for_each(|level| {
                let level = level?;
                let file = folder.join(format!("{}.{}", level.name, format.ending));
                let mut content = Vec::new();
                write(&mut content, format, &sheet, 1, std::iter::once(Ok(level)))?;
                files.write(&file, &content)
            }),
            Destination::File(file) => {
                files.write_by(file, |output| write(output, format, &sheet, n_levels, levels))
            }
            Destination::Output if format.is_binary && io::stdout().is_terminal() => {
                let ending = format.ending;
                let message = format!("{ending} is not for a terminal; name a file with --out");
                Err(Usage(message).into())
            }
            Destination::Output => {
                let mut output = BufWriter::new(io::stdout().lock());
                write(&mut output, format, &sheet, n_levels, levels)?;
                Ok(output.flush()?)
            }
        }
    }
}

/// Writes levels to one file, as they come if the format allows it. A text ends with its line.
fn write(
    mut output: impl Write,
    format: &Format,
    sheet: &Sheet<'_>,
    n_levels: u64,
    levels: impl Iterator<Item = anyhow::Result<NamedLevel>>,
) -> anyhow::Result<()> {
    let end = match written(format) {
        WriteLevels::Parts { around, part } => {
            let [before, between, after] = around(n_levels);
            output.write_all(before.as_bytes())?;
            let mut end = Vec::new();
            for (index, level) in levels.enumerate() {
                let separator = if index == 0 { "" } else { between };
                output.write_all(separator.as_bytes())?;
                end = part(&level?);
                output.write_all(&end)?;
            }
            output.write_all(after.as_bytes())?;
            end.extend(after.bytes());
            end
        }
        WriteLevels::Whole { n_levels_max, write } => {
            check_count(n_levels, n_levels_max(sheet.art))?;
            let file = write(&collected(levels)?, sheet)?;
            output.write_all(&file)?;
            file
        }
        WriteLevels::Map(_) => unreachable!("maps are files of their own"),
    };
    if !format.is_binary && end.last().is_some_and(|&byte| byte != b'\n') {
        output.write_all(b"\n")?;
    }
    Ok(())
}

/// Rejects more levels than a picture can show.
fn check_count(n_levels: u64, n_levels_max: u64) -> Result<(), Usage> {
    if n_levels <= n_levels_max.max(1) {
        return Ok(());
    }
    Err(Usage(format!(
        "one picture cannot show {n_levels} levels; ask for {n_levels_max} at most, or for a folder"
    )))
}

fn written(format: &Format) -> &WriteLevels {
    &format.writer.as_ref().expect("a format is chosen from those that are written").write
}

fn into_help() -> String {
    format!(
        "Write levels into a copy of {}, with its tiles and layers; --layer selects one",
        Format::hosts()
    )
}

/// All levels; an error if they have too many tiles.
pub(super) fn collected(
    levels: impl Iterator<Item = anyhow::Result<NamedLevel>>,
) -> anyhow::Result<Vec<NamedLevel>> {
    let mut collected = Vec::new();
    let mut n_tiles = 0;
    for named in levels {
        let named = named?;
        n_tiles += named.level.tiles().len();
        ensure!(
            n_tiles <= N_TILES_MAX,
            Usage(format!(
                "one file of this form cannot hold levels of more than {N_TILES_MAX} tiles in all; \
                 ask for a folder"
            ))
        );
        collected.push(named);
    }
    Ok(collected)
}
