//! Levels from a script.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
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

#[derive(Debug, clap::Args)]
#[command(after_help = "Level k comes from seed SEED + k, so that each can be made again alone.

Examples:
  marahel generate script.json                        one level as text
  marahel generate script.json --count 100 --format jsonl > levels.jsonl
  marahel generate script.json --count 16 --out sheet.png
  marahel generate script.json --count 16 --format csv --out levels/")]
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

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let format = args.format.or_else(|| Format::of(args.out.as_deref()?)).unwrap_or(Format::Txt);
    if args.seed.checked_add(args.count - 1).is_none() {
        return Err(Usage("the last seed would be larger than a seed can be".to_owned()).into());
    }
    let text = input::text(&args.script)?;
    let name = input::name(&args.script);
    let script = Script::parse(&text).map_err(|error| anyhow!(mistakes(&name, &error)))?;
    let generator = Generator::new(&script, args.semantics);
    let generate = |seed: u64| generator.generate(seed).with_context(|| name.clone());
    let seeds = args.seed..=args.seed + (args.count - 1);
    match &args.out {
        Some(path) if is_folder(path) => {
            fs::create_dir_all(path).with_context(|| format!("making {}", path.display()))?;
            for seed in seeds {
                let file = path.join(format!("{seed:06}.{}", format.ending()));
                write_atomically(&file, &encode(&[(seed, generate(seed)?)], format)?)?;
            }
        }
        Some(path) => {
            let levels: anyhow::Result<Vec<_>> =
                seeds.map(|seed| Ok((seed, generate(seed)?))).collect();
            write_atomically(path, &encode(&levels?, format)?)?;
        }
        None => print(seeds, generate, format)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether levels should go to a folder, one file each.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.extension().is_none()
}

/// Prints levels as they are made where the format allows it.
fn print(
    seeds: impl Iterator<Item = u64>,
    generate: impl Fn(u64) -> anyhow::Result<Level>,
    format: Format,
) -> anyhow::Result<()> {
    if format == Format::Png && io::stdout().is_terminal() {
        return Err(
            Usage("a picture does not fit a terminal; name a file with --out".to_owned()).into()
        );
    }
    let mut output = BufWriter::new(io::stdout().lock());
    if matches!(format, Format::Json | Format::Png) {
        let levels: anyhow::Result<Vec<_>> =
            seeds.map(|seed| Ok((seed, generate(seed)?))).collect();
        output.write_all(&encode(&levels?, format)?)?;
    } else {
        for (index, seed) in seeds.enumerate() {
            if index > 0 && format != Format::Jsonl {
                output.write_all(b"\n")?;
            }
            output.write_all(&encode(&[(seed, generate(seed)?)], format)?)?;
        }
    }
    output.flush()?;
    Ok(())
}

/// Levels with their seeds as the bytes of one file.
fn encode(levels: &[(u64, Level)], format: Format) -> anyhow::Result<Vec<u8>> {
    let join = |separator: &str, encode: &dyn Fn(u64, &Level) -> String| {
        let texts: Vec<String> = levels.iter().map(|(seed, level)| encode(*seed, level)).collect();
        texts.join(separator)
    };
    let text = match format {
        Format::Txt => join("\n", &|_, level| level.to_text()),
        Format::Csv => join("\n", &|_, level| level.to_csv()),
        Format::Jsonl => join("", &|seed, level| level.to_json_line(seed) + "\n"),
        Format::Json if levels.len() == 1 => join("", &|_, level| level.to_json() + "\n"),
        Format::Json => format!("[\n{}\n]\n", join(",\n", &|_, level| level.to_json())),
        Format::Png => {
            let levels: Vec<Level> = levels.iter().map(|(_, level)| level.clone()).collect();
            return Ok(match levels.as_slice() {
                [level] => level.to_png(TILE_PIXELS)?,
                levels => contact_sheet(levels, TILE_PIXELS, None)?,
            });
        }
    };
    Ok(text.into_bytes())
}
