//! Writing to the two streams of a command line program.

use std::fmt::Display;
use std::io::{self, Write};

/// A number of things, such as `1 level` and `2 levels`.
pub(crate) fn counted(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// Prints a line of results.
///
/// # Errors
///
/// If nobody reads it, which `exit` knows to be no failure, or it cannot be written.
pub(crate) fn print(line: impl Display) -> io::Result<()> {
    writeln!(io::stdout(), "{line}")
}

/// Prints a line for the person at the screen. That nobody may be there is no
/// reason to stop.
pub(crate) fn note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
