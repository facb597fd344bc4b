//! The run itself: a search, and the folder it leaves.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use experiment::{FrontMember, Outcome, RunFolder, parse_n_maps, problem_of};
use problem::Problem;
use rayon::ThreadPoolBuilder;

use super::console::Console;
use super::interrupts::Interrupts;
use super::settings::{ConfigArgs, at_least, quoted};

/// Where a run goes that is told no folder.
const RUNS: &str = "results/runs";

/// More threads than any machine has cores only cost memory.
const N_THREADS_MAX: u64 = 1024;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    config: ConfigArgs,
    /// Levels to measure before the search ends, such as 800k or 4M [default: 2M,
    /// unless --gens is given].
    #[arg(long, value_name = "N", value_parser = parse_n_maps)]
    budget: Option<u64>,
    /// Individuals that survive a generation, and offspring of one, on each island.
    #[arg(long, value_name = "N", value_parser = at_least::<2>)]
    pop: Option<u64>,
    /// Generations after which the search ends, the random first one included.
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    gens: Option<u64>,
    /// Levels that each new script is judged by.
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    maps: Option<u64>,
    /// Levels that the front is measured on again [default: 1000].
    #[arg(long, value_name = "N")]
    validation_maps: Option<u32>,
    /// The search: islands, nsga2 as in the paper, or random as a baseline
    /// [default: islands].
    #[arg(long, value_name = "NAME")]
    algorithm: Option<String>,
    /// Threads; the result is the same for any number [default: all cores].
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    threads: Option<u64>,
    /// Folder of the run [default: a new one under results/runs].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite the run in a folder that is not empty.
    #[arg(long, requires = "out")]
    force: bool,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    // Who gives one limit wants that one to count.
    let (gens, budget) = match (args.gens, args.budget) {
        (Some(gens), None) => (Some(gens), Some(0)),
        (None, Some(budget)) => (Some(0), Some(budget)),
        both => both,
    };
    let config = args.config.load(&[
        ("search.population", args.pop.map(|n| n.to_string())),
        // The later populations of the islands keep their proportions.
        ("search.pool", args.pop.map(|n| n.saturating_mul(2).to_string())),
        ("search.polish_population", args.pop.map(|n| n.div_ceil(5).saturating_mul(2).to_string())),
        ("search.generations", gens.map(|n| n.to_string())),
        ("search.budget", budget.map(|n| n.to_string())),
        ("search.algorithm", args.algorithm.as_deref().map(quoted)),
        ("maps", args.maps.map(|n| n.to_string())),
        ("validation_maps", args.validation_maps.map(|n| n.to_string())),
    ])?;
    let problem = problem_of(&config)?;
    let folder = match &args.out {
        Some(path) => RunFolder::create(path, args.force, &config, &*problem)?,
        None => RunFolder::create_new(Path::new(RUNS), &config, &*problem)?,
    };
    let n_threads = args.threads.map_or(0, |n| n.min(N_THREADS_MAX) as usize);
    let pool =
        ThreadPoolBuilder::new().num_threads(n_threads).build().context("starting threads")?;
    let interrupts = Interrupts::watch()?;
    let mut console = Console::new(folder, &config, &*problem, args.quiet, &interrupts);
    let outcome = pool.install(|| experiment::run(&config, &mut console))?;
    let folder = console.finish(&outcome)?;
    report::write_figures(folder.path()).context("drawing the figures")?;
    print_findings(&mut io::stdout().lock(), &outcome, &*problem, folder.path())?;
    Ok(ExitCode::SUCCESS)
}

/// Says what was found, and where it is.
fn print_findings(
    output: &mut impl Write,
    outcome: &Outcome,
    problem: &dyn Problem,
    path: &Path,
) -> io::Result<()> {
    let front = &outcome.front;
    let is_first = |member: &&FrontMember| member.script.is_some() && member.id == member.script_id;
    let n_scripts = front.iter().filter(is_first).count();
    if outcome.is_interrupted {
        writeln!(output, "interrupted; this is what was found so far")?;
    }
    let counted = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let generators = counted(front.len(), "generator");
    writeln!(output, "front: {generators} with {}", counted(n_scripts, "different script"))?;
    if let Some(sample) = front.iter().find_map(|member| member.validation.as_ref()) {
        let n_still = front.iter().filter(|member| member.is_still_non_dominated).count();
        writeln!(
            output,
            "still non-dominated when measured on {} fresh levels each: {n_still}",
            sample.n_maps
        )?;
    }
    writeln!(
        output,
        "\n{:<12} {:>8}  {:>17}  {:>8}  best generator",
        "objective", "searched", "validated", "playable"
    )?;
    for (index, objective) in problem.objectives().iter().enumerate() {
        let Some(best) = best_member(front, index) else { continue };
        let sample = best.validation.as_ref();
        let validated = sample.map_or("-".to_owned(), |sample| {
            let tally = &sample.scores[index];
            let error = tally.standard_error().map(|error| format!(" ± {error:.3}"));
            format!("{:.3}{}", tally.mean(), error.unwrap_or_default())
        });
        let playable =
            sample.map_or("-".to_owned(), |sample| format!("{:.1} %", 100.0 * sample.playable()));
        writeln!(
            output,
            "{:<12} {:>8.3}  {validated:>17}  {playable:>8}  {}",
            objective.name,
            best.objectives[index],
            best.script_file().unwrap_or_else(|| "-".to_owned()),
        )?;
    }
    writeln!(output, "\nrun folder: {}", path.display())?;
    writeln!(output, "front:      {}", path.join("front.csv").display())
}

/// The member that is best at an objective: by its validated mean, or as
/// searched where nothing was validated.
fn best_member(front: &[FrontMember], objective: usize) -> Option<&FrontMember> {
    let value = |member: &FrontMember| match &member.validation {
        Some(sample) => sample.scores[objective].mean(),
        None => member.objectives[objective],
    };
    // The first of equals, which is the better one in the other objectives.
    front.iter().rev().max_by(|one, other| value(one).total_cmp(&value(other)))
}
