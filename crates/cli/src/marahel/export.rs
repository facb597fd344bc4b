//! Levels from one format into another.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use level::Palette;

use super::read_script;
use super::save::{Named, SaveArgs};
use crate::exit::Usage;
use crate::levels::{self, Notation};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Files of text and CSV, and lines of `marahel generate --format jsonl`, do not name their
entities; --entities or --script does. Each file may hold several levels.

Examples:
  printf '#.#\\n#@#\\n' | marahel export - --from txt --entities empty,solid,player --out level.tmj
  marahel export level.tmj
  marahel export level.tmj --tile-size 32 --out level.png"
)]
pub(super) struct Args {
    /// Files of levels: txt, json, jsonl, csv, or tmj (maps of Tiled); - for standard input.
    #[arg(required = true)]
    levels: Vec<PathBuf>,
    /// Form of the files [default: by their endings, else jsonl].
    #[arg(long, value_enum, value_name = "FORM")]
    from: Option<Notation>,
    /// Names of the entities, in order, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    entities: Vec<String>,
    /// The Marahel script whose entities they are.
    #[arg(long, value_name = "FILE", conflicts_with = "entities")]
    script: Option<PathBuf>,
    #[command(flatten)]
    save: SaveArgs,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let palette = args.palette()?;
    let mut levels = Vec::new();
    for path in &args.levels {
        let first = levels.len();
        for found in levels::read(path, args.from, palette.clone())? {
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
    let inputs: Vec<_> = args.levels.iter().chain(&args.script).map(PathBuf::as_path).collect();
    args.save.save(&inputs, levels.len() as u64, levels.into_iter().map(Ok))?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    /// What the tiles are, if the command line says it.
    fn palette(&self) -> anyhow::Result<Option<Arc<Palette>>> {
        let names = match &self.script {
            Some(script) => read_script(script)?.entities,
            None if self.entities.is_empty() => return Ok(None),
            None => self.entities.clone(),
        };
        let palette = Palette::of_names(&names).map_err(|error| Usage(error.to_string()));
        Ok(Some(Arc::new(palette.context("the entities make no palette")?)))
    }
}

/// What the levels of a file are called.
fn stem(path: &Path) -> String {
    let is_file = path.as_os_str() != "-";
    let stem = path.file_stem().filter(|_| is_file);
    stem.map_or_else(|| "level".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// Refuses levels that would be written over each other.
fn check_names(levels: &[Named]) -> Result<(), Usage> {
    let mut names: Vec<&str> = levels.iter().map(|named| named.name.as_str()).collect();
    names.sort_unstable();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
    twice.map_or(Ok(()), |pair| {
        Err(Usage(format!("two of the files are called {}; rename one", pair[0])))
    })
}
