//! Random search: the baseline without variation.

use rand::Rng;

use crate::population::{Offspring, Population};
use crate::{
    Engine, Genome, GenomeShape, Individual, Objectives, SavedSearch, SearchError, Survival,
};

#[cfg(test)]
mod tests;

/// Draws fresh random genomes in every generation and keeps the best it has seen.
///
/// Survivors are chosen as in [`Nsga2`](crate::Nsga2) of [`Flavor::Paper`](crate::Flavor::Paper): by
/// rank and crowding distance among all seen so far. With equal population
/// size and generations both searches thus spend the same evaluations and end
/// with fronts of at most the same size; only variation and selection of
/// parents differ. One generation is the random sample of Khalifa 2020,
/// section 4.
#[derive(Clone, Debug)]
pub struct RandomSearch {
    shape: GenomeShape,
    population: Population,
}

impl RandomSearch {
    /// A search that draws `population_size` genomes of `shape` per generation
    /// and keeps as many.
    ///
    /// # Errors
    ///
    /// [`SearchError::PopulationSize`] if `population_size` is out of range.
    pub fn new(shape: GenomeShape, population_size: usize) -> Result<Self, SearchError> {
        Ok(Self { shape, population: Population::new(population_size, Survival::Crowding)? })
    }
}

impl Engine for RandomSearch {
    fn ask(&mut self, rng: &mut dyn Rng) -> Vec<Genome> {
        let draw = |_| Offspring::random(self.shape.random(rng));
        let offspring = (0..self.population.size()).map(draw).collect();
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
        self.population.restore(one, |genome| self.shape.fits(genome))
    }
}
