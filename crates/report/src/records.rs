//! What the tables of a run folder say, as far as figures need it.

use std::path::Path;

use crate::ReportError;
use crate::table::Table;

#[cfg(test)]
mod tests;

/// The tables of one run.
#[derive(Debug)]
pub(crate) struct Records {
    /// Names of the objectives, at least one, in the order of the problem.
    pub(crate) objectives: Vec<String>,
    pub(crate) generations: Generations,
    /// The first front.
    pub(crate) front: Vec<Member>,
    /// Objectives of the individuals of the last population that are in no
    /// first front, one row each.
    pub(crate) others: Vec<Vec<f64>>,
}

/// The table of generations, column by column; all are equally long, not empty.
#[derive(Debug)]
pub(crate) struct Generations {
    pub(crate) indices: Vec<u32>,
    pub(crate) n_fronts: Vec<u32>,
    pub(crate) front_sizes: Vec<u32>,
    /// In 0..=1.
    pub(crate) hypervolumes: Vec<f64>,
    /// Best of each objective in the population: one column per objective.
    pub(crate) bests: Vec<Vec<f64>>,
    /// Mean of each objective over the population: one column per objective.
    pub(crate) means: Vec<Vec<f64>>,
}

/// A member of the first front.
#[derive(Debug)]
pub(crate) struct Member {
    /// Objectives as the search measured them.
    pub(crate) searched: Vec<f64>,
    /// Objectives on levels that the search never saw, if they were measured.
    pub(crate) validated: Option<Vec<Estimate>>,
    /// Whether no other member is better everywhere by validated values.
    pub(crate) is_still_non_dominated: bool,
}

/// A mean over levels, in 0..=1, with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) mean: f64,
    pub(crate) standard_error: f64,
}

impl Records {
    /// Reads the tables of the run in `folder`.
    pub(crate) fn read(folder: &Path) -> Result<Self, ReportError> {
        let front = Table::read(folder.join("front.csv"))?;
        let objectives: Vec<String> = front
            .columns()
            .filter(|name| front.has_column(&format!("{name}_validated")))
            .map(str::to_owned)
            .collect();
        if objectives.is_empty() {
            return Err(ReportError::NoObjectives(front.path().to_owned()));
        }
        Ok(Self {
            generations: read_generations(folder, &objectives)?,
            front: read_front(&front, &objectives)?,
            others: read_others(folder, &objectives)?,
            objectives,
        })
    }
}

fn read_generations(folder: &Path, objectives: &[String]) -> Result<Generations, ReportError> {
    let table = Table::read(folder.join("generations.csv"))?;
    let columns = |ending: &str| -> Result<Vec<Vec<f64>>, ReportError> {
        objectives.iter().map(|name| table.scores(&format!("{name}_{ending}"))).collect()
    };
    let generations = Generations {
        indices: table.counts("generation")?,
        n_fronts: table.counts("fronts")?,
        front_sizes: table.counts("front_size")?,
        hypervolumes: table.scores("hypervolume")?,
        bests: columns("best")?,
        means: columns("mean")?,
    };
    if generations.indices.is_empty() {
        return Err(ReportError::NoGenerations(table.path().to_owned()));
    }
    Ok(generations)
}

fn read_front(table: &Table, objectives: &[String]) -> Result<Vec<Member>, ReportError> {
    let searched = read_objectives(table, objectives)?;
    let mut validated: Vec<Option<Vec<Estimate>>> = vec![Some(Vec::new()); searched.len()];
    for name in objectives {
        let means = table.optional_scores(&format!("{name}_validated"))?;
        let standard_errors = table.optional_scores(&format!("{name}_se"))?;
        for ((member, mean), standard_error) in validated.iter_mut().zip(means).zip(standard_errors)
        {
            // A member with a gap counts as one that was not validated.
            *member = member.take().zip(mean).map(|(mut estimates, mean)| {
                estimates.push(Estimate { mean, standard_error: standard_error.unwrap_or(0.0) });
                estimates
            });
        }
    }
    let flags = table.flags("still_non_dominated")?;
    let members = searched.into_iter().zip(validated).zip(flags);
    Ok(members
        .map(|((searched, validated), is_still_non_dominated)| Member {
            searched,
            validated,
            is_still_non_dominated,
        })
        .collect())
}

fn read_others(folder: &Path, objectives: &[String]) -> Result<Vec<Vec<f64>>, ReportError> {
    let table = Table::read(folder.join("population.csv"))?;
    let ranks = table.counts("rank")?;
    let rows = read_objectives(&table, objectives)?.into_iter().zip(ranks);
    Ok(rows.filter(|&(_, rank)| rank > 0).map(|(row, _)| row).collect())
}

/// The objectives of each row of the table.
fn read_objectives(table: &Table, objectives: &[String]) -> Result<Vec<Vec<f64>>, ReportError> {
    let columns = objectives.iter().map(|name| table.scores(name));
    let columns = columns.collect::<Result<Vec<_>, _>>()?;
    let n_rows = columns.first().map_or(0, Vec::len);
    Ok((0..n_rows).map(|row| columns.iter().map(|column| column[row]).collect()).collect())
}
