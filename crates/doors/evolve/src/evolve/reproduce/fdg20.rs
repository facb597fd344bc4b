//! The study of the FDG'20 paper: its runs, its figures and the claims of section 4.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use marahel_config::problem_of;
use marahel_evolution::{RunFolder, revalidate, revalidate_random};
use marahel_papers::fdg20::{
    BUILT_IN, FAMILIES, PROBLEMS, Progress, Run, Size, Study, StudyError, StudyFigure, check,
    claims_csv, figures, front_csv, random_csv, report, runs, runs_csv,
};
use marahel_papers::{Verdict, count};
use marahel_report::{document, remove_figures};
use marahel_system::files::{check_own_path, make_folder, write_atomically};

use crate::evolve::console::{Console, Watch};
use crate::evolve::log::{Level, Log};
use crate::evolve::run::pool;
use crate::evolve::screen::Screen;
use crate::interrupts::Interrupts;
use crate::terminal::{Force, Results, between, note, threads};

const FOLDER: &str = "results/runs/fdg20";

/// Runs of each problem and family: enough for an error, and for a quick look.
const N_SEEDS: u32 = 3;
const N_SEEDS_QUICK: u32 = 2;

/// An arbitrary limit.
const N_SEEDS_MAX: u32 = 1000;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Makes runs of three problems in three families: fdg20 (what the text of the paper says), fdg20-released (what its code computes) and default (this program's own search). Writes report.md and report.html with the figures and a table of the claims of section 4: published, as searched, validated, and whether they hold; claims.csv, runs.csv, front-*.csv and random-*.csv; and a run folder for each run under DIR/runs.

Finished runs are kept. After a Ctrl-C the same command continues, and a larger number of seeds adds to the existing runs. --report uses the runs so far. Equal arguments give equal bytes.

Examples:
  evolve reproduce fdg20 --quick                  # in less than two minutes, at a small scale
  evolve reproduce fdg20 --out results/fdg20      # the size of the paper, for hours
  evolve reproduce fdg20 --seeds 10 --out study   # more runs of each problem
  evolve reproduce fdg20 --report                 # of an unfinished study"
)]
pub(crate) struct Args {
    /// Make everything at a small scale, in less than two minutes.
    #[arg(long)]
    quick: bool,
    /// Number of runs per problem and family, with seeds 1 to N [default: 3, with --quick 2].
    #[arg(long, value_name = "N", value_parser = between::<1, N_SEEDS_MAX>)]
    seeds: Option<u32>,
    /// Folder for the report and the runs [default: results/runs/fdg20].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Make no runs, only the report of the finished ones.
    #[arg(long)]
    report: bool,
    /// Number of threads; the result does not depend on it [default: all cores].
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let (size, n_seeds) = if args.quick {
        (Size::QUICK, args.seeds.unwrap_or(N_SEEDS_QUICK))
    } else {
        (Size::FULL, args.seeds.unwrap_or(N_SEEDS))
    };
    let n_seeds = u64::from(n_seeds);
    let folder = args.out.as_deref().unwrap_or(Path::new(FOLDER));
    if args.out.is_none() {
        check_own_path(folder)?;
    }
    let _held = args.force.hold_folder(folder, &["runs", "claims.csv"])?;
    let pool = pool(args.threads)?;
    let screen = Screen::new(args.quiet, pool.current_num_threads());
    let interrupts = Interrupts::watch(screen.voice())?;
    let watch = Watch { interrupts: &interrupts, screen: &screen };
    let planned = runs(n_seeds);
    for (index, run) in planned.iter().enumerate() {
        let say = |what: &str| {
            if !args.quiet {
                let (number, n) = (index + 1, planned.len());
                let Run { family, problem, seed } = run;
                note(format_args!(
                    "run {number} of {n}: {}, {problem}, seed {seed}{what}",
                    family.name
                ));
            }
        };
        if args.report {
            tell_if_left_out(run, &size, folder);
        } else if !pool.install(|| make(run, &size, folder, &say, &watch))? {
            note("interrupted; finished runs are kept, and the same command continues from there");
            return Ok(interrupts.exit_code());
        }
    }
    if !args.quiet {
        note("measuring the published generators, drawing figures");
    }
    let study = pool.install(|| Study::read(folder, size, n_seeds)).map_err(advised)?;
    write_folder(folder, &study, &command(args, n_seeds))?;
    print_verdicts(&mut Results::new(), &study, folder)?;
    Ok(ExitCode::SUCCESS)
}

fn advised(error: StudyError) -> anyhow::Error {
    let has_no_run = matches!(error, StudyError::NoRun(..));
    let error = anyhow::Error::from(error);
    if !has_no_run {
        return error;
    }
    anyhow!("{error:#}; `evolve reproduce fdg20` without --report makes some")
}

/// The command that reproduces the report.
fn command(args: &Args, n_seeds: u64) -> String {
    let quick = if args.quick { " --quick" } else { "" };
    format!("evolve reproduce fdg20{quick} --seeds {n_seeds}")
}

/// Makes a run unless it is finished; returns whether it is now.
fn make(
    run: &Run,
    size: &Size,
    study: &Path,
    say: &(dyn Fn(&str) + Sync),
    watch: &Watch<'_>,
) -> anyhow::Result<bool> {
    let path = run.folder(study);
    let progress = run.progress(study, size);
    match progress {
        Progress::Done => {
            say(" is done");
            return Ok(true);
        }
        Progress::Another => bail!(
            "{}: there is something else than this run, such as one of another size; remove the folder, or name another one with --out",
            path.display()
        ),
        Progress::Searched => say(" is searched, and measured again"),
        Progress::Nothing => say(""),
    }
    if progress == Progress::Searched {
        revalidate(BUILT_IN, &path, size.validation_maps, None)?;
    } else if !search(run, size, &path, watch)? {
        return Ok(false);
    }
    revalidate_random(BUILT_IN, &path, size.validation_maps)?;
    Ok(true)
}

/// Searches, and validates the front; returns whether it finished.
fn search(run: &Run, size: &Size, path: &Path, watch: &Watch<'_>) -> anyhow::Result<bool> {
    let config = run.config(size)?;
    let problem = problem_of(&config);
    watch.interrupts.begin();
    path.ancestors().skip(1).take(4).try_for_each(make_folder)?;
    let folder = RunFolder::create(path, true, &config, &problem)?;
    remove_figures(path)?;
    // An unfinished run starts over.
    let log = Log::new(Level::Off);
    let mut console = Console::new(folder, &config, &problem, None, watch, log).without_parts();
    let outcome = marahel_evolution::run(&config, &problem, &mut console, watch)?;
    console.finish(&outcome, None)?;
    Ok(!outcome.is_interrupted)
}

fn tell_if_left_out(run: &Run, size: &Size, study: &Path) {
    let why = match run.progress(study, size) {
        Progress::Done => return,
        Progress::Nothing => "it is not done",
        Progress::Searched => "it was not measured again",
        Progress::Another => "there is something else, such as a run of another size",
    };
    note(format_args!("left out: {}: {why}", run.folder(study).display()));
}

fn write_folder(folder: &Path, study: &Study, command: &str) -> anyhow::Result<()> {
    make_folder(folder)?;
    let figures: Vec<Vec<StudyFigure>> =
        study.families.iter().map(|family| figures(family, folder)).collect::<Result<_, _>>()?;
    for StudyFigure { stem, figure, .. } in figures.iter().flatten() {
        figure.write(folder, stem)?;
    }
    let mut tables = vec![
        ("claims.csv".to_owned(), claims_csv(study)),
        ("runs.csv".to_owned(), runs_csv(study)),
    ];
    for problem in PROBLEMS.iter().map(|problem| problem.name) {
        tables.push((format!("front-{problem}.csv"), front_csv(study, problem)));
        tables.push((format!("random-{problem}.csv"), random_csv(study, problem)));
    }
    let markdown = report(study, &figures, command);
    tables.push(("report.html".to_owned(), document("The FDG'20 study", &markdown, folder)?));
    tables.push(("report.md".to_owned(), markdown));
    for (name, text) in tables {
        write_atomically(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}

/// Prints which claims hold in each family, and the place of the report.
fn print_verdicts(output: &mut impl Write, study: &Study, folder: &Path) -> io::Result<()> {
    let checked: Vec<_> = study.families.iter().map(check).collect();
    for family in &FAMILIES {
        write!(output, "{:<20} ", family.title)?;
    }
    writeln!(output, "claim")?;
    for (index, claim) in checked[0].iter().enumerate() {
        for family in &checked {
            write!(output, "{:<20} ", family[index].verdict.to_string())?;
        }
        writeln!(output, "{}: {}", claim.place, claim.claim)?;
    }
    for (results, checked) in study.families.iter().zip(&checked) {
        let (holds, n) = (count(checked, Verdict::Holds), checked.len());
        write!(output, "{}: {holds} of {n} claims hold", results.family.title)?;
        for (verdict, meaning) in [
            (Verdict::Consistent, "are consistent with what was measured"),
            (Verdict::Fails, "do not hold"),
            (Verdict::Undecided, "cannot be decided"),
        ] {
            write!(output, ", {} {meaning}", count(checked, verdict))?;
        }
        writeln!(output)?;
    }
    writeln!(output, "\nreport: {}", folder.join("report.html").display())?;
    output.flush()
}
