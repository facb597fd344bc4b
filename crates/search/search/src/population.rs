//! One population: its survivors and offspring.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::cases::Cases;
use crate::saved::SavedPopulation;
use crate::survival::Ranked;
use crate::{Objectives, SearchError, Survival, families};

#[cfg(test)]
mod tests;

/// Maximum number of individuals of a population (1 Mi).
pub(crate) const SIZE_MAX: usize = 1 << 20;

/// A member of a population.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Individual<G> {
    /// Birth index, from 0: the number of genomes that the engine evaluated before. It identifies
    /// the individual.
    pub id: u64,
    /// Ids of the parents: none for a genome without parents, two if the second one contributed
    /// something.
    pub parents: Vec<u64>,
    /// The operator that made it, in a word, such as `crossover`; without parents `random`, `draft`
    /// or `proposed`.
    pub operator: Cow<'static, str>,
    /// The family: the id of its first genome, or a number above all ids that stands for a source.
    /// Children inherit it from their first parent.
    pub family: u64,
    /// Index of its island, from 0; 0 in a single population.
    pub island: u32,
    /// The genome.
    pub genome: G,
    /// One finite value for each objective; larger is better.
    pub objectives: Vec<f64>,
    /// Rank within the population; 0 for the first front.
    pub rank: u32,
    /// Its crowding distance within its front, or the value of another
    /// [`Survival`](crate::Survival).
    pub crowding: f64,
}

#[derive(Clone, Debug)]
pub(crate) struct Offspring<G> {
    pub(crate) genome: G,
    pub(crate) parents: Vec<u64>,
    /// The number of its source, if it has no parents and the source is known.
    pub(crate) source: Option<u32>,
    pub(crate) operator: &'static str,
}

impl<G> Offspring<G> {
    /// The family of the child with this id: that of its first parent, else of its source. Numbers
    /// of sources count down from `u64::MAX`, so that none is an id.
    fn family(&self, id: u64, families: &BTreeMap<u64, u64>) -> u64 {
        match (self.parents.first(), self.source) {
            (Some(parent), _) => families[parent],
            (None, Some(source)) => u64::MAX - u64::from(source),
            (None, None) => id,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Population<G> {
    pub(crate) size: usize,
    survival: Survival,
    /// Maximum number of survivors of one family, as long as there are others.
    pub(crate) family_max: usize,
    pub(crate) individuals: Vec<Individual<G>>,
    pub(crate) offspring: Vec<Offspring<G>>,
    /// Number of births in all populations at the last `tell`.
    pub(crate) n_born: u64,
}

impl<G: Clone> Population<G> {
    /// An empty population of at most `size` survivors, in `1..=SIZE_MAX`.
    pub(crate) fn new(
        size: usize,
        survival: Survival,
        family_max: usize,
    ) -> Result<Self, SearchError> {
        if !(1..=SIZE_MAX).contains(&size) {
            return Err(SearchError::PopulationSize(size));
        }
        let (individuals, offspring) = (Vec::new(), Vec::new());
        Ok(Self { size, survival, family_max, individuals, offspring, n_born: 0 })
    }

    /// Index of the winner among two individuals drawn with replacement: lower rank, then larger
    /// crowding distance, then a coin.
    pub(crate) fn tournament(&self, rng: &mut dyn Rng) -> usize {
        let n = self.individuals.len() as u32;
        let [a, b] = [(); 2].map(|()| rng.random_range(0..n) as usize);
        let order = crowded_comparison(&self.individuals[a], &self.individuals[b]);
        if order.is_lt() || order.is_eq() && rng.random_bool(0.5) { a } else { b }
    }

    pub(crate) fn resize(&mut self, size: usize) {
        self.size = size;
        self.rank(size, &Cases::default());
    }

    /// Lets individuals of other populations compete for the places here; `n_born` is the number of
    /// births so far.
    pub(crate) fn adopt(&mut self, individuals: Vec<Individual<G>>, n_born: u64, cases: &Cases) {
        self.individuals.extend(individuals);
        self.n_born = n_born;
        self.rank(self.size, cases);
    }

    /// Lets survivors and offspring compete; the ids of the offspring begin with `first_id`.
    pub(crate) fn tell(&mut self, first_id: u64, objectives: &Objectives, cases: &Cases) {
        if let Some(survivor) = self.individuals.first() {
            assert_eq!(
                objectives.n_objectives(),
                survivor.objectives.len(),
                "as many objectives as in the generations before"
            );
        }
        self.n_born = first_id;
        let offspring = std::mem::take(&mut self.offspring);
        let families: BTreeMap<u64, u64> =
            self.individuals.iter().map(|individual| (individual.id, individual.family)).collect();
        for (child, objectives) in offspring.into_iter().zip(objectives.rows()) {
            self.individuals.push(Individual {
                id: self.n_born,
                family: child.family(self.n_born, &families),
                parents: child.parents,
                operator: child.operator.into(),
                genome: child.genome,
                objectives: objectives.to_vec(),
                island: 0,
                rank: 0,
                crowding: 0.0,
            });
            self.n_born += 1;
        }
        self.rank(self.size, cases);
    }

    /// Replaces the objectives of the survivors by the next rows.
    pub(crate) fn reevaluate<'r>(&mut self, rows: &mut impl Iterator<Item = &'r [f64]>) {
        for (individual, objectives) in self.individuals.iter_mut().zip(rows) {
            individual.objectives = objectives.to_vec();
        }
        self.rank(self.individuals.len(), &Cases::default());
    }

    pub(crate) fn save(&self) -> SavedPopulation<G> {
        let Self { size, n_born, individuals, .. } = self;
        SavedPopulation { size: *size, n_born: *n_born, individuals: individuals.clone() }
    }

    /// Takes over a saved population, including its ranks and crowding distances.
    pub(crate) fn restore(
        &mut self,
        saved: SavedPopulation<G>,
        fits: impl Fn(&G) -> bool,
    ) -> Result<(), SearchError> {
        let SavedPopulation { size, n_born, individuals } = saved;
        if !(1..=SIZE_MAX).contains(&size) || individuals.len() > size {
            return Err(SearchError::Populations { sizes: vec![size] });
        }
        let mut ids = BTreeSet::new();
        for individual in &individuals {
            let id = individual.id;
            let reason = if id >= n_born {
                "its id is not below the number of births"
            } else if !ids.insert(id) {
                "its id occurs twice"
            } else if !fits(&individual.genome) {
                "its genome does not have the shape of this search"
            } else {
                continue;
            };
            let message = format!("individual {id} cannot be restored: {reason}");
            return Err(SearchError::Content(message));
        }
        if let Some(first) = individuals.first() {
            table(first.objectives.len(), &individuals)?;
        }
        self.offspring.clear();
        (self.size, self.n_born, self.individuals) = (size, n_born, individuals);
        Ok(())
    }

    /// Ranks the individuals, and keeps the best `n`, best first.
    fn rank(&mut self, n: usize, cases: &Cases) {
        let Some(first) = self.individuals.first() else {
            return;
        };
        // Ties go to the earlier row. Rows in the order of ids make them independent of history.
        let n_objectives = first.objectives.len();
        self.individuals.sort_by_key(|individual| individual.id);
        let objectives =
            table(n_objectives, &self.individuals).expect("told objectives are all of one kind");
        let survivors = self.survivors(&objectives, n, cases);
        let mut individuals: Vec<_> = self.individuals.drain(..).map(Some).collect();
        self.individuals = survivors
            .into_iter()
            .map(|Ranked { row, rank, room }| {
                let individual = individuals[row].take().expect("each row survives once");
                Individual { rank, crowding: room, ..individual }
            })
            .collect();
    }

    /// Selects the `n` survivors: some by cases, the others by rank with a limit for families.
    fn survivors(&self, objectives: &Objectives, n: usize, cases: &Cases) -> Vec<Ranked> {
        let n_special = cases.n_specialists(n);
        let are_few = self.individuals.len() <= n;
        if are_few || n_special == 0 && self.family_max >= n {
            return self.survival.survivors(objectives, n);
        }
        let all = self.survival.survivors(objectives, self.individuals.len());
        let best_first: Vec<usize> = all.into_iter().map(|ranked| ranked.row).collect();
        let families: Vec<u64> =
            best_first.iter().map(|&row| self.individuals[row].family).collect();
        let chosen = families::choose(&families, n - n_special, self.family_max);
        let mut rows: Vec<usize> = chosen.into_iter().map(|index| best_first[index]).collect();
        if n_special > 0 {
            rows.extend(cases.specialists(&self.individuals, &rows, n_special, self.n_born));
            let chosen: BTreeSet<usize> = rows.iter().copied().collect();
            let unchosen = best_first.into_iter().filter(|row| !chosen.contains(row));
            rows.extend(unchosen.take(n - chosen.len()));
        }
        rows.sort_unstable();
        let survivors = self.survival.survivors(&objectives.select(&rows), n);
        survivors.into_iter().map(|ranked| Ranked { row: rows[ranked.row], ..ranked }).collect()
    }
}

/// The order of tournaments, better first: lower rank, then larger crowding distance.
///
/// Source: Deb 2002, section III-B.
pub(crate) fn crowded_comparison<G>(a: &Individual<G>, b: &Individual<G>) -> Ordering {
    let by_rank = a.rank.cmp(&b.rank);
    by_rank.then_with(|| b.crowding.total_cmp(&a.crowding))
}

fn table<G>(n: usize, individuals: &[Individual<G>]) -> Result<Objectives, SearchError> {
    Objectives::from_rows(n, individuals.iter().map(|individual| &individual.objectives))
}
