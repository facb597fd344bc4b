//! A server of the Model Context Protocol, for assistants that help to make a game.

mod desk;
mod links;
pub(super) mod pages;
mod prompts;
mod reply;
mod server;
mod sources;
mod tools;
mod writing;

use std::env;
use std::path::PathBuf;

use anyhow::Context;
use marahel_studio::answer_questions;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "An assistant (Claude, a code editor, ...) starts this program and talks to it through standard input and
output. It can then read the language's pages, write and check scripts and problem files, make and judge
levels, look at them, run searches, and take what they find. The page docs/agents.md explains how to connect
it to common clients.

Files are read and written only in the folder, and nothing uses a network. Searches are runs in its
subfolder runs; they end with this program, and can be resumed later. No other program is started, unless
--allow-judges is given: then problem files and runs of the folder may start the programs that they name.

Examples:
  evolve mcp my-game < /dev/null
  evolve mcp --tools"
)]
pub(super) struct Args {
    /// Folder with scripts, problem files and runs.
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Let problem files of the folder start programs, which judge levels.
    #[arg(long)]
    allow_judges: bool,
    /// Print the tools and their purposes, and end.
    #[arg(long)]
    tools: bool,
    /// Answer calls of a server, from standard input.
    #[arg(long, hide = true)]
    answer: bool,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    if args.tools {
        return tools::print_all();
    }
    if args.answer {
        return Ok(answer_questions(desk::answer)?);
    }
    let program = env::current_exe().context("finding this program")?;
    server::serve(&args.folder, program, args.allow_judges)
        .with_context(|| args.folder.display().to_string())
}
