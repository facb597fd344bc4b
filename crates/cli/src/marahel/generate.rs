//! Levels from a script.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use marahel::{Generator, Semantics};
use terminal::Usage;
use terminal::input;
use terminal::numbers::at_least;
use terminal::scripts::read_script;

use super::dials::DialArgs;
use super::pins::PinsArgs;
use super::progress::Progress;
use super::save::{Named, SaveArgs};

#[derive(Debug, clap::Args)]
#[command(after_help = "Level k has seed SEED + k, so you can make each level again alone.

Examples:
  marahel generate configs/generators/fdg20/zelda.json
  marahel generate configs/generators/fdg20/zelda.json --count 100 --format jsonl > levels.jsonl
  marahel generate configs/generators/fdg20/zelda.json --count 16 --out sheet.png
  marahel generate configs/generators/fdg20/zelda.json --count 3 --columns 3 --out row.png
  marahel generate configs/generators/fdg20/zelda.json --count 16 --format csv --out levels/
  marahel generate configs/generators/fdg20/zelda.json --count 16 --format tmj --out maps/
  marahel generate configs/generators/gallery/zelda.json --problem zelda --out level.txt
  marahel generate configs/generators/dials/rooms.json --dial rooms=4 --dial guards=9
  marahel generate configs/generators/gallery/caves.json --pins configs/generators/pins/hall.txt
  marahel generate configs/generators/fdg20/zelda.json --format npy --out - > level.npy")]
pub(super) struct Args {
    /// The Marahel script; - for standard input.
    script: PathBuf,
    /// Number of levels.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<1>)]
    count: u64,
    /// Seed of the first level.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    dials: DialArgs,
    #[command(flatten)]
    pins: PinsArgs,
    #[command(flatten)]
    save: SaveArgs,
    /// Semantics of the language: documented, or fdg20 as the released engine behaves.
    #[arg(long, value_name = "NAME", default_value_t)]
    semantics: Semantics,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let Some(last_seed) = args.seed.checked_add(args.count - 1) else {
        return Err(Usage("the last seed would be larger than a seed can be".to_owned()).into());
    };
    let script = args.dials.turn(read_script(&args.script)?)?;
    let generator = Generator::new(&script, args.semantics);
    let pins = args.pins.read(&generator)?;
    let palette = args.save.art.palette()?;
    let progress = Progress::new(args.count, args.save.prints());
    let levels = (args.seed..=last_seed).map(|seed| {
        progress.step();
        let level = match &pins {
            Some(pins) => generator.generate_from(pins, seed),
            None => generator.generate(seed),
        };
        let level = level.with_context(|| input::name(&args.script))?;
        let level = level.in_palette(palette.clone()).with_context(|| input::name(&args.script))?;
        Ok(Named { name: format!("{seed:06}"), seed: Some(seed), level })
    });
    let inputs: Vec<&Path> =
        [&args.script].into_iter().chain(&args.pins.pins).map(|path| &**path).collect();
    args.save.save(&inputs, args.count, levels)?;
    Ok(ExitCode::SUCCESS)
}
