//! What an engine must be told of genomes: how they are drawn and varied.

use rand::Rng;

/// Draws genomes and makes new ones of those of parents.
///
/// What a genome is, and so which changes make sense, belongs to the caller.
pub trait Variation<G>: Send + Sync {
    /// A genome to begin with.
    fn first(&self, rng: &mut dyn Rng) -> First<G>;

    /// A child of `first`, to which `second` may add something.
    fn vary(&self, first: &G, second: &G, rng: &mut dyn Rng) -> Variant<G>;

    /// Another genome to begin with, where all that one begins with are far from good.
    fn plan(&self, rng: &mut dyn Rng) -> First<G> {
        self.first(rng)
    }

    /// A child of `first` that had better do what this one lacks in a case, given by its number;
    /// `second` does it better, as far as somebody does.
    fn complete(&self, first: &G, second: &G, lack: usize, rng: &mut dyn Rng) -> Variant<G> {
        let _ = lack;
        self.vary(first, second, rng)
    }

    /// Whether all threads should make genomes, each with a random stream of its own, because
    /// that takes long; otherwise one thread makes them, from one stream.
    fn is_slow(&self) -> bool {
        false
    }

    /// Whether a genome, such as one read from a file, is of the kind that is
    /// drawn and varied here.
    fn fits(&self, genome: &G) -> bool;
}

/// A genome that a search begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First<G> {
    /// The genome.
    pub genome: G,
    /// The number of what it was made from: all genomes that were made from one thing are one
    /// family. `None` for a family of its own.
    pub source: Option<u32>,
}

impl<G> From<G> for First<G> {
    /// One that is a family of its own.
    fn from(genome: G) -> Self {
        Self { genome, source: None }
    }
}

/// A child, and how it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant<G> {
    /// Its genome.
    pub genome: G,
    /// What made it, in a word.
    pub operator: &'static str,
    /// Whether something of the second parent is in it.
    pub uses_second: bool,
}
