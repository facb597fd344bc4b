//! The `marahel` command: levels from Marahel scripts.

mod art;
pub(crate) mod certify;
mod check;
mod convert;
pub(crate) mod demands;
mod dials;
mod export;
mod filters;
mod format;
mod generate;
mod into;
mod maps;
pub(crate) mod new;
pub(crate) mod out;
mod pins;
mod progress;
mod range;
pub(crate) mod remix;
mod repair;
mod save;
mod skill;
mod source;
mod trace;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use crate::exit;
use crate::terminal::{advised, completions, manual};

/// Generate 2D tile levels from Marahel scripts.
///
/// A script is a JSON file that describes a level generator by a few readable
/// rules: which cells to visit, in which order, and what to write there.
#[derive(Debug, Parser)]
#[command(name = "marahel", version, arg_required_else_help = true)]
#[command(after_help = "Examples:
  marahel new castle
  marahel generate castle.json --out castle.png
  marahel generate castle.json --count 3
  marahel check castle.json
  marahel trace castle.json --seed 7
  marahel range *.json --out ranges/")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write one of the example scripts to a new file, or list them.
    New(new::Args),
    /// Generate levels from a script.
    Generate(generate::Args),
    /// Judge the levels of many seeds of a script, so that a game can use only playable ones.
    Certify(certify::Args),
    /// Find all mistakes of scripts, and parts that do nothing.
    Check(check::Args),
    /// Show how a level is built: the level after each explorer, and what each rule did.
    Trace(trace::Args),
    /// Convert files of levels from one format to another.
    Export(export::Args),
    /// Make variations of a map, with a share of its cells changed.
    Remix(remix::Args),
    /// Make levels playable, or good, by the fewest changed cells, each with its reason.
    Repair(repair::Args),
    /// Measure the expressive range of scripts: tables, figures, example levels.
    Range(range::Args),
    /// Convert a script of the AIIDE'17 paper to the current syntax.
    Convert(convert::Args),
    /// Write the skill that teaches a coding assistant to make levels with both programs.
    Skill(skill::Args),
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page.
    Man,
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let programs = || [crate::evolve::command(), command()];
    let cli = Cli::try_parse().unwrap_or_else(|error| advised(error, &programs()).exit());
    let result = match cli.command {
        Command::New(args) => new::main(&args),
        Command::Generate(args) => generate::main(&args),
        Command::Certify(args) => return exit::code(certify::main(&args)),
        Command::Check(args) => return exit::code(check::main(&args)),
        Command::Trace(args) => trace::main(&args),
        Command::Export(args) => export::main(&args),
        Command::Remix(args) => remix::main(&args),
        Command::Repair(args) => repair::main(&args),
        Command::Range(args) => range::main(&args),
        Command::Convert(args) => return exit::code(convert::main(&args)),
        Command::Skill(args) => skill::main(&args),
        Command::Completions { shell } => completions(&mut Cli::command(), shell),
        Command::Man => manual(Cli::command()),
    };
    exit::code(result.map(|()| ExitCode::SUCCESS))
}

/// All commands and options of the program.
pub(crate) fn command() -> clap::Command {
    Cli::command()
}
