//! What a config says, and what that sets up.
//!
//! A [`Config`] decides everything about a run: the problem ([`problem_of`]), what its
//! genomes mean ([`Phenotype`]), and the engine that breeds them ([`engine_of`]). It is
//! complete, whatever little a file says, and whoever reads one is told every mistake
//! before any work begins. What is done with all that is not known here.

mod config;
mod drawings;
mod engine;
mod error;
pub mod files;
mod free_genome;
mod goal;
mod maps;
mod outside;
mod phenotype;
mod problems;
mod programs;
#[cfg(test)]
mod testing;

pub use config::{
    Algorithm, Config, Noise, Operators, Representation, Search, SeedGene, Shorthand,
};
pub use drawings::{levels_of_text, paths, read_drawn, read_levels, with_drawings};
pub use engine::engine_of;
pub use error::ExperimentError;
pub use goal::Goal;
pub use maps::parse_n_maps;
pub use outside::with_judge;
pub use phenotype::{Decoding, Memory, Phenotype};
pub use problems::{
    ProblemChoice, ProblemKind, Problems, SPRITES, decoder_of, problem_of, read_sprite,
    script_trees_of,
};
pub use programs::{programs, programs_of_sizes, size_range};
