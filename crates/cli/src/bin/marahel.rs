//! The `marahel` command.
fn main() {}
