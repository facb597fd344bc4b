//! Options and commands of both programs: how the language is read, numbers, completions, the manual.

use std::io::{self, Write};

use clap::Command;
use clap_complete::Shell;
use marahel::{Generator, Semantics};
use marahel_script::Script;

/// For programs without a config.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ReadingArgs {
    /// Semantics of the language: documented, or fdg20 as the released engine behaves.
    #[arg(long, value_name = "NAME", default_value_t)]
    semantics: Semantics,
}

impl ReadingArgs {
    pub(crate) fn generator(self, script: &Script) -> Generator {
        self.read(Generator::new(script))
    }

    pub(crate) fn read(self, generator: Generator) -> Generator {
        generator.read_as(self.semantics)
    }

    pub(crate) fn name(self) -> String {
        self.semantics.to_string()
    }
}

/// For programs with a config, which has a reading.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ReadingSetting {
    /// Semantics of the language: documented, or fdg20 as the released engine behaves.
    #[arg(long, value_name = "NAME")]
    semantics: Option<Semantics>,
}

impl ReadingSetting {
    /// The key and the value of the setting.
    pub(crate) fn setting(self) -> Option<(String, String)> {
        self.semantics.map(|reading| ("study.semantics".to_owned(), reading.to_string()))
    }
}

/// More threads than cores only cost memory.
const N_THREADS_MAX: u64 = 1024;

/// Parses a number from `MIN` to the largest integer of TOML.
pub(crate) fn at_least<const MIN: u64>(text: &str) -> Result<u64, String> {
    in_range(text, MIN, i64::MAX as u64)
}

pub(crate) fn between<const MIN: u32, const MAX: u32>(text: &str) -> Result<u32, String> {
    in_range(text, MIN.into(), MAX.into()).map(|number| number as u32)
}

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    in_range(text, 1, N_THREADS_MAX).map(|n| n as usize)
}

fn in_range(text: &str, min: u64, max: u64) -> Result<u64, String> {
    match text.parse() {
        Ok(number) if number > max => Err(format!("give a number of at most {max}")),
        Ok(number) if number >= min => Ok(number),
        _ => Err(format!("give a whole number of at least {min}")),
    }
}

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
