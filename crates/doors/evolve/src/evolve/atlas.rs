//! The archives of runs as a grid of pictures, one script in each cell.

mod want;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use marahel::script::laid_out;
use marahel_config::{Problems, problem_of};
use marahel_evolution::{Atlas, AtlasCell, config_of_run, example_levels, set_measures};
use marahel_report::{FigureFormat, GridCell, level_grid};
use marahel_system::files::{make_folder, write_atomically};

use marahel_statistics::CsvText;

use crate::marahel::out::make_parent;
use crate::terminal::{Force, Usage, between, counted, note, print};

/// Levels of each cell in the picture.
const N_LEVELS: u64 = 2;

/// Cells in a row of the picture if there is one control.
const N_COLUMNS: usize = 5;

#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub(super) struct Args {
    /// Run folders with archives, all of one problem.
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,
    /// Folder for the atlas [default: results/atlas/PROBLEM]; with --want, file for the script
    /// [default: standard output].
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Write only the script that fits these values best, such as path=40.
    #[arg(long, value_name = "NAME=VALUE,...")]
    want: Option<String>,
    /// Number of fresh levels to measure each script.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = between::<2, { u32::MAX }>)]
    maps: u32,
    /// Number of seeds per wanted value of atlas.json that are tried for levels that have it; 0 to
    /// take all as they come.
    #[arg(long, value_name = "N", default_value_t = 4096)]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=1 << 20))]
    seeds: u64,
}

fn after_help() -> String {
    let problems = marahel_config::BUILT_IN.with_defaults();
    let problems_with_controls = problems.iter().filter(|problem| !problem.controls().is_empty());
    let controls = problems_with_controls.fold(String::new(), |text, problem| {
        let names = problem.controls().iter().map(|control| control.name.as_str());
        text + "\n  " + problem.name() + ": " + &names.collect::<Vec<_>>().join(", ")
    });
    format!(
        "Controls with values that you can request, those of the PCG Benchmark:{controls}

The folder has a picture, a table, a script for each cell, and atlas.json: one file with the best
script for each wanted value, for `marahel generate atlas.json --dial path=40`. That only uses
seeds with levels that are good and have the value (--seeds).

A script counts only if at least nine of ten fresh levels are good. A cell shows the script whose
levels hit its middle most often, among those whose means are within the tolerances; of equal
scripts the one with the highest worth.

A search for the best generator covers some of these values. Special searches cover more:
  evolve --problem zelda --seed 1 --out dungeons-1
  evolve --problem sokoban --set 'sokoban.objectives.crate={{range=[4,6],zero_above=10}}' --out many

Examples:
  evolve atlas dungeons-1 dungeons-2 dungeons-3
  evolve atlas results/runs/sokoban-seed1 many
  evolve atlas results/runs/binary-seed* --maps 1000 --out mazes
  evolve atlas results/runs/binary-seed1 --want path=40 --out maze.json
  evolve atlas results/runs/zelda-seed1 --want player_key=13,key_door=15"
    )
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let mut held = None;
    match &args.out {
        Some(out) if args.want.is_some() => {
            make_parent(out)?;
            args.force.check(out)?;
        }
        Some(out) => held = Some(args.force.hold_folder(out, &[])?),
        None => {}
    }
    let atlas = Atlas::of_runs(problems, &args.runs, args.maps)?;
    let want = args.want.as_ref().map(|want| want::parse(want, &atlas.controls));
    let want = want.transpose().map_err(Usage)?;
    if atlas.entries.is_empty() {
        return Err(anyhow!(
            "none of the {} archived scripts is good on fresh levels; run with a larger --budget",
            atlas.n_archived
        ));
    }
    if let Some(want) = &want {
        return give(&atlas, want, args.out.as_deref(), args.maps);
    }
    let out = args.out.clone().unwrap_or_else(|| Path::new("results/atlas").join(&atlas.problem));
    if held.is_none() {
        held = Some(args.force.hold_folder(&out, &[])?);
    }
    let cells = atlas.cells();
    write(problems, &out, &atlas, &cells, args.seeds)?;
    tell(&atlas, &cells, args.runs.len(), args.maps)?;
    print(format_args!("\natlas: {}", out.join("atlas.png").display()))?;
    print(format_args!("table: {}", out.join("atlas.csv").display()))?;
    print(format_args!("generator: {}", out.join("atlas.json").display()))?;
    drop(held);
    Ok(())
}

/// Outputs the script that fits best, and how well it fits.
fn give(
    atlas: &Atlas,
    want: &want::WantedValues,
    out: Option<&Path>,
    n_maps: u32,
) -> anyhow::Result<()> {
    let (index, share) = atlas.best_for(want).ok_or_else(|| anyhow!("the atlas has no scripts"))?;
    let entry = &atlas.entries[index];
    match out {
        Some(path) => write_atomically(path, entry.script.as_bytes())?,
        None => print(entry.script.trim_end())?,
    }
    let means = atlas.controls.iter().zip(&entry.means);
    let means: Vec<String> =
        means.map(|(control, mean)| format!("{} {mean:.1}", control.name)).collect();
    note(format_args!(
        "{}: {:.1} % of {n_maps} fresh levels have {}; on average they have {}; {:.1} % are good",
        entry.file.display(),
        100.0 * share,
        want::describe(want, &atlas.controls),
        means.join(", "),
        100.0 * entry.sample.good()
    ));
    Ok(())
}

fn write(
    problems: Problems,
    out: &Path,
    atlas: &Atlas,
    cells: &[AtlasCell],
    n_seeds: u64,
) -> anyhow::Result<()> {
    let scripts = out.join("scripts");
    make_folder(&scripts)?;
    for cell in cells {
        let path = out.join(script_file(atlas, cell));
        match cell.entry {
            Some(entry) => write_atomically(&path, atlas.entries[entry].script.as_bytes())?,
            // An older atlas may have had a script here.
            None if path.exists() => {
                fs::remove_file(&path).with_context(|| format!("removing {}", path.display()))?;
            }
            None => {}
        }
    }
    let problem = problem_of(&config_of_run(problems, &atlas.entries[0].run)?);
    let file = atlas.to_file(&problem, n_seeds.next_multiple_of(8))?;
    let file = file.context("the atlas has no scripts")?;
    write_atomically(&out.join("atlas.json"), laid_out(&file.to_json()).as_bytes())?;
    write_atomically(&out.join("atlas.csv"), table(atlas, cells).as_bytes())?;
    let drawn = cells.iter().map(|cell| draw(problems, atlas, cell));
    let drawn = drawn.collect::<anyhow::Result<Vec<_>>>()?;
    let n_columns = match atlas.controls.len() {
        1 => N_COLUMNS,
        // A row for each value of the first control.
        _ => cells.iter().take_while(|cell| cell.ranges[0] == cells[0].ranges[0]).count(),
    };
    level_grid(&drawn, n_columns).write(out, "atlas", FigureFormat::Png)?;
    Ok(())
}

/// A row for each cell; empty fields where no script fits.
fn table(atlas: &Atlas, cells: &[AtlasCell]) -> String {
    let mut columns = Vec::new();
    for control in &atlas.controls {
        columns.extend(["first", "last"].map(|end| format!("{}_{end}", control.name)));
    }
    columns.push("script".to_owned());
    columns.extend(atlas.controls.iter().map(|control| format!("{}_mean", control.name)));
    columns.push("hits".to_owned());
    columns.extend(set_measures(None).map(|measure| measure.name.to_owned()));
    columns.extend(["worth", "structure", "source"].map(str::to_owned));
    let mut table = CsvText::new(&columns);
    for cell in cells {
        let mut row = Vec::new();
        for (first, last) in &cell.ranges {
            row.extend([first.to_string(), last.to_string()]);
        }
        if let Some(index) = cell.entry {
            let entry = &atlas.entries[index];
            row.push(script_file(atlas, cell));
            row.extend(entry.means.iter().map(f64::to_string));
            row.push(share_of_hits(atlas, cell, index).to_string());
            let measures = set_measures(Some(&entry.sample));
            row.extend(
                measures.map(|measure| measure.value.map_or_else(String::new, |v| v.to_string())),
            );
            row.extend([entry.worth.to_string(), entry.structure.clone()]);
            row.push(entry.file.display().to_string());
        }
        row.resize(columns.len(), String::new());
        table.add(&row);
    }
    table.finish()
}

fn draw(problems: Problems, atlas: &Atlas, cell: &AtlasCell) -> anyhow::Result<GridCell> {
    let title = names_of(atlas, cell, " ").join(", ");
    let Some(index) = cell.entry else {
        return Ok(GridCell { title, levels: Vec::new(), lines: vec!["no script".to_owned()] });
    };
    let entry = &atlas.entries[index];
    let means: Vec<String> = entry.means.iter().map(|mean| format!("{mean:.1}")).collect();
    let lines = vec![
        format!(
            "{:.0} % hit, mean {}",
            100.0 * share_of_hits(atlas, cell, index),
            means.join(", ")
        ),
        format!("{:.0} % good", 100.0 * entry.sample.good()),
    ];
    let config = config_of_run(problems, &entry.run)?;
    let levels = example_levels(&entry.script, N_LEVELS, &config, &problem_of(&config))?;
    Ok(GridCell { title, levels: levels.unwrap_or_default(), lines })
}

/// Prints how well the scripts cover the wanted values.
fn tell(atlas: &Atlas, cells: &[AtlasCell], n_runs: usize, n_maps: u32) -> anyhow::Result<()> {
    let coverage = atlas.coverage();
    let names: Vec<&str> = atlas.controls.iter().map(|control| control.name.as_str()).collect();
    let names = names.join(" and ");
    let n_full = cells.iter().filter(|cell| cell.entry.is_some()).count();
    print(format_args!(
        "{} archived scripts of {}; good on {n_maps} fresh levels: {}",
        atlas.n_archived,
        counted(n_runs, "run"),
        coverage.n_scripts
    ))?;
    print(format_args!("different sequences of explorer types: {}", coverage.n_structures))?;
    print(format_args!("cells with a script: {n_full} of {}", cells.len()))?;
    print(format_args!(
        "wanted values of {names} that the mean of some script is near: {} of {} ({:.1} %)",
        coverage.n_covered,
        coverage.n_wanted,
        100.0 * coverage.n_covered as f64 / coverage.n_wanted.max(1) as f64
    ))?;
    Ok(print(format_args!(
        "levels that hit, of the best script for each wanted value: {:.1} %",
        100.0 * coverage.share_of_hits
    ))?)
}

fn share_of_hits(atlas: &Atlas, cell: &AtlasCell, entry: usize) -> f64 {
    let centre: Vec<Option<f64>> = cell.centre.iter().copied().map(Some).collect();
    atlas.share_of_hits(entry, &centre)
}

/// The file of a cell's script, relative to the folder, such as `scripts/path-35-41.json`.
fn script_file(atlas: &Atlas, cell: &AtlasCell) -> String {
    format!("scripts/{}.json", names_of(atlas, cell, "-").join("-"))
}

/// Each control with its range or its only value in a cell.
fn names_of(atlas: &Atlas, cell: &AtlasCell, between: &str) -> Vec<String> {
    let named = atlas.controls.iter().zip(&cell.ranges).map(|(control, &(first, last))| {
        let end = if first == last { String::new() } else { format!("-{last}") };
        format!("{}{between}{first}{end}", control.name)
    });
    named.collect()
}
