//! The `marahel` command: levels from Marahel scripts.

mod art;
mod check;
mod convert;
mod export;
mod format;
mod generate;
mod maps;
mod out;
mod progress;
mod range;
mod save;
mod shown;
mod trace;

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use marahel::{Diagnostic, Script, ScriptError};

use crate::documents::{completions, manual};
use crate::{exit, input};

/// Generate 2D tile levels from Marahel scripts.
///
/// A script is a JSON file that describes a level generator by a few readable
/// rules: which cells to visit in which order, and what to write there.
#[derive(Debug, Parser)]
#[command(name = "marahel", version, arg_required_else_help = true)]
#[command(after_help = "Examples:
  marahel generate configs/generators/fdg20/zelda.json --count 3
  marahel generate configs/generators/fdg20/zelda.json --seed 7 --out level.png
  marahel check configs/generators/fdg20/*.json
  marahel trace configs/generators/fdg20/zelda.json --seed 7
  marahel range configs/generators/evolved/*.json --out ranges/")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Generate levels from a script.
    Generate(generate::Args),
    /// Find all mistakes of scripts, and what is idle in them.
    Check(check::Args),
    /// Show how a level comes about: the level after each explorer, and what each rule did.
    Trace(trace::Args),
    /// Convert files of levels from one format to another.
    Export(export::Args),
    /// Measure the expressive range of scripts: tables, figures, example levels.
    Range(range::Args),
    /// Rewrite a script of the AIIDE'17 paper's dialect in today's.
    Convert(convert::Args),
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
    exit::code(match Cli::parse().command {
        Command::Generate(args) => generate::main(&args),
        Command::Check(args) => check::main(&args),
        Command::Trace(args) => trace::main(&args),
        Command::Export(args) => export::main(&args),
        Command::Range(args) => range::main(&args),
        Command::Convert(args) => convert::main(&args),
        Command::Completions { shell } => completions(&mut Cli::command(), shell),
        Command::Man => manual(Cli::command()),
    })
}

/// The script in a file, or in standard input for `-`.
///
/// # Errors
///
/// If it cannot be read, or all of its mistakes.
pub(crate) fn read_script(path: &Path) -> anyhow::Result<Script> {
    let text = input::script(path)?;
    aiide17::parse_either(&text).map_err(|error| anyhow!(mistakes(&input::name(path), &error)))
}

/// The mistakes of a script, a line each, in the form that editors follow.
pub(crate) fn mistakes(file: &str, error: &ScriptError) -> String {
    listed(file, error.diagnostics(), |_| "")
}

/// What is said of a script, a line each, after its place and a word of its kind.
fn listed(file: &str, diagnostics: &[Diagnostic], kind: fn(&Diagnostic) -> &'static str) -> String {
    let mut text = String::new();
    for (index, found) in diagnostics.iter().enumerate() {
        let separator = if index == 0 { "" } else { "\n" };
        write!(text, "{separator}{file}:{}:{}: {}", found.line, found.column, kind(found))
            .and_then(|()| found.write_message(&mut text))
            .expect("text can be written to");
    }
    text
}
