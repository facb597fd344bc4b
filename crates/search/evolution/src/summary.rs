//! The summary of a generation in one row of numbers.

use marahel_config::Individual;
use marahel_problem::Objective;
use marahel_search::{Objectives, feasible_hypervolume};
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::folder::tables::cell;
use crate::judging::evaluate::Batch;
use marahel_config::EvolutionError;

/// One generation of a run: a row of `generations.csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerationSummary {
    /// Index of the generation; 0 is the random one.
    pub generation: u64,
    /// Number of genomes evaluated since the run began.
    pub n_evaluations: u64,
    /// Number of levels generated since the run began.
    pub n_maps: u64,
    /// Number of fronts of the population.
    pub n_fronts: u32,
    /// Number of members of the first front.
    pub front_size: usize,
    /// Best value of each objective in the population.
    pub best: Vec<f64>,
    /// Mean of each objective over the population.
    pub mean: Vec<f64>,
    /// Volume that the first front dominates, in 0..=1; `None` for more than
    /// [`N_VOLUME_OBJECTIVES_MAX`](marahel_search::N_VOLUME_OBJECTIVES_MAX) objectives, and while the
    /// search is far from good.
    pub hypervolume: Option<f64>,
    /// The same by the means on a constant number of validation levels, in generations that
    /// measured them.
    pub validated_hypervolume: Option<f64>,
    /// Number of different scripts among the genomes of this generation.
    pub n_scripts: usize,
    /// Number of genomes of this generation whose script was measured before.
    pub n_cache_hits: usize,
    /// Number of genomes of this generation whose expansion never ends.
    pub n_unbounded: usize,
    /// Number of scripts that exceeded the work limit in this generation: new ones, and survivors
    /// on later levels.
    pub n_over_budget: usize,
    /// Individuals found to have no levels in this generation, by id, and the reasons.
    #[serde(skip)]
    pub failures: Vec<(u64, Failure)>,
}

impl GenerationSummary {
    /// Summarizes the population after a generation; totals add to those of `before`.
    pub(crate) fn new(
        generation: u64,
        before: Option<&Self>,
        batch: &Batch,
        n_maps: u64,
        population: &[Individual],
        objectives: &[Objective],
        is_far: bool,
    ) -> Result<Self, EvolutionError> {
        let [n_unbounded, n_over_budget] = [Failure::Unbounded, Failure::Budget]
            .map(|failure| batch.failures.iter().filter(|(_, kind)| *kind == failure).count());
        let values =
            |index: usize| population.iter().map(move |individual| individual.objectives[index]);
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
            // While nothing is good, the front is large and its volume means little.
            hypervolume: if is_far { None } else { feasible_hypervolume(&front) },
            validated_hypervolume: None,
            n_scripts: batch.n_scripts,
            n_cache_hits: batch.n_cache_hits,
            n_unbounded,
            n_over_budget,
            failures: batch.failures.clone(),
        })
    }

    pub(crate) const VALIDATED_HYPERVOLUME: &str = "validated_hypervolume";

    /// The column names of [`to_row`](Self::to_row).
    pub fn columns(objectives: &[Objective]) -> Vec<String> {
        let mut columns =
            ["generation", "evaluations", "maps", "fronts", "front_size", "hypervolume"]
                .map(str::to_owned)
                .to_vec();
        columns.extend(objectives.iter().map(|objective| format!("{}_best", objective.name)));
        columns.extend(objectives.iter().map(|objective| format!("{}_mean", objective.name)));
        columns.push(Self::VALIDATED_HYPERVOLUME.to_owned());
        columns.extend(
            ["distinct_scripts", "cache_hits", "unbounded", "over_budget"].map(str::to_owned),
        );
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
