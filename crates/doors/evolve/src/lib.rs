//! The command line programs `evolve` and `marahel`, one file per subcommand.
//!
//! Results go to standard output, everything else to standard error. The exit code is 0 for
//! success, 2 for wrong usage, and 1 for any other error.

mod exit;
mod interrupts;
mod terminal;

pub mod evolve;
pub mod marahel;
