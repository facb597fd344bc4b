//! End-to-end tests that drive the built programs `evolve` and `marahel`.
//!
//! Each test works in a scratch folder of its own, as a person would: write
//! files, run a program, look at what it printed and left behind.

#![expect(clippy::disallowed_methods, reason = "tests read their own files")]

mod analyses;
mod beginnings;
mod bounds;
mod certify;
mod check;
mod convert;
mod disks;
mod draft;
mod examples;
mod exports;
mod far;
mod figures;
mod folder;
mod formats;
mod fourth_problem;
mod fuzzing;
mod gallery;
mod growth;
mod improve;
mod interrupts;
mod judges;
mod kills;
mod levels;
mod like;
mod lines;
mod mcp;
mod mcp_answers;
mod mcp_files;
mod mcp_paths;
mod minimise;
mod mistakes;
mod orders;
mod outside;
mod overwriting;
mod pages;
mod pins;
mod problem_files;
mod program;
mod ranges;
mod real_files;
mod remix;
mod repeats;
mod reproductions;
mod runs;
mod scores;
mod security;
mod studio;
mod terminal;
mod terrains;
mod traces;
