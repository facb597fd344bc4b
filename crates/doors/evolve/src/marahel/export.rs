//! Converting levels between formats.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use marahel_formats::{Format, Hints, NamedLevel};
use marahel_level::Palette;

use super::demands::JudgeArgs;
use super::into::IntoMap;
use super::save::SaveArgs;
use crate::terminal::levels::{self, ReadArgs};
use crate::terminal::{Results, Usage, counted, input, note};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Text and CSV files do not name their entities, so give --entities or --script, or for text
--problem. A file may hold several levels. All levels get one order of entities: that of the
problem, or else that of the first level, followed by further entities of other levels.

In maps of Tiled the class of a tile names its entity, in projects of LDtk the name of an IntGrid value
or an entity. Visible layers lie over each other. Unnamed tiles get a name, such as tile_17.

Examples:
  printf '#.#\\n#@#\\n' | marahel export - --from txt --entities empty,solid,player --out level.tmj
  marahel export level.tmj
  marahel export level.tmj --tile-size 32 --out large.png
  printf '#.d\\n#@k\\n' | marahel export - --from txt --problem zelda --out level.png
  marahel export level.tmj --out level.csv
  printf '#.d\\n#@k\\n' | marahel export - --from txt --problem zelda --where 'count(key) == 1'
  marahel export level.csv --entities empty,solid,player --out level.ldtk
  marahel export level.ldtk --format jsonl
  marahel export map.tmx --layer ground --empty air --format txt
  marahel export map.tmx --write-legend kinds.json"
)]
pub(super) struct Args {
    /// Files of levels, in a form that --from lists; - for standard input.
    #[arg(required = true)]
    levels: Vec<PathBuf>,
    /// Form of the files [default: by their endings, else jsonl].
    #[arg(long, value_name = "FORM", value_parser = levels::format())]
    from: Option<&'static Format>,
    #[command(flatten)]
    entities: ReadArgs,
    #[command(flatten)]
    judge: JudgeArgs,
    /// Write a legend of the kinds of tiles of a map here, to edit, in the place of levels; - for
    /// standard output.
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    write_legend: Option<PathBuf>,
    #[command(flatten)]
    save: SaveArgs,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    if let Some(file) = &args.write_legend {
        return write_legend(args, file);
    }
    let hints = Hints { target: args.save.art.palette()?, ..args.entities.hints()? };
    let mut levels = Vec::new();
    for path in &args.levels {
        levels.extend(named(path, args.from, &hints, args.entities.map.folder())?);
    }
    check_names(&levels)?;
    if let Some(problem) = args.save.art.problem.as_deref().filter(|_| args.judge.judges()) {
        levels = accepted(levels, problem, &args.judge)?;
    }
    put_in_one_order(&mut levels)?;
    let inputs: Vec<_> =
        args.levels.iter().chain(args.entities.files()).map(PathBuf::as_path).collect();
    let n_levels = levels.len() as u64;
    let map = IntoMap { hints: args.entities.hints()?, folder: args.entities.map.folder() };
    args.save.save(&inputs, &map, n_levels, levels.into_iter().map(Ok))
}

/// The levels of a file with names after it.
pub(super) fn named(
    path: &Path,
    from: Option<&'static Format>,
    hints: &Hints,
    folder: Option<&Path>,
) -> anyhow::Result<Vec<NamedLevel>> {
    let levels = levels::read(path, from, hints.clone(), folder)?;
    let levels =
        levels.map(|level| Ok(NamedLevel { name: stem(path), seed: None, level: level?.level }));
    let mut levels = levels.collect::<anyhow::Result<Vec<_>>>()?;
    if levels.len() > 1 {
        for (number, named) in (1_u32..).zip(&mut levels) {
            named.name = format!("{}-{number:04}", named.name);
        }
    }
    Ok(levels)
}

/// Writes the kinds of tiles of a map to a file that names them.
fn write_legend(args: &Args, file: &Path) -> anyhow::Result<()> {
    let [path] = &args.levels[..] else {
        return Err(Usage("a legend is written of one map; name one".to_owned()).into());
    };
    let (folder, hints) = (args.entities.map.folder(), args.entities.hints()?);
    let (legend, n) = levels::legend_of(path, args.from, &hints, folder)?;
    if input::is_stdin(file) {
        let mut output = Results::new();
        output.write_all(legend.as_bytes())?;
        return Ok(output.flush()?);
    }
    let inputs = args.entities.files().chain([path]).map(PathBuf::as_path);
    args.save.save_beside(file, inputs, legend.as_bytes())?;
    let kinds = counted(n, "kind");
    let file = file.display();
    note(format_args!(
        "wrote {kinds} of tiles to {file}; edit the names, then read with --legend {file}"
    ));
    Ok(())
}

/// Advice for levels that do not fit into one export.
const TOO_MANY: &str = "all levels of an export get one list of entities; export these apart";

/// Gives all levels one order of entities: that of the first level, followed by those that others
/// add. If all have one palette, such as that of a problem, they keep its characters.
fn put_in_one_order(levels: &mut [NamedLevel]) -> anyhow::Result<()> {
    if levels.windows(2).all(|pair| pair[0].level.palette() == pair[1].level.palette()) {
        return Ok(());
    }
    let palettes = levels.iter().map(|named| &**named.level.palette());
    let palette = Palette::of_all(palettes).context(TOO_MANY)?;
    let palette = Arc::new(palette);
    for named in levels {
        named.level = named.level.renamed(Arc::clone(&palette))?;
    }
    Ok(())
}

/// The levels that a problem accepts; says how many it does not.
fn accepted(
    levels: Vec<NamedLevel>,
    problem: &str,
    judge: &JudgeArgs,
) -> anyhow::Result<Vec<NamedLevel>> {
    let n_levels = levels.len();
    let problem = marahel_config::BUILT_IN.problem(problem)?;
    let mut accepted = Vec::new();
    let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
    for named in levels {
        let level = &named.level;
        let names = level.palette().entities().iter().map(|entity| entity.name.clone());
        let names: Vec<String> = names.collect();
        let size = (level.width(), level.height());
        let demands = judge.demands(problem.clone(), &names, size);
        let demands = demands.with_context(|| named.name.clone())?;
        let own = level.renamed(Arc::clone(demands.problem.palette()))?;
        let lack = demands.problem.describing_meter().unfulfilled(own.view(), &demands.conditions);
        demands.check()?;
        match lack {
            None => accepted.push(named),
            Some(lack) => {
                let reason = demands.conditions[lack].text().to_owned();
                *reasons.entry(reason).or_default() += 1;
            }
        }
    }
    if !reasons.is_empty() {
        let reasons = reasons.iter().map(|(reason, n)| format!("{n} fail {reason}"));
        let reasons = reasons.collect::<Vec<_>>().join(", ");
        let n_out = n_levels - accepted.len();
        note(format_args!("left out {n_out} of {n_levels} levels: {reasons}"));
    }
    if accepted.is_empty() {
        let what = counted(n_levels, "level");
        return Err(anyhow!("{what}, and all are left out; ask for less"));
    }
    Ok(accepted)
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().filter(|_| !input::is_stdin(path));
    stem.map_or_else(|| "level".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// Rejects levels that would overwrite each other.
pub(super) fn check_names<'l>(
    levels: impl IntoIterator<Item = &'l NamedLevel>,
) -> Result<(), Usage> {
    let mut names: Vec<&str> = levels.into_iter().map(|named| named.name.as_str()).collect();
    names.sort_unstable();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
    twice.map_or(Ok(()), |pair| {
        Err(Usage(format!("two of the files are called {}; rename one", pair[0])))
    })
}
