//! The command line programs `evolve` and `marahel`, one file per subcommand.
//!
//! Results go to standard output, everything else to standard error. A program
//! ends with 0 if it did what it was asked, with 2 if it was asked wrongly, and
//! with 1 if something else went wrong.

mod exit;
mod interrupts;
mod terminal;

pub mod evolve;
pub mod marahel;
