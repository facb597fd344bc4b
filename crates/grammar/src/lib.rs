//! Genome to Marahel explorers through a Tracery-like grammar.

mod genome;

pub use genome::{GenomeShape, Layout, UnknownName};
