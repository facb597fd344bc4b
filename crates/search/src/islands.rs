//! Populations that search apart at first and together later.

use std::mem;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use crate::population::{Offspring, Population};
use crate::{
    Engine, Genome, Individual, Objectives, SavedSearch, SearchError, Survival, Variation,
};

#[cfg(test)]
mod tests;

/// What [`Islands`] are told once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IslandsSettings {
    /// Number of populations that begin, at least 1.
    pub n_islands: usize,
    /// Survivors of each, and offspring of each per generation, at least 1.
    pub population_size: usize,
    /// Random genomes that each begins with, in times of its survivors, at least 1.
    pub n_beginners: usize,
    /// The share of the search, in 0..=1, in which they stay apart.
    pub isolation: f64,
    /// Survivors, and offspring per generation, of the pool that all islands
    /// become after that, at least 1.
    pub pool_size: usize,
    /// Survivors of a population that may be of one family, at least 1: descend, by first
    /// parents, from one first genome or from those of one [source](crate::First). Once
    /// populations are [narrowed](Engine::narrow) there is no such limit.
    pub family_size: usize,
    /// What decides who survives, and who wins a tournament, among equal ranks.
    pub survival: Survival,
}

/// Several populations that stay apart
/// for the first part of the search and then become one pool.
///
/// One population soon consists of the relatives of whoever was first to be
/// good at something. Populations that know nothing of each other find
/// different things, and the pool joins what they found. Within each there is
/// room for several families.
///
/// Parents are chosen by tournaments within their island, and survivors by rank
/// and what [`Survival`] says among equal ranks. How a child comes from its
/// parents is up to a [`Variation`].
///
/// Source: the island model of Cohoon 1987 ("Punctuated equilibria: a parallel
/// genetic algorithm"), with a single migration in which all meet.
pub struct Islands {
    variation: Box<dyn Variation>,
    settings: IslandsSettings,
    /// One population for each island, or the pool alone.
    populations: Vec<Population>,
    /// Where each child that was asked comes from.
    births: Vec<Birth>,
    /// The survivors of all populations, one after the other.
    survivors: Vec<Individual>,
    n_born: u64,
    /// What all populations were narrowed to, if they were.
    narrowed: Option<usize>,
}

/// A child that was asked: its island and its parents among the survivors
/// there; none where it is random.
#[derive(Clone, Copy, Debug)]
struct Birth {
    island: usize,
    parents: Option<(usize, usize)>,
}

impl Islands {
    /// A search that has not seen anything yet.
    ///
    /// # Errors
    ///
    /// [`SearchError::PopulationSize`], for families and beginners too, and
    /// [`SearchError::Rate`] for settings out of range.
    pub fn new(
        settings: IslandsSettings,
        variation: Box<dyn Variation>,
    ) -> Result<Self, SearchError> {
        let IslandsSettings { n_islands, population_size, n_beginners, isolation, .. } = settings;
        let IslandsSettings { pool_size, family_size, survival, .. } = settings;
        if !(0.0..=1.0).contains(&isolation) {
            return Err(SearchError::Rate { name: "isolation", value: isolation });
        }
        if family_size == 0 {
            return Err(SearchError::PopulationSize(0));
        }
        // Each island, all who begin, and the pool are populations of a possible size.
        let mut island = Population::new(population_size, survival)?;
        island.limit_families(family_size);
        let n_first = population_size.saturating_mul(n_beginners);
        Population::new(n_islands.saturating_mul(n_first), survival)?;
        Population::new(pool_size, survival)?;
        Ok(Self {
            variation,
            settings,
            populations: vec![island; n_islands],
            births: Vec::new(),
            survivors: Vec::new(),
            n_born: 0,
            narrowed: None,
        })
    }

    /// Who was born on an island, as a genome with its origin.
    fn breed(&self, birth: Birth, rng: &mut dyn Rng) -> Offspring {
        let Some((first, second)) = birth.parents else {
            return Offspring::first(self.variation.first(rng));
        };
        let individuals = self.populations[birth.island].individuals();
        let (first, second) = (&individuals[first], &individuals[second]);
        let child = self.variation.vary(&first.genome, &second.genome, rng);
        let mut parents = vec![first.id];
        if child.uses_second {
            parents.push(second.id);
        }
        Offspring::of(child.genome, parents, child.operator)
    }

    /// Survivors of a population that may be of one family, by what all populations
    /// were narrowed to, if they were.
    fn family_max(&self, narrowed: Option<usize>) -> usize {
        if narrowed.is_some() { usize::MAX } else { self.settings.family_size }
    }

    /// Lets all islands become one pool.
    fn unite(&mut self) {
        let individuals = mem::take(&mut self.survivors);
        let size = self.narrowed.unwrap_or(self.settings.pool_size);
        let mut pool = Population::new(size, self.settings.survival)
            .expect("the size was checked when it was set");
        pool.limit_families(self.family_max(self.narrowed));
        pool.adopt(individuals, self.n_born);
        self.populations = vec![pool];
        self.collect();
    }

    /// Notes the survivors of all populations.
    fn collect(&mut self) {
        self.survivors.clear();
        for (island, population) in (0..).zip(&self.populations) {
            let individuals = population.individuals().iter().cloned();
            self.survivors.extend(individuals.map(|one| Individual { island, ..one }));
        }
    }
}

impl Engine for Islands {
    fn ask(&mut self, rng: &mut dyn Rng) -> Vec<Genome> {
        self.births.clear();
        let is_slow = self.variation.is_slow();
        let mut genomes = Vec::new();
        for island in 0..self.populations.len() {
            let population = &self.populations[island];
            let is_first = population.individuals().is_empty();
            let n_times = if is_first { self.settings.n_beginners } else { 1 };
            let (mut offspring, mut seeded) = (Vec::new(), Vec::new());
            for _ in 0..population.size() * n_times {
                let parents =
                    (!is_first).then(|| (population.tournament(rng), population.tournament(rng)));
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
            genomes.extend(self.populations[island].ask(offspring));
        }
        genomes
    }

    fn ask_again(&mut self, index: usize, rng: &mut dyn Rng) -> Option<Genome> {
        let birth = self.births[index];
        let first_index = self.births.iter().take_while(|other| other.island < birth.island);
        let place = index - first_index.count();
        let child = self.breed(birth, rng);
        let genome = child.genome.clone();
        self.populations[birth.island].replace(place, child);
        Some(genome)
    }

    fn advance(&mut self, share: f64) {
        if self.populations.len() > 1 && share >= self.settings.isolation {
            self.unite();
        }
    }

    fn narrow(&mut self, size: usize) {
        assert!(size > 0, "somebody survives");
        self.narrowed = Some(size);
        let family_max = self.family_max(self.narrowed);
        for population in &mut self.populations {
            population.limit_families(family_max);
            population.resize(size);
        }
        self.collect();
    }

    fn tell(&mut self, objectives: &Objectives) {
        assert_eq!(
            objectives.len(),
            self.births.len(),
            "one row of objectives for each genome that was asked"
        );
        let mut begin = 0;
        for population in &mut self.populations {
            let rows: Vec<usize> = (begin..begin + population.n_asked()).collect();
            begin += rows.len();
            population.tell_from(self.n_born, &objectives.select(&rows));
            self.n_born = population.n_born();
        }
        self.births.clear();
        self.collect();
    }

    fn population(&self) -> &[Individual] {
        &self.survivors
    }

    fn n_born(&self) -> u64 {
        self.n_born
    }

    fn reevaluate(&mut self, objectives: &Objectives) {
        assert_eq!(
            objectives.len(),
            self.survivors.len(),
            "one row of objectives for each individual of the population"
        );
        let mut begin = 0;
        for population in &mut self.populations {
            let rows: Vec<usize> = (begin..begin + population.individuals().len()).collect();
            begin += rows.len();
            population.reevaluate(&objectives.select(&rows));
        }
        self.collect();
    }

    fn save(&self) -> SavedSearch {
        SavedSearch {
            populations: self.populations.iter().map(Population::save).collect(),
            n_born: self.n_born,
            narrowed: self.narrowed,
        }
    }

    fn restore(&mut self, saved: SavedSearch) -> Result<(), SearchError> {
        let SavedSearch { populations: saved, n_born, narrowed } = saved;
        let IslandsSettings { population_size, pool_size, survival, .. } = self.settings;
        let size = if saved.len() == 1 { pool_size.max(population_size) } else { population_size };
        let sizes: Vec<usize> = saved.iter().map(|one| one.size).collect();
        let is_possible =
            sizes.iter().all(|&one| (1..=size).contains(&one) || narrowed == Some(one));
        if saved.is_empty() || !is_possible || saved.iter().any(|one| one.n_born > n_born) {
            return Err(SearchError::Populations { sizes });
        }
        let mut populations = Vec::with_capacity(saved.len());
        for saved in saved {
            let mut population = Population::new(saved.size, survival)?;
            population.limit_families(self.family_max(narrowed));
            population.restore(saved, |genome| self.variation.fits(genome))?;
            populations.push(population);
        }
        (self.populations, self.n_born, self.narrowed) = (populations, n_born, narrowed);
        self.births.clear();
        self.collect();
        Ok(())
    }
}
