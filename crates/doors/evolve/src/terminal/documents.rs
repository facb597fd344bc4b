//! Printing completion scripts and the manual page.

use std::io::{self, Write};

use clap::Command;
use clap_complete::Shell;

pub(crate) fn completions(command: &mut Command, shell: Shell) -> anyhow::Result<()> {
    let name = command.get_name().to_owned();
    // Into memory first: the library panics if the output is closed.
    let mut script = Vec::new();
    clap_complete::generate(shell, command, name, &mut script);
    Ok(io::stdout().write_all(&script)?)
}

pub(crate) fn manual(command: Command) -> anyhow::Result<()> {
    Ok(clap_mangen::Man::new(command).render(&mut io::stdout())?)
}
