//! Making levels playable or good.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, ensure};
use marahel_formats::{Format, Hints, NamedLevel};
use marahel_level::{Level, sheet_of_changes};
use marahel_problem::Problem;
use marahel_remix::{Aim, Freedom, Repair, repair};
use rayon::prelude::*;

use super::export::{check_names, named};
use super::into::IntoMap;
use super::save::SaveArgs;
use crate::terminal::levels::{self, ReadArgs};
use crate::terminal::{Usage, counted, input, note};

#[derive(Debug, clap::Args)]
#[command(
    mut_arg("problem", |arg| arg.help("Problem (name or file) that says what levels must be").required(true)),
    after_help = "Levels of a map are written back into a copy of it, if --out has its ending or is a folder. What
changed is told on standard error, cell by cell, each with the demand that would not be met without it.
A level that is not repaired is written as near as it came, and the command fails.

Examples:
  printf '#..#.d\\n#@.#.k\\n' | marahel repair - --from txt --problem zelda --keep door,player
  marahel new zelda
  marahel generate zelda.json --count 9 --format jsonl | marahel repair --problem zelda --good
  marahel generate zelda.json --out level.tmx
  marahel repair level.tmx --problem zelda --good --count 3 --sheet repairs.png --out repaired/"
)]
pub(super) struct Args {
    /// Files of levels, in a form that --from lists; - for standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    levels: Vec<PathBuf>,
    /// Form of the files [default: by their endings, else jsonl].
    #[arg(long, value_name = "FORM", value_parser = levels::format())]
    from: Option<&'static Format>,
    #[command(flatten)]
    entities: ReadArgs,
    /// Make levels good, not only playable: whole, with each number in its range.
    #[arg(long)]
    good: bool,
    /// Number of different repairs of each level.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
    count: u32,
    #[command(flatten)]
    pub(super) keep: KeepArgs,
    #[command(flatten)]
    save: SaveArgs,
}

/// Options for what stays.
#[derive(Debug, clap::Args)]
pub(super) struct KeepArgs {
    /// What stays: tiles, as in `door,key`, or a rectangle, x,y,width,height; may be repeated.
    #[arg(long, value_name = "WHAT")]
    pub(super) keep: Vec<String>,
    /// Only these tiles may go and come; all others stay.
    #[arg(long, value_name = "TILES")]
    pub(super) only: Vec<String>,
    /// Seed of the random choices.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,
    /// Write a picture of all levels here, in which cells that did not change are pale.
    #[arg(long, value_name = "FILE", value_parser = picture)]
    sheet: Option<PathBuf>,
}

fn picture(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let is_picture = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    is_picture.then_some(path).ok_or_else(|| "it is a picture, so its name ends in .png".to_owned())
}

impl KeepArgs {
    /// Which cells of a level may change; `also` are other tiles that alone may go and come.
    pub(super) fn freedom(&self, level: &Level, also: &[String]) -> anyhow::Result<Freedom> {
        let only = [&self.only, also].concat();
        Freedom::of(level, &self.keep, &only).map_err(|error| Usage(error.to_string()).into())
    }

    /// Writes the picture of levels beside those that they came from.
    pub(super) fn write_sheet(
        &self,
        save: &SaveArgs,
        inputs: &[&Path],
        levels: &[Level],
        originals: &[Level],
    ) -> anyhow::Result<()> {
        let Some(file) = &self.sheet else { return Ok(()) };
        let columns = save.columns.map(|columns| columns as usize);
        let sheet = sheet_of_changes(levels, originals, save.art.art(None), columns)?;
        save.save_beside(file, inputs.iter().copied(), &sheet)
    }
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    let problem = args.save.art.problem.as_deref().expect("clap demands it");
    let problem = marahel_config::BUILT_IN.problem(problem)?;
    let hints = Hints { target: Some(Arc::clone(problem.palette())), ..args.entities.hints()? };
    let folder = args.entities.map.folder();
    let inputs: Vec<&Path> =
        args.levels.iter().chain(args.entities.files()).map(PathBuf::as_path).collect();
    let map = IntoMap { hints: args.entities.hints()?, folder };
    let (mut n_levels, mut n_bad, mut n_fine) = (0, 0, 0);
    let (mut all, mut originals, mut to_save) = (Vec::new(), Vec::new(), Vec::new());
    for file in &args.levels {
        let levels = named(file, args.from, &hints, folder)?;
        let repaired = levels.par_iter().map(|named| repairs_of(args, &problem, named));
        let repaired = repaired.collect::<anyhow::Result<Vec<_>>>();
        problem.check_judge()?;
        let mut of_file = Vec::new();
        for (name, level, repairs) in repaired.with_context(|| input::name(file))? {
            n_levels += 1;
            n_bad += usize::from(!repairs[0].is_repaired);
            let n_repairs = repairs.len();
            if repairs[0].is_repaired
                && repairs[0].level != level
                && n_repairs < args.count as usize
            {
                note(format_args!("{name}: {n_repairs} of {} repairs found", args.count));
            }
            for (repair, number) in repairs.into_iter().zip(1..) {
                let name =
                    if args.count == 1 { name.to_owned() } else { format!("{name}-{number}") };
                if repair.is_repaired && repair.level == level {
                    n_fine += 1;
                } else {
                    repair.told.iter().for_each(|line| note(format_args!("{name}: {line}")));
                }
                all.push(repair.level.clone());
                originals.push(level.clone());
                of_file.push(NamedLevel { name, seed: None, level: repair.level });
            }
        }
        to_save.push((args.save.map_of(file), of_file));
    }
    if n_fine > 0 {
        note(format_args!("{}: nothing to repair", counted(n_fine, "level")));
    }
    check_names(to_save.iter().flat_map(|(_, levels)| levels))?;
    if to_save.iter().all(|(into, _)| into.is_none()) {
        let levels: Vec<NamedLevel> = to_save.into_iter().flat_map(|(_, levels)| levels).collect();
        let n = levels.len() as u64;
        args.save.save(&inputs, &map, n, levels.into_iter().map(Ok))?;
    } else {
        for (into, levels) in to_save {
            let n = levels.len() as u64;
            args.save.save_into(into, &inputs, &map, n, levels.into_iter().map(Ok))?;
        }
    }
    args.keep.write_sheet(&args.save, &inputs, &all, &originals)?;
    ensure!(n_bad == 0, anyhow!("{n_bad} of {} not repaired", counted(n_levels, "level")));
    Ok(())
}

/// A level with its name and its repairs.
fn repairs_of<'n>(
    args: &Args,
    problem: &Problem,
    named: &'n NamedLevel,
) -> anyhow::Result<(&'n str, Level, Vec<Repair>)> {
    let level = named.level.renamed(Arc::clone(problem.palette()))?;
    let conditions = if args.good {
        problem.clone().with_good_conditions()
    } else {
        problem.clone().with_playable_conditions()
    };
    let aim = Aim::new(conditions, (level.width(), level.height()))?;
    let freedom = args.keep.freedom(&level, &[])?;
    let repairs = repair(&aim, &level, &freedom, args.count as usize, args.keep.seed);
    Ok((&named.name, level, repairs))
}
