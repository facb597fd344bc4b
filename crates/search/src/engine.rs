//! The ask-tell contract between a search and whoever evaluates for it.

use std::borrow::Cow;

use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::{Genome, Objectives, SavedSearch, SearchError};

/// A member of a population: a genome and what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// Birth index: individual `k` is the `k`-th genome that the engine was
    /// told about, from 0. It names the individual for as long as it lives.
    pub id: u64,
    /// Ids of the parents: none for a random genome; one for a mutated copy;
    /// two for a child by crossover, the first of which gave all slots but one.
    pub parents: Vec<u64>,
    /// What made it of its parents, in a word, such as `crossover`; `random`
    /// for a random genome.
    pub operator: Cow<'static, str>,
    /// Who descends from the same things, by first parents: the id of the first genome, or a
    /// number above all ids for what that was made from, if this is known.
    pub family: u64,
    /// Number of the part of the population that it lives in, from 0; always 0
    /// where the population is one.
    pub island: u32,
    /// The genes.
    pub genome: Genome,
    /// One finite value per objective, larger is better.
    pub objectives: Vec<f64>,
    /// Rank within the population: 0 for the first front.
    pub rank: u32,
    /// Room within its front of the population: its crowding distance, or whatever
    /// the engine's [`Survival`](crate::Survival) gives instead.
    pub crowding: f64,
}

/// A search that proposes genomes and learns from their objectives.
///
/// Evaluation stays outside: the caller asks, measures and tells, again and
/// again. An engine is a function of its settings, what it was told and the
/// random numbers it was given.
///
/// ```
/// use rand::SeedableRng;
/// use marahel_search::{Engine, Flavor, GenomeShape, Nsga2, Nsga2Settings, Objectives};
///
/// // Two objectives at odds: many zeros, and many values that differ.
/// fn measure(genome: &[u32]) -> [f64; 2] {
///     let zeros = genome.iter().filter(|&&gene| gene == 0).count();
///     let differ = (0..10).filter(|gene| genome.contains(gene)).count();
///     [zeros as f64 / 10.0, differ as f64 / 10.0]
/// }
///
/// let mut engine = Nsga2::new(Nsga2Settings {
///     shape: GenomeShape::new(2, 2, 4, 10)?,
///     population_size: 20,
///     crossover_rate: 0.7,
///     mutation_rate: 0.3,
///     flavor: Flavor::Paper,
/// })?;
/// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
/// for _generation in 0..100 {
///     let genomes = engine.ask(&mut rng);
///     let objectives = genomes.iter().map(|genome| measure(genome));
///     engine.tell(&Objectives::from_rows(2, objectives)?);
/// }
/// assert!(engine.population().iter().all(|individual| individual.rank == 0));
/// # Ok::<(), marahel_search::SearchError>(())
/// ```
pub trait Engine: Send {
    /// Genomes to evaluate: the initial population at first, offspring later.
    ///
    /// Asking again without telling discards what was asked before.
    fn ask(&mut self, rng: &mut dyn Rng) -> Vec<Genome>;

    /// Another child of the same parents in the place of child `index` of those
    /// that were asked, for a caller who does not want that one. `None` from an
    /// engine whose children are to be taken as they come.
    ///
    /// # Panics
    ///
    /// If fewer genomes were asked.
    fn ask_again(&mut self, index: usize, rng: &mut dyn Rng) -> Option<Genome> {
        let _ = (index, rng);
        None
    }

    /// Learns which share of the search is over, in 0..=1. An engine with
    /// phases goes on to its next one when its time has come.
    fn advance(&mut self, share: f64) {
        let _ = share;
    }

    /// From now on at most `size` individuals survive, and as many are born in a
    /// generation, in each population where there are several; those who are
    /// best now stay.
    ///
    /// # Panics
    ///
    /// If `size` is 0.
    fn narrow(&mut self, size: usize) {
        let _ = size;
    }

    /// Takes the objectives of the genomes that were asked, one row per genome
    /// in the same order, and lets the survivors make up the population.
    ///
    /// # Panics
    ///
    /// If the number of rows is not that of the genomes that were asked, or
    /// the number of objectives is not that of the population.
    fn tell(&mut self, objectives: &Objectives);

    /// The survivors, best first: by rank, then by falling crowding distance,
    /// then by id. Empty before the first [`tell`](Engine::tell).
    fn population(&self) -> &[Individual];

    /// Number of genomes that the engine was told about: the id of the next one.
    fn n_born(&self) -> u64;

    /// Replaces the objectives of the whole population, where these are noisy
    /// and the survivors were measured again, and ranks it anew. Rows are in
    /// the order of [`population`](Engine::population), which changes by this.
    ///
    /// # Panics
    ///
    /// If the number of rows is not that of the population.
    fn reevaluate(&mut self, objectives: &Objectives);

    /// All that this engine remembers between two generations, that is after a
    /// [`tell`](Engine::tell) and before the next [`ask`](Engine::ask).
    fn save(&self) -> SavedSearch;

    /// Goes on from what an engine with the same settings had saved: given the
    /// same random numbers and objectives, exactly as that one.
    ///
    /// # Errors
    ///
    /// [`SearchError::Content`] for an individual whose id is not below the number
    /// of births or occurs twice, or whose genome does not fit;
    /// [`SearchError::Populations`] for populations that such an engine cannot have;
    /// the errors of [`Objectives::from_rows`] for its objectives. The engine is as
    /// it was then.
    fn restore(&mut self, saved: SavedSearch) -> Result<(), SearchError>;
}
