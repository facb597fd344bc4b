//! The settings of a run, and the objects that they set up.
//!
//! A [`Config`] decides everything about a run; a file and the [`Options`] of a program only give
//! what differs from the defaults. A [`Setup`] is a config with its problem ([`problem_of`]), the
//! meaning of its genomes ([`Decode`]) and the engine that breeds them ([`engine_of`]). Reading
//! a config makes all of these, so every mistake is reported before any work begins.

/// The page of the language, for people and programs that write scripts.
pub const LANGUAGE: &str = include_str!("../language.md");

mod config;
mod error;
mod problems;
mod setup;
#[cfg(test)]
mod tests;

pub use config::{
    Algorithm, Beginning, Config, Goal, Noise, Options, SearchSettings, named, parse_n_maps,
    parse_sizes,
};
pub use error::{EvolutionError, GenomeError};
pub use problems::{
    BUILT_IN, ProblemChoice, ProblemKind, Problems, SPRITES, problem_of, read_drawn, read_sprite,
    with_drawings,
};
pub use setup::{
    Decode, Genetics, Genome, GenomeEngine, Genomes, Individual, ScriptGenome, Setup, breeder,
    check_search, descriptions, drafter, engine_of, explanations, locked, script_for,
    starting_scripts,
};
