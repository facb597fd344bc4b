//! The tables of a run folder, for figures.

use std::path::Path;

use indexmap::IndexSet;
use marahel_config::EvolutionError;
use marahel_evolution::{RunStatus, Table, measure_columns};
use marahel_statistics::Estimate;

#[cfg(test)]
mod tests;

/// The tables of one run.
#[derive(Debug)]
pub struct Records {
    /// Names of the objectives, at least one, in the order of the problem.
    pub objectives: Vec<String>,
    /// The table of generations.
    pub generations: Generations,
    /// The first front.
    pub front: Vec<Member>,
    /// Objectives of the individuals of the last population outside of the first front, one row
    /// each.
    pub dominated: Vec<Vec<f64>>,
    /// Objectives of the random genomes that the search began with, one row each; empty if the
    /// folder lacks them.
    pub baseline: Vec<Vec<f64>>,
    /// The same on levels that the search never saw; empty if they were not measured.
    pub baseline_validated: Vec<Vec<Estimate>>,
    /// The status of the run, if recorded.
    pub status: Option<RunStatus>,
}

/// The table of generations by columns of equal, non-zero length.
#[derive(Debug)]
pub struct Generations {
    pub indices: Vec<u32>,
    /// Number of fronts of the population.
    pub n_fronts: Vec<u32>,
    /// Number of members of the first front.
    pub front_sizes: Vec<u32>,
    /// Hypervolume of the first front as searched, in 0..=1; `None` for too many objectives, and
    /// while the search was far from good.
    pub hypervolumes: Vec<Option<f64>>,
    /// The same by the means on validation levels, where measured.
    pub validated_hypervolumes: Vec<Option<f64>>,
    /// Best of each objective in the population: one column per objective.
    pub bests: Vec<Vec<f64>>,
    /// Mean of each objective over the population: one column per objective.
    pub means: Vec<Vec<f64>>,
}

/// A member of the first front.
#[derive(Debug)]
pub struct Member {
    /// Objectives as searched.
    pub searched: Vec<f64>,
    /// Objectives on levels that the search never saw, if measured: means in 0..=1 with their
    /// standard errors.
    pub validated: Option<Vec<Estimate>>,
    /// Whether no other member dominates it by validated values.
    pub is_still_non_dominated: bool,
    /// Share of playable levels among those that the search never saw.
    pub playable: Option<f64>,
    /// The file of its script, relative to the run folder.
    pub script: Option<String>,
}

impl Member {
    /// The validated means, if measured.
    pub(crate) fn validated_means(&self) -> Option<Vec<f64>> {
        let estimates = self.validated.as_ref()?;
        Some(estimates.iter().map(|estimate| estimate.value).collect())
    }
}

impl Records {
    /// Reads the tables of the run in `folder`: `generations.csv`, `front.csv`, `population.csv`
    /// and, if they exist, `random.csv` and `run.toml`.
    ///
    /// Objectives are the columns X of `front.csv` with a column `X_validated`, which may be empty
    /// if the run did not validate. The column `validated_hypervolume` of `generations.csv` may be
    /// missing.
    pub fn read(folder: &Path) -> Result<Self, EvolutionError> {
        let front = Table::read_front(folder)?;
        let objectives = objectives_of_run(&front);
        if objectives.is_empty() {
            let what = "no objectives; an objective X is a column `X` beside which there is a \
                        column `X_validated`";
            return Err(front.content(what));
        }
        let random = folder.join("random.csv");
        let (mut baseline, mut baseline_validated) = (Vec::new(), Vec::new());
        if random.exists() {
            let table = Table::read(random)?;
            baseline = read_objectives(&table, &objectives)?;
            baseline_validated = read_baseline_validated(&table, &objectives)?;
        }
        let generations = read_generations(folder, &objectives)?;
        let front = read_front(&front, &objectives)?;
        let population = Table::read(folder.join("population.csv"))?;
        let ranks = population.counts("rank")?;
        let ranked = read_objectives(&population, &objectives)?.into_iter().zip(ranks);
        Ok(Self {
            generations,
            front,
            dominated: ranked.filter(|&(_, rank)| rank > 0).map(|(row, _)| row).collect(),
            baseline,
            baseline_validated,
            status: RunStatus::read(folder)?,
            objectives,
        })
    }
}

/// The columns X with a column `X_validated`. In older runs a measure of all levels may have the
/// name of an objective, which comes first.
pub(crate) fn objectives_of_run(table: &Table) -> Vec<String> {
    let names = table.columns().filter(|name| table.has_column(&format!("{name}_validated")));
    names.collect::<IndexSet<&str>>().into_iter().map(str::to_owned).collect()
}

fn read_generations(folder: &Path, objectives: &[String]) -> Result<Generations, EvolutionError> {
    let table = Table::read(folder.join("generations.csv"))?;
    let generations = Generations {
        indices: table.counts("generation")?,
        n_fronts: table.counts("fronts")?,
        front_sizes: table.counts("front_size")?,
        hypervolumes: table.optional_scores("hypervolume")?,
        validated_hypervolumes: if_there(&table, "validated_hypervolume", Table::optional_scores)?,
        bests: scores(&table, objectives, "_best")?,
        means: scores(&table, objectives, "_mean")?,
    };
    if generations.indices.is_empty() {
        let what = "there are no generations yet; a figure needs at least one";
        return Err(table.content(what));
    }
    Ok(generations)
}

/// A column that older tables may lack.
pub(crate) fn if_there<T: Clone>(
    table: &Table,
    column: &str,
    read: impl Fn(&Table, &str) -> Result<Vec<Option<T>>, EvolutionError>,
) -> Result<Vec<Option<T>>, EvolutionError> {
    if table.has_column(column) { read(table, column) } else { Ok(vec![None; table.n_rows()]) }
}

fn read_front(table: &Table, objectives: &[String]) -> Result<Vec<Member>, EvolutionError> {
    let searched = read_objectives(table, objectives)?;
    let validated = read_validated(table, objectives)?;
    let flags = table.flags("still_non_dominated")?;
    // Figures do not need these two.
    let [playable, ..] = measure_columns(objectives.iter().map(String::as_str));
    let playable = if_there(table, &playable, Table::optional_scores)?;
    let scripts = if_there(table, "script", Table::script_files)?;
    let members = searched.into_iter().zip(validated).zip(flags).zip(playable).zip(scripts);
    let members =
        members.map(|((((searched, validated), is_still_non_dominated), playable), script)| {
            Member { searched, validated, is_still_non_dominated, playable, script }
        });
    Ok(members.collect())
}

/// The validated objectives of each row of the table.
fn read_validated(
    table: &Table,
    objectives: &[String],
) -> Result<Vec<Option<Vec<Estimate>>>, EvolutionError> {
    let mut validated: Vec<Option<Vec<Estimate>>> = vec![Some(Vec::new()); table.n_rows()];
    for name in objectives {
        let means = table.optional_scores(&format!("{name}_validated"))?;
        let errors = table.optional_scores(&format!("{name}_se"))?;
        for ((row, mean), error) in validated.iter_mut().zip(means).zip(errors) {
            // A row with a gap counts as not validated.
            *row = row.take().zip(mean).map(|(mut estimates, value)| {
                estimates.push(Estimate { value, error: error.unwrap_or(f64::INFINITY) });
                estimates
            });
        }
    }
    Ok(validated)
}

/// The validated objectives of random generators; empty if not measured.
fn read_baseline_validated(
    table: &Table,
    objectives: &[String],
) -> Result<Vec<Vec<Estimate>>, EvolutionError> {
    if !objectives.iter().all(|name| table.has_column(&format!("{name}_validated"))) {
        return Ok(Vec::new());
    }
    // A generator without levels counts as 0.
    let nothing = vec![Estimate::exactly(0.0); objectives.len()];
    let validated = read_validated(table, objectives)?.into_iter();
    Ok(validated.map(|row| row.unwrap_or_else(|| nothing.clone())).collect())
}

/// The objectives of each row of the table.
fn read_objectives(table: &Table, objectives: &[String]) -> Result<Vec<Vec<f64>>, EvolutionError> {
    let columns = scores(table, objectives, "")?;
    let n_rows = columns.first().map_or(0, Vec::len);
    Ok((0..n_rows).map(|row| columns.iter().map(|column| column[row]).collect()).collect())
}

/// The columns whose names are those of the objectives with this ending.
fn scores(
    table: &Table,
    objectives: &[String],
    ending: &str,
) -> Result<Vec<Vec<f64>>, EvolutionError> {
    objectives.iter().map(|name| table.scores(&format!("{name}{ending}"))).collect()
}
