//! Readable scripts from a problem file.

use std::path::{Path, PathBuf};

use anyhow::bail;
use marahel_config::{Options, Problems, Setup, drafter};
use marahel_drafts::Draft;
use marahel_evolution::example_levels;
use marahel_level::{Level, contact_sheet};
use marahel_system::files::{make_folder, write_atomically};

use super::ready::{program, quoted};
use super::run::pool;
use super::settings::ConfigArgs;
use crate::terminal::{Force, counted, print, threads};

/// Default folder for drafts; the name of the problem follows.
const DRAFTS: &str = "results/drafts";

const PICTURE: &str = "drafts.png";
const TILE_PIXELS: u32 = 10;

/// Levels of each draft, side by side in its row of the picture.
const N_PICTURED: u64 = 4;

/// Number of unmet demands that are named.
const N_UNMET: usize = 8;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each draft is a script to go on with by hand: an explorer for each thing that the file asks for, with a
description. The folder has a script for each, best first (1.json), and a picture with a row of levels for
each (drafts.png). Whatever the file asks for and no explorer can be written for is named: write it by hand.

Examples:
  evolve draft --problem cellar.toml
  evolve draft --problem cellar.toml --count 6 --seed 2 --out six
  evolve improve results/drafts/cellar/1.json --problem cellar.toml
  evolve --problem cellar.toml --from results/drafts/cellar --budget 300k"
)]
pub(super) struct Args {
    #[command(flatten)]
    config: ConfigArgs,
    /// Number of drafts, at most; they differ in their ground or in other ways.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=24))]
    count: u64,
    /// Folder for the drafts [default: results/drafts and the name of the problem].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Number of threads; the result does not depend on it [default: all cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let Setup { config, problem, .. } = args.config.load(problems, Options::default())?;
    let default = || Path::new(DRAFTS).join(problem.name());
    let folder = args.out.clone().unwrap_or_else(default);
    args.force.check_folder(&folder, &[])?;
    let drafter = drafter(&problem);
    let drafts = pool(args.threads)?.install(|| drafter.best(config.seed, args.count as usize));
    problem.check_judge()?;
    if drafts.is_empty() {
        bail!("{}: no draft makes a level within its limit of steps", problem.name());
    }
    make_folder(&folder)?;
    let mut levels: Vec<Level> = Vec::new();
    for (draft, number) in drafts.iter().zip(1..) {
        let text = draft.script.to_string();
        write_atomically(&folder.join(format!("{number}.json")), text.as_bytes())?;
        levels.extend(example_levels(&text, N_PICTURED, &config, &problem)?.unwrap_or_default());
    }
    let picture = folder.join(PICTURE);
    let sheet = contact_sheet(&levels, TILE_PIXELS, Some(N_PICTURED as usize))?;
    write_atomically(&picture, &sheet)?;
    let demands = drafter.demands();
    for (draft, number) in drafts.iter().zip(1..) {
        print(told(draft, number, &demands))?;
    }
    if !drafter.unsaid().is_empty() {
        let unsaid = drafter.unsaid().join("\n  ");
        print(format_args!("not said by any draft; write it by hand:\n  {unsaid}\n"))?;
    }
    let first = folder.join("1.json");
    let problem_name = args.config.problem.as_deref().unwrap_or(problem.name());
    print(format_args!("scripts: {}", folder.display()))?;
    print(format_args!("picture: {}", picture.display()))?;
    print(format_args!(
        "next:    {} improve {} --problem {}",
        program("evolve"),
        quoted(&first),
        quoted(Path::new(problem_name))
    ))?;
    Ok(())
}

/// A draft in words: what it meets, what it does not, and its explorers.
fn told(draft: &Draft, number: usize, demands: &[String]) -> String {
    let standing = &draft.standing;
    let mut lines = vec![format!(
        "draft {number}: {} of {} met, {:.0} % of its levels are good",
        standing.n_met(),
        counted(demands.len(), "demand"),
        100.0 * standing.good
    )];
    let explorers = draft.script.explorers.iter().map(|explorer| explorer.description.as_str());
    lines.push(format!("  {}", explorers.collect::<Vec<_>>().join("; ")));
    let mut unmet: Vec<(f64, &String)> =
        standing.met.iter().copied().zip(demands).filter(|(share, _)| *share < 0.9).collect();
    unmet.sort_by(|left, right| left.0.total_cmp(&right.0));
    lines.extend(unmet.iter().take(N_UNMET).map(|(share, demand)| {
        format!("  met in {:>3.0} % of the levels: {demand}", 100.0 * share)
    }));
    if unmet.len() > N_UNMET {
        lines.push(format!("  and {} more", unmet.len() - N_UNMET));
    }
    lines.push(String::new());
    lines.join("\n")
}
