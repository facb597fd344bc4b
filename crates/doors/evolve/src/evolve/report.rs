//! Writing the page about a run.

use std::path::PathBuf;

use marahel_report::write_page;

use crate::terminal::print;

#[derive(Debug, clap::Args)]
#[command(after_help = "The page is DIR/report.html. It needs no other file and no network.

Example:
  evolve report results/runs/zelda-seed1")]
pub(super) struct Args {
    /// The run folder.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    let page = write_page(&args.folder)?;
    Ok(print(format_args!("report: {}", page.display()))?)
}
