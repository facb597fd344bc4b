//! Measures the hot paths one by one, each in a process of its own.
//!
//! ```text
//! cargo run --release -p marahel-evolution --example hot_paths -- instructions [--against FILE] [FILTER]
//! cargo run --release -p marahel-evolution --example hot_paths -- scale [FILTER]
//! cargo run --release -p marahel-evolution --example hot_paths -- search PROBLEM ...
//! ```
//!
//! `instructions` counts what the processor does under valgrind: the same
//! number on a busy machine as on an idle one. `scale` measures the time per
//! tile from small levels to large ones. Both print a Markdown table of the
//! paths whose names contain the filter. `search` counts what a level of a
//! search costs, part by part.

#![expect(clippy::disallowed_methods, reason = "this file is ours")]
#![expect(clippy::print_stdout, reason = "the tables are the result")]

mod instructions;
mod paths;
mod scale;
mod search;

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["instructions"] => instructions::table("", None),
        ["instructions", "--against", file] => instructions::table("", Some(file)),
        ["instructions", "--against", file, filter] => instructions::table(filter, Some(file)),
        ["instructions", filter] => instructions::table(filter, None),
        ["scale"] => scale::table(""),
        ["scale", filter] => scale::table(filter),
        ["search", ref problems @ ..] => search::table(problems),
        // What these run under valgrind and with a time limit.
        [instructions::CHILD, name] => instructions::child(name),
        [scale::CHILD, name, side] => scale::child(name, side),
        [search::CHILD, problem, n_levels] => search::child(problem, n_levels),
        _ => Err("give `instructions [--against FILE] [FILTER]`, `scale [FILTER]` or `search PROBLEM ...`".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
