//! Levels from a script.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use clap::ValueEnum;
use experiment::write_atomically;
use level::{Level, contact_sheet};
use marahel::{Generator, Script, Semantics};

use super::mistakes;
use crate::evolve::at_least;
use crate::exit::Usage;
use crate::input;

/// Side of a tile in pictures.
const TILE_PIXELS: u32 = 16;

/// Levels of a single tile that the largest picture has room for.
const N_PICTURES_MAX: u64 = level::N_PIXELS_MAX / (TILE_PIXELS as u64 * TILE_PIXELS as u64);

#[derive(Debug, clap::Args)]
#[command(after_help = "Level k comes from seed SEED + k, so that each can be made again alone.

Examples:
  marahel generate configs/generators/fdg20/zelda.json
  marahel generate configs/generators/fdg20/zelda.json --count 100 --format jsonl > levels.jsonl
  marahel generate configs/generators/fdg20/zelda.json --count 16 --out sheet.png
  marahel generate configs/generators/fdg20/zelda.json --count 3 --columns 3 --out row.png
  marahel generate configs/generators/fdg20/zelda.json --count 16 --format csv --out levels/")]
pub(super) struct Args {
    /// The Marahel script; - for standard input.
    script: PathBuf,
    /// Number of levels.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<1>)]
    count: u64,
    /// Seed of the first level.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Form of the levels [default: by the ending of --out, else txt].
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Format>,
    /// File for all levels, or a folder for one file each [default: standard output].
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Levels in a row of a picture of several [default: as many as make it nearly square].
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    columns: Option<u64>,
    /// Reading of the language: documented, or fdg20 as the released engine behaves.
    #[arg(long, value_name = "NAME", default_value_t)]
    semantics: Semantics,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A character for each tile.
    Txt,
    /// An object with the entities and the tile indices; several levels as an array.
    Json,
    /// A line for each level, with its seed.
    Jsonl,
    /// Tile indices.
    Csv,
    /// A picture; several levels as a contact sheet.
    Png,
}

impl Format {
    /// The ending of its files.
    fn ending(self) -> &'static str {
        match self {
            Self::Txt => "txt",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Png => "png",
        }
    }

    /// The format that a path asks for by its ending.
    fn of(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::value_variants().iter().copied().find(|format| format.ending() == ending)
    }
}

impl Args {
    /// The format that is asked for, by name or by the ending of the file.
    fn format(&self) -> Result<Format, Usage> {
        let (None, Some(path)) = (self.format, &self.out) else {
            return Ok(self.format.unwrap_or(Format::Txt));
        };
        if is_folder(path) || path.extension().is_none() {
            return Ok(Format::Txt);
        }
        Format::of(path).ok_or_else(|| {
            let endings = Format::value_variants().iter().map(|format| format.ending());
            let endings: Vec<_> = endings.collect();
            Usage(format!(
                "the ending of {} is none of {}; name a --format",
                path.display(),
                endings.join(", ")
            ))
        })
    }
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let format = args.format()?;
    let Some(last_seed) = args.seed.checked_add(args.count - 1) else {
        return Err(Usage("the last seed would be larger than a seed can be".to_owned()).into());
    };
    let text = input::text(&args.script)?;
    let name = input::name(&args.script);
    let script = Script::parse(&text).map_err(|error| anyhow!(mistakes(&name, &error)))?;
    let generator = Generator::new(&script, args.semantics);
    let generate = |seed: u64| generator.generate(seed).with_context(|| name.clone());
    let seeds = args.seed..=last_seed;
    let columns = args.columns.map(|columns| columns as usize);
    match &args.out {
        Some(path) if is_folder(path) => {
            fs::create_dir_all(path).with_context(|| format!("making {}", path.display()))?;
            for seed in seeds {
                let file = path.join(format!("{seed:06}.{}", format.ending()));
                let mut content = Vec::new();
                write_levels(&mut content, seed..=seed, generate, format, None)?;
                write_atomically(&file, &content)?;
            }
        }
        Some(path) => {
            let mut content = Vec::new();
            write_levels(&mut content, seeds, generate, format, columns)?;
            write_atomically(path, &content)?;
        }
        None if format == Format::Png && io::stdout().is_terminal() => {
            let message = "a picture does not fit a terminal; name a file with --out";
            return Err(Usage(message.to_owned()).into());
        }
        None => {
            let mut output = BufWriter::new(io::stdout().lock());
            write_levels(&mut output, seeds, generate, format, columns)?;
            output.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether levels should go to a folder, one file each.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.extension().is_none() && !path.exists()
}

/// Writes the levels of some seeds as one file, each as soon as it is made
/// where the format allows it.
fn write_levels(
    output: &mut impl Write,
    seeds: RangeInclusive<u64>,
    generate: impl Fn(u64) -> anyhow::Result<Level>,
    format: Format,
    columns: Option<usize>,
) -> anyhow::Result<()> {
    let is_single = seeds.start() == seeds.end();
    let (before, between, after) = match format {
        Format::Png => return write_picture(output, seeds, generate, columns),
        Format::Json if is_single => ("", "", "\n"),
        Format::Json => ("[\n", ",\n", "\n]\n"),
        Format::Jsonl => ("", "", ""),
        Format::Txt | Format::Csv => ("", "\n", ""),
    };
    output.write_all(before.as_bytes())?;
    for (index, seed) in seeds.enumerate() {
        let level = generate(seed)?;
        let text = match format {
            Format::Csv => level.to_csv(),
            Format::Json => level.to_json(),
            Format::Jsonl => level.to_json_line(seed) + "\n",
            Format::Txt | Format::Png => level.to_text(),
        };
        let separator = if index == 0 { "" } else { between };
        output.write_all(separator.as_bytes())?;
        output.write_all(text.as_bytes())?;
    }
    output.write_all(after.as_bytes())?;
    Ok(())
}

/// Writes one level as a picture, several as a contact sheet.
fn write_picture(
    output: &mut impl Write,
    seeds: RangeInclusive<u64>,
    generate: impl Fn(u64) -> anyhow::Result<Level>,
    columns: Option<usize>,
) -> anyhow::Result<()> {
    let n_levels = (seeds.end() - seeds.start()).saturating_add(1);
    if n_levels > N_PICTURES_MAX {
        return Err(Usage(format!(
            "one picture cannot show {n_levels} levels; ask for {N_PICTURES_MAX} at most, or for a folder"
        ))
        .into());
    }
    let levels = seeds.map(generate).collect::<anyhow::Result<Vec<_>>>()?;
    let picture = match levels.as_slice() {
        [level] => level.to_png(TILE_PIXELS)?,
        levels => contact_sheet(levels, TILE_PIXELS, columns)?,
    };
    output.write_all(&picture)?;
    Ok(())
}
