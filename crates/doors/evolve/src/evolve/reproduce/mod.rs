//! Repeating the experiments of papers.

mod aiide17;
mod fdg20;

use std::process::ExitCode;

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(super) enum Paper {
    /// Five generators, their expressive range, and the AIIDE'17 paper's claims about it.
    Aiide17(aiide17::Args),
    /// Random and evolved generators of three problems, and the FDG'20 paper's claims about them.
    Fdg20(fdg20::Args),
}

pub(super) fn main(paper: &Paper) -> anyhow::Result<ExitCode> {
    match paper {
        Paper::Aiide17(args) => aiide17::main(args).map(|()| ExitCode::SUCCESS),
        Paper::Fdg20(args) => fdg20::main(args),
    }
}
