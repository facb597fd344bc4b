//! All mistakes of scripts.

use std::path::PathBuf;
use std::process::ExitCode;

use marahel::Script;

use super::mistakes;
use crate::input;

#[derive(Debug, clap::Args)]
#[command(after_help = "Ends with exit code 1 if a script has mistakes.

Example:
  marahel check configs/generators/fdg20/*.json")]
pub(super) struct Args {
    /// Scripts; - for standard input.
    #[arg(required = true)]
    scripts: Vec<PathBuf>,
}

pub(super) fn main(args: &Args) -> ExitCode {
    let mut n_broken = 0;
    for path in &args.scripts {
        let file = input::name(path);
        match input::text(path).map(|text| Script::parse(&text)) {
            Ok(Ok(script)) => {
                let n = script.explorers.len();
                println!("{file}: no mistakes, {n} explorer{}", if n == 1 { "" } else { "s" });
            }
            Ok(Err(error)) => {
                n_broken += 1;
                println!("{}", mistakes(&file, &error));
            }
            Err(error) => {
                n_broken += 1;
                eprintln!("error: {error:#}");
            }
        }
    }
    if n_broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
