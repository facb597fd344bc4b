//! All mistakes of scripts.

use std::path::PathBuf;
use std::process::ExitCode;

use marahel::Script;

use super::listed;
use crate::input;
use crate::output::{note, print};

#[derive(Debug, clap::Args)]
#[command(after_help = "Ends with exit code 1 if a script has mistakes; warnings do not count.

Example:
  marahel check configs/generators/fdg20/*.json")]
pub(super) struct Args {
    /// Scripts; - for standard input.
    #[arg(required = true)]
    scripts: Vec<PathBuf>,
}

pub(super) fn main(args: &Args) -> anyhow::Result<ExitCode> {
    let mut n_broken = 0;
    for path in &args.scripts {
        let file = input::name(path);
        match input::text(path).map(|text| Script::check(&text)) {
            Ok(Ok((script, warnings))) => {
                if !warnings.is_empty() {
                    print(listed(&file, "warning: ", &warnings))?;
                }
                let n = script.explorers.len();
                let s = if n == 1 { "" } else { "s" };
                print(format_args!("{file}: no mistakes, {n} explorer{s}"))?;
            }
            Ok(Err(error)) => {
                n_broken += 1;
                print(listed(&file, "", error.diagnostics()))?;
            }
            Err(error) => {
                n_broken += 1;
                note(format_args!("error: {error:#}"));
            }
        }
    }
    Ok(if n_broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
