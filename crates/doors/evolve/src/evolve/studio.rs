//! The studio: a local page.

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;

use anyhow::Context;
use marahel_studio::answers::{allow_judges, answer};
use marahel_studio::{answer_questions, serve};

use crate::terminal::print;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The page has an editor for scripts with the levels that they make, their traces and ranges, and their
scores for a problem; running searches and their fronts, a board to draw levels on, and levels to
play. Scripts and problem files of the folder can be opened and saved; searches are runs in its
subfolder runs, as `evolve` leaves them.

It listens on this machine only. Ctrl-C ends it, and stops its searches so that they can be resumed.

Examples:
  evolve studio
  evolve studio my-game --port 9000
  evolve studio my-game --allow-judges"
)]
pub(super) struct Args {
    /// Folder with scripts, problem files and runs.
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Port to listen on; if it is taken, the next free one.
    #[arg(long, value_name = "N", default_value_t = 8100, value_parser = clap::value_parser!(u16).range(1..))]
    port: u16,
    /// Let problem files start the programs that they name to judge levels. They run with your rights.
    #[arg(long)]
    allow_judges: bool,
    /// Answer questions of a studio, from standard input.
    #[arg(long, hide = true)]
    answer: bool,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    if args.allow_judges {
        allow_judges(args.folder.clone());
    }
    if args.answer {
        return Ok(answer_questions(answer)?);
    }
    let program = env::current_exe().context("finding this program")?;
    let mut to_answer = ["studio", "--answer"].map(OsStr::new).to_vec();
    if args.allow_judges {
        to_answer.extend([OsStr::new("--allow-judges"), OsStr::new("--"), args.folder.as_os_str()]);
    }
    let served = serve(&args.folder, args.port, program, &to_answer, |address| {
        // A closed output is no reason to stop.
        let _ = print(format_args!("the studio is at http://{address}/ until Ctrl-C"));
    });
    served.with_context(|| args.folder.display().to_string())
}
