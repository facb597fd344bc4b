//! NSGA-II: the non-dominated sorting genetic algorithm.

use rand::{Rng, RngExt};

use crate::population::{Offspring, Population};
use crate::{
    Engine, Flavor, Genome, GenomeShape, Individual, Objectives, SavedSearch, SearchError,
};

#[cfg(test)]
mod tests;

/// What [`Nsga2`] is told once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nsga2Settings {
    /// The shape of all genomes.
    pub shape: GenomeShape,
    /// Number of individuals that survive and of offspring per generation, at
    /// least 1. The paper's is 500.
    pub population_size: usize,
    /// Probability that a child comes from two parents, in 0..=1; if not, it is
    /// a mutated copy of one. The paper's is 0.7.
    pub crossover_rate: f64,
    /// Probability that a child of two parents is mutated, in 0..=1. The
    /// paper's is 0.3.
    pub mutation_rate: f64,
    /// Whether the paper or the released code is followed.
    pub flavor: Flavor,
}

/// The elitist multi-objective genetic algorithm NSGA-II.
///
/// The first generation is random. From then on there are as many offspring as
/// survivors, each from two parents that are drawn with replacement: with the
/// crossover rate a crossover of both, which is mutated with the mutation rate;
/// otherwise a mutated copy of the first.
///
/// Parents are chosen by tournaments of two: the lower rank wins, then the
/// larger crowding distance, then a coin. Parents and offspring compete for
/// survival in the same order, where older individuals win the last ties.
/// Tournaments use crowding distances among the survivors alone, so that a
/// restored search goes on as it would have.
///
/// Sources: Deb 2002 (doi 10.1109/4235.996017); Khalifa 2020, sections 3.2 and
/// 4, and its released code for the order of crossover and mutation. The fault
/// of its distributed runner, where all offspring became one copy, is not kept.
#[derive(Clone, Debug)]
pub struct Nsga2 {
    population: Population,
    settings: Nsga2Settings,
    /// Whether all genomes are fresh ones.
    is_random: bool,
}

impl Nsga2 {
    /// A search that has not seen anything yet.
    ///
    /// # Errors
    ///
    /// [`SearchError::PopulationSize`] and [`SearchError::Rate`] for settings
    /// out of range.
    pub fn new(settings: Nsga2Settings) -> Result<Self, SearchError> {
        let rates = [("crossover", settings.crossover_rate), ("mutation", settings.mutation_rate)];
        for (name, value) in rates {
            if !(0.0..=1.0).contains(&value) {
                return Err(SearchError::Rate { name, value });
            }
        }
        Ok(Self {
            population: Population::new(settings.population_size, settings.flavor.survival())?,
            settings,
            is_random: false,
        })
    }

    /// Random search: the baseline without variation, which draws fresh genomes of `shape` in
    /// every generation and keeps the best it has seen.
    ///
    /// Survivors are chosen as in NSGA-II of [`Flavor::Paper`], by rank and crowding distance
    /// among all seen so far. With equal population size and generations both searches thus
    /// spend the same evaluations and end with fronts of at most the same size; only variation
    /// and selection of parents differ. One generation is the random sample of Khalifa 2020,
    /// section 4.
    ///
    /// # Errors
    ///
    /// [`SearchError::PopulationSize`] if `population_size` is out of range.
    pub fn random_search(shape: GenomeShape, population_size: usize) -> Result<Self, SearchError> {
        let flavor = Flavor::Paper;
        let (crossover_rate, mutation_rate) = (0.0, 0.0);
        let settings =
            Nsga2Settings { shape, population_size, crossover_rate, mutation_rate, flavor };
        Ok(Self { is_random: true, ..Self::new(settings)? })
    }

    /// One child of the current population.
    fn breed(&self, rng: &mut dyn Rng) -> Offspring {
        let Nsga2Settings { shape, flavor, .. } = self.settings;
        let first = self.select(rng);
        let second = self.select(rng);
        if rng.random_bool(self.settings.crossover_rate) {
            let mut genome = shape.crossover(&first.genome, &second.genome, rng);
            if rng.random_bool(self.settings.mutation_rate) {
                shape.mutate(&mut genome, flavor, rng);
            }
            Offspring::of(genome, vec![first.id, second.id], "crossover")
        } else {
            let mut genome = first.genome.clone();
            shape.mutate(&mut genome, flavor, rng);
            Offspring::of(genome, vec![first.id], "mutation")
        }
    }

    /// The winner of a tournament between two draws with replacement.
    fn select(&self, rng: &mut dyn Rng) -> &Individual {
        let individuals = self.population.individuals();
        &individuals[self.population.tournament(rng)]
    }
}

impl Engine for Nsga2 {
    fn ask(&mut self, rng: &mut dyn Rng) -> Vec<Genome> {
        let size = self.settings.population_size;
        let offspring = if self.is_random || self.population.individuals().is_empty() {
            let shape = self.settings.shape;
            (0..size).map(|_| Offspring::first(shape.random(rng).into())).collect()
        } else {
            (0..size).map(|_| self.breed(rng)).collect()
        };
        self.population.ask(offspring)
    }

    fn tell(&mut self, objectives: &Objectives) {
        self.population.tell(objectives);
    }

    fn population(&self) -> &[Individual] {
        self.population.individuals()
    }

    fn n_born(&self) -> u64 {
        self.population.n_born()
    }

    fn reevaluate(&mut self, objectives: &Objectives) {
        self.population.reevaluate(objectives);
    }

    fn save(&self) -> SavedSearch {
        SavedSearch::of_one(self.population.save())
    }

    fn restore(&mut self, saved: SavedSearch) -> Result<(), SearchError> {
        let one = saved.into_one_of(self.population.size())?;
        let shape = self.settings.shape;
        self.population.restore(one, |genome| shape.fits(genome))
    }
}
