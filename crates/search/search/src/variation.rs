//! [`Variation`]: how genomes are drawn and varied.

use rand::Rng;

/// Draws genomes, and makes children from parents. The caller defines what a genome is.
pub trait Variation<G>: Send + Sync {
    /// Draws a first genome.
    fn first(&self, rng: &mut dyn Rng) -> Founder<G>;

    /// Makes a child of `first`, which may take something from `second`.
    fn vary(&self, first: &G, second: &G, rng: &mut dyn Rng) -> Variant<G>;

    /// First genomes, about `n`, for a search whose first ones are far from good; `None` if it has no
    /// others.
    fn draft(&self, n: usize, rng: &mut dyn Rng) -> Option<Drafts<G>> {
        let _ = (n, rng);
        None
    }

    /// Whether making genomes is slow. If so, all threads make them, each genome from a random
    /// stream of its own; otherwise one thread does, from one stream.
    fn is_slow(&self) -> bool {
        false
    }

    /// Whether a genome, such as one read from a file, is of the kind that this draws and varies.
    fn fits(&self, genome: &G) -> bool;
}

/// A genome without parents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Founder<G> {
    /// The genome.
    pub genome: G,
    /// The number of its source: genomes with one source are one family. `None` for a family of its
    /// own.
    pub source: Option<u32>,
}

impl<G> From<G> for Founder<G> {
    /// A genome with a family of its own.
    fn from(genome: G) -> Self {
        Self { genome, source: None }
    }
}

/// First genomes that were chosen from many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drafts<G> {
    /// The genomes, at least one, the best ones first.
    pub founders: Vec<Founder<G>>,
    /// Number of measurements of single levels, or the like, by which they were chosen.
    pub n_measured: u64,
}

/// A child, and how it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant<G> {
    /// Its genome.
    pub genome: G,
    /// The operator that made it, in a word.
    pub operator: &'static str,
    /// Whether it contains something of the second parent.
    pub uses_second: bool,
}
