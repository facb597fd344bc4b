//! From genomes to Marahel explorers, through a Tracery-like grammar.
//!
//! A genome of Khalifa 2020 is a list of small integers: how many explorers, a seed, and one
//! block of genes for each explorer. The [`Grammar`] turns a block into text,
//! each gene choosing an alternative of one symbol; the text is read as an
//! [`Explorer`], and the [`Cleanup`] takes out of it what has no effect. The
//! key type is the [`Decoder`], which does all of this for a whole genome.
//!
//! ```
//! use marahel_study::fdg20::decoding::{Cleanup, Decoder, GenomeShape, Grammar, Layout};
//!
//! let decoder = Decoder {
//!     grammar: Grammar::fdg20(["solid", "empty"]),
//!     shape: GenomeShape::default(),
//!     layout: Layout::Paper,
//!     cleanup: Cleanup::Intended,
//! };
//! let explorers = decoder.decode(&[1; 102])?;
//! assert_eq!(explorers.len(), 3);
//! assert_eq!(explorers[0].rules, ["all(empty) -> all(empty)"]);
//! # Ok::<(), config::GenomeError>(())
//! ```
//!
//! [`Trees`] change what such a genome says at one symbol, whatever genes that takes.
//!
//! This module knows how explorers are written, not what they do.
//!
//! Sources: A. Khalifa and J. Togelius, "Multi-objective level generator
//! generation with Marahel", FDG 2020, section 3.1 (here "Khalifa 2020"), and
//! the code released with it (repository `amidos2006/marahel-evolution`).
//! K. Compton, B. Kybartas and M. Mateas, "Tracery: an author-focused
//! generative text tool", ICIDS 2015, for the notation of the grammar.

mod blocks;
mod cleanup;
mod decode;
mod derivation;
mod expand;
mod explorer;
mod genome;
mod grammar;
mod tree;

pub use blocks::Blocks;
pub use cleanup::Cleanup;
pub use decode::Decoder;
pub use explorer::Explorer;
pub use genome::{GenomeShape, Layout};
pub use grammar::Grammar;
pub use tree::Trees;
