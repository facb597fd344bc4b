//! The tables of a run folder as CSV, with a header line and `.` as decimal point.

use std::path::Path;

use csv::StringRecord;
use marahel_config::Individual;
use marahel_problem::{Objective, Tally};
use marahel_system::FileError;
use marahel_system::files::{self, write_atomically};

use crate::ending::best::{measure_columns, set_measures};
use crate::ending::front::FrontMember;
use crate::{CsvText, GenerationSummary, Table};
use marahel_config::EvolutionError;

pub(crate) const GENERATIONS: &str = "generations.csv";

pub(crate) fn write_population(
    path: &Path,
    population: &[Individual],
    objectives: &[Objective],
) -> Result<(), FileError> {
    let mut columns = vec!["id".to_owned(), "rank".to_owned(), "crowding_distance".to_owned()];
    columns.extend(objectives.iter().map(|objective| objective.name.clone()));
    columns.extend(["parents", "genes"].map(str::to_owned));
    let mut table = CsvText::new(&columns);
    for individual in population {
        let mut row = vec![
            individual.id.to_string(),
            individual.rank.to_string(),
            individual.crowding.to_string(),
        ];
        row.extend(individual.objectives.iter().map(f64::to_string));
        row.extend([join(&individual.parents), individual.genome.to_string()]);
        table.add(&row);
    }
    write_atomically(path, table.bytes())
}

/// Writes generators with their searched and validated measurements, as in `front.csv`.
pub(crate) fn write_members(
    path: &Path,
    members: &[FrontMember],
    objectives: &[Objective],
) -> Result<(), FileError> {
    let mut rows = member_rows(members, objectives).into_iter();
    let mut table = CsvText::new(rows.next().unwrap_or_default());
    rows.for_each(|row| table.add(&row));
    write_atomically(path, table.bytes())
}

/// The rows of `front.csv`: the names of its columns, then generators with their searched and
/// validated measurements.
pub fn member_rows(members: &[FrontMember], objectives: &[Objective]) -> Vec<Vec<String>> {
    let mut columns = vec!["id".to_owned()];
    columns.extend(objectives.iter().map(|objective| objective.name.clone()));
    for objective in objectives {
        columns.push(format!("{}_validated", objective.name));
        columns.push(format!("{}_se", objective.name));
    }
    let of_set = measure_columns(objectives.iter().map(|objective| objective.name.as_str()));
    columns.extend(of_set.iter().flat_map(|name| [name.clone(), format!("{name}_se")]));
    let has_other = members.iter().any(|member| member.validation_other.is_some());
    if has_other {
        columns.extend(of_set.iter().map(|name| format!("{name}_other")));
    }
    columns.extend(["still_non_dominated", "explorers", "genes", "script"].map(str::to_owned));
    let mut rows = vec![columns];
    for member in members {
        let mut row = vec![member.id.to_string()];
        row.extend(member.objectives.iter().map(f64::to_string));
        for index in 0..objectives.len() {
            let tally = member.validation.as_ref().map(|sample| &sample.scores[index]);
            row.extend([tally.map(Tally::mean), tally.and_then(Tally::standard_error)].map(cell));
        }
        for measure in set_measures(member.validation.as_ref()) {
            row.extend([measure.value, measure.error].map(cell));
        }
        if has_other {
            let of_other_reading = set_measures(member.validation_other.as_ref());
            row.extend(of_other_reading.map(|measure| cell(measure.value)));
        }
        row.push(member.is_still_non_dominated.to_string());
        row.push(member.n_explorers.to_string());
        row.push(member.genome.to_string());
        row.push(member.script_file().unwrap_or_default());
        rows.push(row);
    }
    rows
}

impl FrontMember {
    /// The file of its script, relative to the run folder, if it has a script.
    pub fn script_file(&self) -> Option<String> {
        self.script.as_ref().map(|_| format!("scripts/{:06}.json", self.script_id))
    }
}

/// The individuals of a table of a run folder, with what a new measurement needs: ids, genomes and
/// searched objectives.
pub(crate) fn read_individuals(
    path: &Path,
    objectives: &[Objective],
) -> Result<Vec<Individual>, EvolutionError> {
    let table = Table::read(path.to_owned())?;
    let ids = table.parsed("id")?;
    let genomes = table.values("genes", "genes", |cell| cell.parse().ok())?;
    let columns = objectives.iter().map(|objective| table.parsed(&objective.name));
    let columns: Vec<Vec<f64>> = columns.collect::<Result<_, _>>()?;
    let rows = ids.into_iter().zip(genomes).enumerate();
    let individuals = rows.map(|(row, (id, genome))| {
        let objectives = columns.iter().map(|column| column[row]).collect();
        Individual { id, genome, objectives, ..Individual::default() }
    });
    Ok(individuals.collect())
}

/// Adds the validated hypervolume of the last generation to the table of generations, unless it is
/// there already or the table does not exist.
pub(crate) fn add_last_volume(
    folder: &Path,
    volume: impl FnOnce() -> Result<Option<f64>, EvolutionError>,
) -> Result<(), EvolutionError> {
    let path = folder.join(GENERATIONS);
    if !path.exists() {
        return Ok(());
    }
    let text = files::read(&path)?;
    let content = |error: csv::Error| EvolutionError::content(&path, error);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().map_err(content)?.clone();
    let mut rows = reader.records().collect::<Result<Vec<_>, _>>().map_err(content)?;
    let column = columns.iter().position(|name| name == GenerationSummary::VALIDATED_HYPERVOLUME);
    let (Some(column), Some(last)) = (column, rows.last_mut()) else { return Ok(()) };
    if last.get(column).is_none_or(|field| !field.is_empty()) {
        return Ok(());
    }
    let volume = cell(volume()?);
    let fields = last.iter().enumerate();
    *last = fields
        .map(|(at, field)| if at == column { &volume } else { field })
        .collect::<StringRecord>();
    let mut table = CsvText::new(&columns);
    for row in &rows {
        table.add(row);
    }
    write_atomically(&path, table.bytes())?;
    Ok(())
}

/// A number as a cell; empty for `None`.
pub(crate) fn cell(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// Several numbers as one cell, separated by spaces.
pub(crate) fn join(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
