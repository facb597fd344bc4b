//! When to use colors.

use std::io::{self, IsTerminal};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal that can show them.
    #[default]
    Auto,
    /// Also into files and pipes.
    Always,
    /// Nowhere.
    Never,
}

impl Color {
    /// Whether standard output gets colors. The environment can disable them by `NO_COLOR` (see
    /// no-color.org) or `TERM=dumb`.
    pub(crate) fn is_on(self) -> bool {
        let is_set = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        match self {
            Self::Auto => io::stdout().is_terminal() && !is_set && !is_dumb,
            Self::Always => true,
            Self::Never => false,
        }
    }
}
