//! Converting levels between formats.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use formats::{Known, Notation};
use level::Palette;

use super::into::IntoMap;
use super::save::{Named, SaveArgs};
use crate::terminal::levels::{self, ReadArgs};
use crate::terminal::{Usage, input};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Text, CSV and numpy files do not name their entities, so give --entities or --script, or for text
--problem. A file may hold several levels. All levels get one order of entities: that of the
problem, or else that of the first level, followed by further entities of other levels.

In maps of Tiled the class of a tile names its entity, in projects of LDtk the name of an IntGrid value
or an entity. Visible layers lie over each other. Unnamed tiles get a name, such as tile_17.

Examples:
  printf '#.#\\n#@#\\n' | marahel export - --from txt --entities empty,solid,player --out level.tmj
  marahel export level.tmj
  marahel export level.tmj --tile-size 32 --out level.png
  printf '#.d\\n#@k\\n' | marahel export - --from txt --problem zelda --out level.png
  marahel export level.tmj --out level.npy
  marahel export level.npy --entities empty,solid,player --out level.ldtk
  marahel export level.ldtk --format jsonl
  marahel export configs/drawn/crypt/crypt-1.tmx --layer ground --empty air --format txt"
)]
pub(super) struct Args {
    /// Files of levels: txt (also Sokoban collections), json, jsonl, csv, tmj and tmx (maps of Tiled),
    /// ldtk (projects of LDtk), npy (arrays of numpy) or png; - for standard input.
    #[arg(required = true)]
    levels: Vec<PathBuf>,
    /// Form of the files [default: by their endings, else jsonl].
    #[arg(long, value_name = "FORM", value_parser = levels::notation())]
    from: Option<Notation>,
    #[command(flatten)]
    entities: ReadArgs,
    #[command(flatten)]
    save: SaveArgs,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    let known = Known { target: args.save.art.palette()?, ..args.entities.known()? };
    let mut levels = Vec::new();
    for path in &args.levels {
        let first = levels.len();
        for found in levels::read(path, args.from, known.clone(), args.entities.map.folder())? {
            let level = found?.level;
            levels.push(Named { name: stem(path), seed: None, level });
        }
        if levels.len() > first + 1 {
            for (number, named) in (1_u32..).zip(&mut levels[first..]) {
                named.name = format!("{}-{number:04}", named.name);
            }
        }
    }
    check_names(&levels)?;
    put_in_one_order(&mut levels)?;
    let inputs: Vec<_> =
        args.levels.iter().chain(args.entities.files()).map(PathBuf::as_path).collect();
    let n_levels = levels.len() as u64;
    let map = IntoMap { known: args.entities.known()?, folder: args.entities.map.folder() };
    args.save.save(&inputs, &map, n_levels, levels.into_iter().map(Ok))
}

/// Advice for levels that do not fit into one export.
const TOO_MANY: &str = "all levels of an export get one list of entities; export these apart";

/// Gives all levels one order of entities: that of the first level, followed by those that others
/// add.
fn put_in_one_order(levels: &mut [Named]) -> anyhow::Result<()> {
    let palettes = levels.iter().map(|named| &**named.level.palette());
    let palette = Palette::of_all(palettes).context(TOO_MANY)?;
    let palette = Arc::new(palette);
    for named in levels {
        named.level = named.level.renamed(Arc::clone(&palette))?;
    }
    Ok(())
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().filter(|_| !input::is_stdin(path));
    stem.map_or_else(|| "level".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// Rejects levels that would overwrite each other.
fn check_names(levels: &[Named]) -> Result<(), Usage> {
    let mut names: Vec<&str> = levels.iter().map(|named| named.name.as_str()).collect();
    names.sort_unstable();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
    twice.map_or(Ok(()), |pair| {
        Err(Usage(format!("two of the files are called {}; rename one", pair[0])))
    })
}
