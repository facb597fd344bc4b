//! Readable scripts from a problem file.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use marahel_config::{Config, Options, Problems, Setup, drafter};
use marahel_drafts::{Draft, N_CELLS_MAX, N_DRAFTS_MAX, tricks};
use marahel_evolution::example_levels;
use marahel_level::{Level, fitting_sheet};
use marahel_problem::Problem;
use marahel_system::files::write_atomically;

use super::ready::{program, quoted};
use super::run::pool;
use super::settings::ConfigArgs;
use crate::terminal::{Force, note, print, threads};

/// Default folder for drafts; the name of the problem follows.
const DRAFTS: &str = "results/drafts";

const PICTURE: &str = "drafts.png";
const BEFORE: &str = "1.json.before";
const TILE_PIXELS: usize = 10;

/// Wider and higher levels have smaller tiles.
const LEVEL_PIXELS: usize = 480;

/// Drafts of larger levels take more than some seconds.
const N_CELLS_QUICK: usize = 1 << 13;

/// Levels of each draft, side by side in its row of the picture.
pub(super) const N_PICTURED: u64 = 4;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each draft is a script to go on with by hand: an explorer for each thing that the file asks for,
with its number and what it does. The folder has the scripts, best first (1.json), and a picture
with a row of levels for each (drafts.png). What no draft does is named: write it by hand.

Examples:
  evolve problem new cellar.toml
  evolve draft cellar.toml
  evolve draft cellar.toml --count 6 --seed 2 --out six      # different ones, side by side
  evolve improve results/drafts/cellar/1.json --problem cellar.toml
  evolve --problem cellar.toml --from results/drafts/cellar --budget 300k"
)]
pub(super) struct Args {
    /// The problem file, or the name of a built-in problem; the same as --problem.
    #[arg(value_name = "FILE|NAME", conflicts_with = "problem")]
    file: Option<String>,
    #[command(flatten)]
    config: ConfigArgs,
    /// Number of drafts, at most; they differ in their ground, as far as there are different ones.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=N_DRAFTS_MAX as u64))]
    count: u64,
    /// Folder for the drafts [default: a new one in results/drafts with the name of the problem].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Number of threads; the result does not depend on it [default: all cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<()> {
    let named = args.file.as_ref().or(args.config.problem.as_ref());
    let options = Options { problem: args.file.clone(), ..Options::default() };
    let Setup { config, problem, .. } = args.config.load(problems, options)?;
    let folder = match &args.out {
        Some(out) => out.clone(),
        None => args.force.new_folder(Path::new(DRAFTS).join(problem.name()))?,
    };
    let _held = args.force.hold_folder(&folder, &[])?;
    let area = n_cells(&problem);
    if (N_CELLS_QUICK + 1..=N_CELLS_MAX).contains(&area) {
        note(format_args!("drafting levels of {area} cells; that takes a while"));
    }
    let drafted =
        pool(args.threads)?.install(|| Drafted::of(&config, &problem, args.count as usize))?;
    super::unjudged::tell_of(&problem);
    // It may have been better. No search takes a file of this name.
    let [first, before] = ["1.json", BEFORE].map(|name| folder.join(name));
    let has_other = first.exists();
    if has_other {
        std::fs::rename(&first, &before).with_context(|| first.display().to_string())?;
    }
    for (draft, number) in drafted.drafts.iter().zip(1..) {
        let text = draft.script.to_string();
        write_atomically(&folder.join(format!("{number}.json")), text.as_bytes())?;
    }
    let picture = folder.join(PICTURE);
    let side = drafted.levels.iter().map(|level| level.width().max(level.height())).max();
    let pixels = (LEVEL_PIXELS / side.unwrap_or(1)).clamp(2, TILE_PIXELS) as u32;
    let sheet = fitting_sheet(&drafted.levels, pixels, Some(N_PICTURED as usize))?;
    write_atomically(&picture, &sheet)?;
    print(format_args!("{}\n", drafted.text))?;
    if has_other {
        print(format_args!("before:  {} (the first draft until now)", before.display()))?;
    }
    print(format_args!("scripts: {}", folder.display()))?;
    print(format_args!("picture: {} (a row of levels for each draft)", picture.display()))?;
    let next = match drafted.drafts[0].rating.good {
        // Edits need some good levels to begin with.
        0.0 => format!("{} trace", program("marahel")),
        _ => format!("{} improve", program("evolve")),
    };
    print(format_args!(
        "next:    {next} {} --problem {}",
        quoted(&folder.join("1.json")),
        quoted(Path::new(named.map_or(problem.name(), String::as_str)))
    ))?;
    Ok(())
}

/// The cells of its largest levels.
fn n_cells(problem: &Problem) -> usize {
    problem.sizes().iter().map(|(width, height)| width * height).max().unwrap_or_default()
}

pub(super) struct Drafted {
    /// Best first; there is at least one.
    pub(super) drafts: Vec<Draft>,
    /// The drafts in words, and what none of them says.
    pub(super) text: String,
    /// A row of levels for each.
    pub(super) levels: Vec<Level>,
}

impl Drafted {
    /// Different drafts for a problem, at most `n`.
    pub(super) fn of(config: &Config, problem: &Problem, n: usize) -> anyhow::Result<Self> {
        let name = problem.name();
        let area = n_cells(problem);
        ensure!(
            area <= N_CELLS_MAX,
            "{name}: its levels have {area} cells; levels of at most {N_CELLS_MAX} cells are drafted"
        );
        let drafter = drafter(problem);
        let drafts = drafter.different(config.seed, n);
        problem.check_judge()?;
        if drafts.is_empty() {
            bail!("{name}: no draft makes its levels within their limit of steps");
        }
        let demands = drafter.demands();
        let by_hand = drafter.left_to_write(&drafts);
        let (best, more) = drafts.split_first().expect("there is one");
        let mut paragraphs = vec![format!("draft 1: {}", best.report(&demands, &by_hand))];
        let more = more.iter().zip(2..);
        let more: Vec<String> = more
            .map(|(draft, number)| format!("draft {number}: {}", draft.summary(&demands)))
            .collect();
        if !more.is_empty() {
            paragraphs.push(more.join("\n"));
        }
        if !by_hand.is_empty() {
            paragraphs.push(format!(
                "what no draft does, to be written by hand:\n  {}",
                by_hand.join("\n  ")
            ));
        }
        let mut levels = Vec::new();
        for draft in &drafts {
            let examples = example_levels(&draft.script.to_string(), N_PICTURED, config, problem)?;
            levels.extend(examples.context("a level of a draft takes too many steps")?);
        }
        let tricks = tricks(problem, &levels);
        if !tricks.is_empty() {
            let lines = tricks
                .iter()
                .map(|trick| format!("\n{}, {:.0} %", trick.line, 100.0 * trick.share));
            paragraphs.push(format!(
                "how many of these levels meet the file by tricks; add to [objectives] what you mind:{}",
                lines.collect::<String>()
            ));
        }
        Ok(Self { drafts, text: paragraphs.join("\n\n"), levels })
    }
}
