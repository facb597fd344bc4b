//! Where the individuals of a search come from.
//!
//! A search forgets individuals that do not survive. The genealogy keeps those that have living
//! descendants. Its memory is proportional to the living and their ancestors, however long the
//! search runs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use marahel_config::{Genome, Individual};
use marahel_problem::Objective;
use marahel_system::FileError;
use marahel_system::files::write_atomically;
use serde::{Deserialize, Serialize};

use crate::CsvText;
use crate::folder::tables::join;

/// The table of the front and its ancestors, by ascending id.
pub(crate) const FILE: &str = "ancestry.csv";

/// Its columns before the objectives. `genes` follows the objectives.
const COLUMNS: [&str; 5] = ["id", "parents", "operator", "island", "generation"];

/// Generations between two purges of individuals without living descendants.
const PERIOD: u64 = 50;

/// An individual that survived the generation of its birth, as it was then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ancestor {
    /// Birth index; parents have lower ones than their children.
    pub id: u64,
    /// Ids of the parents, the one that gave most genes first; empty for a random genome.
    pub parents: Vec<u64>,
    /// The operator that made it, such as `crossover`; `random` for a random genome.
    pub operator: String,
    /// Index of the part of the population that it was born into, from 0.
    pub island: u32,
    /// The generation of its birth, from 0.
    pub generation: u64,
    /// Fitness in each objective of the problem, in 0..=1, as first reported.
    pub objectives: Vec<f64>,
    pub genome: Genome,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Genealogy {
    /// By id.
    ancestors: BTreeMap<u64, Ancestor>,
}

impl Genealogy {
    /// Adds the new members of the population that a generation left. No other individual can
    /// become a parent: parents are chosen among survivors.
    pub(crate) fn note(&mut self, generation: u64, population: &[Individual]) {
        for individual in population {
            self.ancestors
                .entry(individual.id)
                .or_insert_with(|| Ancestor::born(individual, generation));
        }
        if (generation + 1).is_multiple_of(PERIOD) {
            let needed = self.ids_of_ancestors(population.iter().map(|individual| individual.id));
            self.ancestors.retain(|id, _| needed.contains(id));
        }
    }

    /// The individuals with the given ids and all their ancestors, by ascending id.
    pub(crate) fn ancestors_of(&self, ids: impl IntoIterator<Item = u64>) -> Vec<Ancestor> {
        self.ids_of_ancestors(ids).iter().map(|id| self.ancestors[id].clone()).collect()
    }

    fn ids_of_ancestors(&self, ids: impl IntoIterator<Item = u64>) -> BTreeSet<u64> {
        let mut lineage = BTreeSet::new();
        let mut next: Vec<u64> = ids.into_iter().collect();
        while let Some(id) = next.pop() {
            if let Some(ancestor) = self.ancestors.get(&id)
                && lineage.insert(id)
            {
                next.extend(&ancestor.parents);
            }
        }
        lineage
    }
}

impl Ancestor {
    fn born(individual: &Individual, generation: u64) -> Self {
        Self {
            id: individual.id,
            parents: individual.parents.clone(),
            operator: individual.operator.clone().into_owned(),
            island: individual.island,
            generation,
            objectives: individual.objectives.clone(),
            genome: individual.genome.clone(),
        }
    }
}

/// Writes `ancestry.csv` into a run folder.
pub(crate) fn write(
    folder: &Path,
    ancestors: &[Ancestor],
    objectives: &[Objective],
) -> Result<(), FileError> {
    let names = objectives.iter().map(|objective| objective.name.as_str());
    let mut table = CsvText::new(COLUMNS.into_iter().chain(names).chain(["genes"]));
    for ancestor in ancestors {
        let mut row = vec![
            ancestor.id.to_string(),
            join(&ancestor.parents),
            ancestor.operator.clone(),
            ancestor.island.to_string(),
            ancestor.generation.to_string(),
        ];
        row.extend(ancestor.objectives.iter().map(f64::to_string));
        row.push(ancestor.genome.to_string());
        table.add(&row);
    }
    write_atomically(&folder.join(FILE), table.bytes())
}

#[cfg(test)]
mod tests;
