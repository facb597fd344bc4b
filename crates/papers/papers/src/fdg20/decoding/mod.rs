//! From genomes to Marahel explorers, through a Tracery-like grammar.
//!
//! The [`Grammar`] turns a block of genes into text, the text is parsed as an [`Explorer`], and the
//! [`Cleanup`] removes ineffective parts. The main type is the [`Decoder`], which does all of this
//! for a whole genome. [`Trees`] change a genome at one symbol.
//!
//! ```
//! use marahel_papers::fdg20::decoding::{Cleanup, Decoder, GenomeShape, Grammar, Layout};
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
//! # Ok::<(), marahel_config::GenomeError>(())
//! ```
//!
//! Sources: Khalifa 2020, section 3.1, and the code released with it.

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
