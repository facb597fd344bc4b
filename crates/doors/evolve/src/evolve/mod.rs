//! The `evolve` command: a search that writes level generators.

mod analyze;
mod console;
mod decode;
mod draft;
mod evaluate;
mod findings;
mod improve;
mod judge;
pub(crate) mod like;
mod log;
mod mcp;
mod minimise;
mod problem;
mod ready;
mod report;
mod reproduce;
mod resume;
mod run;
mod sample_lines;
mod score;
mod screen;
mod settings;
mod studio;
mod unjudged;
mod validate;
mod verdict;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use marahel_config::Problems;

use crate::exit;
use crate::terminal::{advised, completions, manual, note};

/// Evolve generators of 2D tile levels: small readable Marahel scripts, bred for many goals at once.
///
/// Without a subcommand, it runs a search and writes a folder with the Pareto
/// front: a table of generators, their scripts, and pictures of their levels.
/// The table has the objectives as searched, and as measured again on levels
/// that the search never used.
#[derive(Debug, Parser)]
#[command(name = "evolve", version, args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  evolve --problem roguelike --budget 300k            # a first look, in a minute or less
  marahel new zelda                                   # a script to begin with, and to lock parts of
  evolve --problem zelda --from zelda.json --lock 0,2
  evolve --problem zelda --budget 800k                # as the FDG'20 study encodes scripts
  evolve --problem sokoban --pop 500 --gens 2000      # the size of the FDG'20 study
  evolve --config results/runs/zelda-seed1/config.toml --seed 2     # the settings of a run
  evolve --problem binary --set search.polish=0       # change any setting of a config
  marahel check results/runs/zelda-seed1/scripts/*.json

Ctrl-C finishes and saves the current generation, except the first one, and ends the search. A
second Ctrl-C ends the program at once. `evolve resume DIR` continues a stopped or killed run;
the result has the same bytes as a run that was never stopped.

Exit code: 0 success, 1 error, 2 wrong arguments or settings, 130 Ctrl-C, 143 SIGTERM (results may
be saved).")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: run::Args,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Continue a run that was stopped, or with more generations or levels.
    Resume(resume::Args),
    /// Turn genomes of the paper into Marahel explorers (JSON lines in, JSON lines out).
    Decode(decode::Args),
    /// Measure levels (JSON lines in, JSON lines out).
    Score(score::Args),
    /// Measure one Marahel script on many levels.
    Evaluate(evaluate::Args),
    /// Measure quality and diversity of scripts.
    Judge(judge::Args),
    /// Check, show and create problem files; list what they can measure.
    Problem(problem::Args),
    /// Write a problem file that asks for levels similar to drawn ones.
    Like(like::Args),
    /// Write readable scripts from a problem file, an explorer for each thing that it asks for.
    Draft(draft::Args),
    /// Make a script better, by few edits that lower nothing.
    Improve(improve::Args),
    /// Make a script smaller without changing its levels.
    Minimise(minimise::Args),
    /// Measure the front of a run again on levels that the search never used.
    Validate(validate::Args),
    /// Describe and compare fronts: hypervolume, best compromise (knee), correlations and more.
    Analyze(analyze::Args),
    /// Draw the figures of a run, and write one HTML file: config, figures, front, generators, levels.
    Report(report::Args),
    /// Repeat the experiment of a paper: figures, and which of its claims hold.
    #[command(subcommand)]
    Reproduce(reproduce::Paper),
    /// Open a local page to write generators and to watch searches.
    Studio(studio::Args),
    /// Serve an assistant that speaks the Model Context Protocol.
    Mcp(mcp::Args),
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page.
    Man,
}

/// Commands and options of earlier versions, and what to use instead.
const REMOVED: [(&str, &str); 6] = [
    ("ancestry", "ancestry.csv in a run folder has the parents and operator of each"),
    (
        "atlas",
        "`evolve --dials NAME` breeds scripts with a dial; `marahel generate --dial NAME=VALUE` sets it, and --where \
         takes only levels that have the value",
    ),
    (
        "experiment",
        "`marahel.ray.sweep` in Python runs the seeds, and python/examples/compare.py compares their tables",
    ),
    (
        "plot",
        "`evolve report` draws figures/*.svg of a run, and shows generators with their levels",
    ),
    ("--proposals", ASK_AND_TELL),
    ("--proposer", ASK_AND_TELL),
];

const ASK_AND_TELL: &str =
    "in Python, `Search.tell` takes scripts of a model: python/examples/model.py";

/// What to use instead of a removed command or option, if an error is about one.
fn replacement(error: &clap::Error) -> Option<String> {
    let of_kind = |kind| match error.get(kind) {
        Some(ContextValue::String(name)) => Some(name),
        _ => None,
    };
    let name = of_kind(ContextKind::InvalidSubcommand).or(of_kind(ContextKind::InvalidArg))?;
    let (_, replacement) = REMOVED.iter().find(|(removed, _)| removed == name)?;
    Some(format!("error: there is no `evolve {name}` any more: {replacement}"))
}

/// Runs a command line, including the name of the program, with the given built-in problems.
pub fn main(
    problems: Problems,
    command_line: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> ExitCode {
    let programs = || [command(), crate::marahel::command()];
    let cli = match Cli::try_parse_from(command_line) {
        Ok(cli) => cli,
        Err(error) => match replacement(&error) {
            Some(replacement) => {
                note(replacement);
                return ExitCode::from(2);
            }
            None => advised(error, &programs()).exit(),
        },
    };
    let result = match cli.command {
        None => return exit::code(run::main(problems, &cli.run)),
        Some(Command::Resume(args)) => return exit::code(resume::main(problems, &args)),
        Some(Command::Decode(args)) => decode::main(problems, &args),
        Some(Command::Score(args)) => score::main(problems, &args),
        Some(Command::Evaluate(args)) => evaluate::main(problems, &args),
        Some(Command::Judge(args)) => judge::main(problems, &args),
        Some(Command::Problem(args)) => return exit::code(problem::main(problems, &args)),
        Some(Command::Like(args)) => like::main(&args),
        Some(Command::Draft(args)) => draft::main(problems, &args),
        Some(Command::Improve(args)) => return exit::code(improve::main(problems, &args)),
        Some(Command::Minimise(args)) => minimise::main(problems, &args),
        Some(Command::Validate(args)) => validate::main(problems, &args),
        Some(Command::Analyze(args)) => analyze::main(&args),
        Some(Command::Report(args)) => report::main(&args),
        Some(Command::Reproduce(paper)) => return exit::code(reproduce::main(&paper)),
        Some(Command::Studio(args)) => studio::main(&args),
        Some(Command::Mcp(args)) => mcp::main(&args),
        Some(Command::Completions { shell }) => completions(&mut Cli::command(), shell),
        Some(Command::Man) => manual(Cli::command()),
    };
    exit::code(result.map(|()| ExitCode::SUCCESS))
}

/// All commands and options of the program.
pub(crate) fn command() -> clap::Command {
    Cli::command()
}
