//! The figures of a run, and the page about it.

use std::path::PathBuf;

use marahel_report::{write_figures, write_page};

use crate::terminal::print;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The page is DIR/report.html. It needs no other file and no network. The figures are DIR/figures/*.svg, too.

Example:
  evolve report results/runs/zelda-seed1"
)]
pub(super) struct Args {
    /// The run folder.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn main(args: &Args) -> anyhow::Result<()> {
    write_figures(&args.folder)?;
    let page = write_page(&args.folder)?;
    Ok(print(format_args!("report: {}", page.display()))?)
}
