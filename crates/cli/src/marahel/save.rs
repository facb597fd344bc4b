//! Writing levels to files of all formats.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use level::{Art, Captioned, Level, NpyStack, animation, contact_sheet, ldtk_project};

use super::art::ArtArgs;
use super::format::Format;
use super::into::{self, IntoMap};
use super::maps;
use super::out::{Destination, Files};
use crate::terminal::{Usage, at_least};

/// Maximum number of tiles of levels that are written together, for the memory.
const N_TILES_MAX: usize = 1 << 28;

/// Maximum number of pictures in an animation.
const N_PICTURES_MAX: u64 = 10_000;

/// Duration of each level in an animation, in hundredths of a second.
const DURATION: u16 = 80;

#[derive(Debug, clap::Args)]
pub(super) struct SaveArgs {
    /// Form of the levels [default: by the ending of --out, else txt].
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Format>,
    /// File for all levels, or a folder such as levels/ for one file per level; - for standard
    /// output [default: standard output].
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Write levels into a copy of this map of Tiled (tmx, tmj) or project of LDtk, with its tiles and
    /// layers; --layer selects one.
    #[arg(long, value_name = "MAP", conflicts_with = "format", requires = "out")]
    into: Option<PathBuf>,
    /// Levels per row of a picture [default: a nearly square picture].
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    columns: Option<u64>,
    #[command(flatten)]
    pub(super) art: ArtArgs,
}

pub(super) struct Named {
    /// Name of its file in a folder, without the extension.
    pub(super) name: String,
    /// The seed of a generated level.
    pub(super) seed: Option<u64>,
    pub(super) level: Level,
}

impl SaveArgs {
    /// Whether levels are written to standard output.
    pub(super) fn prints(&self) -> bool {
        matches!(Destination::of_file(self.out.as_deref()), Destination::Output)
    }

    /// Writes `n_levels` levels to their place, streaming them if the format allows it. Takes
    /// nothing from `levels` if the options are invalid. Never overwrites the files `inputs`.
    pub(super) fn save(
        &self,
        inputs: &[&Path],
        map: &IntoMap<'_>,
        n_levels: u64,
        mut levels: impl Iterator<Item = anyhow::Result<Named>>,
    ) -> anyhow::Result<()> {
        let place = Destination::of_file_or_folder(self.out.as_deref(), self.format.is_some());
        if let Some(into) = &self.into {
            let inputs = inputs.iter().copied().chain([into.as_path()]);
            let files = Files::new(place, inputs)?;
            return into::save(into, map, place, &files, n_levels, levels);
        }
        let known = Format::value_variants();
        let format = Format::choose(self.format, place.file(), known)?;
        let files = Files::new(place, inputs.iter().copied().chain(self.art.inputs()))?;
        let tileset = self.art.load(format, known)?;
        if format == Format::Tmj {
            return maps::save(&self.art, tileset.as_ref(), place, &files, n_levels, levels);
        }
        let columns = self.columns.map(|columns| columns as usize);
        let writer = Writer { format, columns, art: self.art.art(tileset.as_ref()) };
        match place {
            Destination::Folder(folder) => levels.try_for_each(|level| {
                let level = level?;
                let file = folder.join(format!("{}.{}", level.name, format.ending()));
                let mut content = Vec::new();
                writer.write(&mut content, 1, std::iter::once(Ok(level)))?;
                files.write(&file, &content)
            }),
            Destination::File(file) => {
                files.write_by(file, |output| writer.write(output, n_levels, levels))
            }
            Destination::Output if format.is_binary() && io::stdout().is_terminal() => {
                let ending = format.ending();
                let message = format!("{ending} is not for a terminal; name a file with --out");
                Err(Usage(message).into())
            }
            Destination::Output => {
                let mut output = BufWriter::new(io::stdout().lock());
                writer.write(&mut output, n_levels, levels)?;
                Ok(output.flush()?)
            }
        }
    }
}

#[derive(Clone, Copy)]
struct Writer<'a> {
    format: Format,
    columns: Option<usize>,
    art: Art<'a>,
}

impl Writer<'_> {
    fn write(
        self,
        mut output: impl Write,
        n_levels: u64,
        levels: impl Iterator<Item = anyhow::Result<Named>>,
    ) -> anyhow::Result<()> {
        let (before, between, after, text): (_, _, _, fn(&Named) -> String) = match self.format {
            Format::Txt => ("", "\n", "", |named| named.level.to_text()),
            Format::Csv => ("", "\n", "", |named| named.level.to_csv()),
            Format::Json if n_levels == 1 => ("", "", "\n", |named| named.level.to_json()),
            Format::Json => ("[\n", ",\n", "\n]\n", |named| named.level.to_json()),
            Format::Jsonl => ("", "", "", line),
            Format::Npy => return write_arrays(output, n_levels, levels),
            Format::Png => {
                let n_pixels = u64::from(self.art.scale()).pow(2);
                check_count(n_levels, level::N_PIXELS_MAX / n_pixels)?;
                return Ok(output.write_all(&self.picture(&collected(levels)?)?)?);
            }
            Format::Gif => {
                check_count(n_levels, N_PICTURES_MAX)?;
                return Ok(output.write_all(&self.film(&collected(levels)?)?)?);
            }
            Format::Ldtk => {
                let levels = collected(levels)?;
                let levels: Vec<_> =
                    levels.iter().map(|named| (named.name.as_str(), &named.level)).collect();
                return Ok(writeln!(output, "{}", ldtk_project(&levels, self.art.scale())?)?);
            }
            Format::Tmj => unreachable!("maps of Tiled are files of their own"),
        };
        output.write_all(before.as_bytes())?;
        for (index, level) in levels.enumerate() {
            let separator = if index == 0 { "" } else { between };
            output.write_all(separator.as_bytes())?;
            output.write_all(text(&level?).as_bytes())?;
        }
        Ok(output.write_all(after.as_bytes())?)
    }

    fn picture(self, levels: &[Named]) -> anyhow::Result<Vec<u8>> {
        Ok(match levels {
            [one] => one.level.to_png(self.art)?,
            several => contact_sheet(&plain(several), self.art, self.columns)?,
        })
    }

    /// An animation with a picture for each level.
    fn film(self, levels: &[Named]) -> anyhow::Result<Vec<u8>> {
        let pictures = plain(levels).into_iter();
        let pictures = pictures.map(|level| Captioned { level, caption: String::new() });
        Ok(animation(&pictures.collect::<Vec<_>>(), self.art, |_| DURATION)?)
    }
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

/// A level as a line of JSON, with its seed if known.
fn line(named: &Named) -> String {
    let line =
        named.seed.map_or_else(|| named.level.to_json(), |seed| named.level.to_json_line(seed));
    line + "\n"
}

/// Writes one array, or a stack of arrays as they come.
fn write_arrays(
    mut output: impl Write,
    n_levels: u64,
    levels: impl Iterator<Item = anyhow::Result<Named>>,
) -> anyhow::Result<()> {
    let mut stack = NpyStack::new(n_levels);
    for named in levels {
        let level = named?.level;
        let part = if n_levels == 1 { level.to_npy() } else { stack.part(&level)? };
        output.write_all(&part)?;
    }
    Ok(())
}

fn plain(levels: &[Named]) -> Vec<Level> {
    levels.iter().map(|named| named.level.clone()).collect()
}

/// All levels; an error if they have too many tiles.
pub(super) fn collected(
    levels: impl Iterator<Item = anyhow::Result<Named>>,
) -> anyhow::Result<Vec<Named>> {
    let mut collected = Vec::new();
    let mut n_tiles = 0;
    for named in levels {
        let named = named?;
        n_tiles += named.level.tiles().len();
        if n_tiles > N_TILES_MAX {
            let message = format!(
                "one file of this form cannot hold levels of more than {N_TILES_MAX} tiles in all; \
                 ask for a folder"
            );
            return Err(Usage(message).into());
        }
        collected.push(named);
    }
    Ok(collected)
}
