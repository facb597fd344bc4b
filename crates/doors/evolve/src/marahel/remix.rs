//! Variations of a map.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use marahel_formats::{Format, Hints, NamedLevel};
use marahel_level::Level;
use marahel_problem::Problem;
use marahel_remix::{Aim, Freedom, N_VARIATIONS_MAX, changed, remix};
use rayon::prelude::*;

use super::export::named;
use super::into::IntoMap;
use super::repair::KeepArgs;
use super::save::SaveArgs;
use crate::evolve::like::drawn::{self, Source};
use crate::evolve::like::imitated;
use crate::terminal::levels::{self, ReadArgs};
use crate::terminal::{Usage, input, note};

#[derive(Debug, clap::Args)]
#[command(
    mut_arg("problem", |arg| arg.help("Problem (name or file) by which variations are good [default: what the map asks for]")),
    after_help = "A variation has the small patterns of the map, the number of each kind within a tenth, and what there
is once can be reached as before. With --problem it is good, too; without, what `evolve like` would ask
for is met as far as it can be. Variations of a map are written into copies of it, with its terrains and
objects, if --out has its ending or is a folder.

Examples:
  marahel remix map.tmx --count 20 --out variations/
  marahel remix map.tmx --keep wall --keep 3,4,10,5 --count 5 --sheet sheet.png --out five/
  marahel new zelda
  marahel generate zelda.json --problem zelda --good --out level.txt
  marahel remix level.txt --problem zelda --change enemy,empty --change 0.05"
)]
pub(super) struct Args {
    /// File of a level, in a form that --from lists; - for standard input.
    #[arg(value_name = "MAP")]
    map: PathBuf,
    /// Form of the file [default: by its ending, else jsonl].
    #[arg(long, value_name = "FORM", value_parser = levels::format())]
    from: Option<&'static Format>,
    #[command(flatten)]
    entities: ReadArgs,
    /// Number of variations.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=N_VARIATIONS_MAX))]
    count: u64,
    /// What changes: a share of the cells, from 0 to 1 [default: 0.3, or less where one kind fills
    /// most of the map or few maps are good], or the only tiles that go and come, as in `rat,coin`; both if said twice.
    #[arg(long, value_name = "WHAT")]
    change: Vec<String>,
    #[command(flatten)]
    keep: KeepArgs,
    #[command(flatten)]
    save: SaveArgs,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    let folder = args.entities.map.folder();
    let (aim, map, name) = match &args.save.art.problem {
        Some(problem) => {
            let problem = marahel_config::BUILT_IN.problem(problem)?;
            let target = Some(Arc::clone(problem.palette()));
            let hints = Hints { target, ..args.entities.hints()? };
            let mut levels = named(&args.map, args.from, &hints, folder)?;
            let [_] = &levels[..] else {
                bail!("{}: there are several levels; give one", input::name(&args.map));
            };
            let NamedLevel { name, level, .. } = levels.remove(0);
            let level = level.renamed(Arc::clone(problem.palette()))?;
            let aim = Aim::new(problem.with_good_conditions(), (level.width(), level.height()))?;
            (aim.with_map(&level, false)?, level, name)
        }
        None => inferred(args)?,
    };
    let (shares, tiles): (Vec<_>, Vec<_>) =
        args.change.iter().cloned().partition(|what| what.parse::<f64>().is_ok());
    let freedom = args.keep.freedom(&map, &tiles)?;
    let change = match &shares[..] {
        [] => None,
        [share] => Some(share.parse()?),
        _ => bail!(Usage(format!("--change has several shares: {}; give one", shares.join(", ")))),
    };
    let (levels, unmet) = variations(args, &aim, &map, &freedom, change)?;
    let n = levels.len() as u64;
    for (index, level) in levels.iter().enumerate() {
        let lacks = aim.lacks(level);
        if !lacks.is_empty() {
            note(format_args!("variation {}: bent: {}", index + 1, lacks.join("; ")));
        }
    }
    if n < args.count {
        let missed = if unmet.is_empty() { "" } else { "; missed most often: " };
        note(format_args!(
            "{n} of {} variations found{missed}{}{}",
            args.count,
            unmet.join("; "),
            if change.is_some() { "; ask for another --change" } else { "" }
        ));
    }
    ensure!(n > 0, "no variation found");
    let n_changed = levels.iter().map(|level| changed(&map, level).len());
    let (least, most) = (n_changed.clone().min().unwrap_or(0), n_changed.max().unwrap_or(0));
    let percent = |n: usize| 100.0 * n as f64 / map.tiles().len() as f64;
    note(format_args!("changed: {:.0} to {:.0} % of the cells", percent(least), percent(most)));
    let inputs: Vec<_> =
        [&args.map].into_iter().chain(args.entities.files()).map(PathBuf::as_path).collect();
    let shown: Vec<Level> = [map.clone()].into_iter().chain(levels.iter().cloned()).collect();
    args.keep.write_sheet(&args.save, &inputs, &shown, &vec![map; shown.len()])?;
    let into = IntoMap { hints: args.entities.hints()?, folder };
    let levels = levels.into_iter().zip(1_u32..).map(|(level, number)| {
        Ok(NamedLevel { name: format!("{name}-{number:02}"), seed: None, level })
    });
    args.save.save_into(args.save.map_of(&args.map), &inputs, &into, n, levels)
}

/// Maximum number of cells of a map that says itself what it asks for.
const N_CELLS_OF_DRAWING: usize = 10_000;

/// What the map itself asks for, which bends, and the map with the tiles of that problem.
fn inferred(args: &Args) -> anyhow::Result<(Aim, Level, String)> {
    let hints = Hints { makes_up_names: true, ..args.entities.hints()? };
    let source = Source::File(args.map.clone());
    let drawings = drawn::read(&[source], hints, args.entities.map.folder())?;
    ensure!(
        drawings.n_cells <= N_CELLS_OF_DRAWING,
        "{}: what {} cells ask for takes too long to find out; say it by --problem, or take a map of {N_CELLS_OF_DRAWING} at most",
        input::name(&args.map),
        drawings.n_cells
    );
    let imitation = imitated(&drawings, "remix", None, None)
        .with_context(|| format!("{}; name a problem by --problem", input::name(&args.map)))?;
    let problem = Problem::with_defaults(Arc::new(imitation.definition));
    let [level] = problem.definition().drawings().levels() else {
        bail!("{}: there are several levels; give one", input::name(&args.map));
    };
    let level = level.clone();
    let aim = Aim::new(problem.with_good_conditions(), (level.width(), level.height()))?;
    let name = args.map.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok((aim.with_map(&level, true)?, level, name))
}

/// How many demands are named that variations miss.
const N_MISSES: usize = 3;

/// The variations, of which no two are equal, and the demands that others missed most often.
fn variations(
    args: &Args,
    aim: &Aim,
    map: &Level,
    freedom: &Freedom,
    change: Option<f64>,
) -> anyhow::Result<(Vec<Level>, Vec<String>)> {
    let variation = |index: u64, before: &[Level]| {
        let level = remix(aim, map, freedom, change, (args.keep.seed, index), before);
        level.map_err(|error| Usage(error.to_string()))
    };
    let drawn: Vec<_> =
        (0..args.count).into_par_iter().map(|index| variation(index, &[])).collect();
    let (mut levels, mut misses): (Vec<Level>, BTreeMap<String, usize>) = Default::default();
    for (index, drawn) in (0..).zip(drawn) {
        let level = match drawn? {
            Ok(level) if levels.contains(&level) => variation(index, &levels)?,
            level => level,
        };
        match level {
            Ok(level) => levels.push(level),
            Err(demands) => {
                for demand in demands {
                    *misses.entry(demand).or_default() += 1;
                }
            }
        }
    }
    let mut misses: Vec<_> = misses.into_iter().collect();
    misses.sort_by_key(|(_, n)| Reverse(*n));
    Ok((levels, misses.into_iter().map(|(demand, _)| demand).take(N_MISSES).collect()))
}
