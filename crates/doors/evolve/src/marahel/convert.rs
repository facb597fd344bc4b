//! Converting a script of another dialect to today's.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;

use crate::terminal::{input, listed, mistakes, note, print};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "This prints the new script. Standard error lists what the current syntax cannot express, each
with its place. The exit code is 0 if the new script makes the same levels with the same
probabilities, and 1 otherwise. Comments are lost. A script in the current syntax is printed
unchanged.

Examples:
  marahel new aiide17/cave --out old.json
  marahel convert old.json > cave.json
  marahel convert old.json | marahel generate -"
)]
pub(super) struct Args {
    /// The script; - for standard input.
    script: PathBuf,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let file = input::name(&args.script);
    let text = input::script(&args.script)?;
    let conversion =
        marahel_dialects::convert(&text).map_err(|error| anyhow!(mistakes(&file, &error)))?;
    print(conversion.text.trim_end())?;
    if conversion.losses.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    note(listed(&file, &conversion.losses, "lost: "));
    Ok(ExitCode::FAILURE)
}
