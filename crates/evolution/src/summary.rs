//! What a generation was like, in one row of numbers.

use config::Individual;
use problem::Objective;
use search::{Objectives, feasible_hypervolume};
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::folder::tables::cell;
use crate::judging::evaluate::Batch;
use config::ExperimentError;

/// One generation of a run: a row of `generations.csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerationSummary {
    /// Index of the generation, from 0, the random one.
    pub generation: u64,
    /// Genomes evaluated since the run began.
    pub n_evaluations: u64,
    /// Levels generated since the run began.
    pub n_maps: u64,
    /// Fronts of the population.
    pub n_fronts: u32,
    /// Members of the first front.
    pub front_size: usize,
    /// Best value of each objective in the population.
    pub best: Vec<f64>,
    /// Mean of each objective over the population.
    pub mean: Vec<f64>,
    /// Volume that the first front dominates, in 0..=1; none of more than
    /// [`N_VOLUME_OBJECTIVES_MAX`](search::N_VOLUME_OBJECTIVES_MAX) objectives.
    pub hypervolume: Option<f64>,
    /// The same by the means on validation levels, in generations in which the
    /// front was measured on them: always on equally many.
    pub validated_hypervolume: Option<f64>,
    /// Different scripts among the genomes of this generation.
    pub n_scripts: usize,
    /// Genomes of this generation whose script was measured before.
    pub n_cache_hits: usize,
    /// Genomes of this generation whose expansion never ends.
    pub n_unbounded: usize,
    /// Scripts that were found in this generation to want too much work done: its own,
    /// and those of survivors that did so on later levels.
    pub n_over_budget: usize,
    /// Who was found to have no levels in this generation, by their ids, and why.
    #[serde(skip)]
    pub failures: Vec<(u64, Failure)>,
}

impl GenerationSummary {
    /// Summarizes the population after a generation; totals follow `before`.
    pub(crate) fn new(
        generation: u64,
        before: Option<&Self>,
        batch: &Batch,
        n_maps: u64,
        population: &[Individual],
        objectives: &[Objective],
        is_far: bool,
    ) -> Result<Self, ExperimentError> {
        let n_failed =
            |failure: Failure| batch.failures.iter().filter(|(_, found)| *found == failure).count();
        let values = |objective: usize| population.iter().map(move |one| one.objectives[objective]);
        let indices = 0..objectives.len();
        let front = population.iter().filter(|individual| individual.rank == 0);
        let rows = front.map(|individual| individual.objectives.as_slice());
        let front = Objectives::from_rows(objectives.len(), rows)?;
        Ok(Self {
            generation,
            n_evaluations: batch.evaluations.len() as u64
                + before.map_or(0, |before| before.n_evaluations),
            n_maps: n_maps + before.map_or(0, |before| before.n_maps),
            n_fronts: population.iter().map(|individual| individual.rank + 1).max().unwrap_or(0),
            front_size: front.len(),
            best: indices.clone().map(|index| values(index).fold(0.0, f64::max)).collect(),
            mean: indices
                .map(|index| values(index).sum::<f64>() / population.len() as f64)
                .collect(),
            // Where nothing is good yet, a front is large, and its volume says little.
            hypervolume: if is_far { None } else { feasible_hypervolume(&front) },
            validated_hypervolume: None,
            n_scripts: batch.n_scripts,
            n_cache_hits: batch.n_cache_hits,
            n_unbounded: n_failed(Failure::Unbounded),
            n_over_budget: n_failed(Failure::Budget),
            failures: batch.failures.clone(),
        })
    }

    /// The column of the validated hypervolume.
    pub(crate) const VALIDATED_HYPERVOLUME: &str = "validated_hypervolume";

    /// Names of the columns of [`to_row`](Self::to_row).
    pub fn columns(objectives: &[Objective]) -> Vec<String> {
        let fixed = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let mut columns =
            fixed(&["generation", "evaluations", "maps", "fronts", "front_size", "hypervolume"]);
        columns.extend(objectives.iter().map(|objective| format!("{}_best", objective.name)));
        columns.extend(objectives.iter().map(|objective| format!("{}_mean", objective.name)));
        columns.push(Self::VALIDATED_HYPERVOLUME.to_owned());
        columns.extend(fixed(&["distinct_scripts", "cache_hits", "unbounded", "over_budget"]));
        columns
    }

    /// The summary as the fields of a CSV row.
    pub fn to_row(&self) -> Vec<String> {
        let mut row = vec![
            self.generation.to_string(),
            self.n_evaluations.to_string(),
            self.n_maps.to_string(),
            self.n_fronts.to_string(),
            self.front_size.to_string(),
            cell(self.hypervolume),
        ];
        row.extend(self.best.iter().chain(&self.mean).map(f64::to_string));
        row.push(cell(self.validated_hypervolume));
        row.extend(
            [self.n_scripts, self.n_cache_hits, self.n_unbounded, self.n_over_budget]
                .map(|count| count.to_string()),
        );
        row
    }
}
