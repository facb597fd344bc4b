//! A search and its run folder.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use marahel_config::{
    Algorithm, Beginning, Config, Genetics, Options, Problems, Setup, named, parse_n_maps,
};
use marahel_evolution::{RunFolder, SavedRun};
use marahel_problem::Problem;
use marahel_system::files::check_own_path;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::console::{Console, Watch};
use super::findings::print_findings;
use super::log::{Level, Log};
use super::problem::first_guess;
use super::ready::{program, quoted};
use super::screen::Screen;
use super::settings::{ConfigArgs, check_names_of, parse_names, typed};
use super::unjudged;
use crate::interrupts::Interrupts;
use crate::terminal::{at_least, between, note, plain, print, threads};

const RUNS: &str = "results/runs";

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    config: ConfigArgs,
    /// Scripts to start from, or folders of scripts, such as a run folder. Entities that are roles,
    /// as of starters, become the problem's tiles of these roles.
    #[arg(long, value_name = "SCRIPT|DIR", num_args = 1..)]
    from: Vec<PathBuf>,
    /// Tiles for entities of these scripts, if their names differ: wall=rock,floor=air.
    #[arg(long, value_name = "ENTITY=TILE", value_delimiter = ',', requires = "from")]
    names: Vec<String>,
    /// Parts of these scripts that must not change, counted from 0. Examples: 2 = third explorer,
    /// 2.0 = its first rule, regions = all regions.
    #[arg(long, value_name = "PARTS", value_delimiter = ',', requires = "from")]
    lock: Vec<String>,
    /// How to start without scripts: starters (known generators that fit your tiles) or random
    /// (random scripts) [default: starters; binary, zelda, sokoban: random genomes of the FDG'20
    /// study].
    #[arg(long, value_name = "NAME", conflicts_with = "from", value_parser = named::<Beginning>)]
    start: Option<Beginning>,
    /// Controls of the problem that scripts get dials for, such as path: a game can then request
    /// levels with a path of 40 steps.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    dials: Vec<String>,
    /// Number of levels to measure before the search ends, such as 800k or 4M [default: 2M,
    /// unless --gens is given].
    #[arg(long, value_name = "N", value_parser = parse_n_maps)]
    budget: Option<u64>,
    /// Number of survivors, and of offspring, per generation and island.
    #[arg(long, value_name = "N", value_parser = at_least::<2>)]
    pop: Option<u64>,
    /// Number of generations, including the random first one.
    #[arg(long, value_name = "N", value_parser = at_least::<1>)]
    gens: Option<u64>,
    /// Number of levels generated per new script before it is compared.
    #[arg(long, value_name = "N", value_parser = between::<1, { u32::MAX }>)]
    maps: Option<u32>,
    /// Number of levels to validate each generator of the front [default: 1000].
    #[arg(long, value_name = "N")]
    validation_maps: Option<u32>,
    #[arg(long, value_name = "NAME", value_parser = named::<Algorithm>, help = Algorithm::help())]
    algorithm: Option<Algorithm>,
    /// Folder of the run [default: a new one under results/runs].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Overwrite the run if the folder is not empty.
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    how: How,
}

/// Options of running a search that do not affect its results.
#[derive(Debug, clap::Args)]
pub(super) struct How {
    /// Number of threads; the result does not depend on it [default: all cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Time between two checkpoints; 0 for one after each generation
    /// [default: once a second, less often if writing takes more than 1 % of the time].
    #[arg(long, value_name = "SECONDS", value_parser = at_least::<0>)]
    checkpoint: Option<u64>,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
    /// Write JSON lines to standard error instead of progress.
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t)]
    log: Level,
    /// End as by Ctrl-C when standard input ends. The studio starts its searches with this, so
    /// that they never outlive it.
    #[arg(long, hide = true)]
    until_input_ends: bool,
}

pub(super) fn main(problems: Problems, args: &Args) -> anyhow::Result<ExitCode> {
    let setup = args.config.load(problems, args.options()?)?;
    let Setup { config, problem, genetics } = setup;
    check_names_of(&config)?;
    let is_cast = !args.how.quiet && config.breeds_scripts();
    if let Some(warning) = told_guesses(&problem).filter(|_| is_cast) {
        note(plain(&warning));
    }
    for warning in problem.definition().unreachable().filter(|_| !args.how.quiet) {
        note(plain(&format!("warning: {}: {}", warning.place, warning.message)));
    }
    let folder = if let Some(path) = &args.out {
        RunFolder::create(path, args.force, &config, &problem)?
    } else {
        check_own_path(Path::new(RUNS))?;
        RunFolder::create_new(Path::new(RUNS), &config, &problem)?
    };
    search(&config, &problem, genetics, folder, None, &args.how)
}

/// A warning about guessed roles, which decide how known generators are fitted.
fn told_guesses(problem: &Problem) -> Option<String> {
    let definition = problem.definition();
    let guesses = definition.guessed().map(|tile| {
        let mut roles = definition.tiles().zip(definition.roles());
        let role = roles.find(|&(name, _)| name == tile);
        role.map_or_else(String::new, |(_, role)| format!("{tile} ({role})"))
    });
    let guesses: Vec<String> = guesses.collect();
    let (first, guess) = first_guess(definition)?;
    Some(format!(
        "warning: nothing says what these tiles are for, so it is guessed: {}; known generators are fitted by \
         roles, so say them in [tiles], such as `{first} = {{ role = \"{guess}\" }}`",
        guesses.join(", ")
    ))
}

impl Args {
    fn options(&self) -> anyhow::Result<Options> {
        Ok(Options {
            population: self.pop.map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
            generations: self.gens,
            budget: self.budget,
            algorithm: self.algorithm,
            maps: self.maps,
            validation_maps: self.validation_maps,
            from: self.from.clone(),
            from_texts: typed(&self.from)?,
            dials: self.dials.clone(),
            lock: self.lock.clone(),
            names: parse_names(&self.names)?,
            start: self.start,
            ..Options::default()
        })
    }
}

/// A pool with this many threads, or one per core.
pub(super) fn pool(n_threads: Option<usize>) -> anyhow::Result<ThreadPool> {
    let builder = ThreadPoolBuilder::new().num_threads(n_threads.unwrap_or(0));
    builder.build().context("starting threads")
}

/// Advice after a run that failed.
fn stopped(folder: &Path) -> String {
    let call = format!("{} resume {}", program("evolve"), quoted(folder));
    format!("the run stopped; `{call}` goes on with it once the cause is gone")
}

/// Runs a search into its folder, from the beginning or from a saved state, and prints the results.
pub(super) fn search<'r>(
    config: &'r Config,
    problem: &'r Problem,
    genetics: Genetics,
    mut folder: RunFolder<'r>,
    saved: Option<SavedRun<'_>>,
    how: &How,
) -> anyhow::Result<ExitCode> {
    marahel_report::remove_figures(folder.path())?;
    folder.keep_checkpoints(how.checkpoint.map(Duration::from_secs));
    let pool = pool(how.threads)?;
    let is_quiet = how.quiet || how.log != Level::Off;
    let screen = Screen::new(is_quiet, pool.current_num_threads());
    let interrupts = Interrupts::watch(screen.voice())?;
    interrupts.begin();
    if how.until_input_ends {
        interrupts.heed_end_of_input()?;
    }
    let watch = Watch { interrupts: &interrupts, screen: &screen };
    let path = folder.path().to_owned();
    let log = Log::new(how.log);
    let mut console = Console::new(folder, config, problem, saved.as_ref(), &watch, log);
    let outcome = pool.install(|| {
        marahel_evolution::run_with(config, problem, genetics, saved, None, &mut console, &watch)
    });
    let outcome = outcome.with_context(|| stopped(&path))?;
    screen.end();
    let tidied = pool.install(|| marahel_improve::minimise::tidy_best(&outcome, config, problem));
    let written = console.finish(&outcome, tidied.as_ref().ok().and_then(Option::as_ref));
    let folder = written.with_context(|| stopped(&path))?;
    unjudged::tell(outcome.unjudged.as_ref());
    tidied.context("making best.json smaller")?;
    if outcome.last.is_none() {
        print("interrupted in the first generation; nothing was found yet; to go on:")?;
        let (evolve, quoted) = (program("evolve"), quoted(folder.path()));
        print(format_args!("  {evolve} resume {quoted}\n"))?;
        print(format_args!("run folder: {}", folder.path().display()))?;
    } else {
        marahel_report::write_figures(folder.path()).context("drawing the figures")?;
        let mut text = Vec::new();
        print_findings(&mut text, &outcome, config, problem, folder.path())?;
        print(String::from_utf8_lossy(&text).trim_end_matches('\n'))?;
    }
    Ok(interrupts.exit_code())
}
