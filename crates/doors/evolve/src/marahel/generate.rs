//! Generating levels from a script or a world.

use std::path::PathBuf;

use anyhow::Context;
use marahel::{Certified, Generator};
use marahel_formats::NamedLevel;
use marahel_system::files::FileKind;

use super::filters::{Filter, FilterArgs};
use super::into::IntoMap;
use super::progress::Progress;
use super::save::SaveArgs;
use super::source::{Source, SourceArgs};
use crate::terminal::{ReadingArgs, Usage, at_least, input};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Level k has seed SEED + k, so you can make any level again alone. If a level is left out, others
take its place, drawn by SEED + k; file names and JSON lines have the seed that actually makes the
level. --certificate needs no judge: it turns any seed into one that is known to play.

Examples:
  marahel new zelda
  marahel generate zelda.json
  marahel generate zelda.json --count 100 --format jsonl > levels.jsonl
  marahel generate zelda.json --count 16 --out sheet.png
  marahel generate zelda.json --count 3 --columns 3 --out row.png
  marahel generate zelda.json --count 16 --format csv --out levels/
  marahel generate zelda.json --count 16 --format tmj --out maps/
  marahel generate zelda.json --out map.tmj
  marahel generate zelda.json --into map.tmj --out new.tmj
  marahel new archipelago
  marahel generate archipelago.json --tileset island.tsx --out island.tmx
  marahel generate zelda.json --problem zelda --out level.txt
  marahel new dials/rooms
  marahel generate rooms.json --dial rooms=4 --dial guards=9
  marahel new caves
  marahel generate caves.json --pins hall.txt
  marahel generate world.json --tile-size 4 --out world.png
  marahel generate world.json --part 3,5 --out part.png
  marahel generate zelda.json --format csv --out - > level.csv
  marahel generate zelda.json --problem zelda --playable --count 3
  marahel generate zelda.json --problem zelda --good --count 3
  marahel generate zelda.json --problem zelda --where 'count(key) == 1'
  marahel generate zelda.json --count 9 --distinct --exclude levels.jsonl"
)]
pub(super) struct Args {
    #[command(flatten)]
    source: SourceArgs,
    /// Number of levels.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<1>)]
    count: u64,
    /// Seed of the first level.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    seed: u64,
    /// Make certified levels alone, by a file of `marahel certify`.
    #[arg(long, value_name = "FILE", conflicts_with = "pins")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    save: SaveArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    filters: FilterArgs,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    let Some(last_seed) = args.seed.checked_add(args.count - 1) else {
        return Err(Usage("the last seed would be larger than a seed can be".to_owned()).into());
    };
    let palette = args.save.art.palette()?;
    let source = args.source.read(args.reading, palette.as_ref())?;
    let certified = args.certificate.as_deref().map(|path| {
        let generator = one_of(&source)?.clone();
        Certified::new(generator, &input::bytes(path, FileKind::CERTIFICATE)?)
            .with_context(|| input::name(path))
    });
    let certified = certified.transpose()?;
    let palette = palette.or_else(|| Some(certified.as_ref()?.generator().palette().clone()));
    let demands = match &args.save.art.problem {
        Some(problem) => {
            let script = || Ok(one_of(&source)?.script());
            args.filters.judge.demands_on(problem, script)?
        }
        None => None,
    };
    let shown = palette.as_ref().unwrap_or(source.palette());
    let mut filter = Filter::new(&args.filters, demands.as_ref(), shown, &args.source.pins.map)?;
    let progress = Progress::new(args.count, args.save.prints());
    let levels = (args.seed..=last_seed).map(|first_seed| {
        progress.reach(first_seed - args.seed);
        let (seed, level) = filter
            .find(first_seed, certified.as_ref(), |seed| {
                Ok(source.level(seed)?.in_palette(palette.clone())?)
            })
            .with_context(|| input::name(&args.source.script))?;
        // Several seeds may map to one certified seed, and each has its own file.
        let is_own = seed == first_seed && certified.is_none();
        let name = if is_own { format!("{seed:06}") } else { format!("{first_seed:06}-{seed}") };
        Ok(NamedLevel { name, seed: Some(seed), level })
    });
    let inputs = source.inputs.iter().chain(&args.certificate).map(PathBuf::as_path);
    let inputs = inputs.chain(args.filters.inputs()).chain(args.source.pins.map.legend());
    let inputs: Vec<_> = inputs.collect();
    let map = &args.source.pins.map;
    let map = IntoMap { hints: map.hints()?, folder: map.folder() };
    args.save.save(&inputs, &map, args.count, levels)?;
    filter.tell();
    Ok(())
}

/// The generator of a single script; an error for a world.
fn one_of(source: &Source) -> Result<&Generator, Usage> {
    source.generator().ok_or_else(|| {
        let message = "--playable, --good, --where, --certificate and `sift` of problem files are for one script, and this is a \
            world of several";
        Usage(message.to_owned())
    })
}
