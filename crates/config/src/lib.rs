//! What a config says, and what that sets up.
//!
//! A [`Config`] decides everything about a run, whatever little a file and the [`Options`] of a
//! program say, and has its problem with it ([`problem_of`]). A [`Setup`] also has what its
//! genomes mean ([`Phenotype`]) and the engine that breeds them ([`engine_of`]). Reading makes all
//! of it, so that every mistake is told before any work begins.

#![cfg_attr(test, expect(clippy::disallowed_methods, reason = "tests read their own files"))]

/// The page that says what the language is, for who writes scripts.
pub const LANGUAGE: &str = include_str!("../language.md");

mod answered;
mod built_in;
mod config;
mod drawn;
mod engine;
mod error;
pub mod files;
mod genome;
mod genomes;
mod goal;
mod lock;
mod maps;
mod outside;
mod phenotype;
mod problems;
mod process;
mod programs;
mod proposed;
mod proposer;
mod script_genome;
mod setup;
#[cfg(test)]
mod testing;

pub use answered::Answered;
pub use built_in::BUILT_IN;
pub use config::{
    Algorithm, Beginning, Config, Noise, Options, Proposing, Search, named, parse_sizes,
};
pub use drawn::{Folder, levels_of_bytes, paths, read_drawn, read_legend, reasons, with_drawings};
pub use engine::engine_of;
pub use error::{ExperimentError, GenomeError};
pub use genome::{Engine, Genome, Individual};
pub use genomes::{Decode, Genomes};
pub use goal::Goal;
pub use lock::locked;
pub use maps::parse_n_maps;
pub use outside::{way_between, with_judge};
pub use phenotype::{Decoding, Phenotype};
pub use problems::{ProblemChoice, ProblemKind, Problems, SPRITES, problem_of, read_sprite};
pub use programs::{programs, size_range, version_of};
pub use proposed::{Casting, Mistake};
pub use proposer::{Answer, Proposer, Reply};
pub use script_genome::{ScriptGenome, breeder, explanations, script_for, starting_scripts};
pub use setup::{Genetics, Setup, check_search};
