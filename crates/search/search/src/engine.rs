//! [`Engine`]: populations that first search separately and later together.

use std::collections::BTreeMap;
use std::mem;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::cases::{Cases, Parents};
use crate::population::{Offspring, Population};
use crate::{
    Drafts, Founder, Individual, Objectives, SavedSearch, SearchError, Survival, Variant, Variation,
};

#[cfg(test)]
mod tests;

/// The fixed settings of an [`Engine`].
#[derive(Clone, Copy, Debug)]
pub struct EngineSettings {
    /// Number of separate populations, the islands, at least 1.
    pub n_islands: usize,
    /// Survivors of an island, and its offspring per generation, at least 1.
    pub population_size: usize,
    /// Size of an island's first generation, as a multiple of `population_size`, at least 1.
    pub n_beginners: usize,
    /// The share of the search in which the islands stay separate, in 0..=1.
    pub isolation: f64,
    /// Survivors, and offspring per generation, of the pool that the islands become later, at least
    /// 1.
    pub pool_size: usize,
    /// Maximum number of survivors of a population from one family, at least 1. A family descends,
    /// by first parents, from one first genome, or from all that share a [source](crate::Founder). A
    /// [narrowed](Engine::narrow) search has no such limit.
    pub family_size: usize,
    /// Decides survival and tournaments among individuals of equal rank.
    pub survival: Survival,
    /// Whether all genomes are new ones: the baseline without variation, which only keeps the best.
    pub is_random: bool,
}

impl EngineSettings {
    /// A single population without families: NSGA-II.
    pub fn of_one(population_size: usize, survival: Survival) -> Self {
        Self {
            n_islands: 1,
            population_size,
            n_beginners: 1,
            isolation: 0.0,
            pool_size: population_size,
            family_size: usize::MAX,
            survival,
            is_random: false,
        }
    }
}

/// An elitist multi-objective search that proposes genomes and learns from their objectives.
///
/// The caller evaluates: it calls [`ask`](Self::ask), measures the genomes, and calls
/// [`tell`](Self::tell), in a loop. The state of an engine depends only on its settings, its calls
/// and the random numbers that it gets.
///
/// The islands search separately for the first part of the search and then become one pool. A
/// single population soon consists of relatives of the first individual that was good at something.
/// Separate populations find different things, and the pool combines them. Each population keeps
/// room for several families.
///
/// Parents are the winners of tournaments of two within their island: the lower rank wins, then the
/// larger crowding distance, then a coin. Survival has the same order, where the last ties go to
/// the older individual. Tournaments use crowding distances among the survivors alone, so that a
/// restored search continues unchanged. A [`Variation`] makes a child from its parents.
///
/// ```
/// use rand::{Rng, RngExt, SeedableRng};
/// use marahel_search::{
///     Engine, EngineSettings, Founder, Objectives, Survival, Variant, Variation,
/// };
///
/// /// Two conflicting objectives: many zeros, and many different values.
/// fn measure(genome: &[u32]) -> [f64; 2] {
///     let zeros = genome.iter().filter(|&&gene| gene == 0).count();
///     let differ = (0..10).filter(|gene| genome.contains(gene)).count();
///     [zeros as f64 / 10.0, differ as f64 / 10.0]
/// }
///
/// /// Ten digits.
/// type Digits = Vec<u32>;
/// struct OneAnew;
///
/// impl Variation<Digits> for OneAnew {
///     fn first(&self, rng: &mut dyn Rng) -> Founder<Digits> {
///         (0..10).map(|_| rng.random_range(0..10)).collect::<Vec<_>>().into()
///     }
///
///     fn vary(&self, first: &Digits, _: &Digits, rng: &mut dyn Rng) -> Variant<Digits> {
///         let mut genome = first.clone();
///         genome[rng.random_range(0..10)] = rng.random_range(0..10);
///         Variant { genome, operator: "mutation", uses_second: false }
///     }
///
///     fn fits(&self, genome: &Digits) -> bool {
///         genome.len() == 10
///     }
/// }
///
/// let settings = EngineSettings::of_one(20, Survival::CROWDING);
/// let mut engine = Engine::new(settings, Box::new(OneAnew))?;
/// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
/// for _generation in 0..100 {
///     let genomes = engine.ask(&mut rng);
///     let objectives = genomes.iter().map(|genome| measure(genome));
///     engine.tell(&Objectives::from_rows(2, objectives)?);
/// }
/// assert!(engine.population().iter().all(|individual| individual.rank == 0));
/// # Ok::<(), marahel_search::SearchError>(())
/// ```
///
/// Sources: Deb 2002 (doi 10.1109/4235.996017) for the search within a population; Cohoon 1987
/// ("Punctuated equilibria: a parallel genetic algorithm") for islands, here with a single
/// migration, of all individuals.
pub struct Engine<G> {
    variation: Box<dyn Variation<G>>,
    settings: EngineSettings,
    /// One population for each island, or the pool alone.
    populations: Vec<Population<G>>,
    /// The origin of each genome of the last `ask`.
    births: Vec<Birth>,
    /// The survivors of all populations, one after the other.
    survivors: Vec<Individual<G>>,
    n_born: u64,
    /// The size set by `narrow`.
    narrowed: Option<usize>,
    /// The results of individuals in several cases.
    cases: Cases,
    /// Drafts, which the next genomes are, if there are any.
    drafts: Vec<Founder<G>>,
}

#[derive(Clone, Copy, Debug)]
struct Birth {
    island: usize,
    /// `None` for a first genome.
    parents: Option<Parents>,
}

impl<G: Clone + Send + Sync> Engine<G> {
    /// A search before its first generation.
    ///
    /// # Errors
    ///
    /// [`SearchError::PopulationSize`] for a number out of range, also of families and of first
    /// genomes, and [`SearchError::Isolation`].
    pub fn new(
        settings: EngineSettings,
        variation: Box<dyn Variation<G>>,
    ) -> Result<Self, SearchError> {
        let EngineSettings { n_islands, population_size, n_beginners, isolation, .. } = settings;
        let EngineSettings { pool_size, family_size, survival, .. } = settings;
        if !(0.0..=1.0).contains(&isolation) {
            return Err(SearchError::Isolation(isolation));
        }
        if family_size == 0 {
            return Err(SearchError::PopulationSize(0));
        }
        // Checks the sizes of an island, of all first generations together, and of the pool.
        let island = Population::new(population_size, survival, family_size)?;
        let n_first = population_size.saturating_mul(n_beginners);
        Population::<G>::new(n_islands.saturating_mul(n_first), survival, family_size)?;
        Population::<G>::new(pool_size, survival, family_size)?;
        Ok(Self {
            variation,
            settings,
            populations: vec![island; n_islands],
            births: Vec::new(),
            survivors: Vec::new(),
            n_born: 0,
            narrowed: None,
            cases: Cases::default(),
            drafts: Vec::new(),
        })
    }

    /// The genomes to evaluate: the first generation, later offspring. A second call without
    /// [`tell`](Self::tell) replaces the genomes of the first.
    pub fn ask(&mut self, rng: &mut dyn Rng) -> Vec<G> {
        self.births.clear();
        let is_slow = self.variation.is_slow();
        let mut genomes = Vec::new();
        for island in 0..self.populations.len() {
            let population = &self.populations[island];
            let n_islands = self.populations.len();
            let drafts = self.drafts.iter().skip(island).step_by(n_islands);
            if !self.drafts.is_empty() {
                let birth = Birth { island, parents: None };
                let offspring = drafts.map(|Founder { genome, source }| Offspring {
                    genome: genome.clone(),
                    parents: Vec::new(),
                    source: *source,
                    operator: "draft",
                });
                let offspring: Vec<Offspring<G>> = offspring.collect();
                self.births.extend(offspring.iter().map(|_| birth));
                genomes.extend(offspring.iter().map(|child| child.genome.clone()));
                self.populations[island].offspring = offspring;
                self.populations[island].individuals.clear();
                continue;
            }
            let is_first = population.individuals.is_empty();
            let has_parents = !is_first && !self.settings.is_random;
            let n_times = if is_first { self.settings.n_beginners } else { 1 };
            let (mut offspring, mut seeded) = (Vec::new(), Vec::new());
            for _ in 0..population.size * n_times {
                let parents = has_parents.then(|| self.cases.parents(population, rng));
                let birth = Birth { island, parents };
                if is_slow {
                    seeded.push((birth, rng.next_u64()));
                } else {
                    offspring.push(self.breed(birth, rng));
                }
                self.births.push(birth);
            }
            let breed = |(birth, seed)| self.breed(birth, &mut ChaCha8Rng::seed_from_u64(seed));
            offspring.par_extend(seeded.into_par_iter().map(breed));
            genomes.extend(offspring.iter().map(|child| child.genome.clone()));
            self.populations[island].offspring = offspring;
        }
        genomes
    }

    /// Replaces child `index` of the last [`ask`](Self::ask) by another of the same parents.
    ///
    /// # Panics
    ///
    /// If there is no such child.
    pub fn ask_again(&mut self, index: usize, rng: &mut dyn Rng) -> G {
        let (island, place) = self.place(index);
        let child = self.breed(self.births[index], rng);
        let genome = child.genome.clone();
        self.populations[island].offspring[place] = child;
        genome
    }

    /// Number of genomes that the next [`ask`](Self::ask) returns.
    pub fn n_next(&self) -> usize {
        if !self.drafts.is_empty() {
            return self.drafts.len();
        }
        let sizes = self.populations.iter().map(|population| {
            let is_first = population.individuals.is_empty();
            population.size * if is_first { self.settings.n_beginners } else { 1 }
        });
        sizes.sum()
    }

    /// Replaces child `index` of the last [`ask`](Self::ask) by a foreign genome, without parents
    /// and with a family of its own. Refuses one that cannot be varied.
    ///
    /// # Panics
    ///
    /// If there is no such child.
    pub fn propose(&mut self, index: usize, genome: G) -> Result<(), SearchError> {
        if !self.variation.fits(&genome) {
            let message = format!("genome {index} is none that this search could breed from");
            return Err(SearchError::Content(message));
        }
        let (island, place) = self.place(index);
        let child = Offspring { genome, parents: Vec::new(), source: None, operator: "proposed" };
        self.populations[island].offspring[place] = child;
        Ok(())
    }

    /// The island of child `index`, and its index there.
    fn place(&self, index: usize) -> (usize, usize) {
        let island = self.births[index].island;
        (island, index - self.births.iter().take_while(|birth| birth.island < island).count())
    }

    fn breed(&self, birth: Birth, rng: &mut dyn Rng) -> Offspring<G> {
        let individuals = &self.populations[birth.island].individuals;
        let Some(Parents { first, second }) = birth.parents else {
            let Founder { genome, source } = self.variation.first(rng);
            return Offspring { genome, parents: Vec::new(), source, operator: "random" };
        };
        let (first, second) = (&individuals[first], &individuals[second]);
        let Variant { genome, operator, uses_second } =
            self.variation.vary(&first.genome, &second.genome, rng);
        let parents = if uses_second { vec![first.id, second.id] } else { vec![first.id] };
        Offspring { genome, parents, source: None, operator }
    }

    /// Sets the results of the survivors in several cases, by their ids: values in 0..=1, the same
    /// number for each. Results of children are set before [`tell`](Self::tell). An empty map turns
    /// cases off. With cases, second parents do better what the first ones lack. If `are_chosen_by`,
    /// half of the parents and of the survivors are chosen by cases.
    pub fn learn(&mut self, results: BTreeMap<u64, Vec<f64>>, are_chosen_by: bool) {
        self.cases = Cases { results, are_chosen_by };
    }

    /// Makes the next [`ask`](Self::ask) return [drafts](Variation::draft) in turn for the islands, in
    /// place of children; the survivors go. Returns the number of measurements that chose them.
    /// Without drafts, nothing changes.
    pub fn draft(&mut self, rng: &mut dyn Rng) -> u64 {
        let n = self.settings.population_size * self.populations.len();
        let Some(Drafts { founders, n_measured }) = self.variation.draft(n, rng) else { return 0 };
        self.drafts = founders;
        n_measured
    }

    /// Sets the share of the search that is done, in 0..=1. Islands become one pool at the share in
    /// the settings.
    pub fn advance(&mut self, share: f64) {
        if self.populations.len() == 1 || share < self.settings.isolation {
            return;
        }
        let size = self.narrowed.unwrap_or(self.settings.pool_size);
        let family_max = self.family_max(self.narrowed);
        let mut pool = Population::new(size, self.settings.survival, family_max)
            .expect("the size was checked when it was set");
        pool.adopt(mem::take(&mut self.survivors), self.n_born, &self.cases);
        self.populations = vec![pool];
        self.collect();
    }

    /// From now on, each population has at most `size` survivors and as many offspring per
    /// generation. The best individuals stay, and families have no limit.
    ///
    /// # Panics
    ///
    /// If `size` is 0.
    pub fn narrow(&mut self, size: usize) {
        assert!(size > 0, "somebody survives");
        self.narrowed = Some(size);
        let family_max = self.family_max(self.narrowed);
        for population in &mut self.populations {
            population.family_max = family_max;
            population.resize(size);
        }
        self.collect();
    }

    fn family_max(&self, narrowed: Option<usize>) -> usize {
        if narrowed.is_some() { usize::MAX } else { self.settings.family_size }
    }

    /// Takes the objectives of the last [`ask`](Self::ask), one row for each genome in the same
    /// order, and selects the survivors.
    ///
    /// # Panics
    ///
    /// If the number of rows is not that of the genomes, or the number of objectives has changed.
    pub fn tell(&mut self, objectives: &Objectives) {
        assert_eq!(
            objectives.len(),
            self.births.len(),
            "one row of objectives for each genome that was asked"
        );
        let mut begin = 0;
        for population in &mut self.populations {
            let rows: Vec<usize> = (begin..begin + population.offspring.len()).collect();
            begin += rows.len();
            population.tell(self.n_born, &objectives.select(&rows), &self.cases);
            self.n_born = population.n_born;
        }
        self.births.clear();
        self.drafts.clear();
        self.collect();
    }

    /// Replaces the objectives of all survivors, for noisy ones that were measured again, and ranks
    /// them anew. Rows are in the order of [`population`](Engine::population), which this changes.
    ///
    /// # Panics
    ///
    /// If the number of rows is not that of the survivors.
    pub fn reevaluate(&mut self, objectives: &Objectives) {
        assert_eq!(
            objectives.len(),
            self.survivors.len(),
            "one row of objectives for each individual of the population"
        );
        let mut rows = objectives.rows();
        for population in &mut self.populations {
            population.reevaluate(&mut rows);
        }
        self.collect();
    }

    fn collect(&mut self) {
        self.survivors.clear();
        for (island, population) in (0..).zip(&self.populations) {
            let individuals = population.individuals.iter().cloned();
            self.survivors
                .extend(individuals.map(|individual| Individual { island, ..individual }));
        }
    }

    /// The survivors, island by island, best first: by rank, then by falling crowding distance,
    /// then by id. Empty before the first [`tell`](Engine::tell).
    pub fn population(&self) -> &[Individual<G>] {
        &self.survivors
    }

    /// Number of evaluated genomes; also the id of the next one.
    pub fn n_born(&self) -> u64 {
        self.n_born
    }

    /// The state between two generations: after a [`tell`](Engine::tell) and before the next
    /// [`ask`](Engine::ask).
    pub fn save(&self) -> SavedSearch<G> {
        SavedSearch {
            populations: self.populations.iter().map(Population::save).collect(),
            n_born: self.n_born,
            narrowed: self.narrowed,
        }
    }

    /// Continues a saved search with the same settings. With the same random numbers and
    /// objectives, it continues exactly as the saved one would have.
    ///
    /// # Errors
    ///
    /// [`SearchError::Content`] for an individual with an impossible or repeated id, or a genome
    /// that does not fit; [`SearchError::Populations`] for populations that these settings cannot
    /// have; the errors of [`Objectives::from_rows`]. The engine is then unchanged.
    pub fn restore(&mut self, saved: SavedSearch<G>) -> Result<(), SearchError> {
        let SavedSearch { populations: saved, n_born, narrowed } = saved;
        let EngineSettings { n_islands, population_size, pool_size, survival, .. } = self.settings;
        let sizes: Vec<usize> = saved.iter().map(|population| population.size).collect();
        let are_possible = sizes.iter().all(|&size| {
            let is_pool = saved.len() == 1 && size == pool_size;
            is_pool || size == population_size || narrowed == Some(size)
        });
        if ![1, n_islands].contains(&saved.len())
            || !are_possible
            || saved.iter().any(|population| population.n_born > n_born)
        {
            return Err(SearchError::Populations { sizes });
        }
        let mut populations = Vec::with_capacity(saved.len());
        for saved in saved {
            let mut population = Population::new(saved.size, survival, self.family_max(narrowed))?;
            population.restore(saved, |genome| self.variation.fits(genome))?;
            populations.push(population);
        }
        (self.populations, self.n_born, self.narrowed) = (populations, n_born, narrowed);
        self.births.clear();
        self.collect();
        Ok(())
    }
}
